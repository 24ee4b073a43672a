// Short ways to drive an engine from a test.
#pragma once
#include "sync/engine.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>

namespace heddle::sync {

constexpr LaneMask all_lanes = ~LaneMask{0};

inline Lanes warp(std::uint32_t w, LaneMask lanes = all_lanes) { return {w, lanes}; }

inline Registration at(std::uint32_t id, std::optional<std::uint32_t> count, std::uint32_t pc,
                       bool aligned = true) {
  return {id, count, aligned, {pc}};
}

// Every lane touches base + stride * lane.
inline Unsettled touch(Engine& e, Access kind, Lanes who, std::uint32_t base, std::uint32_t stride,
                       std::uint32_t pc, Value value = {}, std::uint32_t size = 4,
                       Change change = Change::some) {
  std::array<std::uint32_t, 32> addresses;
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    addresses[lane] = base + stride * lane;
  const std::vector<Value> values(32, value);
  return e.access({who, kind, addresses, size, 1, values, {pc}, change});
}

inline const Finding* find(const Engine& e, FindingKind kind) {
  const auto& all = e.findings();
  const auto it = std::ranges::find_if(all, [&](const Finding& f) { return f.kind == kind; });
  return it == all.end() ? nullptr : &*it;
}

inline std::size_t count(const Engine& e, FindingKind kind) {
  return static_cast<std::size_t>(
      std::ranges::count_if(e.findings(), [&](const Finding& f) { return f.kind == kind; }));
}

// The only finding, of this kind.
#define EXPECT_ONLY(engine, what)                                                                  \
  ASSERT_EQ((engine).findings().size(), 1u);                                                       \
  EXPECT_EQ((engine).findings()[0].kind, what)

} // namespace heddle::sync
