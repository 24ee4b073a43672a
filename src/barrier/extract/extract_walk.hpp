// The walk of one unit through a protocol: its operations at barriers, and the accesses between
// them. A unit is a warp, or the lanes of a warp that go one way where others go another (one
// elected thread arrives at an mbarrier). Private to src/barrier.
#pragma once
#include "barrier/extract/extract.hpp"
#include "barrier/extract/extract_threads.hpp"
#include "barrier/extract/objects.hpp"
#include "barrier/extract/tensor_parts.hpp"
#include "core/meetings.hpp"

#include <array>
#include <map>
#include <set>

namespace heddle::barrier {

// A condition that the whole block shares and that decides about barriers is open: both ways are
// to be walked.
struct Split {
  Expr cond;
};

// Some threads of the unit go their own way: these.
struct UnitSplit {
  std::vector<std::uint32_t> threads;
};

struct Unit {
  std::uint32_t warp = 0;
  bool whole = true;                  // it is all of the warp
  std::uint32_t weight = 32;          // threads that it counts for at named barriers
  std::vector<std::uint32_t> threads; // linear, ascending
};

// An operation of a warp's lanes: in which rounds of loops that are written out, of which barriers,
// and in which iterations of the others.
struct Coming {
  std::uint32_t warp = 0, place = 0;
  std::vector<std::int64_t> rounds;
  std::vector<BarrierIndex> barriers;
  std::array<std::int64_t, 4> bounds{}; // as Operation::from and its kin
  auto operator<=>(const Coming&) const = default;
};
struct Comers {
  std::set<std::uint32_t> threads;
  bool waits = false;
};

using Known = std::unordered_map<const protocol::Node*, bool>;

// What the units of one case have in common.
struct CaseTables {
  std::vector<Place> places;
  std::map<const protocol::Node*, std::uint32_t> place_of;
  std::vector<Misuse> misuses;
  std::vector<Missed> missed;
  Objects objects;
  // Warps whose lanes move tensor memory, or multiply matrices, one of them in the place of all.
  std::set<std::uint32_t> moving, multiplying;
  std::map<Coming, Comers> come;
  Known has_operation, of_warps, of_copies, of_threads;                  // as the functions of Walk
  Known of_matrices, of_others, has_tensor;                              // likewise
  std::map<std::pair<const protocol::Node*, TensorPick>, NodePtr> parts; // Walk::part_of
  std::map<const protocol::Loop*, Expr> told;                            // Walk::trips_told
  bool nest = false;     // loops with operations are in loops
  bool adjacent = false; // .. or next to each other
};

using Decisions = std::vector<std::pair<Expr, bool>>;

struct WarpSection {
  const protocol::Loop* loop = nullptr; // nullptr: straight, or flattened
  Expr trips = nullptr;                 // nullptr: straight
  std::vector<Operation> operations;
  NestPart part = NestPart::before; // of a nested skeleton
};

struct WarpProgram {
  std::vector<WarpSection> sections;
  const protocol::Loop* outer = nullptr; // nested skeletons
  Expr outer_trips = nullptr;
  std::vector<Segment> segments;
  // What stands where, for telling whether two warps do the same.
  std::vector<std::tuple<std::uint32_t, std::uint32_t, const protocol::Node*>> standing;
};

// How loops with operations become sections.
enum class LoopForm : std::uint8_t {
  flat,   // one by one
  joined, // likewise, but one that goes on where the one before ended is one with it
  nested  // what loops there are is the outer loop of a nested skeleton, and those in it
};

class Walk {
public:
  Walk(const protocol::Protocol& protocol, Threads& threads, const Prover& prover,
       const Decisions& decisions, CaseTables& tables, LoopForm form)
      : protocol_(protocol), pool_(*protocol.pool), threads_(threads), prover_(prover),
        decisions_(decisions), tables_(tables), form_(form) {}

  WarpProgram run(const Unit& unit);

private:
  // An expression over the iterations of the open loops, in terms of one count.
  struct Counted {
    Expr e = nullptr, k = nullptr; // k: the count; nullptr: no loop is open
    Expr trips = nullptr;          // k < trips
    Operation::Count counts = Operation::Count::inner;
  };
  // Guards on iterations, by what they count.
  struct Guards {
    IterationGuard inner, running, outer;
  };
  struct Around { // what an access is wrapped in: a condition or a loop
    Expr cond = nullptr;
    const protocol::Loop* loop = nullptr;
  };
  using Lanes = std::vector<std::uint32_t>; // linear thread numbers, ascending

  void walk(const NodePtr& node);
  void visit(const NodePtr& node, const protocol::Access&) { place(node); }
  void visit(const NodePtr& node, const protocol::Check&) { place(node); }
  void visit(const NodePtr&, const protocol::Fence&) {} // there are none beside named barriers
  void visit(const NodePtr& node, const protocol::Barrier& b);
  void visit(const NodePtr& node, const protocol::NamedBarrier& b);
  void visit(const NodePtr& node, const protocol::Mbarrier& b);
  void visit(const NodePtr& node, const protocol::Seq& s);
  void visit(const NodePtr& node, const protocol::If& b);
  void visit(const NodePtr& node, const protocol::Loop& l);

