// The oracle: small programs, and what all their interleavings do. Knows nothing of clocks and
// shares no code with src/sync (only its Access kinds, to speak of the same thing).
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace heddle::sync::oracle {

enum class Kind : std::uint8_t {
  read,  // memory[address .. +size]
  write, // .. := value
  atomic,
  arrive, // named barrier id; count 0: all threads
  sync,
  warp_sync, // all lanes of the warp
  mb_arrive, // mbarrier id; bytes > 0: expect them first
  mb_drop,
  mb_expect,   // bytes
  mb_wait,     // parity = value
  mb_wait_for, // the phase of this thread's last arrival there
  bulk,        // forks: write memory, then complete `bytes` at mbarrier id
  copy,        // forks: write memory
  commit,
  copy_wait,   // at most `value` committed groups unfinished
  copy_arrive, // forks: when all earlier copies are done, arrive at mbarrier id
  exit,
};

struct Op {
  Kind kind = Kind::read;
  int id = 0, count = 0, value = 0, bytes = 0, address = 0, size = 4;
  bool operator==(const Op&) const = default;
};

struct Program {
  int warp_size = 1;
  std::vector<std::vector<Op>> threads; // each ends with exit
  int named = 0;
  std::vector<int> mbarriers; // expected arrivals
};

std::string print(const Program& program);

// Two threads meet at overlapping bytes; copies count as their thread.
struct Meeting {
  int a = 0, b = 0; // a <= b
  int byte = 0;     // the first that they share
  auto operator<=>(const Meeting&) const = default;
};

struct Verdict {
  bool decided = true;            // false: too many states
  std::string wrong;              // empty: well-synchronized
  std::set<Meeting> harmful, any; // only where well-synchronized
};

// Runs every interleaving. Well-synchronized: none of them deadlocks, leaves registrations behind,
// registers with different counts, arrives too often; and every operation belongs to the same
// generation or phase in all of them. A race: two conflicting accesses that can both be next.
Verdict explore(const Program& program, std::size_t max_states);

} // namespace heddle::sync::oracle
