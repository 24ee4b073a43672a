// Runs the main functions of host programs that were built as libraries, one after another, so that
// a tool that watches them starts once. Ends with the first that fails: the GPU may be lost then.
#include <dlfcn.h>

#include <chrono>
#include <cstdio>

int main(int count, char** libraries) {
  for (int i = 1; i < count; i++) {
    std::printf("\n== begin %d\n", i - 1);
    std::fflush(stdout);
    const auto start = std::chrono::steady_clock::now();
    void* library = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
    auto* run = library ? reinterpret_cast<int (*)()>(dlsym(library, "main")) : nullptr;
    const int code = run ? run() : 127;
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("\n== end %d %.3f\n", code, seconds.count());
    std::fflush(stdout);
    if (code != 0) return code;
  }
}
