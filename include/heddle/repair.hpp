// Automatic synchronization: the cheapest barriers that make the kernels of a file right, proved by
// the checker. Method: constraints over "a barrier stands here" (Automatic Synchronization for GPU
// Kernels, 2018), solved as an implicit hitting set; docs/repair.md.
#pragma once
#include "heddle/heddle.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heddle {

struct RepairOptions {
  enum class Mode {
    missing,      // barriers that stand there stay, but for those that diverge
    from_scratch, // every barrier of the block is up for choice
    optimize      // only removes what is not needed, and waiting at named barriers
  } mode = Mode::missing;
  // A barrier of the block costs 1, times `loop` for each loop around it, times `branch` for each
  // condition (one of the block: that is not on threadIdx, which makes it no seldomer); one of a
  // warp or tile, of a grid, or an arrival at a named barrier, times these.
  double loop = 100, branch = 0.5;
  double syncwarp = 0.1, grid = 10, arrive = 0.5;
  bool drop_same_value = false; // remove barriers, too, that only order writes of equal values
  double seconds = 60;          // for one group of kernels; an answer may take a little longer
};

enum class RepairOutcome {
  right,     // nothing was wrong, or nothing is redundant
  repaired,  // `text` is verified
  helpless,  // no placement of barriers helps: `reasons`
  undecided, // `reasons`
};

// A barrier that was put in or taken out, or at which threads only arrive now.
struct BarrierChange {
  bool added = true;
  std::string text;     // "__syncthreads()"
  std::string weakened; // not added: what stands in its place; "": nothing
  Position position;    // added: of what it stands behind, in the file as it was
  double cost = 0;
  std::vector<Insertion> insertions; // added: what puts this one in, alone
  std::vector<std::string> orders;   // what it removes: "the write at 16:13 and the read at 19:46"
  bool in_braces = false;            // added to the body of a loop or branch that has none yet
};

struct RepairedKernels {
  std::vector<std::string> kernels; // those that share functions are repaired together
  RepairOutcome outcome = RepairOutcome::undecided;
  std::vector<BarrierChange> changes;
  double cost_before = 0, cost_after = 0;
  // Shown to be the least cost of all placements at statement boundaries; else the best found.
  bool optimal = false;
  std::vector<std::string> reasons, notes;
  unsigned checks = 0; // calls of the checker
  double seconds = 0;
};

struct RepairResult {
  std::string path;
  std::vector<RepairedKernels> groups;
  std::string text;              // the file with all repairs
  std::string diff;              // unified, as `patch -p0` takes it; empty: nothing changed
  CheckResult after;             // of the repaired text, from scratch
  std::vector<Message> messages; // an error means that nothing was done
  bool has_errors() const;
};

// Nothing is written to any file.
RepairResult repair_file(const std::string& path, const Options& options,
                         const RepairOptions& repair);
// The same as if the file, which has to be there, held `text`.
RepairResult repair_text(const std::string& path, const std::string& text, const Options& options,
                         const RepairOptions& repair);

// Says of the races of a kernel which barrier orders them (Finding::repair), where the kernel is
// verified with barriers that were found within `seconds`. `text`: as of repair_text.
void find_repairs(KernelResult& kernel, const std::optional<std::string>& text,
                  const Options& options, double seconds);

// The outcome over all groups: the worst one.
RepairOutcome outcome(const RepairResult& result);
const char* to_string(RepairOutcome);

} // namespace heddle
