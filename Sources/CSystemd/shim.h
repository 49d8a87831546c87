// The header of libsystemd with its D-Bus client.
#include <systemd/sd-bus.h>