  static bool contains(const NodePtr& node, bool (*wanted)(const protocol::Node&), Known& known);
  bool has_operation(const NodePtr& node);
  bool needs_warp(const NodePtr& node, const Lanes& lanes);
  void place(const NodePtr& node);
  void place(const NodePtr& node, TensorPart tensor);
  bool has_tensor(const NodePtr& node);
  Lanes issuers(const NodePtr& node);
  NodePtr part_of(const NodePtr& node, const TensorPick& pick);
  void place_tensor(const NodePtr& node);
  void place_operations(const NodePtr& node);
  Segment* open_segment(const Segment& like);
  bool of_copy(const NodePtr& node);   // throws NotUnderstood when that is true of a part of it
  bool of_matrix(const NodePtr& node); // likewise
  bool of_tensor_memory(const NodePtr& node);
  Expr value(Expr e, std::uint32_t thread); // for one thread, in the unrolled iterations
  Expr common(Expr e, const char* what, Loc loc);
  std::optional<bool> known(Expr cond);
  bool decided(Expr cond, Loc loc);
  bool never(const NodePtr& node);
  void branch(Expr guard, Expr around, const NodePtr& part, Lanes lanes);
  void unroll(const protocol::Loop& l, std::int64_t trips);
  const protocol::Loop* only_inner_loop(const protocol::Loop& l);
  void flatten(const protocol::Loop& outer, Expr outer_trips, const protocol::Loop& inner);
  void walk_flattened(const protocol::Loop& outer, const protocol::Loop& inner);
  Expr trips_of(const protocol::Loop& l);
  std::optional<std::int64_t> trips_by_threads(const protocol::Loop& l);
  Expr trips_told(const protocol::Loop& l, Expr cond);
  void straighten();
  bool follows_loop() const;
  void join(const protocol::Loop& l, Expr trips);
  void forget_loop();
  void fold_joined();
  Expr in_one_count(Expr e); // of the open loops that are counted as one
  void enter_outer(const protocol::Loop& l, Expr trips);
  void enter_inner(const protocol::Loop& l, Expr trips);
  Counted counted(Expr e, const char* what, Loc loc);
  Counted in_nest(Expr e, const char* what, Loc loc);
  bool varies(Expr e); // within the open loop sections
  bool joined(const protocol::Node* node, Expr alive, bool aligned, const std::string& text,
              Loc loc, protocol::CallId call);
  void missed(const protocol::Node* node, Expr alive, const std::string& text, Loc loc,
              protocol::CallId call, bool counted = false);
  // What is done here in an iteration that is `residue` modulo `period` is done at all.
  Expr reached(Loc loc, std::int64_t residue = 0, std::int64_t period = 1);
  void misuse(Misuse misuse, Loc loc, std::int64_t residue = 0, std::int64_t period = 1);
  Expr in_case(Expr e, Loc loc);
  // Values of `e` by a count that becomes the operation's.
  std::vector<std::int64_t> values(Expr e, Operation& operation, const char* what, Loc loc);
  static void count_by(Operation& operation, Operation::Count counts, Loc loc);
  void add(Operation operation, const std::vector<BarrierIndex>& barriers, Loc loc);
  void mark(const NodePtr& node, const protocol::NamedBarrier& b);
  void sync_warp(const NodePtr& node, const protocol::Barrier& b);
  void initialise(const NodePtr& node, const protocol::Mbarrier& b);
  void announce(const NodePtr& node, const protocol::Mbarrier& b);
  void invalidate(const NodePtr& node, const protocol::Mbarrier& b);
  std::vector<std::int64_t> rounds() const; // of the loops that are written out here
  LifeEvent event(LifeEvent::Kind kind, const NodePtr& node, Loc loc);
  std::vector<BarrierIndex> objects(const protocol::Mbarrier& b, Operation& operation);
  std::uint32_t constant(Expr e, const char* what, Loc loc);
  Guards guards_here(Loc loc);
  std::uint32_t place_number(const protocol::Node* node, const std::string& text, Loc loc,
                             protocol::CallId call);
  Expr binder() const;

  const protocol::Protocol& protocol_;
  Pool& pool_;
  Threads& threads_;
  const Prover& prover_;
  const Decisions& decisions_;
  CaseTables& tables_;
  LoopForm form_;

  WarpProgram program_;
  Unit unit_;
  Lanes lanes_; // those of the unit that walk here
  std::vector<Around> around_;
  std::vector<Expr> guards_; // on the iteration of the open loop section
  std::optional<Flattened> flat_;
  std::optional<Joined> joined_;
  const protocol::Loop* outer_ = nullptr; // that is open, of a nested skeleton
  Expr iteration_ = nullptr;              // of the accesses here
  // Accesses of a copy were placed, and the operation that issues it has yet to come: the
  // conditions around them.
  std::optional<std::vector<Expr>> open_copy_;
  std::vector<std::pair<Expr, Expr>> unrolled_; // binders and their values
  std::uint64_t steps_ = 0;
  std::uint32_t meetings_ = 0; // of the whole block, outside of loops
  bool waited_ = false;        // for others, since the last of them
  std::uint32_t life_ = 0;     // events in the life of mbarriers
};

} // namespace heddle::barrier
