// Where barriers may stand in the kernels of a file, and what lies between two accesses.
//
// Calls are looked through: a kernel becomes a tree of statements, with the bodies of the functions
// that it calls in it, and the places for barriers in it are numbered in the order of the text. A
// place inside a function that is called twice has two numbers and is one choice.
#pragma once
#include "cuda/parse/lost/statements.hpp"
#include "heddle/repair.hpp"

#include <memory>
#include <set>

namespace heddle::repair {

using cuda::Extent;
using cuda::SourceStatement;
using cuda::SourceSync;
using cuda::SourceTree;

using ChoiceId = unsigned;

// A barrier that may stand at a place, or one that stands there and may go; or an arrival that may
// stand for one that is there.
struct Choice {
  bool is_new = true;
  bool is_arrival = false; // new, for the barrier `statement`
  SourceSync sync;
  Extent block;          // new: of the block it stands in
  std::size_t index = 0; // new: before this part of the block
  Extent statement;      // of the barrier that is or was there; new: of what it stands behind
  double cost = 0;
  bool braces = false;    // braces have to be added, too
  bool by_thread = false; // some condition around it mentions threadIdx
  Extent arm = {};        // by_thread: what stands under the innermost one
};

// A place that a finding names, in bytes of the file as it was: the access first, then the calls
// around it, innermost first. Empty where the place is in another file.
struct SourcePlace {
  std::vector<std::optional<std::size_t>> offsets;
  std::vector<std::pair<std::size_t, std::int64_t>> iterations; // loop, iteration; outermost first
  bool all_iterations = false; // `iterations` is of all loops around
};

class Layout {
public:
  // `kernels`: indices into tree.kernels.
  Layout(const SourceTree& tree, const std::vector<std::size_t>& kernels,
         const RepairOptions& options);
  ~Layout();
  Layout(const Layout&) = delete;
  Layout& operator=(const Layout&) = delete;

  const std::vector<Choice>& choices() const { return choices_; }
  double cost(const std::set<ChoiceId>& chosen) const;
  // Choices of which one at least has to be taken so that the two accesses of one kernel are not
  // concurrent in the run that they were found in. All choices where the text does not tell.
  std::vector<ChoiceId> between(const std::string& kernel, const SourcePlace& a,
                                const SourcePlace& b) const;
  // Are both in one statement? Functions that it calls may have places.
  bool same_statement(const std::string& kernel, const SourcePlace& a, const SourcePlace& b) const;
  bool waits() const { return waits_; }
  bool has_assembly() const { return assembly_; }
  // Barriers of a part of the block, or mbarriers: what orders threads is not only what stands
  // between.
  bool has_named() const { return named_; }
  bool chooses_named() const;

private:
  struct Node;
  struct Spot;
  struct Builder;
  struct Range {
    std::size_t first = 0, last = 0;
  };
  struct Kernel {
    std::string name;
    std::unique_ptr<Node> root;
    std::vector<ChoiceId> order; // the choice at each number
    bool jumps = false;
  };
  const Kernel* find(const std::string& name) const;
  static Spot locate(const Kernel& kernel, const SourcePlace& place);
  static Range extended(const Spot& spot, std::size_t common);
  static std::vector<Range> ranges(const Kernel& kernel, const SourcePlace& a,
                                   const SourcePlace& b);

  std::vector<Choice> choices_;
  std::vector<Kernel> kernels_;
  bool waits_ = false, assembly_ = false, named_ = false;
};

} // namespace heddle::repair
