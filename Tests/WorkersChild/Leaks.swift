import Frames
import Glibc
import Workers

/// Starts one child of each sort, and has it end in every way.
func oneOfEach() async throws {
  for word in ["echo", "silent", "half", "lie", "spin"] {
    let ends = try socketPair()
    let channel = FrameChannel(FrameStream(socket: ends.near), frameLimit: 1 << 20)
    var command = Command([HelperProgram.path(of: "WorkersChild"), word])
    (command.input, command.output) = (.descriptor(ends.far), .descriptor(ends.far))
    command.environment = Command.environment()
    let child = try ChildProcess(command)
    close(ends.far)
    if word != "half" { try await channel.send(Frame(1)) }
    do {
      if word != "silent" { _ = try await channel.next() }
    } catch FrameError.broken, FrameError.tooLong {
      // As it has to be.
    }
    child.kill()
    _ = await child.ended()
  }
  do {
    _ = try ChildProcess(Command(["/nowhere/program"]))
  } catch {
    // As it has to be.
  }
  var output = try Pipe()
  var command = Command(["/bin/echo", "well"])
  command.output = .descriptor(output.writing)
  let child = try ChildProcess(command)
  output.closeWriting()
  guard output.readLine() == "well" else { throw FrameError.unexpected }
  _ = await child.ended()
}

/// How many descriptors this process has, once the threads that read have seen that it is over.
func descriptors() async throws -> Int {
  var counts: [Int] = []
  repeat {
    counts.append((0..<4_096).filter { fcntl(Int32($0), F_GETFD) >= 0 }.count)
    try await Task.sleep(for: .milliseconds(50))
  } while counts.count < 4 || Set(counts.suffix(3)).count > 1
  return counts[counts.count - 1]
}
