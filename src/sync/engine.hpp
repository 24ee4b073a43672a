// The vector-clock engine: well-synchronization and races of the threads of one block, checked on
// the fly while ONE schedule runs (theory.md section 3). The caller executes the program, in any
// order that respects blocking, and tells the engine every synchronization and every access to
// shared memory; no command is kept. What the engine finds holds for every schedule, as long as
// the control flow and the addresses of the program do not depend on the schedule.
//
//   Engine e({.threads = 64, .warp_size = 32});
//   e.access({.who = {0, ~0u}, .kind = Access::write, .addresses = a, .size = 4, .place = {7}});
//   e.arrive({0, ~0u}, {.id = 1, .count = 64, .place = {8}});
//   if (e.sync({1, ~0u}, {.id = 1, .count = 64, .place = {20}}).blocked) ...  // not here
//   e.finish();
//   for (const Finding& f : e.findings()) ...
//
// Threads are numbered 0 .. threads-1; thread t is lane t % warp_size of warp t / warp_size. A set
// of lanes is a 32-bit mask. Addresses are byte offsets into the block's shared memory.
//
// Blocking: lanes named in Step::blocked must make no event until a later Step::woken names them;
// then they go on after the call that blocked them (a wait has then succeeded).
//
// Errors: misuse by the caller (a warp that does not exist, an event of an exited or blocked lane,
// an empty mask, more than 1024 threads, an address beyond 32 MiB) throws std::invalid_argument;
// what is wrong with the program becomes a Finding, and the run can go on. Findings made after the
// first error of synchronization are marked: the rest of that schedule is then one possibility of
// several.
//
// Memory: a clock entry per thread group and per mbarrier, a few entries per shared word that was
// touched, findings grouped by their places. Nothing grows with the number of events (the graph,
// when asked for, does: one node per generation).
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace heddle::sync {

using ThreadId = std::uint32_t;
using LaneMask = std::uint32_t;

// An instruction, opaque to the engine: the caller maps it to lines.
struct Place {
  std::uint32_t pc = 0;
  auto operator<=>(const Place&) const = default;
};

// The lanes of one warp that make an event together. Never empty.
struct Lanes {
  std::uint32_t warp = 0;
  LaneMask lanes = 0;
  bool operator==(const Lanes&) const = default;
};

// ---- set-up -------------------------------------------------------------------------------------

struct Shape {
  std::uint32_t threads = 1;    // 1 .. 1024
  std::uint32_t warp_size = 32; // 1 .. 32
};

struct EngineOptions {
  std::uint32_t barriers = 16; // named barriers have ids 0 .. barriers-1
  // Lock-step warps (opt in): what a warp does earlier is before what any lane of it does later.
  // Lanes of one call stay unordered. A barrier that some lanes of a warp pass orders them all.
  bool lock_step = false;
  // Ask that the syncs of one generation of an aligned barrier stand at one place. (That the lanes
  // of a warp reach an aligned barrier together is always asked.)
  bool one_place_per_generation = true;
  // Several places are a warning: machines let warps come from different instructions, and
  // warp-specialised kernels rely on it.
  bool several_places_warn = false;
  // Ask the same of barriers of warps. PTX ISA, "bar.warp.sync": from sm_70 on lanes may come from
  // different instructions; CUDA C++ asks for "a corresponding __syncwarp()".
  bool one_place_per_warp = false;
  bool record_graph = false;
  // The threads are those of the blocks of a cluster, of so many warps each, one behind the other;
  // 0: of one block. Barrier 0 is the cluster's, and releases nothing of threads that have exited;
  // barriers 16 to 31 are the first block's, 32 to 47 the second's, and so on.
  std::uint32_t block_warps = 0;
  // Ask for proxy fences between what threads do and what the async proxy does later (bulk copies;
  // theory.md section 4a).
  bool proxies = false;
  // Of two operations of the tensor core, issued in this order: are they made so? (AccessEvent::
  // tensor) nullptr: there is no tensor memory.
  bool (*pipelined)(std::uint32_t first, std::uint32_t second) = nullptr;
};

// ---- what a program can get wrong ---------------------------------------------------------------

enum class FindingKind : std::uint8_t {
  deadlock,         // threads wait and nobody is left to wake them: Finding::blocked
  count,            // registrations of one generation disagree on the count; too many arrivals
  barrier_id,       // no such named barrier; an mbarrier that is not initialised
  count_multiple,   // a count that is 0 or no multiple of the warp size
  recycling,        // a registration may be taken for one of another generation
  alignment,        // an aligned barrier not reached by whole warps, or from several places
  lapped,           // a wait on an mbarrier may observe another phase than it should
  leftover,         // registrations that no generation consumed when all threads had exited
  exited_threads,   // a barrier of all threads completed because some had exited, or a warp was
                    // counted of which some had (a warning)
  race,             // conflicting accesses, unordered
  same_value_write, // two unordered writes of equal values (a warning)
  proxy, // an access of a thread and a later one of the async proxy: ordered, without a proxy fence
};

// Which rule was violated, where a kind has several.
enum class Detail : std::uint8_t {
  none,
  // count
  different_counts, // first and second registered with different counts
  too_many,         // more arrivals than the barrier waits for
  no_arrivals_left, // mbarrier: dropped to an expected count of 0
  may_complete,     // an arrival with .noComplete that may be the last of its phase
  // alignment
  part_of_warp,     // lanes of the warp are missing; or (bar.warp.sync) a lane not in its own mask
  different_places, // syncs of one generation at different instructions
  // recycling
  previous_generation, // `second` is not ordered after `first`, which is of the previous generation
  previous_phase,      // the same for an mbarrier (rule A)
  bytes_after_arrival, // an expect_tx before no arrival of its phase: it may come too late (rule T)
  initialised_twice,   // mbarrier.init of a live mbarrier
  // lapped
  early_wait,  // may return by the parity of an older phase (rule W1); `first`: its operation
  missed_wait, // the next phase may complete before the wait looks (rule W2); `first`: the wait
  // leftover
  bytes_owed, // transaction bytes that were expected and never came, or the reverse
  // proxy (without a detail: `first` writes, and no fence is on the way)
  fenced_late,          // .. but a fence of another thread than the one that writes (a warning)
  overwritten,          // `first` reads what `second` overwrites (a warning)
  initialised_unfenced, // `first` initialises the mbarrier that `second` reports to (a warning)
  // proxy, of accesses to tensor memory (warnings): no tcgen05.fence::before_thread_sync behind
  // `first`, no tcgen05.fence::after_thread_sync before `second`
  tensor_before,
  tensor_after,
  // proxy: `first` changes a tensor map that `second`, a copy, goes by, without a release and an
  // acquire of these on the way
  map_unfenced,
};

enum class Role : std::uint8_t {
  none,
  read,
  write,
  atomic,
  copy_read, // by an asynchronous copy; the participant is the thread that issued it
  copy_write,
  matrix_read, // by a matrix product, for the warpgroup
  tensor_read, // by an operation of the tensor core; the participant is the thread that issued it
  tensor_write,
  arrive,
  sync,
  warp_sync,
  wait,
  expect_tx,
  complete_tx, // the end of an asynchronous copy
  init,
  inval,
};

// The word for it in reports: "copy read", "warp sync"; "" for none.
const char* to_string(Role role);

// What is wrong with a pair of accesses of kind proxy, in a sentence.
const char* proxy_message(Detail detail, Role second);

struct Participant {
  ThreadId thread = 0; // a representative; registrations of a warp name its first lane
  Place place;
  Role role = Role::none;
  bool operator==(const Participant&) const = default;
};

struct BarrierRef {
  enum class Kind : std::uint8_t { none, named, warp, mbarrier } kind = Kind::none;
  std::uint32_t id = 0; // named: its id; warp: the member mask; mbarrier: its address
  bool operator==(const BarrierRef&) const = default;
};

// Lanes that wait when the schedule ends.
struct Blocked {
  Lanes who;
  Place place;
  Role role = Role::sync; // sync, warp_sync or wait
  BarrierRef barrier;
  std::uint64_t generation = 0;
  std::uint32_t registered = 0; // arrivals so far
  std::uint32_t required = 0;   // arrivals it waits for (of an mbarrier: in this phase)
  std::int64_t bytes = 0;       // mbarrier: bytes still owed
};

struct Finding {
  FindingKind kind = FindingKind::race;
  Detail detail = Detail::none;
  bool warning = false; // does not refute
  // The first of its group. `first` came earlier in the schedule; role none where there is no
  // second one (barrier_id, count_multiple, leftover, ..: then `second` is the culprit).
  Participant first, second;
  std::uint32_t address = 0; // race: where the overlap begins
  std::uint32_t size = 0;    // race: bytes of the overlap
  BarrierRef barrier;
  std::uint64_t generation = 0;                    // of `second`, counted from 0
  std::uint32_t first_count = 0, second_count = 0; // counts asked for (kinds count, count_multiple)
  // Equal ones found: kind, detail, barrier, both places and roles agree. Races: pairs of an
  // access with an earlier one; a lower bound, but for every address and every two threads that
  // race there at least one is counted.
  std::uint64_t occurrences = 1;
  bool after_violation = false; // see the head of this file
  // deadlock: everyone who waits; the first `cycle` of them wait for each other in a ring (each
  // for the next, the last for the first). cycle = 0: they wait for threads that have exited.
  std::vector<Blocked> blocked;
  std::uint32_t cycle = 0;
};

// ---- events -------------------------------------------------------------------------------------

// What a store puts into memory, as far as it is known. Two writes are of the same value when
// each byte that they share is equal: known bytes, or the same byte of the same opaque value.
struct Value {
  enum class Kind : std::uint8_t { unknown, known, opaque } kind = Kind::unknown;
  std::uint64_t bits = 0; // known: the value, little-endian; opaque: an id that the caller chose
  static Value known(std::uint64_t bits) { return {Kind::known, bits}; }
  static Value opaque(std::uint64_t id) { return {Kind::opaque, id}; }
};

// atomic: whatever the memory model calls strong, loads and stores with a scope included.
enum class Access : std::uint8_t { read, write, atomic };

// What an atomic access does to the value that is there. Unordered ones of one kind leave the same
// value whoever comes first; others do not, and what is in memory afterwards depends on the order.
enum class Change : std::uint8_t {
  some, // not looked at: commutes with itself
  none, // a load
  set,  // a store, an exchange: commutes with nothing
  add,
  bits_and,
  bits_or,
  bits_xor,
  min,
  max,
  min_signed,
  max_signed
};

// One memory instruction of a warp. `elements` consecutive elements of `size` bytes at each
// address: lane l touches [addresses[l], addresses[l] + size * elements).
struct AccessEvent {
  Lanes who;
  Access kind = Access::read;
  std::span<const std::uint32_t> addresses; // indexed by lane; only those of `who` are read
  std::uint32_t size = 4; // bytes; values of more than 8 bytes are opaque or unknown
  std::uint32_t elements = 1;
  std::span<const Value> values; // writes: [lane * elements + element]; empty: all unknown
  Place place;
  Change change = Change::some; // of an atomic
  std::uint32_t tensor = 0;     // of an operation of the tensor core: what it is (Engine::tensor)
  // Of tensor memory: fences of tensor operations are asked for, those behind what orders threads
  // only where the access is asynchronous.
  bool tensor_memory = false, synchronous = false;
  // Of asynchronous copies: no proxy fence is asked for, as of st.async, which is a store of
  // threads.
  bool generic = false;
  bool releases = false; // of copies: what their thread did before is over with them, too
  std::optional<std::uint32_t> map = {}; // a copy reads the tensor map that begins there
};

// What of an access depends on the order in which unordered atomic accesses happen: the value that
// is in memory after it, or that a load sees. Valid until the next access.
struct Unsettled {
  LaneMask lanes = 0;
  // Loads that came earlier in this schedule and may see what this access leaves.
  std::span<const Place> loads;
};

struct Registration {
  std::uint32_t id = 0;
  // Arrivals that complete a generation; nullopt: all threads of the block that have not exited
  // (at barrier 0 of a cluster: of all its blocks).
  std::optional<std::uint32_t> count;
  // Aligned: the lanes are all lanes of the warp that have not exited, and they count as
  // warp_size arrivals. Otherwise each lane registers for itself and counts as one.
  bool aligned = true;
  Place place;
};

// Outcome of an event that may block or wake. `woken` stays valid until the next event.
struct Step {
  LaneMask blocked = 0;         // lanes of the caller that now wait: all or none
  std::span<const Lanes> woken; // other lanes that may go on
  // Of mbarriers. Arrivals: the phase arrived at (the state token). Waits: the phase that they see
  // complete, one less than the first where that is the one before.
  std::uint64_t phase = 0;
};

struct Arrival {
  std::uint32_t count = 1;        // arrivals per lane
  std::uint32_t expect_bytes = 0; // per lane, expected before arriving (arrive.expect_tx)
  bool drop = false;              // also lowers the expected count of later phases
  Place place;
  bool no_complete = false; // .noComplete: undefined where it completes the phase
  // .relaxed: what the thread did is ordered before nothing by it, but for accesses to tensor
  // memory that are fenced.
  bool relaxed = false;
};

// Wait until the phase of a given parity has completed, or (state token) a given phase.
struct Wait {
  std::optional<std::uint64_t> phase; // as Step::phase gave it; nullopt: by parity
  std::uint32_t parity = 0;           // 0 or 1
  Place place;
  // .relaxed: what others did before their arrivals is not ordered before what follows. That the
  // phase is over is seen all the same.
  bool relaxed = false;
};

// Asynchronous copies that a thread waits for itself: cp.async and its groups; bulk copies with
// bulk groups. The two count their groups apart. `tensor`: of Engine::tensor alone. Loads and
// stores of tensor memory (tcgen05.ld, .st) are copies, too.
enum class Channel : std::uint8_t { async, bulk, tensor, tensor_load, tensor_store };

// Proxy fences that cover shared memory.
enum class Fence : std::uint8_t {
  async,        // fence.proxy.async, for all of it
  mbarrier_init // fence.mbarrier_init: for mbarriers that the thread initialised
};

// ---- results ------------------------------------------------------------------------------------

struct Statistics {
  std::uint64_t commands = 0;         // events, each counted once per thread
  std::uint64_t accesses = 0;         // of them, to shared memory
  std::uint64_t dynamic_barriers = 0; // generations and phases that completed
  std::uint64_t shared_addresses = 0; // words touched (single bytes, where accesses were smaller)
  std::uint64_t race_tests = 0;   // pairs on one address, one a write: a pairwise checker's work
  std::uint32_t clock_groups = 0; // most thread groups with a clock of their own at one time
};

// The barrier dependence graph, recorded when asked for.
struct Graph {
  static constexpr std::uint32_t start = UINT32_MAX;
  struct Node {
    BarrierRef barrier;
    std::uint64_t generation = 0;
    bool complete = false;
  };
  // `who` takes part in `to`; the generation it took part in before is `from` (or start).
  struct Edge {
    std::uint32_t from = start, to = 0; // indices of nodes
    Lanes who;
    Role role = Role::sync;
    Place place;
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

class Engine {
public:
  explicit Engine(Shape shape, EngineOptions options = {});
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  // Named barriers (bar.red is a sync). A registration that is refused (barrier_id, count 0) does
  // nothing and does not block.
  Step arrive(Lanes who, const Registration& at);
  Step sync(Lanes who, const Registration& at);
  // bar.warp.sync: waits for the lanes of `members` that have not exited.
  Step warp_sync(Lanes who, LaneMask members, Place place);
  Step exit(Lanes who);
  // What `others` did and know is before what `who` does next, by something that is no barrier:
  // that a block begins, or has ended.
  void follow(Lanes who, Lanes others);

  Unsettled access(const AccessEvent& event);

  // mbarriers, named by the address of their 8 bytes. Initialisation and invalidation write these
  // bytes, every other operation is an atomic access to them, so that using an mbarrier that is
  // not yet known to be initialised is a race. Several lanes make one operation each.
  void mbarrier_init(Lanes who, std::uint32_t address, std::uint32_t count, Place place);
  void mbarrier_inval(Lanes who, std::uint32_t address, Place place);
  Step mbarrier_arrive(Lanes who, std::uint32_t address, const Arrival& how);
  Step mbarrier_expect_tx(Lanes who, std::uint32_t address, std::uint32_t bytes, Place place);
  // test_wait and try_wait that the program repeats until they succeed.
  Step mbarrier_wait(Lanes who, std::uint32_t address, const Wait& what);

  // Asynchronous copies. `event.kind` says what the copy does to shared memory: read or write. It
  // may happen at any time until whoever needs it has waited.
  void copy(const AccessEvent& event, Channel channel);
  void copy_commit(Lanes who, Channel channel);
  // Waits until at most `pending` of the newest committed groups are unfinished. Never blocks.
  void copy_wait(Lanes who, Channel channel, std::uint32_t pending);
  // cp.async.mbarrier.arrive: arrives once all earlier cp.async of the lane are done. `counted`
  // (.noinc): the arrival is one of those that the mbarrier expects. `releases`: as of copies, but
  // no instruction does so; enumerations of interleavings know no weaker order.
  Step copy_arrive(Lanes who, std::uint32_t mbarrier, bool counted, Place place,
                   bool releases = false);
  // A copy that reports its bytes (size * elements per lane) to an mbarrier: cp.async.bulk with
  // complete_tx. mbarrier.complete_tx by itself is such a copy without addresses.
  Step copy_bulk(const AccessEvent& event, std::uint32_t mbarrier, std::uint32_t bytes);

  // Operations of the tensor core of the fifth generation (tcgen05.mma, .cp, .shift), which one
  // thread issues: they access memory at any time until a wait for the phase at which the thread
  // commits them, `async`: by the async proxy. tensor_commit: one arrival of each lane, when all
  // that it issued before is over; of what the lane did itself it says nothing.
  void tensor(const AccessEvent& event, bool async);
  // tcgen05.fence::before_thread_sync, ::after_thread_sync.
  void tensor_fence(Lanes who, bool before);
  Step tensor_commit(Lanes who, std::uint32_t mbarrier, Place place);

  // Matrix products of a warpgroup (wgmma; four warps of 32 lanes), of the async proxy. Its warps
  // make them together: each tells what the product reads (`event`, a read), commits and waits as
  // it comes to do so. A wait is over when all threads of the warpgroup that have not exited have
  // committed as many groups as it is for; then these are over for whoever waited.
  void matrix(const AccessEvent& event);
  Step matrix_commit(Lanes who);
  Step matrix_wait(Lanes who, std::uint32_t pending, Place place);

  // What these lanes did, and what they know of others, is fenced towards the async proxy. Nothing
  // without EngineOptions::proxies.
  void fence(Lanes who, Fence kind);

  // fence.proxy.tensormap::generic.release and .acquire: what the lanes did and know is handed to
  // copies by tensor maps; each lane's later copies by the map at its address know what it knows
  // now. Nothing without EngineOptions::proxies.
  void release_maps(Lanes who);
  void acquire_map(Lanes who, std::span<const std::uint32_t> addresses);

  // The schedule is over: nobody can go on. Whoever has not exited and waits is deadlocked.
  void finish();

  const std::vector<Finding>& findings() const;
  // No deadlock, no error of synchronization so far; races do not count.
  bool well_synchronized() const;
  const Statistics& statistics() const;
  const Graph& graph() const;
  // Bytes of memory held, for tests and --stats.
  std::size_t memory() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace heddle::sync
