// A machine with an async proxy, for the oracle of proxy fences. It knows nothing of clocks: it has
// two views of memory, runs every interleaving of a small program, and delays what it may.
//
// PTX ISA, "Memory Consistency Model", Proxies and Causality Order: accesses of threads and of the
// async proxy (cp.async.bulk and the like) to one place are ordered only if a proxy fence lies on
// the path of synchronization between them. So what a thread does becomes visible to the async
// proxy no sooner than a thread that has observed it fences; until then a write may be missing in
// what the async proxy reads, or land on top of what it writes, and a read may see what it writes.
// What the async proxy itself did is visible to whoever observes its completion ("Async proxy": the
// completion has an implicit fence). cp.async that is not bulk is generic.
#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace heddle::sync::proxies {

enum class Kind : std::uint8_t {
  read,
  write,
  copy_in, // cp.async and a wait for it: a write
  fence,
  sync,       // all threads
  warp_sync,  // all lanes of the warp
  arrive,     // at mbarrier `id`
  wait,       // for its only phase
  bulk_read,  // a bulk store's read, and a wait for its group
  bulk_write, // a bulk load that reports to mbarrier `id`, at which the thread arrives
};

struct Op {
  Kind kind = Kind::read;
  int place = 0; // of memory
  int id = 0;
  bool operator==(const Op&) const = default;
};

struct Program {
  int warp_size = 1;
  std::vector<int> expected; // arrivals, by mbarrier
  std::vector<std::vector<Op>> threads;
};
std::string print(const Program& program);

// What may go wrong at a place.
enum class Wrong : std::uint8_t {
  unfenced,   // the async proxy misses a write, or is overwritten by one
  late,       // .. if a fence counts for what its own thread did alone
  overwritten // a read sees what the async proxy writes later
};
struct Outcome {
  bool finishes = true;   // in all interleavings
  std::size_t states = 0; // that were visited
  std::set<std::pair<int, Wrong>> wrong;
};
// All interleavings; Outcome::states > max_states: given up.
Outcome explore(const Program& program, std::size_t max_states);

} // namespace heddle::sync::proxies
