// The walk over a core kernel that makes its protocol: symbolic execution of one thread,
// structured, with loops summarised by closed forms (loops.hpp).
//
// Jumps. A part of the program is run for the threads that reach it; what comes out are the threads
// that fall through, those that left to an enclosing label, and those that returned. What follows a
// part that some threads left is emitted under a condition. A return is a flag instead, which
// guards accesses and not barriers (theory.md section 1, "Exited threads").
//
// Loops. Each loop's body is run twice whatever the nesting: once for its effect on the variables
// (Summary, over symbols for their values at the head, without context) and once, in context and
// with closed forms, to emit the protocol.
#pragma once
#include "protocol/infer/infer_nodes.hpp"
#include "protocol/infer/infer_prepare.hpp"
#include "protocol/loops.hpp"

#include <map>

namespace heddle::protocol {

// Where a jump goes: behind the labelled statement, or to a loop's step.
struct Target {
  core::LabelId label;
  bool is_continue;
  bool operator==(const Target&) const = default;
};

struct Left {
  Target target;
  Expr cond; // relative to the start of the part
  State state;
};

struct Outcome {
  bool falls = true;      // some thread reaches the end
  bool exits = false;     // when none does: those that did not leave have returned
  Expr require = nullptr; // an assumption that holds from here on
  std::vector<Left> left;
};

// One iteration of a loop.
struct Iteration {
  Expr cond;       // the body runs
  State exit, end; // after the head; after the step
  Outcome out;
};

struct LoopSummary {
  std::vector<std::size_t> carried; // variables that the loop changes
  std::vector<Expr> heads;          // their values at the head
  Iteration iteration;
  Expr exits; // the thread returns in this iteration
};

// A loop in a context.
struct LoopFrame {
  const core::Stmt& stmt;
  const core::Loop& loop;
  const LoopSummary& summary;
  bool barrier;
  Expr binder = nullptr;
  std::vector<CarriedVar> vars{}; // as LoopSummary::carried
  Expr exits = nullptr;           // LoopSummary::exits at iteration k
};

class Geometry;

class Engine {
public:
  Engine(const core::Kernel& kernel, const Prepared& prepared, Protocol& out,
         const Options& options);
  NodePtr run();

private:
  friend class Sequencer;

  // infer_engine.cpp
  Outcome run(const core::Block& block, State& s, bool keep_locals = false);
  Outcome step(const core::Stmt& stmt, State& s);
  Outcome dispatch(const core::Stmt& stmt, State& s);
  Outcome guarded(const core::Stmt& stmt, State& s);
  Outcome branch(const core::Stmt& stmt, const core::If& node, State& s);
  Outcome labeled(const core::Labeled& node, State& s);
  void rejoin(Outcome& out, Target target, State& s);
  void end_locals(const core::Block& block, State& s) const;
  NodePtr capture(Expr known, const std::function<void()>& f);
  bool spend(const core::Stmt& stmt);
  void give_up(Loc loc, std::string reason);

  // infer_simple.cpp: statements without inner blocks
  Outcome assign(const core::Assign& node, State& s);
  Outcome havoc(const core::Stmt& stmt, const core::Havoc& node, State& s);
  Outcome read(const core::Stmt& stmt, const core::Read& node, State& s);
  Outcome write(const core::Stmt& stmt, const core::Write& node, State& s);
  Outcome atomic(const core::Stmt& stmt, const core::Atomic& node, State& s);
  Outcome fence(const core::Stmt& stmt, const core::Fence& node);
  Outcome barrier(const core::Stmt& stmt, const core::Barrier& node, State& s);
  Outcome named_barrier(const core::Stmt& stmt, const core::NamedBarrier& node, State& s);
  Outcome mbarrier(const core::Stmt& stmt, const core::Mbarrier& node, State& s);
  void forget_own(State& s);
  Outcome assume(const core::Assume& node, State& s);
  Expr hold(Expr cond, State& s);
  Outcome check(const core::Stmt& stmt, const core::Assert& node, State& s);
  void not_understood(const core::Stmt& stmt, const core::Unsupported& node, const State& s);
  void emit(Access access, const State& s, unsigned align = 1);
  void emit_plain(Access access, const State& s, unsigned align);
  void emit_guarded(NodePtr node, const State& s);
  bool is_local(core::ArrayId a) const;
  bool may_alias(core::ArrayId a, core::ArrayId b) const;

