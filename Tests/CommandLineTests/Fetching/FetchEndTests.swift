import Foundation
import TestPrograms
import Testing

/// The end of programs that a fetch has started.
@Suite struct FetchEndTests {
  /// A shell function that returns whether a process runs; it may not be reaped after its end.
  private static let runs = "runs() { grep -qs '^State:.[^XZ]' /proc/$1/status; }\n"

  @Test(arguments: ["INT", "TERM", "HUP", "KILL"], ["install", "renew"])
  func `a signal ends curl at once`(signal: String, command: String) throws {
    try CalendarServer.run { server in
      let program = server.program
      #expect(try server.run("install", server.address).status == 0)
      try server.age(by: 3_600)
      try program.write(
        "#!/bin/sh\necho $$ >curl.pid\nexec /usr/bin/curl \"$@\"\n", to: "bin/curl")
      try program.shell("chmod +x bin/curl", status: 0)
      try server.answer("slow")
      _ = try server.requests()
      // A shell starts commands in the background with SIGINT ignored.
      let ended = try program.shell(
        Self.runs + """
          PATH=$PWD/bin:$PATH
          env --default-signal=\(signal == "KILL" ? "INT" : signal) "$PROGRAM" \(command) 2>errors &
          for _ in $(seq 600); do test -s requests && break; sleep 0.1; done
          runs $(cat curl.pid) || echo "curl doesn't run"
          kill -\(signal) $!
          wait $!
          echo $?
          for _ in $(seq 20); do runs $(cat curl.pid) || break; sleep 0.1; done
          runs $(cat curl.pid) && echo "curl runs"
          ls -A .cache/ics2notify | grep -c '[.]tmp$'
          """)
      let number = ["INT": 2, "TERM": 15, "HUP": 1, "KILL": 9][signal] ?? 0
      // SIGKILL leaves the temporary file to the next fetch.
      #expect(ended.lines == ["\(128 + number)", signal == "KILL" ? "1" : "0"], "\(ended.text)")
      try program.shell("rm bin/curl", status: 0)
      try server.answer("etag")
      #expect(try server.run("renew").status == 0)
      #expect(try program.names(in: ".cache/ics2notify").count == 2)
      #expect(try server.titles() == ["Stand-up"])
    }
  }

  @Test func `a command for credentials that hangs ends, and delays only its own host`() throws {
    try CalendarServer.run { server in
      let program = server.program
      try program.write(
        """
        #!/bin/sh
        echo $1 >>hosts
        test $1 = 127.0.0.1 && echo ada:x && exit
        sleep 1000 & echo $! >>pids
        echo $$ >>pids
        wait
        """, to: "bin/login")
      try program.write(
        "\(server.address)\n\(server.address.replacing("127.0.0.1", with: "localhost"))\n"
          + "--credentials-command login\n", to: ".config/ics2notify/default.conf")
      try program.shell("chmod +x bin/login", status: 0)
      let result = try program.shell(
        Self.runs + """
          PATH=$PWD/bin:$PATH
          "$PROGRAM" install 2>errors &
          # The command has 20 seconds.
          for _ in $(seq 150); do test -s requests && break; sleep 0.1; done
          test -s requests && echo fetched
          test -d /proc/$! && echo waiting
          wait $!
          echo $?
          for pid in $(cat pids); do runs $pid && echo "$pid runs"; done
          cat errors
          """)
      let lines = result.lines
      #expect(lines.prefix(3) == ["fetched", "waiting", "66"], "\(result.text)")
      let reason = "the program of --credentials-command didn't end within 20 seconds"
      #expect(lines.contains { $0.contains("//localhost:") && $0.contains(reason) })
      #expect(!lines.contains { $0.hasSuffix(" runs") }, "\(result.text)")
      #expect(
        try program.read("hosts").split(separator: "\n").sorted() == ["127.0.0.1", "localhost"])
    }
  }

  @Test func `a signal ends the command for credentials and its children`() throws {
    try CalendarServer.run { server in
      let program = server.program
      try program.write(
        "#!/bin/sh\nsleep 1000 & echo $! >pids.new\necho $$ >>pids.new\nmv pids.new pids\nwait\n",
        to: "bin/login")
      try program.shell("chmod +x bin/login", status: 0)
      let result = try program.shell(
        Self.runs + """
          PATH=$PWD/bin:$PATH
          "$PROGRAM" install --credentials-command=login \(server.address) 2>errors &
          for _ in $(seq 300); do test -s pids && break; sleep 0.1; done
          for pid in $(cat pids); do runs $pid || echo "$pid doesn't run"; done
          kill -TERM $!
          wait $!
          echo $?
          sleep 1
          for pid in $(cat pids); do runs $pid && echo "$pid runs"; done
          """)
      #expect(result.lines == ["143"], "\(result.text) \(result.errors)")
    }
  }
}
