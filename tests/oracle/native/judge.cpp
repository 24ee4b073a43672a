#include "judge.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace heddle::oracle {

namespace {

constexpr std::int64_t most_threads = 256; // of a witness that is run
constexpr std::uint64_t contents_tried = 3;

class SourceFile {
public:
  explicit SourceFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() /
              ("heddle-native-" + std::to_string(getpid()) + ".cu")) {
    std::ofstream(path_) << text;
  }
  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;
  ~SourceFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

private:
  std::filesystem::path path_;
};

bool is_error(const Finding& f) { return f.severity == FindingSeverity::error; }

std::vector<std::vector<int>> number_values(const TextKernel& kernel) {
  std::vector<std::vector<int>> result{{}};
  for (std::size_t i = 0; i < kernel.numbers; ++i) {
    std::vector<std::vector<int>> longer;
    for (const auto& prefix : result)
      for (int v = kernel.low; v <= kernel.high; ++v) {
        longer.push_back(prefix);
        longer.back().push_back(v);
      }
    result = std::move(longer);
  }
  return result;
}

std::string describe(const NativeLaunch& launch, const NativeError& e) {
  std::string text = "block (" + std::to_string(launch.block[0]) + "," +
                     std::to_string(launch.block[1]) + "), grid " + std::to_string(launch.grid) +
                     ", numbers";
  for (int n : launch.numbers)
    text += " " + std::to_string(n);
  text += ", contents " + std::to_string(launch.contents) + ": ";
  const char* const touches[] = {"read", "write", "atomic"};
  if (e.kind == NativeError::Kind::race)
    text += "race in " + e.place + " memory, " + touches[static_cast<int>(e.touches[0])] + " and " +
            touches[static_cast<int>(e.touches[1])];
  else
    text += "divergence";
  for (std::size_t i = 0; i < 2; ++i)
    text += (i ? " and thread " : " of thread ") + std::to_string(e.threads[i]) + " of block " +
            std::to_string(e.blocks[i]);
  return text;
}

struct Tried {
  std::optional<std::string> wrong; // the first launch that goes wrong
  bool exact = true;                // no launch was without meaning
  bool exited_at_barrier = false;
};

Tried enumerate(const TextKernel& kernel, Entry entry) {
  Tried tried;
  for (const auto& block : kernel.blocks)
    for (unsigned grid : kernel.grids)
      for (const auto& numbers : number_values(kernel))
        for (std::uint64_t c = 0; c < contents_tried; ++c) {
          const NativeLaunch launch{block, grid, numbers, kernel.aliased, c, c % 2 == 1, {}};
          const NativeOutcome outcome = run(entry, launch, true);
          tried.exited_at_barrier |= outcome.exited_at_barrier;
          tried.exact &= outcome.valid();
          if (!outcome.valid() || outcome.errors.empty()) continue;
          tried.wrong = describe(launch, outcome.errors.front());
          return tried;
        }
  return tried;
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

struct CellName {
  std::string array;
  std::int64_t index;
};

// "in[3]".
std::optional<CellName> cell_of(const std::string& text) {
  const auto open = text.find('[');
  if (open == std::string::npos || text.size() < open + 3 ||
      text.find_first_not_of("-0123456789", open + 1) != text.size() - 1)
    return std::nullopt;
  return CellName{text.substr(0, open), std::stoll(text.substr(open + 1))};
}

// Is the content of every cell that the witness names set by launch_of?
bool is_settable(const TextKernel& kernel, const Finding& finding) {
  return std::ranges::all_of(finding.witness, [&](const auto& entry) {
    const std::string& name = entry.first;
    if (name.find_first_of("[") == std::string::npos && name.find("byte") == std::string::npos)
      return true;
    const auto cell = cell_of(name);
    return cell &&
           (cell->array == "s" || std::ranges::count(kernel.pointer_names, cell->array) > 0);
  });
}

NativeLaunch launch_of(const TextKernel& kernel, const Finding& finding) {
  NativeLaunch launch;
  launch.block = {kernel.blocks.front()[0],
                  kernel.blocks.front()[1] == 2 ? 1 : kernel.blocks.front()[1]};
  launch.grid = kernel.grids.front();
  launch.aliased = kernel.aliased;
  launch.numbers.assign(kernel.numbers, kernel.low);
  for (const auto& [name, value] : finding.witness) {
    if (name == "blockDim.x") launch.block[0] = static_cast<unsigned>(value);
    if (name == "blockDim.y") launch.block[1] = static_cast<unsigned>(value);
    if (name == "gridDim.x") launch.grid = static_cast<unsigned>(value);
    if (name.size() == 2 && name[0] == 'n')
      if (const auto i = static_cast<std::size_t>(name[1] - '0'); i < launch.numbers.size())
        launch.numbers[i] = static_cast<int>(value);
    const auto cell = cell_of(name);
    if (!cell) continue;
    const auto parameter = std::ranges::find(kernel.pointer_names, cell->array);
    const auto content = static_cast<int>(value);
    if (parameter == kernel.pointer_names.end())
      launch.shared_cells.try_emplace({cell->array, cell->index}, content);
    else
      launch.cells.try_emplace(
          {static_cast<unsigned>(parameter - kernel.pointer_names.begin()), cell->index}, content);
  }
  return launch;
}

bool is_side(const NativeLaunch& launch, const AccessReport& a, const NativeError& e,
             std::size_t i) {
  return static_cast<unsigned>(a.thread[1]) * launch.block[0] +
                 static_cast<unsigned>(a.thread[0]) ==
             e.threads[i] &&
         static_cast<unsigned>(a.block[0]) == e.blocks[i];
}

bool is_found(const NativeLaunch& launch, const Finding& f, const NativeError& e) {
  if (f.kind == FindingKind::divergence) return e.kind == NativeError::Kind::divergence;
  return e.kind == NativeError::Kind::race && f.accesses.size() == 2 &&
         ((is_side(launch, f.accesses[0], e, 0) && is_side(launch, f.accesses[1], e, 1)) ||
          (is_side(launch, f.accesses[0], e, 1) && is_side(launch, f.accesses[1], e, 0)));
}

enum class Borne : std::uint8_t { out, by_other_threads, not_at_all };

// Does running the witness show what it says?
Borne bears_out(const TextKernel& kernel, Entry entry, const Finding& f) {
  NativeLaunch launch = launch_of(kernel, f);
  if (std::int64_t{launch.block[0]} * launch.block[1] * launch.grid > most_threads)
    return Borne::out;
  if (!is_settable(kernel, f)) return Borne::out;
  auto best = Borne::not_at_all;
  for (std::uint64_t c = 0; c < 2 * contents_tried; ++c) {
    launch.contents = c / 2;
    launch.descending = c % 2 == 1;
    const NativeOutcome outcome = run(entry, launch, false);
    if (!outcome.valid()) return Borne::out;
    const bool about_barriers =
        f.kind == FindingKind::exited_threads || f.kind == FindingKind::divergence;
    if (about_barriers && outcome.exited_at_barrier) return Borne::out;
    if (f.kind == FindingKind::same_value_write && outcome.same_value) return Borne::out;
    for (const NativeError& e : outcome.errors)
      if (is_found(launch, f, e)) return Borne::out;
    // Heddle compares values of one size only.
    if (!outcome.errors.empty() || outcome.same_bytes) best = Borne::by_other_threads;
  }
  return best;
}

} // namespace

