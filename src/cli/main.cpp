// heddle: the command-line program.
#include "cli/check.hpp"
#include "cli/guard.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <malloc.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace {

bool colourful(int descriptor) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  if (no_colour && *no_colour) return false;
  return isatty(descriptor) == 1 && terminal && std::strcmp(terminal, "dumb") != 0;
}

bool write_whole(std::FILE* to, const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), to) == text.size() && std::fflush(to) == 0;
}

int print(const heddle::cli::Outcome& outcome) {
  const bool told = write_whole(stderr, outcome.err);
  if (!write_whole(stdout, outcome.out)) {
    std::fprintf(stderr, "heddle: error: cannot write the output: %s\n", std::strerror(errno));
    return heddle::cli::bad_input;
  }
  return told ? outcome.exit_code : heddle::cli::bad_input;
}

// A run of some tens of milliseconds would spend a third of them in page faults: what Z3 zeroes for
// each of its contexts is mapped anew every time. Freed memory is kept, and comes in large pages.
void keep_memory() {
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
  constexpr std::size_t first = std::size_t{31} << 20, page = std::size_t{2} << 20;
  mallopt(M_MMAP_THRESHOLD, int{32} << 20); // the most that glibc takes
  mallopt(M_TRIM_THRESHOLD, int{512} << 20);
  void* const heap = std::malloc(first);
  if (!heap) return;
  const auto start = (reinterpret_cast<std::uintptr_t>(heap) + page - 1) / page * page;
  madvise(reinterpret_cast<void*>(start), first - page, MADV_HUGEPAGE); // a wish
  std::free(heap);
#endif
}

} // namespace

int main(int argc, char** argv) {
  keep_memory();
  heddle::cli::guard_process();
  try {
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    return print(heddle::cli::run(arguments, colourful(STDOUT_FILENO), colourful(STDERR_FILENO)));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "heddle: internal error: %s\n", e.what());
  } catch (...) {
    std::fputs("heddle: internal error\n", stderr);
  }
  return heddle::cli::bad_input;
}
