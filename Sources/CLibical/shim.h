// The one header of libical that the reader needs: its parser and its component tree.
#include <libical/ical.h>
