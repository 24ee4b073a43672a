#include "cli/guard.hpp"

#include "cli/check.hpp"

#include <array>
#include <csignal>
#include <cstring>
#include <exception>
#include <string_view>
#include <unistd.h>

namespace heddle::cli {
namespace {

// Only async-signal-safe calls here.
[[noreturn]] void leave(std::string_view what) {
  constexpr std::string_view before = "heddle: internal error: ";
  // Nothing is left to do when standard error cannot be written either.
  if (write(STDERR_FILENO, before.data(), before.size()) >= 0 &&
      write(STDERR_FILENO, what.data(), what.size()) >= 0)
    (void)!write(STDERR_FILENO, "\n", 1);
  _exit(bad_input);
}

#if !defined(__SANITIZE_ADDRESS__)
[[noreturn]] void on_signal(int signal) {
  switch (signal) {
  case SIGABRT:
    leave("an invariant does not hold");
  case SIGSEGV:
  case SIGBUS:
    leave("invalid memory access, or the input nests too deeply");
  default:
    leave("invalid operation");
  }
}

void catch_signals() {
  // An exhausted stack cannot run a handler: give handlers one of their own.
  static std::array<char, 65536> stack;
  stack_t alternative{};
  alternative.ss_sp = stack.data();
  alternative.ss_size = stack.size();
  sigaltstack(&alternative, nullptr);
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_ONSTACK;
  for (int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL})
    sigaction(signal, &action, nullptr);
}
#endif

} // namespace

void guard_process() {
  std::set_terminate([] { leave("terminated by an exception"); });
#if !defined(__SANITIZE_ADDRESS__)
  catch_signals();
#endif
}

} // namespace heddle::cli
