// The public interface to compiled kernels: run one block of a PTX kernel, and know of every order
// in which its threads may run whether it is safe.
#pragma once
#include "heddle/heddle.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

// What a user may choose for `heddle ptx`.
struct PtxOptions {
  std::vector<std::string> kernels;                 // --kernel; empty: all of the file
  std::optional<std::array<std::int64_t, 3>> block; // --block; unset: .reqntid, .maxntid
  std::optional<std::array<std::int64_t, 3>> grid;  // --grid; unset: not known
  std::array<std::int64_t, 3> cta{0, 0, 0};         // --cta: which block runs
  std::map<std::string, std::string> params;        // --param name=value or name=@file
  bool warp_sync = false;                           // --warp-sync
  bool strict_writes = false;                       // --strict-writes
  bool strict_aligned = false;                      // --strict-aligned
  bool strict_proxy = false;                        // --strict-proxy
  std::uint64_t max_steps = 1'000'000'000;          // --steps: instructions of warps
  std::uint32_t shared_bytes = 0;                   // --shared: size of dynamic shared memory
  bool stats = false;                               // --stats
  bool ask = false; // --questions: a block size that is not known is one, not an error
  enum class Graph { none, dot, svg } graph = Graph::none; // --graph: KernelResult::graph
};

// Checks the kernels of one file. Never throws for bad input: errors are messages.
CheckResult check_ptx_file(const std::string& path, const PtxOptions& options);

} // namespace heddle
