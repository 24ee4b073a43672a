#include "support/tensor_map.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace heddle {
namespace {

constexpr std::int64_t max_extent = 256; // CUDA Driver API, "Tensor Map Object Management"
constexpr int max_rank = 5;

std::optional<std::int64_t> element_bytes(std::string_view type) {
  static constexpr std::pair<std::string_view, std::int64_t> types[] = {
      {"u8", 1},  {"s8", 1},  {"e4m3", 1}, {"e5m2", 1}, {"u16", 2}, {"f16", 2}, {"bf16", 2},
      {"u32", 4}, {"s32", 4}, {"f32", 4},  {"tf32", 4}, {"u64", 8}, {"s64", 8}, {"f64", 8}};
  const auto* found = std::ranges::find(types, type, [](const auto& entry) { return entry.first; });
  return found == std::end(types) ? std::nullopt : std::optional(found->second);
}

} // namespace

std::optional<std::int64_t> tensor_box_bytes(std::string_view box) {
  const std::size_t last = box.rfind('x');
  if (last == std::string_view::npos) return std::nullopt;
  auto bytes = element_bytes(box.substr(last + 1));
  box = box.substr(0, last);
  for (int rank = 0; bytes; ++rank) {
    const std::size_t end = std::min(box.find('x'), box.size());
    std::int64_t extent = 0;
    const auto [stop, error] = std::from_chars(box.data(), box.data() + end, extent);
    if (error != std::errc() || stop != box.data() + end || rank == max_rank) return std::nullopt;
    if (extent < 1 || extent > max_extent) return std::nullopt;
    *bytes *= extent;
    if (end == box.size()) return bytes;
    box.remove_prefix(end + 1);
  }
  return std::nullopt;
}

} // namespace heddle
