// The public interface: check a CUDA file, read the results.
//
//   heddle::CheckResult result = heddle::check_file("transpose.cu", {});
//   for (const auto& kernel : result.kernels) use(kernel.verdict);
#pragma once
#include "heddle/options.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle {

enum class Verdict { verified, refuted, unknown };
enum class FindingKind {
  race,
  divergence,
  exited_threads,
  same_value_write,
  assertion,
  // of the PTX path: named barriers and mbarriers
  deadlock,
  count,
  barrier_id,
  recycling,
  alignment,
  lapped,
  leftover,
  // a race of accesses that a flag, a ticket or a lock seems to be meant to order
  unordered_flag,
  proxy, // an access of a thread, then one of the async proxy, without the proxy fence between them
  racy_guess // a plain read beside atomics, whose value is a guess that an atomicCAS checks
};
enum class FindingScope { warp, block, grid };
// confirmed: replaying the witness concretely reached the bug. possible: it did not, or could not
// because the witness depends on values that Heddle does not know (Finding::depends_on).
enum class FindingStatus { confirmed, possible };
enum class FindingSeverity { error, warning };

// Lines and columns count from 1; line 0: no position.
struct Position {
  std::string file;
  unsigned line = 0, column = 0;
};

struct AccessReport {
  Position position;
  std::string access; // "read", "write", "atomic", "barrier", "assert"; PTX: "sync", "arrive", ..
  std::string array;  // "" for barriers; PTX: "barrier 3"
  std::string cell;   // "[3][5]" or "[12]", or "byte 7"; PTX: "+28"
  std::array<std::int64_t, 3> thread{}, block{};
  std::vector<std::pair<std::string, std::int64_t>>
      loops;                        // loop variables of this thread, outermost first
  std::vector<Position> inlined_at; // innermost call first
  std::string source_line;          // the line of `position`, for quoting
  Position source = {};             // PTX: where the instruction comes from, as `.loc` says
  // Loops around, outermost first, with their iterations, counted from 0.
  std::vector<std::pair<Position, std::int64_t>> iterations = {};
  std::vector<std::string> call_lines = {}; // the lines of `inlined_at`, "" where not known
};

// A text to put into a file, before what stands at `at`.
struct Insertion {
  Position at;
  std::string text;
  std::string source_line; // the line of `at` as it is
};

// A number of a witness: an integer, or what floating-point memory holds.
struct WitnessValue {
  std::int64_t bits;               // of a floating-point number as they lie in memory
  std::optional<double> real = {}; // a finite one; of a float the nearest short decimal number

  WitnessValue(std::int64_t integer) : bits(integer) {} // NOLINT: most are integers
  WitnessValue(std::int64_t bits_, double real_) : bits(bits_), real(real_) {}
  operator std::int64_t() const { return bits; } // NOLINT
};
using WitnessValues = std::vector<std::pair<std::string, WitnessValue>>;

struct Finding {
  FindingKind kind = FindingKind::race;
  FindingScope scope = FindingScope::block;
  FindingStatus status = FindingStatus::possible;
  FindingSeverity severity = FindingSeverity::error;
  std::vector<AccessReport> accesses;  // two for races; one or two else
  WitnessValues witness;               // dimensions, parameters, values read
  std::vector<std::string> depends_on; // over-approximated values that the witness uses
  std::vector<std::string> contents; // parameters whose elements at the launch the witness chooses
  // possible: do they decide whether the accesses happen, which cell (or value) it is, or both?
  bool control_dependent = false, data_dependent = false;
  std::string suggestion;                 // an assumption under which this cannot happen, or ""
  std::string repair = {};                // race: which barrier orders it, when asked for, or ""
  std::vector<Insertion> insertions = {}; // of `repair`: what puts it there
  std::string why;                        // possible: why the replay did not confirm it
  std::string message = {};               // of barriers: what is wrong, in a sentence; else ""
  std::string order = {};                 // race among named barriers: the order that is missing
  std::vector<std::string> schedule = {}; // of named barriers: the steps that lead there
  std::uint64_t occurrences = 1;          // equal ones, of which this is the first
  std::vector<std::string> launches = {}; // KernelResult::launches that it holds for
  // race, divergence: it may rest on what is in memory, which other barriers may change
  bool reads_memory = false;
  // Others of the same cause that are not told each by itself, as lines "f.cu:3:5, f.cu:9:7".
  std::vector<std::string> others = {};
  std::string suppressed = {}; // the reason that a comment of the source gives for it; "": none
  bool is_known = false;       // a report of before (--baseline) has it
};

