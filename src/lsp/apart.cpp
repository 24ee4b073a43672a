#include "lsp/apart.hpp"

#include "project/write_all.hpp"

#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::lsp {
namespace {

constexpr int poll_milliseconds = 50;

[[noreturn]] void work_and_exit(const std::function<std::string()>& work, int to) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  _exit(project::write_all(to, work()) ? 0 : 1);
}

} // namespace

std::optional<std::string> run_apart(const std::function<std::string()>& work,
                                     const std::function<bool()>& should_stop) {
  int ends[2];
  if (pipe(ends) != 0) return std::nullopt;
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    work_and_exit(work, ends[1]);
  }
  close(ends[1]);
  std::string text;
  bool stopped = child < 0;
  while (!stopped) {
    pollfd from{ends[0], POLLIN, 0};
    if (poll(&from, 1, poll_milliseconds) > 0) {
      char part[65536];
      const ssize_t got = read(ends[0], part, sizeof part);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      text.append(part, static_cast<std::size_t>(got));
    }
    stopped = should_stop();
  }
  close(ends[0]);
  if (child < 0) return std::nullopt;
  if (stopped) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (stopped || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  return text;
}

} // namespace heddle::lsp
