import PictureWire

/// Why a picture is not taken.
enum Refusal: Error {
  case notAPicture
  case tooManyPixels(width: Int, height: Int)
  case tooManyFrames
  case damaged
  case tooHard

  var answer: PictureAnswer {
    switch self {
    case .notAPicture: PictureAnswer(.notAPicture)
    case .tooManyPixels(let width, let height): PictureAnswer(.tooManyPixels, width: width, height: height)
    case .tooManyFrames: PictureAnswer(.tooManyFrames)
    case .damaged: PictureAnswer(.damaged)
    case .tooHard: PictureAnswer(.tooHard)
    }
  }
}
