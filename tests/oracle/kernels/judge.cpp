#include "judge.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace heddle::oracle {

namespace {

constexpr std::uint64_t other_contents = 8;
constexpr std::int64_t most_threads = 256; // of a witness that is run

// A file of this process, gone when it is no longer needed.
class SourceFile {
public:
  explicit SourceFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("heddle-oracle-" + std::to_string(getpid()) + ".cu")) {
    std::ofstream(path_) << text;
  }
  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;
  ~SourceFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

private:
  std::filesystem::path path_;
};

// "in[3]" or "q[1][2]" as an array and a linear index.
std::optional<std::pair<std::int64_t, std::int64_t>> cell_of(const std::string& text) {
  const auto open = text.find('[');
  if (open == std::string::npos) return std::nullopt;
  const auto name = std::ranges::find(array_names, text.substr(0, open));
  if (name == array_names.end()) return std::nullopt;
  std::int64_t index = 0;
  for (auto at = open; at != std::string::npos; at = text.find('[', at + 1))
    index = index * row_length + std::stoll(text.substr(at + 1));
  return std::pair{static_cast<std::int64_t>(name - array_names.begin()), index};
}

Launch launch_of(const Program& program, const Finding& finding) {
  Launch launch;
  for (const Range& range : program.parameters) // a parameter that does not matter is not shown
    launch.parameters.push_back(range.open ? std::max<std::int64_t>(range.low, 0)
                                           : std::clamp<std::int64_t>(0, range.low, range.high));
  for (const auto& [name, value] : finding.witness) {
    if (name == "blockDim.x") launch.block_x = value;
    if (name == "blockDim.y") launch.block_y = value;
    if (name == "gridDim.x") launch.grid = value;
    if (name[0] == 'n')
      if (const auto i = static_cast<std::size_t>(std::stoll(name.substr(1)));
          i < launch.parameters.size())
        launch.parameters[i] = value;
    if (const auto cell = cell_of(name)) launch.cells.try_emplace(*cell, value);
  }
  return launch;
}

std::int64_t linear(const Launch& launch, const AccessReport& access) {
  return access.thread[1] * launch.block_x + access.thread[0];
}

bool is_side(const Launch& launch, const AccessReport& access, const Error& e, std::size_t i) {
  return linear(launch, access) == e.threads[i] && access.block[0] == e.blocks[i] &&
         access.position.line == e.lines[i];
}

// The machine stops where threads first part ways, Heddle may name a barrier behind that.
bool is_found(const Launch& launch, const Finding& f, const Error& e) {
  if (f.kind == FindingKind::divergence) return e.kind == Error::Kind::divergence;
  if (f.kind == FindingKind::assertion)
    return e.kind == Error::Kind::assertion && is_side(launch, f.accesses[0], e, 0);
  return f.kind == FindingKind::race && e.kind == Error::Kind::race &&
         ((is_side(launch, f.accesses[0], e, 0) && is_side(launch, f.accesses[1], e, 1)) ||
          (is_side(launch, f.accesses[0], e, 1) && is_side(launch, f.accesses[1], e, 0)));
}

// Does running the witness show what it says?
bool bears_out(const Program& program, const Code& code, const Finding& f) {
  Launch launch = launch_of(program, f);
  if (launch.block_x * launch.block_y * launch.grid > most_threads) return true;
  // The machine has one warp.
  if (launch.block_x * launch.block_y > 32 &&
      print(program).find("__syncwarp") != std::string::npos)
    return true;
  const auto writes = [](const AccessReport& a) { return a.access == "write"; };
  // Written values, too, may be others in another schedule.
  const bool exactly = !depends_on_data(program) && !uses_atomic_results(program) &&
                       !std::ranges::all_of(f.accesses, writes);
  // Some findings say that memory holds other values than the witness: which, the seed chooses.
  const std::uint64_t tried = f.why.empty() ? 1 : other_contents;
  for (std::uint64_t n = 0; n < 2 * tried; ++n) {
    launch.descending = n % 2 != 0;
    launch.contents = n / 2;
    const Outcome outcome = run(program, code, launch, false);
    if (outcome.undefined || outcome.overflow || outcome.unfinished) return true;
    // Whether a return comes before or after a barrier that it misses is a matter of taste.
    const bool about_barriers =
        f.kind == FindingKind::exited_threads || f.kind == FindingKind::divergence;
    if (about_barriers && outcome.exited_at_barrier) return true;
    if (f.kind == FindingKind::same_value_write && outcome.same_value) return true;
    const bool stopped = std::ranges::any_of(
        outcome.errors, [](const Error& e) { return e.kind == Error::Kind::divergence; });
    // Where the threads parted ways, or data decides, another schedule may go on differently.
    if (!outcome.errors.empty() && (!exactly || (stopped && f.kind == FindingKind::race) ||
                                    f.severity == FindingSeverity::warning))
      return true;
    for (const Error& e : outcome.errors)
      if (is_found(launch, f, e)) return true;
  }
  return uses_atomic_results(program);
}

