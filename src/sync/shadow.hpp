// Shadow memory: for every shared word that was touched, who may still race there. Per thread (and
// per source of copies) it keeps the last read, the last atomic of each size and change, the last
// write and the last write of another value than that; an entry that every live thread knows of is
// dropped. That is exact: if an access races with anything that a thread did to a byte, it races
// with one of these, and with one of another value if it does so at all (theory.md section 3).
// Eight bytes that are always touched together are one cell; they become two words for good when
// something smaller touches them, and a word four bytes likewise. Private to src/sync.
#pragma once
#include "sync/findings.hpp"
#include "sync/groups.hpp"

#include <map>

namespace heddle::sync {

// Who makes an access: lanes of one group, or a copy on their behalf.
struct Accessor {
  GroupId group = 0;
  std::uint32_t warp = 0;
  Origin origin = Origin::thread;
  Component component = 0; // Origin::mbarrier
  Time time = 0;
  Access kind = Access::read;
  Change change = Change::some; // of an atomic
  Role role = Role::read;
  Place place;
  bool async = false;                              // it is of the async proxy
  std::uint32_t tensor = 0;                        // AccessEvent::tensor
  Time issued = 0;                                 // the time of the group itself
  bool tensor_memory = false, synchronous = false; // as AccessEvent
  std::optional<std::uint32_t> map = {};           // likewise
  bool modifies() const {
    return kind == Access::write || (kind == Access::atomic && change != Change::none);
  }
  // Of an atomic: its bytes, set by Shadow::access. Two atomics of one size are aligned, so that
  // they are to the same bytes or to none in common; those of different sizes race.
  std::uint8_t width = 0;
};

class Shadow {
public:
  // `proxies`: asks for proxy fences between generic accesses and later ones of the async proxy.
  // `pipelined`: EngineOptions::pipelined.
  Shadow(Groups& groups, FindingLog& findings, bool proxies,
         bool (*pipelined)(std::uint32_t, std::uint32_t))
      : groups_(groups), findings_(findings), proxies_(proxies), pipelined_(pipelined) {}

  // All lanes of the mask touch the `size` bytes at `address`. `value` is what a write stores
  // (bytes of an unknown value when size > 8).
  void access(Accessor who, LaneMask lanes, std::uint32_t address, std::uint32_t size,
              const Value& value);

  // A thread acquires the tensor map at `address` (Engine::acquire_map).
  void acquire_map(ThreadId thread, std::uint32_t address);

  // What the atomic accesses since `settle` found that they are not ordered with, of their size.
  void settle() {
    unsettled_ = 0;
    loads_.clear();
  }
  Unsettled unsettled() const { return {unsettled_, loads_}; }

  std::uint64_t touched() const { return touched_; }
  std::uint64_t tests() const { return tests_; }
  std::size_t memory() const;

private:
  // Part of a stored value: bytes from `offset` on of an opaque one.
  struct Part {
    std::uint64_t bits = 0;
    std::uint32_t offset = 0;
    Value::Kind kind = Value::Kind::unknown;
    bool equal(const Part& o) const {
      return kind != Value::Kind::unknown && kind == o.kind && bits == o.bits && offset == o.offset;
    }
  };
  struct Write {
    Part part;
    Time time;
    Place place;
    Component component;
    std::uint16_t thread;
    Origin origin;
    Role role;
    std::uint32_t tensor = 0; // as Accessor
    Time issued = 0;
    bool covered = false; // by a later write, which alone the async proxy has yet to see
  };
  // A read or an atomic of lanes of one warp.
  struct Other {
    Time time;
    Place place;
    LaneMask lanes;
    Component component;
    std::uint16_t warp;
    Origin origin;
    Role role;
    std::uint8_t width; // as Accessor; 0: a read
    Change change;
    std::uint32_t tensor = 0; // as Accessor
    Time issued = 0;
    bool covered = false; // as Write::covered
    bool modifies() const { return width && change != Change::none; }
  };
  struct Cell {
    std::vector<Write> writes;
    std::vector<Other> others;           // by warp
    std::uint32_t loads = 0, stores = 0; // an atomic counts as a store
    bool atomics = false;                // some of the others may modify it
    bool touched() const { return loads || stores; }
  };
  struct Word {
    Cell whole;
    std::unique_ptr<std::array<Cell, 4>> bytes;
  };
  struct Pair {
    std::array<Word, 2> words;
    bool joined = false; // the first word's cell stands for all eight bytes
  };
  static constexpr std::uint32_t pairs_per_page = 128;
  using Page = std::array<Pair, pairs_per_page>;

