#include "cli/console.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

volatile std::sig_atomic_t was_interrupted = 0;
constexpr std::int64_t at_once = 500; // milliseconds

std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1'000'000;
}

// The first asks for what is done so far, a later one for the end. timeout(1) sends its signal
// twice, to the program and to its group.
void interrupt(int signal) {
  static std::int64_t first = 0;
  if (was_interrupted == 0) {
    first = now();
    was_interrupted = 1;
  } else if (now() - first > at_once) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

bool write_whole(std::FILE* to, const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), to) == text.size() && std::fflush(to) == 0;
}

} // namespace

void Console::out(const std::string& text) {
  if (text.empty()) return;
  clear();
  if (failed() || write_whole(stdout, text)) return;
  failure_ = std::strerror(errno);
}

void Console::err(const std::string& text) {
  if (text.empty()) return;
  clear();
  write_whole(stderr, text);
}

bool Console::nobody_reads() const {
  pollfd out{STDOUT_FILENO, 0, 0};
  return poll(&out, 1, 0) > 0 && (out.revents & POLLERR) != 0;
}

void Console::progress(std::size_t done, std::size_t all, const std::string& so_far,
                       std::optional<double> seconds_left) {
  if (!progress_) return;
  clear();
  std::string line = fmt::format("[{}/{}] {}", done, all, so_far);
  if (seconds_left) line += fmt::format(", about {:.0f} s left", std::ceil(*seconds_left));
  write_whole(stderr, line);
  shown_ = true;
}

std::size_t terminal_width(int descriptor) {
  winsize size{};
  const bool known = isatty(descriptor) == 1 && ioctl(descriptor, TIOCGWINSZ, &size) == 0;
  return known ? size.ws_col : 0;
}

void Console::clear() {
  if (shown_) write_whole(stderr, "\r\033[K");
  shown_ = false;
}

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = interrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return was_interrupted != 0; }

} // namespace heddle::cli
