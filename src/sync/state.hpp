// What an engine holds, shared by its parts: named barriers, mbarriers, copies. Private to
// src/sync.
#pragma once
#include "sync/shadow.hpp"

#include <map>

namespace heddle::sync {

inline constexpr std::uint64_t address_limit = 32u << 20;

struct NamedBarrier {
  struct Waiter {
    Lanes who;
    Place place;
  };
  // The open generation.
  std::vector<Member> current;
  std::vector<LaneMask> present; // per warp: lanes that registered
  std::vector<Waiter> blocked;
  std::uint32_t registered = 0, required = 0;
  bool all_threads = false; // nobody gave a count: every thread that has not exited
  Participant opener;
  std::optional<Participant> aligned_sync; // the first sync of an aligned registration
  Clock join;
  // Its number, and who must be known of the one before: its syncs, or else its arrivals.
  std::uint64_t generation = 0;
  std::vector<Member> previous;
  Participant previous_opener;
  // Arrivals of the open generation that are not ordered after the one before; the first of them,
  // and whether the program was well-synchronized until then.
  std::uint32_t early = 0;
  Participant first_early;
  bool first_error = false;
  std::uint32_t node = Graph::start;
};

// A generation of bar.warp.sync; it exists while some of its lanes wait.
struct WarpBarrier {
  using Waiter = NamedBarrier::Waiter;
  std::uint32_t warp = 0;
  LaneMask members = 0, arrived = 0;
  std::vector<Waiter> waiting;
  Clock join;
};

struct Mbarrier {
  struct Waiter {
    Lanes who;
    Wait what;
  };
  std::uint32_t address = 0;
  bool live = false;
  std::uint32_t expected = 0, pending = 0;
  std::int64_t bytes = 0;  // expected and not arrived yet
  std::uint64_t index = 0; // of the open phase
  Time serial = 0;         // phases that completed here, over all initialisations
  Component component = 0; // of the copies that report here; their time is serial + 1
  std::vector<Member> current, previous, before_previous; // operations of the last three phases
  std::vector<Member> expecting;  // expect_tx of the open phase that no arrival is after yet
  std::vector<Member> incomplete; // .noComplete of the open phase that no operation is after yet
  std::vector<Member> waits;      // returned waits for the phase before the open one
  std::vector<Waiter> blocked;
  // By thread: up to which phase it saw the phases complete, by a relaxed wait.
  std::map<ThreadId, std::uint64_t> seen;
  Clock join, completed; // of the open phase, of the one before
  Clock tensor_join,
      tensor_seen; // likewise, with what relaxed arrivals bring: for tensor memory alone
  Participant initialised;
  bool fenced = false; // the thread that initialised it executed fence.mbarrier_init since
  std::uint32_t node = Graph::start, completed_node = Graph::start;
};

// The matrix products of a warpgroup.
struct MatrixGroup {
  struct Waiter {
    Lanes who;
    Time groups; // that it waits for
    Place place;
  };
  Component component = 0;
  std::vector<Time> committed; // groups, by thread of the warpgroup
  // By number of the group: what was before somebody committed it.
  std::map<Time, Clock> before;
  std::vector<Waiter> blocked;
};

// Who is answerable for an access: the lanes themselves or their copies.
struct Source {
  Origin origin = Origin::thread;
  Component component = 0; // Origin::mbarrier, Origin::matrix
  Time time = 0;
  bool async = false;       // of the async proxy
  std::uint32_t tensor = 0; // AccessEvent::tensor
};

struct Engine::State {
  State(Shape shape, EngineOptions options);

  // ---- bookkeeping (engine.cpp)
  void check(Lanes who) const;          // throws when these lanes cannot make an event
  void check(const AccessEvent& event); // likewise; counts the accesses
  void check_mbarrier(Lanes who, std::uint32_t address);
  void advance(Lanes who); // lock step: the next event of the warp is after this one
  void count(Lanes who);   // checks, and counts one command of each lane
  std::size_t barrier_memory() const;
  Step step(); // an empty outcome; forgets whom the last event woke
  void wake(Lanes who);
  Participant participant(Lanes who, Place place, Role role) const {
    return {groups.first_thread(who), place, role};
  }
  Participant participant(const Member& m, ThreadId thread) const {
    return {thread, m.place, m.role};
  }
  // The members kept of one generation: the newest of each set of lanes.
  static void keep(std::vector<Member>& members, const Member& member);
  std::uint32_t add_node(BarrierRef barrier, std::uint64_t generation);
  void add_edge(std::uint32_t node, Lanes who, Role role, Place place);
  void complete_node(std::uint32_t node);
  void merge(std::span<const Lanes> released);