  // Races of one access with accesses at one place, collected over its bytes.
  struct Open {
    Participant first, second; // representatives
    FindingKind kind;
    Detail detail;
    std::uint32_t address, size; // the first contiguous part
    std::uint32_t cell;          // where pairs were counted last
    std::uint64_t pairs, most;   // there, and in any cell
  };

  Pair& pair(std::uint32_t index);
  Cell& cell(Pair& pair, std::uint32_t address, std::uint32_t wanted, std::uint32_t& size);
  static void separate(Pair& pair);
  void split(Word& word);
  static Part piece(const Part& part, std::uint32_t offset, std::uint32_t size);
  void touch(Cell& cell, const Accessor& who, LaneMask lanes, std::uint32_t address,
             std::uint32_t size, const Part& part);
  void check_writes(Cell& cell, const Accessor& who, LaneMask lanes, std::uint32_t address,
                    std::uint32_t size, const Part& part);
  void check_others(Cell& cell, const Accessor& who, LaneMask lanes, std::uint32_t address,
                    std::uint32_t size);
  enum class Conflict : std::uint8_t { none, order, race };
  static Conflict conflict(const Accessor& who, const Other& o);
  // An access that came before, by one thread.
  struct Past {
    Origin origin = Origin::thread;
    ThreadId thread = 0;
    Component component = 0;
    Time time = 0, issued = 0;
    std::uint32_t tensor = 0;
  };
  bool knows(const Accessor& who, ThreadId now, const Past& past) const;
  // Of tensor memory, known: the fence that is missing.
  std::optional<Detail> missing_fence(const Accessor& who, ThreadId now, const Past& past) const;
  void check_fences(const Accessor& who, ThreadId now, const Past& past, Role role, Place place,
                    std::uint32_t address, std::uint32_t size);
  void check_map(const Cell& cell, const Accessor& who, LaneMask lanes, std::uint32_t address,
                 std::uint32_t size);
  void note_write(Cell& cell, const Accessor& who, std::uint32_t lane, const Part& part);
  static void note_other(Cell& cell, const Accessor& who, LaneMask lanes);
  // Generic accesses that the lanes know of, and that this one covers or meets by another proxy.
  void check_proxies(Cell& cell, const Accessor& who, LaneMask lanes, std::uint32_t address,
                     std::uint32_t size);
  // Is an access of `role` by `thread` known to a lane, and not fenced as it has to be? The finding
  // of an access that comes now.
  std::optional<Detail> unfenced(const Accessor& who, ThreadId now, Origin origin, ThreadId thread,
                                 Time time, Role role) const;
  // An access that came before.
  struct Earlier {
    std::uint32_t warp = 0;
    LaneMask lanes = 0;
    Origin origin = Origin::thread;
    Time time = 0;
    Role role = Role::none;
    Place place;
  };
  void check_proxy(const Accessor& who, LaneMask lanes, std::uint32_t address, std::uint32_t size,
                   const Earlier& earlier, bool& covered);
  struct Offence {
    ThreadId first = 0, now = 0;
    Role role = Role::none; // of the first
    Place place;            // likewise
    LaneMask lanes = 0;     // those that offend; `now` is one of them
    FindingKind kind = FindingKind::race;
    Detail detail = Detail::none;
  };
  void report(const Accessor& who, const Offence& what, std::uint32_t address, std::uint32_t size);
  void flush();

  Groups& groups_;
  FindingLog& findings_;
  bool proxies_;
  // Of a tensor map that a thread acquired: what it knew then, and what it had released itself.
  struct Acquired {
    Clock known;
    Time released = 0;
  };
  std::map<std::pair<ThreadId, std::uint32_t>, Acquired> acquired_; // by address of the map
  bool (*pipelined_)(std::uint32_t, std::uint32_t);
  std::vector<std::unique_ptr<Page>> pages_;
  std::vector<Open> open_;
  LaneMask unsettled_ = 0;
  std::vector<Place> loads_;
  std::uint64_t touched_ = 0, tests_ = 0;
};

} // namespace heddle::sync
