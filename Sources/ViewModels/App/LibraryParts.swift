import Domain

/// What the models of one open library have in common. Each model keeps of it what it uses, and keeps it whole: what
/// was begun goes on and is told of even where the model that began it is gone.
struct LibraryParts {
  let service: ChatService
  let clock: MinuteClock
  /// Nothing can be written.
  let isReadOnly: Bool
  let notices: Notices
  let work: PendingWork
  let pictures: LibraryPictures
  let settings: SettingsModel
  let agents: AgentsModel
  let deletions: Deletions
  let composers: Composers
  let viewer = OpenViewer()
  let narration: AnswerNarration

  init(service: ChatService, clock: MinuteClock, settings: Settings, isReadOnly: Bool) {
    self.service = service
    self.clock = clock
    self.isReadOnly = isReadOnly
    notices = Notices()
    work = PendingWork(notices)
    pictures = LibraryPictures(
      service.pictures, notices: notices, work: work, surroundings: clock.surroundings)
    self.settings = SettingsModel(settings, service: service, work: work, isReadOnly: isReadOnly)
    agents = AgentsModel(service)
    narration = AnswerNarration(settings: self.settings, surroundings: clock.surroundings)
    deletions = Deletions(service: service, notices: notices, work: work)
    composers = Composers(
      service: service, surroundings: clock.surroundings, notices: notices, work: work, pictures: pictures,
      deletions: deletions, isReadOnly: isReadOnly)
  }

  /// Lets go of pictures that are on their way, once what was typed is on the disk.
  func letPicturesGo() async {
    pictures.stopLoading()
    await composers.saveNow()
    await pictures.end()
  }

  /// Returns once all that was begun, typed or deleted is on the disk.
  func settle() async {
    await deletions.carryOut()
    await composers.settle()
    await work.end()
    await composers.settleUnsaved()
  }
}
