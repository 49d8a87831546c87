# How the builds of the tests are compiled. Read by Tests/run.sh and the scripts it runs, not run.

# A module as a whole, which takes less of the processor than 25 files at a time, each time with all
# the others read again; what there is of LLVM's work goes to two threads. SwiftPM asks for batches
# in a build for debugging, of which the compiler would say that it makes none.
whole='-Xswiftc -wmo -Xswiftc -disable-batch-mode -Xswiftc -num-threads -Xswiftc 2'
# Nothing for a debugger. Not where a sanitizer tells files by it, or who looks into what a fuzzer
# found.
lean="$whole -debug-info-format none"
