#include "project/pool.hpp"

#include "heddle/repair.hpp"
#include "project/kept.hpp"
#include "project/write_all.hpp"
#include "report/json.hpp"
#include "report/read.hpp"
#include "support/clock.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::project {
namespace {

constexpr int poll_milliseconds = 100;

// A message from a child: what it is, the length, and the text of a report in JSON; before the last
// one, what the result depends on.
enum class Kind : char { kernel = 'k', inputs = 'i', file = 'f' };

struct Header {
  Kind kind;
  std::uint32_t length;
};

void send(int to, Kind kind, const std::string& text) {
  const Header header{kind, static_cast<std::uint32_t>(text.size())};
  const std::string_view head(reinterpret_cast<const char*>(&header), sizeof header);
  if (!write_all(to, head) || !write_all(to, text)) _exit(0); // nobody reads any more
}

void send(int to, Kind kind, const CheckResult& result) { send(to, kind, report::to_json(result)); }

void send_inputs(int to, const std::vector<Input>& inputs) {
  try {
    send(to, Kind::inputs, to_text(inputs));
  } catch (const std::exception&) { // a name that is not UTF-8: the result is not kept
  }
}

// Says which barriers order the races of kernels. A repair asks the checker several times.
class Hints {
public:
  explicit Hints(const Job& job, const Options& options) : job_(job), options_(options) {}

  void add(KernelResult& kernel) {
    const double spent = watch_.seconds();
    if (first_ == 0) first_ = spent; // with reading the file, which each check does again
    if (std::max(first_, spent - last_) <= share * job_.repair_seconds)
      find_repairs(kernel, job_.text, options_, job_.repair_seconds);
    last_ = watch_.seconds();
  }

private:
  static constexpr double share = 0.25; // of the time for a repair, for each of its checks
  const Job& job_;
  const Options& options_;
  const Stopwatch watch_;
  double first_ = 0, last_ = 0;
};

[[noreturn]] void work(const Job& job, unsigned parallel, int to, pid_t parent, Kept* kept) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  Options options = job.options;
  options.jobs = parallel;
  Hints hints(job, options);
  const auto on_kernel = [&](const KernelResult& kernel) {
    CheckResult one;
    one.kernels.push_back(kernel);
    if (job.repair_seconds > 0 && !kernel.is_kept) hints.add(one.kernels.back());
    if (kept && !kernel.content.empty()) kept->keep_kernel(job, one.kernels.back());
    send(to, Kind::kernel, one);
  };
  FindKept find_kept;
  if (kept && options.dump.empty())
    find_kept = [&](const std::string& content) {
      std::optional<KernelResult> found = kept->find_kernel(job, content);
      if (found) // the text has changed, maybe where a barrier was to go
        for (Finding& finding : found->findings)
          finding.insertions.clear();
      return found;
    };
  const CheckResult result = job.text ? check_text(job.path, *job.text, options, on_kernel)
                                      : check_file(job.path, options, on_kernel, find_kept);
  send_inputs(to, result.inputs);
  send(to, Kind::file, result);
  _exit(0);
}

struct Child {
  pid_t pid = -1;
  int from = -1;
  std::size_t job = 0;
  std::string buffer;
  CheckResult told; // its kernels
  bool is_done = false;
};

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status))
    return std::string("the process that checked it was ended by a signal (") +
           strsignal(WTERMSIG(status)) + ")";
  return "the process that checked it ended early";
}

Message lost(const std::string& file, const std::string& why) {
  Message message;
  message.severity = "error";
  message.text = why;
  message.position.file = file;
  return message;
}

class Pool {
public:
  Pool(const std::vector<Job>& jobs, unsigned parallel, const PoolEvents& events, Kept* kept)
      : jobs_(jobs), parallel_(std::max(1U, parallel)), events_(events), kept_(kept) {}
  ~Pool() { stop(); }

  bool run() {
    while (next_ < jobs_.size() || !children_.empty()) {
      while (next_ < jobs_.size() && children_.size() < parallel_) {
        if (should_stop()) return false;
        if (!is_kept(next_) && !start(next_)) {
          ++next_;
          break;
        }
        ++next_;
      }
      if (should_stop()) return false;
      if (!children_.empty()) wait();
    }
    return true;
  }

private:
  bool should_stop() const { return events_.should_stop && events_.should_stop(); }