const char* to_string(TextFault fault) {
  switch (fault) {
  case TextFault::none:
    return "none";
  case TextFault::wrong_verified:
    return "wrong verified";
  case TextFault::false_confirmed:
    return "false confirmed";
  case TextFault::no_answer:
    return "no answer";
  }
  return "";
}

TextAnswers ask_heddle(const std::vector<TextKernel>& kernels) {
  std::string text;
  Options options;
  options.timeout_seconds = 2;
  for (const TextKernel& k : kernels) {
    text += heddle_text(k);
    options.kernels.push_back(k.name + k.template_arguments);
  }
  if (kernels.front().aliased) options.aliases = {{"a", "b"}};
  const SourceFile file(text);
  CheckResult checked = check_file(file.path(), options);
  TextAnswers answers;
  for (const TextKernel& k : kernels) {
    const auto found = std::ranges::find_if(checked.kernels, [&](const KernelResult& r) {
      return r.kernel == k.name || r.kernel.starts_with(k.name + "<");
    });
    answers.kernels.push_back(found == checked.kernels.end() ? std::nullopt
                                                             : std::optional(std::move(*found)));
  }
  for (const Message& m : checked.messages)
    if (m.severity == "error") answers.errors.push_back(m.text);
  return answers;
}

TextJudgement judge(const TextKernel& kernel, Entry entry, const KernelResult& result) {
  TextJudgement judgement;
  bool confirmed = false;
  for (const Finding& f : result.findings) {
    if (f.status != FindingStatus::confirmed) continue;
    confirmed |= is_error(f);
    const Borne borne = bears_out(kernel, entry, f);
    judgement.other_pair |= borne == Borne::by_other_threads;
    if (borne == Borne::not_at_all && !kernel.reads_tickets)
      return {TextFault::false_confirmed, describe(f)};
  }
  if (result.verdict == Verdict::unknown || confirmed) return judgement;
  const Tried tried = enumerate(kernel, entry);
  if (result.verdict == Verdict::verified) {
    if (tried.wrong) return {TextFault::wrong_verified, *tried.wrong};
    return judgement;
  }
  judgement.needless_possible = !tried.wrong && tried.exact && !tried.exited_at_barrier;
  return judgement;
}

TextJudgement examine(const TextKernel& kernel) {
  const std::vector<TextKernel> kernels{kernel};
  const CompiledKernels compiled(kernels);
  if (!compiled.error().empty()) return {TextFault::no_answer, compiled.error()};
  const TextAnswers answers = ask_heddle(kernels);
  if (!answers.errors.empty()) return {TextFault::no_answer, answers.errors[0]};
  if (!answers.kernels[0]) return {TextFault::no_answer, "no answer"};
  return judge(kernel, compiled.entry(kernel), *answers.kernels[0]);
}

} // namespace heddle::oracle
