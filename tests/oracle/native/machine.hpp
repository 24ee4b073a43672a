// Runs a kernel that the host compiler compiled: one fiber per thread, each up to its next barrier
// or warp operation, and a vector clock per thread that says what barriers order. That is a legal
// schedule, so what goes wrong in it is real.
#pragma once
#include "api.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heddle::oracle {

struct NativeLaunch {
  std::array<unsigned, 2> block{1, 1};
  unsigned grid = 1;
  std::vector<int> numbers;   // the kernel's integer parameters
  bool aliased = false;       // every pointer parameter points to one array
  std::uint64_t contents = 0; // seed of the initial content of the arrays; 0: all zero
  bool descending = false;    // order of the threads
  std::map<std::pair<unsigned, std::int64_t>, int> cells; // (pointer parameter, int) -> content
  std::map<std::pair<std::string, std::int64_t>, int> shared_cells; // (array of ints, index)
};

struct NativeError {
  enum class Kind : std::uint8_t { race, divergence } kind = Kind::race;
  std::array<Touch, 2> touches{};
  std::array<unsigned, 2> threads{}, blocks{}; // linear
  std::string place;
};

struct NativeOutcome {
  std::vector<NativeError> errors;
  bool exited_at_barrier = false, same_value = false;
  bool same_bytes = false; // writes of different sizes or places store the same where they overlap
  bool undefined = false;  // the program has no meaning here, or leaves the integers
  bool unfinished = false; // out of steps
  bool valid() const { return !undefined && !unfinished; }
};

constexpr unsigned pointer_parameters = 4;

// `stop_early`: the first error will do.
NativeOutcome run(Entry entry, const NativeLaunch& launch, bool stop_early);
extern const Api machine_api; // to be handed to a compiled file before its kernels run

} // namespace heddle::oracle
