// The header of zlib.
#include <zlib.h>
