"""A notification server that the harness controls. It shows nothing.

    server.py [OPTION …] CAPABILITY …

It counts notifications from 1 at each start. Another server can take its name over, and it gets the
name back when that server ends. The method Emit makes it send a signal.
"""

import argparse
import os
import signal

from gi.repository import Gio, GLib

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
INTERFACES = """
<node><interface name="org.freedesktop.Notifications">
  <method name="GetCapabilities"><arg type="as" direction="out"/></method>
  <method name="GetServerInformation">
    <arg type="s" direction="out"/><arg type="s" direction="out"/>
    <arg type="s" direction="out"/><arg type="s" direction="out"/>
  </method>
  <method name="Notify">
    <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
    <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
    <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/>
    <arg type="u" direction="out"/>
  </method>
  <method name="CloseNotification"><arg type="u" direction="in"/></method>
  <signal name="NotificationClosed"><arg type="u"/><arg type="u"/></signal>
  <signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
  <signal name="ActivationToken"><arg type="u"/><arg type="s"/></signal>
</interface>
<interface name="org.example.Control">
  <!-- The signal, its notification, and its text or the reason of NotificationClosed. -->
  <method name="Emit">
    <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
  </method>
</interface></node>
"""

options = argparse.ArgumentParser()
# The harness splits options at spaces, so an underscore means a space.
options.add_argument("--name", default="stand-in")
options.add_argument("--vendor", default="example.org")
options.add_argument("--crash", choices=["before", "after"], help="around the answer to Notify")
options.add_argument("capabilities", nargs="*")
options = options.parse_args()


class Server:
    def __init__(self):
        self.last = 0
        self.has_had_name = False

    def emit(self, bus, member, number, text):
        value = (
            GLib.Variant("(uu)", (number, int(text)))
            if member == "NotificationClosed"
            else GLib.Variant("(us)", (number, text))
        )
        bus.emit_signal(None, PATH, NAME, member, value)

    def answer(self, bus, sender, path, interface, method, arguments, invocation):
        result = None
        if method == "GetCapabilities":
            result = GLib.Variant("(as)", (options.capabilities,))
        elif method == "GetServerInformation":
            name, vendor = (text.replace("_", " ") for text in (options.name, options.vendor))
            result = GLib.Variant("(ssss)", (name, vendor, "1", "1.2"))
        elif method == "Notify":
            if options.crash == "before":
                os.kill(os.getpid(), signal.SIGKILL)
            number = arguments.unpack()[1]
            if number == 0:
                self.last += 1
                number = self.last
            result = GLib.Variant("(u)", (number,))
        elif method == "CloseNotification":
            # 3: closed by a call.
            self.emit(bus, "NotificationClosed", arguments.unpack()[0], "3")
        else:
            self.emit(bus, *arguments.unpack())
        invocation.return_value(result)
        if method == "Notify" and options.crash == "after":
            bus.flush_sync()
            os.kill(os.getpid(), signal.SIGKILL)

    def register(self, bus, name):
        for interface in Gio.DBusNodeInfo.new_for_xml(INTERFACES).interfaces:
            bus.register_object(PATH, interface, self.answer, None, None)

    def get_name(self, bus, name):
        self.has_had_name = True

    def lose_name(self, bus, name):
        if not self.has_had_name:
            os._exit(1)


# The harness doesn't wait for a server that the bus starts, as it doesn't wait for the bus.
with open("/proc/self/comm", "w", encoding="ascii") as name:
    name.write("dbus-daemon")
server = Server()
Gio.bus_own_name(
    Gio.BusType.SESSION,
    NAME,
    Gio.BusNameOwnerFlags.ALLOW_REPLACEMENT | Gio.BusNameOwnerFlags.REPLACE,
    server.register,
    server.get_name,
    server.lose_name,
)
GLib.MainLoop().run()