// What would have to be given for an `unknown` of compiled code to go on.
struct Question {
  std::string option;      // "--param", "--grid"
  std::string name;        // of the parameter or variable; "" for sizes
  std::string type;        // in the source, or that of PTX ("u64"); "" when not known
  std::uint64_t bytes = 0; // of the parameter; 0: not known
  bool contents = false;   // the bytes that it points to are wanted (--param name=@FILE)
};

struct Unknown {
  std::string reason;
  Position position;
  std::string source_line = {};           // the line of `position`, for quoting; "" when not known
  Position source = {};                   // PTX: as in AccessReport
  std::vector<std::string> launches = {}; // as in Finding
  std::vector<Question> questions = {};   // PTX: what the reason asks for
};

// What a kernel that is verified needs of its launches, and nobody states: found by the checker.
struct Precondition {
  struct Condition {
    std::string text;
    bool is_shown = false; // to be needed: without it a finding of `without` is confirmed
  };
  std::string text;                  // all of it, as --assume takes it
  std::vector<Condition> conditions; // it is these together
  std::vector<Finding> without;      // of the kernel without one of them, confirmed
};

// Launches that differ from others of the kernel in what the host says of them.
struct LaunchResult {
  std::vector<std::string> places; // "f.cu:9:3"
  Verdict verdict = Verdict::unknown;
  std::vector<std::string> assumptions;
};

struct KernelStats {
  double seconds = 0;
  double peak_mb = 0; // of the process so far
  unsigned solver_calls = 0;
  // What was done (traces and questions; of PTX, with --stats, barriers and accesses that were
  // run), and processor seconds of each stage.
  std::vector<std::pair<std::string, std::uint64_t>> counters = {};
  std::vector<std::pair<std::string, double>> stages = {};
};

struct KernelResult {
  std::string file, kernel;
  Verdict verdict = Verdict::unknown;
  std::vector<Finding> findings;
  std::vector<Unknown> unknowns;
  std::vector<std::string> assumptions; // of all launches
  KernelStats stats;
  // Options::infer_requires: the verdict is `verified` under this, and would not be without it.
  std::optional<Precondition> precondition = {};
  // Where launches were checked each for itself; the verdict joins theirs. Else empty.
  std::vector<LaunchResult> launches = {};
  std::string graph = {}; // PTX, when asked for: the barrier dependence graph
  bool is_kept = false;   // of an earlier run, whose inputs were the same (--cache)
  // What it was checked as, where that was asked for: with equal options kernels of equal content
  // have equal results. Not part of reports.
  std::string content = {};
};

// Something on the disk that a result depends on.
struct Input {
  std::string path;
  std::string state; // one of those below, or a hash of what the file holds
};
inline constexpr const char* input_is_missing = "missing";
inline constexpr const char* input_is_folder = "folder";
inline constexpr const char* input_is_file = "file";      // what it holds was not asked for
inline constexpr const char* input_is_listing = "names "; // and a hash of what a folder holds

struct Message {
  std::string severity; // "error", "warning", "note"
  std::string text;
  Position position;
  std::string source_line;
};

struct CheckResult {
  std::vector<KernelResult> kernels;
  std::vector<Message> messages; // of reading the file; an error means kernels may be missing
  std::string dump;              // text of the stage asked for by Options::dump
  // All that was looked at on the disk; empty: that is not known. Not part of reports.
  std::vector<Input> inputs = {};
  bool has_errors() const;
};

// Called with each kernel as soon as its verdict is known.
using OnKernel = std::function<void(const KernelResult&)>;

// Called with the content of a kernel (KernelResult::content): its result, where it is known.
using FindKept = std::function<std::optional<KernelResult>(const std::string& content)>;

// What is wrong with the options whatever the files hold: mistakes in the syntax of assumptions.
std::vector<Message> mistakes_of(const Options& options);

// Checks one file. Never throws for bad input: errors are messages.
CheckResult check_file(const std::string& path, const Options& options,
                       const OnKernel& on_kernel = {}, const FindKept& find_kept = {});

// The same as if the file, which need not be there, held `text`.
CheckResult check_text(const std::string& path, const std::string& text, const Options& options,
                       const OnKernel& on_kernel = {});

// Joins verdicts: refuted if any is, else unknown if any is, else verified.
Verdict join(Verdict a, Verdict b);

const char* to_string(Verdict);
const char* to_string(FindingKind);
const char* to_string(FindingScope);
const char* to_string(FindingStatus);
const char* to_string(FindingSeverity);
std::string to_string(const WitnessValue&); // "5", "1.25"

std::string version();

} // namespace heddle
