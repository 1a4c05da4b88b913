#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The variables that this process was started with. A face reads them here and nowhere else, and hands them on.
public enum ProcessEnvironment {
  /// By name.
  public static let variables: [String: String] = ProcessInfo.processInfo.environment
}
