"""A notification server with the capabilities that its arguments name. It shows nothing."""

import sys

from gi.repository import Gio, GLib

NAME = "org.freedesktop.Notifications"
INTERFACE = """
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
</interface></node>
"""


class Server:
    def __init__(self, capabilities):
        self.capabilities = capabilities
        self.last = 0

    def answer(self, bus, sender, path, interface, method, arguments, invocation):
        if method == "GetCapabilities":
            result = GLib.Variant("(as)", (self.capabilities,))
        elif method == "GetServerInformation":
            result = GLib.Variant("(ssss)", ("stand-in", "example.org", "1", "1.2"))
        elif method == "Notify":
            number = arguments.unpack()[1]
            if number == 0:
                self.last += 1
                number = self.last
            result = GLib.Variant("(u)", (number,))
        else:
            number = arguments.unpack()[0]
            # 3: closed by a call.
            bus.emit_signal(
                None, path, interface, "NotificationClosed", GLib.Variant("(uu)", (number, 3))
            )
            result = None
        invocation.return_value(result)


server = Server(sys.argv[1:])
interfaces = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces
Gio.bus_own_name(
    Gio.BusType.SESSION,
    NAME,
    Gio.BusNameOwnerFlags.NONE,
    lambda bus, name: bus.register_object(
        "/org/freedesktop/Notifications", interfaces[0], server.answer, None, None
    ),
    None,
    lambda bus, name: sys.exit(1),
)
GLib.MainLoop().run()