  // Tells what an earlier run has found, where it would be found again.
  bool is_kept(std::size_t job) {
    std::optional<CheckResult> result = kept_ ? kept_->find(jobs_[job]) : std::nullopt;
    if (!result) return false;
    for (const KernelResult& kernel : result->kernels)
      events_.on_kernel(job, kernel);
    events_.on_file(job, std::move(*result));
    return true;
  }

  bool start(std::size_t job) {
    int ends[2];
    if (pipe(ends) != 0) return lose(job, std::strerror(errno));
    const std::size_t side_by_side =
        std::min<std::size_t>(parallel_, children_.size() + jobs_.size() - job);
    if (kept_) kept_->release();
    const pid_t parent = getpid(), child = fork();
    if (child == 0) {
      close(ends[0]);
      for (const Child& other : children_)
        close(other.from);
      work(jobs_[job], static_cast<unsigned>(parallel_ / side_by_side), ends[1], parent, kept_);
    }
    close(ends[1]);
    if (child < 0) {
      close(ends[0]);
      return lose(job, std::strerror(errno));
    }
    children_.push_back({child, ends[0], job, {}, {}});
    if (events_.on_start) events_.on_start(job);
    return true;
  }

  bool lose(std::size_t job, const std::string& why) {
    CheckResult result;
    result.messages.push_back(lost(jobs_[job].path, "cannot be checked: " + why));
    events_.on_file(job, std::move(result));
    return false;
  }

  void wait() {
    std::vector<pollfd> polled;
    for (const Child& child : children_)
      polled.push_back({child.from, POLLIN, 0});
    if (poll(polled.data(), polled.size(), poll_milliseconds) <= 0) return;
    for (std::size_t i = polled.size(); i-- > 0;)
      if (polled[i].revents != 0 && !read_some(children_[i])) finish(i);
  }

  // False: there is no more.
  bool read_some(Child& child) {
    char part[65536];
    const ssize_t got = read(child.from, part, sizeof part);
    if (got < 0 && errno == EINTR) return true;
    if (got <= 0) return false;
    child.buffer.append(part, static_cast<std::size_t>(got));
    Header header{};
    while (child.buffer.size() >= sizeof header) {
      std::memcpy(&header, child.buffer.data(), sizeof header);
      if (child.buffer.size() < sizeof header + header.length) break;
      take(child, header.kind, child.buffer.substr(sizeof header, header.length));
      child.buffer.erase(0, sizeof header + header.length);
    }
    return true;
  }

  void take(Child& child, Kind kind, const std::string& text) {
    if (kind == Kind::inputs) {
      child.told.inputs = inputs_of(text);
      return;
    }
    std::optional<CheckResult> result = report::read_report(text);
    if (!result) return; // then the file is not done
    if (kind == Kind::kernel) {
      for (KernelResult& kernel : result->kernels) {
        events_.on_kernel(child.job, kernel);
        child.told.kernels.push_back(std::move(kernel));
      }
      return;
    }
    child.is_done = true;
    child.told.messages = result->messages;
    if (kept_) kept_->keep(jobs_[child.job], child.told);
    events_.on_file(child.job, std::move(*result));
  }

  void finish(std::size_t index) {
    Child child = std::move(children_[index]);
    children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(index));
    close(child.from);
    int status = 0;
    while (waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (child.is_done) return;
    child.told.messages.push_back(lost(jobs_[child.job].path, how_it_ended(status)));
    events_.on_file(child.job, std::move(child.told));
  }

  void stop() {
    for (const Child& child : children_) {
      kill(child.pid, SIGKILL);
      close(child.from);
      waitpid(child.pid, nullptr, 0);
    }
    children_.clear();
  }

  const std::vector<Job>& jobs_;
  std::size_t parallel_;
  const PoolEvents& events_;
  Kept* kept_;
  std::size_t next_ = 0;
  std::vector<Child> children_;
};

} // namespace

bool check_all(const std::vector<Job>& jobs, unsigned parallel, const PoolEvents& events,
               Kept* kept) {
  // what is kept holds wherever the options are set
  PoolEvents named = events;
  named.on_kernel = [&](std::size_t job, const KernelResult& from) {
    KernelResult kernel = from;
    jobs[job].origins.tell(kernel);
    events.on_kernel(job, kernel);
  };
  named.on_file = [&](std::size_t job, CheckResult&& result) {
    for (KernelResult& kernel : result.kernels)
      jobs[job].origins.tell(kernel);
    jobs[job].origins.tell(result.messages);
    events.on_file(job, std::move(result));
  };
  return Pool(jobs, parallel, named, kept).run();
}

} // namespace heddle::project
