// The header of libical with its parser and component tree.
#include <libical/ical.h>
