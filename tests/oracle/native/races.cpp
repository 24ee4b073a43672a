#include "races.hpp"

#include <algorithm>
#include <cstring>

namespace heddle::oracle {

namespace {

constexpr std::size_t global_ints = 2048; // a pointer parameter points to the middle
constexpr std::size_t bucket_bytes = 16;
constexpr std::size_t max_errors = 2000;

std::array<std::array<int, global_ints>, pointer_parameters>& global_memory() {
  alignas(4096) static std::array<std::array<int, global_ints>, pointer_parameters> memory;
  return memory;
}

// The rows that a table of pointers, the third parameter, points to the middle of.
constexpr std::size_t table_rows = 48, table_parameter = 2;
std::array<std::array<int, 128>, table_rows>& row_memory() {
  alignas(4096) static std::array<std::array<int, 128>, table_rows> memory;
  return memory;
}
std::array<int*, table_rows>& row_table() {
  static std::array<int*, table_rows> table;
  return table;
}

// Small ints, for they are indices and bounds, too.
const std::vector<int>& contents(std::uint64_t seed, std::size_t bytes) {
  static std::map<std::uint64_t, std::vector<int>> known;
  std::vector<int>& ints = known[seed];
  while (ints.size() * sizeof(int) < bytes) {
    std::uint64_t mixed = (seed + ints.size() * 977) * 0x9e3779b97f4a7c15u;
    mixed ^= mixed >> 31;
    mixed *= 0x94d049bb133111ebu;
    ints.push_back(static_cast<int>((mixed >> 40) % 6) - 1);
  }
  return ints;
}

} // namespace

Memory::Memory(const NativeLaunch& launch) : launch_(launch) {
  for (unsigned i = 0; i < pointer_parameters; ++i) {
    auto& array = global_memory()[launch.aliased ? 0 : i];
    fill(reinterpret_cast<char*>(array.data()), sizeof array, launch.contents * 64 + i);
    arguments_.pointers[i] = array.data() + global_ints / 2;
    globals_.push_back({reinterpret_cast<char*>(array.data()), sizeof array});
  }
  for (std::size_t i = 0; i < table_rows; ++i) {
    auto& row = row_memory()[i];
    fill(reinterpret_cast<char*>(row.data()), sizeof row, launch.contents * 64 + 8 + i);
    globals_.push_back({reinterpret_cast<char*>(row.data()), sizeof row});
    row_table()[i] = row.data() + row.size() / 2;
  }
  globals_.push_back({reinterpret_cast<char*>(row_table().data()), sizeof row_table()});
  arguments_.pointers[table_parameter] = row_table().data() + table_rows / 2;
  for (std::size_t i = 0; i < launch.numbers.size(); ++i)
    arguments_.numbers[i] = launch.numbers[i];
  for (const auto& [cell, value] : launch.cells) {
    const auto at = static_cast<std::int64_t>(global_ints / 2) + cell.second;
    if (at >= 0 && at < static_cast<std::int64_t>(global_ints))
      global_memory()[launch.aliased ? 0 : cell.first][static_cast<std::size_t>(at)] = value;
  }
}

void Memory::fill(char* place, std::size_t size, std::uint64_t seed) const {
  if (launch_.contents == 0)
    std::memset(place, 0, size);
  else
    std::memcpy(place, contents(seed, size).data(), size);
}

void Memory::begin_block(unsigned block) {
  block_ = block;
  shared_.clear();
}

void Memory::share(char* place, std::size_t size, const std::string& name) {
  const auto known = [&](const Range& r) { return r.begin == place; };
  if (std::ranges::any_of(shared_, known)) return;
  fill(place, size, launch_.contents * 64 + 16 + block_);
  for (const auto& [cell, value] : launch_.shared_cells) {
    const auto at = static_cast<std::size_t>(cell.second) * sizeof value;
    if (cell.first == name && cell.second >= 0 && at < size)
      std::memcpy(place + at, &value, sizeof value);
  }
  shared_.push_back({place, size});
}

bool Memory::contains(const char* place, std::size_t size) const {
  const auto holds = [&](const Range& r) {
    return r.begin <= place && place + size <= r.begin + r.size;
  };
  return std::ranges::any_of(shared_, holds) || std::ranges::any_of(globals_, holds);
}

bool Memory::is_shared(const char* place) const {
  return std::ranges::any_of(
      shared_, [&](const Range& r) { return r.begin <= place && place < r.begin + r.size; });
}

void RaceLog::begin_block(unsigned threads) {
  settle();
  for (auto& [bucket, accesses] : log_)
    std::erase_if(accesses, [](const Access& a) { return a.is_shared; });
  clocks_.assign(threads, std::vector<unsigned>(threads, 0));
  for (unsigned t = 0; t < threads; ++t)
    clocks_[t][t] = 1;
}

void RaceLog::touch(const Access& access) {
  settle();
  last_ = access;
  last_.epoch = clocks_[access.thread][access.thread];
  pending_ = true;
}

void RaceLog::settle() {
  if (!pending_) return;
  pending_ = false;
  if (last_.kind == Touch::write)
    std::memcpy(last_.value.data(), last_.place, std::min<std::size_t>(last_.size, 16));
  const auto first = reinterpret_cast<std::uintptr_t>(last_.place) / bucket_bytes;
  const auto end = (reinterpret_cast<std::uintptr_t>(last_.place) + last_.size - 1) / bucket_bytes;
  for (auto bucket = first; bucket <= end; ++bucket)
    enter(last_, bucket);
}

void RaceLog::enter(const Access& access, std::uintptr_t bucket) {
  auto& accesses = log_[bucket];
  if (std::ranges::find(accesses, access) != accesses.end()) return;
  for (const Access& earlier : accesses)
    compare(earlier, access);
  accesses.push_back(access);
}

bool RaceLog::is_ordered(const Access& earlier, const Access& later) const {
  if (earlier.block != later.block) return false;
  return earlier.thread == later.thread || clocks_[later.thread][earlier.thread] >= earlier.epoch;
}

void RaceLog::compare(const Access& a, const Access& b) {
  if (a.place + a.size <= b.place || b.place + b.size <= a.place || is_ordered(a, b)) return;
  if (a.kind == Touch::read && b.kind == Touch::read) return;
  if (a.kind == Touch::atomic && b.kind == Touch::atomic) return;
  if (a.kind == Touch::write && b.kind == Touch::write) {
    const char* begin = std::max(a.place, b.place);
    const char* end = std::min(a.place + std::min(a.size, 16u), b.place + std::min(b.size, 16u));
    const auto same = end > begin && std::memcmp(a.value.data() + (begin - a.place),
                                                 b.value.data() + (begin - b.place),
                                                 static_cast<std::size_t>(end - begin)) == 0;
    if (same) {
      outcome_.same_value = true;
      outcome_.same_bytes |= a.place != b.place || a.size != b.size;
      return;
    }
  }
  if (outcome_.errors.size() >= max_errors) return;
  outcome_.errors.push_back({NativeError::Kind::race,
                             {a.kind, b.kind},
                             {a.thread, b.thread},
                             {a.block, b.block},
                             a.is_shared ? "shared" : "global"});
}

void RaceLog::order(const std::vector<unsigned>& threads) {
  std::vector<unsigned> joined(clocks_.size(), 0);
  for (unsigned t : threads)
    for (std::size_t i = 0; i < joined.size(); ++i)
      joined[i] = std::max(joined[i], clocks_[t][i]);
  for (unsigned t : threads) {
    clocks_[t] = joined;
    ++clocks_[t][t];
  }
}

} // namespace heddle::oracle
