// The one header of zlib: it has what reads gzip.
#include <zlib.h>
