#include "check/witness/lane_rows.hpp"

#include "core/interpreter/replay.hpp"

#include <algorithm>

namespace heddle::check {

namespace {

constexpr std::int64_t warp_size = 32, row_bytes = 16;

std::int64_t number_of(const core::Index3& thread, const core::Index3& size) {
  return thread[0] + size[0] * (thread[1] + size[1] * thread[2]);
}

std::string text_of(const core::Index3& thread) {
  return "(" + std::to_string(thread[0]) + "," + std::to_string(thread[1]) + "," +
         std::to_string(thread[2]) + ")";
}

} // namespace

// PTX ISA, "Matrix fragments for ldmatrix".
core::Index3 lane_of_row(const protocol::Trace& trace, const Pair& pair, const Witness& witness) {
  const bool first = row_of(pair) == 0;
  const protocol::TraceAccess &row = first ? *pair.a : *pair.b, &other = first ? *pair.b : *pair.a;
  const core::Index3 giver = witness.thread(trace.threads[0]);
  const core::Index3& size = witness.launch().block_dim;
  const std::int64_t number = number_of(giver, size), lane = number % warp_size;
  const std::int64_t bytes = row.access->lane_bytes;
  const std::int64_t from = witness.offset(row), meets = witness.offset(other);
  const std::int64_t end = std::min<std::int64_t>(row_bytes, meets + other.access->size - from);
  std::int64_t found = lane;
  for (std::int64_t at = std::max<std::int64_t>(meets - from, 0); at < end && found == lane; ++at) {
    const std::int64_t part = at / bytes;
    found = bytes == 4 ? 4 * (lane % 8) + part : 4 * part + lane % 8 / 2;
  }
  return core::thread_index(number - lane + found, size);
}

void tell_lane_of_row(const protocol::Trace& trace, const Pair& pair, const Witness& witness,
                      Finding& finding) {
  AccessReport& row = finding.accesses[row_of(pair)];
  const core::Index3 giver = row.thread;
  row.thread = lane_of_row(trace, pair, witness);
  finding.order = "thread " + text_of(giver) +
                  " gives the address of a row of which others of its warp " +
                  (row.access == "read" ? "load" : "store") +
                  " the words; a __syncwarp() between the two accesses would order them";
}

} // namespace heddle::check
