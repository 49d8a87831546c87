import ProgramSupport

/// The configuration of a run of curl, which it reads from standard input.
///
/// The address and the password are therefore not on a command line, which all users can read.
struct CurlConfiguration {
  private var lines: [String] = []

  /// The arguments of curl.
  ///
  /// With `--disable`, which must be the first, it ignores `~/.curlrc`.
  static let arguments = ["--disable", "--config", "-"]

  /// The seconds in which a connection must be made.
  private static let timeToConnect = 20
  /// The variables that curl writes at the end, one in each line.
  ///
  /// Versions before 7.84 write something else for headers, which ``CurlAnswer`` ignores.
  private static let variables =
    "%{response_code}\n%header{etag}\n%header{last-modified}\n%{content_type}\n"
    + "%{redirect_url}\n%{errormsg}\n"

  /// Makes the configuration to fetch `url` into a file: the address, or where it was redirected to.
  ///
  /// Redirections are not followed, because curl would look up ~/.netrc for the host of each. Only
  /// the origin of the address gets credentials. If the calendar still has the ETag or the date of `lastModified`, the server doesn't send it.
  init(
    _ address: CalendarAddress, url: String, user: String?, file: TemporaryFile, seconds: Int,
    etag: String?, lastModified: String?
  ) {
    for flag in ["silent", "fail", "globoff", "compressed"] { lines.append(flag) }
    set("url", to: url)
    set("output", to: file.path.argument)
    set("proto", to: address.isSecure ? "=https" : "=http,https")
    set("connect-timeout", to: "\(CurlConfiguration.timeToConnect)")
    set("max-time", to: "\(seconds)")
    set("max-filesize", to: "\(FetchedCalendar.maximumSize)")
    set("user-agent", to: "\(Program.name)/\(Program.version)")
    set("write-out", to: CurlConfiguration.variables)
    // Xandikos sends an HTML page if anything else is acceptable, too.
    set("header", to: "Accept: text/calendar")
    if address.hasOrigin(of: url) {
      if let user {
        set("user", to: user)
      } else if address.isSecure {
        lines.append("netrc-optional")
      }
    }
    // A proxy would read the credentials for this machine.
    if !address.isSecure, address.takesCredentials { set("noproxy", to: "*") }
    if let etag { set("header", to: "If-None-Match: \(etag)") }
    if let lastModified { set("header", to: "If-Modified-Since: \(lastModified)") }
  }

  /// Adds an option with a quoted value (curl(1), `--config`).
  private mutating func set(_ option: String, to value: String) {
    var quoted = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\", "\"": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    lines.append("\(option) = \"\(quoted)\"")
  }

  var bytes: [UInt8] { lines.flatMap { Array("\($0)\n".utf8) } }
}

/// The values that curl writes at its end, and the meaning of its exit status.
struct CurlAnswer {
  /// The status of the last answer (RFC 9110, 15); 0 without an answer.
  let code: Int
  /// The header ETag; nil unless it is valid.
  let etag: String?
  /// The header Last-Modified; nil unless it is valid.
  let lastModified: String?
  /// The media type of an HTML page, in lower case; nil for any other type, and without one.
  let pageType: String?
  /// The URL to which the server redirects; nil without a redirection.
  let redirection: String?
  /// Whether curl says that the headers of all answers are together too large.
  private let hasLargeHeaders: Bool

  /// The longest header that is kept, in bytes.
  private static let maximumLength = 256
  /// The longest URL of a redirection that is followed, in bytes.
  private static let maximumLocationLength = 8_192

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmed }
    func line(_ number: Int) -> String? {
      guard number < lines.count, lines[number].utf8.count <= CurlAnswer.maximumLength else {
        return nil
      }
      return lines[number]
    }
    code = line(0).flatMap { Int($0) } ?? 0
    // RFC 9110, 8.8.3 and 5.6.7.
    etag = line(1).flatMap { $0.wholeMatch(of: /(?:W\/)?"[!#-~]*"/) == nil ? nil : $0 }
    lastModified = line(2).flatMap {
      $0.wholeMatch(of: /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/) == nil
        ? nil : $0
    }
    let type = lines.count > 3 ? lines[3].prefix { $0 != ";" && $0 != "," } : ""
    pageType = CurlAnswer.pageTypes.first { $0 == String(type).trimmed.lowercased() }
    let location = lines.count > 4 && 300..<400 ~= code ? lines[4] : ""
    redirection =
      location.isEmpty || location.utf8.count > CurlAnswer.maximumLocationLength ? nil : location
    hasLargeHeaders = lines.count > 5 && lines[5].hasPrefix("Too large response headers")
  }

  private static let pageTypes = ["text/html", "application/xhtml+xml"]

  static let tooLarge = "the answer is larger than \(FetchedCalendar.maximumSize >> 20) MiB"

  /// Explains an exit status of curl (curl(1), EXIT CODES).
  func reason(ofStatus status: Int32, _ address: CalendarAddress, seconds: Int) -> String {
    switch status {
    case 1 where address.isSecure: "the answer is not HTTP"
    case 1: "the answer is not HTTP; does the server need https://?"
    case 5: "the proxy was not found"
    case 6: "the host was not found"
    case 7: "the host doesn't accept a connection"
    case 18: "the answer was cut off"
    case 22 where code == 401:
      "the server answered 401; it needs another user name or password"
    case 22 where code == 0: "the proxy refused the connection"
    case 22: "the server answered \(code)"
    case 23: "the copy can't be written"
    case 26: "~/.netrc can't be read"
    // Measured: curl 7.88 ends with 27 for a long header, 8.14 with 100, also for many headers. Both
    // end with 56 if all of them have more than 300 KiB.
    case 27 where code != 0, 56 where hasLargeHeaders, 100:
      "the headers of the answer are too large"
    case 28 where code == 0: "the server did not answer in time"
    case 28: "the server did not send all within \(seconds) seconds"
    case 52 where !address.isSecure:
      "the server closed the connection without an answer; does it need https://?"
    case 52: "the server closed the connection without an answer"
    case 60: "the certificate of the server is not trusted"
    case 61: "the compression of the answer is unknown or damaged"
    case 63: CurlAnswer.tooLarge
    case 35, 51, 53, 54, 58, 59, 66, 77, 80, 83, 90, 91: "a secure connection was not possible"
    case 16, 55, 56, 92, 95: "the connection was interrupted"
    default: "curl ended with status \(status); see curl(1)"
    }
  }
}
