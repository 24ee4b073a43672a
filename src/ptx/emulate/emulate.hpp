// Runs one CTA of a kernel, or those of one cluster, warp by warp, and tells the vector-clock
// engine every synchronization and every access to shared memory (theory.md section 3). No command
// is kept.
#pragma once
#include "ptx/micro.hpp"
#include "sync/engine.hpp"

#include <map>
#include <optional>
#include <variant>

namespace heddle::ptx {

struct Launch {
  std::array<std::uint32_t, 3> block{1, 1, 1};
  std::optional<std::array<std::uint32_t, 3>> grid;
  std::array<std::uint32_t, 3> cta{}; // of a cluster the first
  // CTAs that are run together, as those of one cluster; their warps are numbered one CTA behind
  // the other, by rank.
  std::array<std::uint32_t, 3> cluster{1, 1, 1};
  // By name of the parameter; "name+8": the bytes from 8 on. Bytes: the array it points to.
  std::map<std::string, std::variant<std::int64_t, std::vector<std::uint8_t>>> parameters;
  std::map<std::string, std::int64_t> tensor_maps; // bytes of a box, by name as above
  bool lock_step = false;
  bool strict_aligned = false; // an aligned barrier reached from several places is an error
  bool record_graph = false;
  std::uint64_t max_steps = 0;      // instructions of warps
  std::uint32_t dynamic_shared = 0; // bytes; 0: as much as is used
};

inline std::uint32_t threads_of_block(const Launch& l) {
  return l.block[0] * l.block[1] * l.block[2];
}
inline std::uint32_t blocks_of(const Launch& l) {
  return l.cluster[0] * l.cluster[1] * l.cluster[2];
}
// Where the CTA of this rank is in the grid.
inline std::array<std::uint32_t, 3> block_at(const Launch& l, std::uint32_t rank) {
  const auto& [x, y, z] = l.cluster;
  return {l.cta[0] + rank % x, l.cta[1] + rank / x % y, l.cta[2] + rank / x / y};
}

// Why the run could not go on.
struct Stop {
  std::string reason;
  Index instruction = 0; // in Program::code
  std::vector<Source> sources;
};

struct Run {
  sync::Engine engine;
  std::optional<Stop> stop;
  std::uint64_t steps = 0;
  // What the conditions of branches depended on of which both sides were run. Findings about
  // accesses there have places from Program::code.size() on.
  std::vector<Source> doubts;
  bool used_initial_data = false; // contents of constant or global memory as the file says
  bool used_elect = false, used_activemask = false;
  bool used_tensor_memory = false; // addresses that tcgen05.alloc gave
  bool used_cta_scope = false;     // of orders between CTAs, by what names no scope of a cluster
  bool used_countdown = false; // threads counted down for the last to end the lives of mbarriers
  // A barrier of lanes that the hardware chose was passed; it is taken to order nothing.
  bool open_barrier = false;
  // Unordered atomic accesses: some load was given a value although another is possible.
  bool load_may_differ = false;
  bool racing_writes = false; // some writes race, of unequal values as far as it was looked at
};

// How far to run: to the end, or only until a race of two writes is found.
enum class Until : std::uint8_t { end, racing_writes };

Run emulate(const Program& program, const Slice& slice, const Code& code, const Launch& launch,
            Until until = Until::end);

} // namespace heddle::ptx
