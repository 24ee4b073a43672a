#include "judge.hpp"

#include "barrier/concrete/concrete.hpp"
#include "cuda/front_end.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace heddle::oracle {

namespace {

constexpr std::int64_t trips_verified = 8, trips_possible = 12;
constexpr double solver_seconds = 2;

class NamedFile {
public:
  explicit NamedFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("heddle-named-" + std::to_string(getpid()) + ".cu")) {
    std::ofstream(path_) << text;
  }
  NamedFile(const NamedFile&) = delete;
  NamedFile& operator=(const NamedFile&) = delete;
  ~NamedFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

private:
  std::filesystem::path path_;
};

const char* name(sync::FindingKind kind) {
  const char* const names[] = {"deadlock",       "count",     "barrier id",      "count multiple",
                               "recycling",      "alignment", "lapped",          "leftover",
                               "exited threads", "race",      "same value write"};
  return names[static_cast<int>(kind)];
}

class Runs {
public:
  Runs(const core::Kernel& kernel, unsigned threads) : kernel_(kernel), threads_(threads) {}

  // The first finding that is no warning.
  std::optional<std::string> wrong(std::int64_t n, std::int64_t m) {
    core::Launch launch;
    launch.block_dim = {threads_, 1, 1};
    for (const core::Parameter& p : kernel_.params)
      if (p.symbol) launch.params[*p.symbol] = p.name == "n" ? n : m;
    // All cells of the parameters differ; shared memory is not known.
    launch.memory = [this](core::ArrayId array, std::int64_t offset,
                           unsigned) -> std::optional<std::int64_t> {
      if (!kernel_.arrays[array].is_parameter) return std::nullopt;
      return (std::int64_t{array} << 28) + offset + 1;
    };
    const barrier::ConcreteResult run = barrier::run_block(kernel_, launch, {});
    for (const sync::Finding& f : run.findings) {
      const bool is_warning = f.warning || f.kind == sync::FindingKind::same_value_write;
      if (!is_warning) return describe(run, f, n, m);
    }
    if (!run.stopped.empty()) stopped.push_back(run.stopped);
    return std::nullopt;
  }

  std::vector<std::string> stopped; // runs that did not come to their end

private:
  std::string describe(const barrier::ConcreteResult& run, const sync::Finding& f, std::int64_t n,
                       std::int64_t m) const {
    const auto side = [&](const sync::Participant& p) {
      if (p.place.pc >= run.locs.size()) return std::string("nobody");
      return "thread " + std::to_string(p.thread) + " at line " +
             std::to_string(run.locs[p.place.pc].line);
    };
    return std::string(name(f.kind)) + " with n = " + std::to_string(n) +
           ", m = " + std::to_string(m) + ": " + side(f.first) + " and " + side(f.second);
  }

  const core::Kernel& kernel_;
  unsigned threads_;
};

} // namespace

bool NamedJudgement::confirmed() const {
  return std::ranges::any_of(result.findings, [](const Finding& f) {
    return f.severity == FindingSeverity::error && f.status == FindingStatus::confirmed;
  });
}

std::string NamedJudgement::open() const {
  std::string text;
  for (const Unknown& u : result.unknowns)
    text += "unknown, line " + std::to_string(u.position.line) + ": " + u.reason + "\n";
  if (!needless()) return text;
  for (const Finding& f : result.findings) {
    text += std::string(to_string(f.kind)) + " " + to_string(f.status) + " " + to_string(f.scope) +
            " " + f.message + f.order + " " + f.why;
    for (const AccessReport& a : f.accesses)
      text += "; " + a.access + " " + a.array + a.cell + " at line " +
              std::to_string(a.position.line) + " by " + std::to_string(a.thread[0]);
    for (const auto& [name, value] : f.witness)
      text += " " + name + "=" + std::to_string(value);
    text += "\n";
  }
  return text;
}

NamedJudgement judge(const NamedKernel& kernel) {
  const NamedFile file(text_of(kernel));
  Options options;
  options.timeout_seconds = solver_seconds;
  options.block = Dim3Option{false, {kernel.threads, 1, 1}};
  NamedJudgement judgement;
  CheckResult checked = check_file(file.path(), options);
  for (const Message& m : checked.messages)
    if (m.severity == "error") judgement.errors.push_back(m.text);
  if (checked.kernels.size() != 1) {
    judgement.errors.emplace_back("no answer");
    return judgement;
  }
  judgement.result = std::move(checked.kernels[0]);
  if (judgement.result.verdict == Verdict::unknown || judgement.confirmed()) return judgement;

  Ctx ctx{options, {}, {}};
  std::string dump;
  const auto lowered = cuda::read_kernels(file.path(), ctx, dump);
  Runs runs(lowered.at(0).kernel, kernel.threads);
  const bool verified = judgement.result.verdict == Verdict::verified;
  for (std::int64_t n = 0; n <= (verified ? trips_verified : trips_possible); ++n)
    for (const std::int64_t m : {2, 0, 1, 3}) {
      if (m != 2 && n != 1 && n != 4) continue;
      judgement.wrong = runs.wrong(n, m);
      if (judgement.wrong) return judgement;
    }
  judgement.errors = std::move(runs.stopped);
  return judgement;
}

} // namespace heddle::oracle