  // infer_loads.cpp: the content of memory
  bool is_known_texel(const core::Array& array, Expr offset) const;
  Expr content(const core::Stmt& stmt, const core::Read& node, Expr offset, const State& s);
  const Cell* own_write(const core::Read& node, Expr offset, const State& s) const;
  Expr own_or_load(const core::Stmt& stmt, const core::Read& node, Expr offset, const State& s);
  Expr load_here(const core::Stmt& stmt, const core::Read& node, Expr offset);
  Expr load_version(const core::Read& node, Expr offset, const Version& version);
  bool only_grows(Expr number, unsigned size) const;
  Expr atomic_result(const core::Stmt& stmt, const core::Atomic& node, Expr offset, Expr number,
                     const State& s);
  void remember(Cell cell, bool atomic, State& s);
  Version make_version(core::ArrayId content);
  void end_phase(const core::Barrier& barrier, State& s);
  void enter_loop(const core::Stmt& stmt, Expr binder, State& s);
  void leave_loop(const core::Stmt& stmt, State& s);
  void forget_written(const core::Stmt& stmt, State& s) const;
  void renew_written(const core::Stmt& stmt, bool entering, State& s);
  // infer_phases.cpp: what a phase wrote
  void record_write(const core::Write& node, Expr offset, Expr value, const State& s);
  std::shared_ptr<const PhaseWrite> only_write(core::ArrayId array, const Version& before) const;
  bool is_function_of_thread(Expr e);
  bool is_copied(Expr e);
  Expr of_thread(Expr e, const std::array<Expr, 3>& index);
  Expr written_by(const PhaseWrite& write, Expr offset, Expr otherwise);
  Expr chosen(const PhaseWrite& write, Expr offset, const std::array<Expr, 3>& thread, Expr exists,
              Expr otherwise);

  // An array's counters have versions of their own: they end only at plain writes.
  core::ArrayId counters(core::ArrayId a) const {
    return static_cast<core::ArrayId>(kernel_.arrays.size()) + a;
  }

  // infer_exchange.cpp: what lanes make together
  struct LaneGroup {
    std::vector<Expr> names; // arguments that tell it from others at the same place
    Expr place;              // of the thread: its lane, ..
    bool met = false;        // the hardware chose it
    bool whole = true;       // all lanes of the warp, or of a tile
    Expr mask = nullptr;
  };
  struct Drawn {
    Increment from;
    Expr number, offset;
  };
  Expr meeting(const core::Stmt& stmt, const core::Havoc& node, const State& s);
  Expr exchanged(const core::Stmt& stmt, const core::Havoc& node, const State& s);
  Expr voted(const core::Stmt& stmt, const core::Havoc& node, LaneGroup group, const State& s);
  Expr shuffled(const core::Stmt& stmt, const core::Havoc& node, LaneGroup group, const State& s);
  Expr shared_by_lanes(const core::Stmt& stmt, const core::Havoc& node, std::vector<Expr> args);
  void record_exchange(Exchanged::Kind kind, Expr result, const LaneGroup& group, Expr value,
                       const State& s);
  std::optional<LaneGroup> lane_group(const core::Exchange& exchange, const State& s);
  Expr of_source(const core::Exchange& exchange, Expr operand, Expr base);
  Expr as_source_has_it(const core::Exchange& exchange, Expr value, Expr operand,
                        const LaneGroup& group, Expr unknown, const State& s);
  std::optional<Drawn> handed_on(const core::Exchange& exchange, Expr value, Expr asked,
                                 const LaneGroup& group);
  bool whole_warps();
  bool same_in(const LaneGroup& group, Expr e);
  bool is_place(Expr e, Expr place);
  Expr linear_thread();
  Expr folded(Expr e);
  Expr lane();

