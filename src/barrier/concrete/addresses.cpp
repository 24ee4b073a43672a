#include "barrier/concrete/addresses.hpp"

#include <algorithm>

namespace heddle::barrier {

std::optional<std::uint32_t> Addresses::page_at(core::interp::Instance instance,
                                                core::ArrayId array, std::int64_t number) {
  const auto [it, inserted] = pages_.try_emplace({instance, number}, used_);
  if (!inserted) return it->second;
  if (used_ + page > limit) {
    pages_.erase(it);
    return std::nullopt;
  }
  ranges_.push_back({used_, static_cast<std::uint32_t>(page), {array, number * page}});
  used_ += static_cast<std::uint32_t>(page);
  return it->second;
}

std::vector<Addresses::Part> Addresses::find(core::interp::Instance instance, core::ArrayId array,
                                             std::int64_t offset, std::uint32_t size) {
  std::vector<Part> parts;
  for (std::int64_t at = offset; at < offset + size;) {
    const std::int64_t number = at >= 0 ? at / page : (at - page + 1) / page;
    const auto begin = page_at(instance, array, number);
    if (!begin) return {};
    const std::int64_t end = std::min(offset + size, (number + 1) * page);
    parts.push_back({*begin + static_cast<std::uint32_t>(at - number * page),
                     static_cast<std::uint32_t>(end - at)});
    at = end;
  }
  return parts;
}

std::optional<ConcreteResult::Cell> ConcreteResult::cell(std::uint32_t address) const {
  const auto after = std::ranges::upper_bound(ranges, address, {}, &Range::begin);
  if (after == ranges.begin()) return std::nullopt;
  const Range& range = *std::prev(after);
  if (address >= range.begin + range.size) return std::nullopt;
  return Cell{range.cell.array, range.cell.offset + (address - range.begin)};
}

} // namespace heddle::barrier
