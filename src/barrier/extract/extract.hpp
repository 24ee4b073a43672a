// From a protocol to skeletons: which warps play which role at the named barriers, and between
// which of their operations every access stands (theory.md section 4, steps 1 and 2).
//
// Conditions around barriers are evaluated for every thread of the block; what then is left of them
// is either uniform in the block (the kernel falls into cases) or a guard over the iteration number
// (from some iteration on, until some before the last, or periodic). What fits none of these forms
// makes the kernel unknown, with the place.
#pragma once
#include "barrier/analysis/nested.hpp"
#include "protocol/protocol.hpp"

#include <functional>
#include <optional>
#include <set>
#include <stdexcept>

namespace heddle::barrier {

using protocol::NodePtr;

// Is `claim` true in all executions in which `facts` hold? false: not proved. Expressions are the
// protocol's own.
using Prover = std::function<bool(const std::vector<Expr>& facts, Expr claim)>;

// A barrier statement, for reports.
struct Place {
  std::string text; // "bar.sync 1, 64"
  Loc loc;
  protocol::CallId call = 0;
  // map_acquire: of which tensor map, by array and offset.
  std::optional<std::pair<core::ArrayId, Expr>> map = {};
  std::uint32_t fenced = 0; // fence: what it covers (core/proxy_fences.hpp)
};

// The accesses of a role between two of its operations: with the conditions and loops around them.
struct Segment {
  std::uint32_t section = 0, index = 0; // behind `index` operations of the section
  Expr iteration = nullptr;             // of the section, i64, over the loops' binders
  Expr outer = nullptr;                 // of the outer loop, i64; nullptr: not in one
  std::vector<NodePtr> accesses;
  bool copy = false;   // instead: of the asynchronous copy that operation `index` issues
  bool matrix = false; // reads of matrix products: over at the waits for these that follow
  // Of operations of the tensor core, issued there: of one part, as far as that decides about
  // order.
  TensorPart tensor = no_tensor_part;
  std::uint32_t position = 0; // in the program of the thread, from 1: among segments of one index
  bool ends = false;          // instead: the mark of the end of a block (core::is_lifetime)
  // Of an operation that a loop issues without barriers, and of which one may overtake another: the
  // loops' binders, i64.
  std::vector<Expr> inner;
};

struct RoleAccesses {
  Expr member = nullptr;                    // the thread is of this role
  std::vector<const protocol::Loop*> loops; // by section; nullptr: straight, or two loops as one
  std::vector<Expr> trips;                  // by section: i64; T = max(0, trips); nullptr: straight
  std::vector<Segment> segments;
  std::vector<std::uint32_t> first_threads; // linear; of each unit, as Role::warps
  std::uint32_t lanes = 1;                  // of a unit, at most

  // In a nested skeleton: of each section, where it is and its number there.
  std::vector<std::pair<NestPart, std::uint32_t>> parts;
  const protocol::Loop* outer = nullptr; // nullptr: the role is in no outer loop
};

// Something that is wrong with one operation, whatever the others do.
struct Misuse {
  enum class Kind : std::uint8_t {
    id,    // no barrier of this id
    count, // 0, or no multiple of the warp size
    part   // only some threads of a warp reach an aligned barrier
  } kind = Kind::id;
  std::uint32_t place = 0; // Extracted::places
  std::int64_t value = 0;  // the id or count
  std::uint32_t thread = 0,
                other = 0; // linear in the block; part: one that comes, one that does not
  Expr reached = nullptr;  // the condition under which it is run
};

// A thread that has left the kernel when others wait at a barrier of all threads, or others of its
// warp at one that counts warps.
struct Missed {
  std::uint32_t place = 0;            // Extracted::places
  std::uint32_t thread = 0;           // linear in the block
  std::optional<std::uint32_t> comes; // a thread of its warp that does come
  Expr reached = nullptr;             // the condition under which the barrier is run
};

// One case: under `condition` (over what the block shares) the block has this skeleton.
struct Extracted {
  Expr condition = nullptr;
  // Of a nested skeleton this lists the roles, and their sections as one is behind the other.
  Skeleton skeleton;
  std::optional<NestedSkeleton> nested;
  std::vector<RoleAccesses> roles; // as Skeleton::roles
  std::vector<Place> places;
  Expr n = nullptr; // i64: the skeleton's parameter is max(0, n); nullptr: there are no loops
  // Nested: i64, the outer loop makes max(0, trips) iterations. `n` is over `outer_binder`, a
  // number of an outer iteration.
  Expr outer_trips = nullptr, outer_binder = nullptr;
  std::vector<Misuse> misuses;
  std::vector<Missed> missed; // one for each place
  // Loops that all threads of the block run equally often, as answers say (Walk::trips_told).
  std::set<const protocol::Loop*> told;
  // One of the parts of a case, and not the last: what it leaves at barriers may be for the next.
  bool followed = false;
};

struct Extraction {
  std::vector<Extracted> cases;
  std::vector<std::pair<std::string, Loc>> unknowns; // when not empty, the cases are not complete
};

Extraction extract(const protocol::Protocol& protocol, const Prover& prover);

// ---- parts (extract_*.cpp) ----------------------------------------------------------------------

// Waits of threads for their own last arrivals come as waits without parity: gives them theirs.
// Throws NotUnderstood where arrivals are not known to be one in each phase.
void resolve_own_waits(Extracted& extracted, bool nested);

// A case in the parts between the barriers at which all threads of the block meet, in order; none
// when it cannot be taken apart there. `whole` is not nested.
std::vector<Extracted> parts_between_meetings(const Extracted& whole);

// Thrown while extracting: what was not understood, and where.
struct NotUnderstood : std::runtime_error {
  NotUnderstood(const std::string& what, Loc at) : std::runtime_error(what), loc(at) {}
  Loc loc;
};

// How often a loop runs: T = max(0, the result), i64. `cond` over the iteration number `k`.
Expr trip_count(Pool& pool, Expr cond, Expr k, Loc loc, const Prover& prover);

// A guard over the iteration number `k` of a loop of `trips` iterations.
struct IterationGuard {
  std::int64_t from = 0, until = 0; // from <= k < T - until
  std::vector<bool> residues{true}; // and residues[k % size]
};
// Throws NotUnderstood when `conds` together have another form.
IterationGuard iteration_guard(Pool& pool, const std::vector<Expr>& conds, Expr k, Expr trips,
                               Loc loc, const Prover& prover);
// A loop whose body has barriers in an inner loop alone, as one loop: the iterations of the inner
// one counted through.
struct Flattened {
  Expr outer, inner;             // the binders
  Expr outer_trips, inner_trips; // i64; the inner ones are the same in all outer iterations
  Expr count;                    // a symbol for outer * inner_trips + inner, i64
};
// `e` with sums of the two binders put in terms of `count`; what cannot be stays as it is.
Expr in_count(Pool& pool, Expr e, const Flattened& flat, const Prover& prover);
// A loop that goes on where one before it ended, as one loop with it: the iterations of both
// counted through.
struct Joined {
  Expr binder; // of the second
  Expr start;  // i64; iterations of the first
  Expr count;  // a symbol for start + binder, i64
};
// Likewise.
Expr in_count(Pool& pool, Expr e, const Joined& joined, const Prover& prover);
// The values of `e` in iterations from <= k < trips, by k modulo the size of the result; throws
// when it is not periodic.
std::vector<std::int64_t> periodic_values(Pool& pool, Expr e, Expr k, Expr trips, const char* what,
                                          Loc loc, const Prover& prover, std::int64_t from = 0);

} // namespace heddle::barrier