  // infer_state.cpp: values
  Expr eval(Expr e, const State& s);
  Expr eval_in(Expr e, const State& s, Pool::Memo& memo);
  Expr simplify(Expr e) { return known_.simplify(e); }
  Expr bounded(Expr value, const std::string& name, Loc loc);
  Expr offset_of(Expr e, const State& s); // of an access, where it is run
  Expr value_of(std::size_t var, const State& s);
  Expr undefined(std::size_t var);
  State merge(Expr cond, const State& a, const State& b);
  Expr guard(const State& s) { return pool_.logical_and(alive(s), s.assumed); }
  Expr alive(const State& s) { return pool_.logical_not(s.exited); }
  bool is_alone(const State& s); // infer_alone.cpp: the first thread of its block
  Expr until(core::VarId var, const State& s);
  struct UnknownValue {
    std::string name;
    Type type;
    Loc loc;
    std::string reason;
    Scope sharing = Scope::thread;
    std::vector<Expr> depends; // what the value is made of
    Expr binder = nullptr;     // a further argument
    std::optional<std::int64_t> low = std::nullopt;
  };
  Expr unknown(UnknownValue u);

  // infer_loops.cpp
  Outcome loop(const core::Stmt& stmt, const core::Loop& node, State& s);
  void put_known(const LoopFrame& frame, const State& start, NodePtr& body);
  Outcome emitted_loop(LoopFrame& frame, State& s);
  Outcome unrolled(const LoopFrame& frame, State& s, std::int64_t times);
  void name_trip(const LoopFrame& frame, const State& s);
  std::optional<std::int64_t> unroll_count(LoopFrame& frame);
  void close(LoopFrame& frame, const State& s);
  Expr make_binder(const LoopFrame& frame);
  State head_state(LoopFrame& frame, const State& s);
  Expr exited_before(LoopFrame& frame);
  Iteration iterate(const core::Loop& node, State s, const LoopFrame* frame, NodePtr& head,
                    NodePtr& body);
  Expr loop_cond(LoopFrame& frame, const Iteration& it, bool& exact);

  // infer_after.cpp: what is known after a loop
  const LoopSummary& summary(const core::Stmt& stmt, const core::Loop& node);
  Iteration applied(const LoopFrame& frame, const State& s);
  Outcome after(LoopFrame& frame, Iteration it, State& s);
  Expr exit_cond(const Iteration& it);
  Expr last_iteration(const LoopFrame& frame, const Iteration& it, Expr stops, Expr count);
  bool ends_by_scaling(Expr cond) const;
  bool may_end(const LoopFrame& frame) const;
  void endless(const LoopFrame& frame);

  const core::Kernel& kernel_;
  const Prepared& prepared_;
  Protocol& protocol_;
  Pool& pool_;
  ExprTable table_;
  Known known_;
  Sink out_;
  std::vector<Expr> binders_;
  bool emitting_ = true;
  bool failed_ = false;
  unsigned nesting_ = 0;         // open conditions of the protocol
  std::int64_t copies_ = 1;      // of the current statement, by unrolling
  std::vector<TripValue> trips_; // of the loops around that are unrolled
  std::set<core::CopyPlace> reporting_copies_;
  std::uint64_t steps_ = 0;   // statements run
  unsigned binder_count_ = 0; // for names
  std::unordered_map<const core::Stmt*, std::unique_ptr<LoopSummary>> summaries_;
  bool bit_precise_;
  FunctionId popc_;
  bool lock_step_; // threads of a warp run in lock-step, so that any two statements are ordered
  std::vector<std::uint64_t> writes_; // walked over so far, by array and by counters()
  std::uint32_t versions_ = 0;        // made so far
  std::vector<std::shared_ptr<const PhaseWrite>> last_writes_; // by array; nullptr: not usable
  // One function for all reads of one kind of one version of an array.
  std::map<std::tuple<core::ArrayId, std::uint32_t, unsigned, std::uint8_t, std::uint8_t, bool>,
           FunctionId>
      loads_;
  std::map<std::pair<std::size_t, Expr>, Expr> undefined_;
  std::shared_ptr<const Geometry> geometry_; // once it is needed
  std::unordered_set<FunctionId> meetings_;  // masks of lanes that the hardware chose
  std::set<core::ArrayId> decreased_;        // arrays to which perhaps negative numbers are added
};

// Parts run one after the other: what threads that left skip goes under a condition.
class Sequencer {
public:
  explicit Sequencer(Engine& engine);
  // Takes in what a part did; false when nothing after it is reached.
  bool after(Outcome part);
  Outcome finish();

private:
  void add_left(Left left);
  Engine& engine_;
  Outcome total_;
  Expr gone_; // left so far
  std::vector<std::pair<Expr, Sink>> open_;
  std::size_t mark_;
};

} // namespace heddle::protocol