std::string describe(const Finding& f) {
  std::string text = std::string(to_string(f.kind)) + " " + to_string(f.status) + " with";
  for (const auto& [name, value] : f.witness)
    text += " " + name + "=" + std::to_string(value);
  for (const AccessReport& a : f.accesses)
    text += "; line " + std::to_string(a.position.line) + " thread (" +
            std::to_string(a.thread[0]) + "," + std::to_string(a.thread[1]) + ") of block " +
            std::to_string(a.block[0]) + " " + a.access + " " + a.array + a.cell;
  for (const std::string& d : f.depends_on)
    text += "; depends on " + d;
  return text + (f.why.empty() ? "" : "; " + f.why);
}

bool is_error(const Finding& f) { return f.severity == FindingSeverity::error; }

} // namespace

const char* to_string(Fault fault) {
  switch (fault) {
  case Fault::none:
    return "none";
  case Fault::wrong_verified:
    return "wrong verified";
  case Fault::false_confirmed:
    return "false confirmed";
  case Fault::false_possible:
    return "false possible";
  case Fault::approximation:
    return "approximation";
  case Fault::internal_error:
    return "internal error";
  }
  return "";
}

Answers ask_heddle(const std::vector<Program>& programs) {
  std::string text;
  for (const Program& p : programs)
    text += print(p, 1 + static_cast<unsigned>(std::ranges::count(text, '\n')));
  const SourceFile file(text);
  Options options;
  options.timeout_seconds = 2;
  CheckResult checked = check_file(file.path(), options);
  Answers answers;
  for (const Program& p : programs) {
    const auto found = std::ranges::find(checked.kernels, p.name, &KernelResult::kernel);
    answers.kernels.push_back(found == checked.kernels.end() ? std::nullopt
                                                             : std::optional(std::move(*found)));
  }
  for (const Message& m : checked.messages)
    if (m.severity == "error") answers.errors.push_back(m.text);
  return answers;
}

Judgement judge(const Program& program, const KernelResult& result) {
  const Code code = compile(program);
  for (const Finding& f : result.findings)
    if (f.status == FindingStatus::confirmed && !bears_out(program, code, f))
      return {Fault::false_confirmed, describe(f)};
  if (result.verdict == Verdict::unknown) return {};
  const bool only_possible = std::ranges::none_of(result.findings, [](const Finding& f) {
    return is_error(f) && f.status == FindingStatus::confirmed;
  });
  if (!only_possible) return {};
  const Enumeration tried = enumerate(program);
  if (result.verdict == Verdict::verified) {
    if (tried.launch) return {Fault::wrong_verified, to_string(*tried.launch, *tried.error)};
    return {};
  }
  // A thread that misses a barrier and returns later is ordered by its end, which Heddle does not
  // use.
  if (tried.exited_at_barrier) return {};
  if (tried.launch || !tried.exact || !is_bounded(program) || depends_on_data(program)) return {};
  const bool approximated = std::ranges::all_of(
      result.findings, [](const Finding& f) { return !is_error(f) || !f.depends_on.empty(); });
  return {approximated ? Fault::approximation : Fault::false_possible,
          describe(*std::ranges::find_if(result.findings, is_error))};
}

Judgement examine(const Program& program) {
  const std::vector<Program> programs{program};
  const Answers answers = ask_heddle(programs);
  if (!answers.errors.empty()) return {Fault::internal_error, answers.errors[0]};
  if (!answers.kernels[0]) return {Fault::internal_error, "no answer"};
  return judge(programs[0], *answers.kernels[0]); // the copy whose lines are set
}

} // namespace heddle::oracle