  // ---- named barriers and exits (named.cpp)
  Step register_at(Lanes who, const Registration& at, Role role);
  bool admissible(Lanes who, const Registration& at, Role role);
  void check_generation(Lanes who, const Registration& at, Role role, NamedBarrier& b);
  bool check_order(Lanes who, const Registration& at, Role role, const NamedBarrier& b);
  void check_whole(Lanes who, const Registration& at, Role role);
  struct Warps {
    std::uint32_t first = 0, end = 0;
  };
  Warps warps_at(std::uint32_t id) const;
  bool complete(std::uint32_t id) const;
  void finish_generation(std::uint32_t id, NamedBarrier& b, const Participant& last);
  Step warp_sync(Lanes who, LaneMask members, Place place);
  void check_places(const WarpBarrier& b);
  void finish_warp_barriers(std::uint32_t warp);
  Step exit(Lanes who);
  void follow(Lanes who, Lanes others);
  void share_exited(Lanes who, Clock& into) const;
  void finish();
  void find_surplus(const std::vector<Blocked>& waiting);
  void collect_blocked(std::vector<Blocked>& out) const;
  std::uint32_t order_ring(std::vector<Blocked>& all) const;

  // ---- mbarriers (mbarrier.cpp)
  // One operation on an mbarrier: by lanes of one group, or by copies on their behalf.
  struct Operation {
    GroupId group = 0;
    Lanes who;
    Role role = Role::arrive;
    Place place;
    bool by_copy = false;
    bool copies_done = false; // the operation follows the earlier cp.async of its lanes
    bool commits = false;     // it follows the earlier tensor operations of its lane
    bool relaxed = false;     // it releases nothing
    bool releases = false;    // by_copy: what the thread did before, too
    std::uint32_t arrivals = 0;
    std::int64_t bytes = 0; // expected; negative: transferred
    bool drop = false;
    bool no_complete = false;
  };
  Mbarrier* find_mbarrier(std::uint32_t address, Participant who);
  void overwrite(const AccessEvent& e);
  void end_mbarriers(std::uint64_t begin, std::uint64_t end);
  void init(Lanes who, std::uint32_t address, std::uint32_t count, Place place);
  void inval(Lanes who, std::uint32_t address, Place place);
  Clock come_so_far(Mbarrier& m, GroupId group);
  std::uint64_t operate(Mbarrier& m, const Operation& op);
  bool ordered(Mbarrier& m, const Operation& op);
  void resolve_expectations(Mbarrier& m, const Operation& op);
  void resolve(std::vector<Member>& members, const Operation& op);
  void finish_phase(Mbarrier& m, const Participant& last);
  Step arrive_at(Lanes who, std::uint32_t address, const Operation& how, const Arrival& a);
  Step copy_bulk(const AccessEvent& event, std::uint32_t address, std::uint32_t bytes);
  void add_pending(Lanes who, std::uint32_t address);
  static bool passes(const Mbarrier& m, const Wait& what);
  Step wait(Lanes who, std::uint32_t address, const Wait& what);
  bool all_saw(const Mbarrier& m, Lanes who, std::uint64_t phases) const;
  void return_wait(Mbarrier& m, Lanes who, const Wait& what);
  void finish_mbarriers();
  Finding about(FindingKind kind, Detail detail, const Mbarrier& m) const;

  // ---- matrix products (matrix.cpp)
  MatrixGroup& matrix_group(std::uint32_t warp);
  bool all_committed(std::uint32_t group, const MatrixGroup& m, Time groups) const;
  Step matrix_wait(Lanes who, std::uint32_t pending, Place place);
  void commit_matrix(Lanes who);
  void finish_matrix_waits(std::uint32_t warp);
  void collect_matrix_waits(std::vector<Blocked>& out) const;

  // ---- memory (engine.cpp)
  void access(const AccessEvent& event, Role role, const Source& source);
  void fence(Lanes who, Fence kind);
  // The 8 bytes of an mbarrier.
  void touch(Lanes who, std::uint32_t address, Access kind, Role role, Place place,
             const Source& source = {}, const Value& value = {});

  Shape shape;
  EngineOptions options;
  Groups groups;
  FindingLog findings;
  Shadow shadow;
  std::vector<LaneMask> live, blocked; // per warp
  std::vector<NamedBarrier> named;
  std::vector<std::unique_ptr<WarpBarrier>> warp_barriers;
  std::map<std::uint32_t, std::unique_ptr<Mbarrier>> mbarriers; // by address
  std::map<std::uint32_t, MatrixGroup> matrix_groups;           // by number of the warpgroup
  std::vector<Lanes> woken;
  Statistics statistics;
  Graph graph;
  std::vector<std::uint32_t> last_node; // per thread, when a graph is recorded
};

} // namespace heddle::sync
