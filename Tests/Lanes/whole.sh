# Compiler options for the builds of the tests. Other scripts source this file.

# Compile each module as a whole: this takes less processor time than batches of 25 files, each of
# which parses all other files. LLVM works in two threads.
whole='-Xswiftc -wmo -Xswiftc -disable-batch-mode -Xswiftc -num-threads -Xswiftc 2'
# Leave out debug information. Sanitizers and fuzzers need it to name files.
lean="$whole -debug-info-format none"
# The tests and the program as a release: the exhaustive tests take a fifth of the time, and the
# program starts in a tenth, because ArgumentParser checks all commands at each start of a debug
# build.
release='-c release -Xswiftc -enable-testing -debug-info-format none'
