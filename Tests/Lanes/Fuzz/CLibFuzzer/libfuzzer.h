#pragma once
// The functions of libFuzzer that Swift calls. The toolchain has the library, but no header.
#include <stddef.h>
#include <stdint.h>

// Runs libFuzzer with command-line arguments, as its own main does.
int LLVMFuzzerRunDriver(
    int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

// Changes bytes in place as libFuzzer does by default. Returns their new number.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);
