// The one header of libsystemd that the program needs: its D-Bus client.
#include <systemd/sd-bus.h>
