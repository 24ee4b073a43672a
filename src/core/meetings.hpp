// Instructions that all lanes of a warp, or all threads of a warpgroup, must make together, and
// that order nothing between them (PTX ISA: ".sync.aligned" of wgmma, tcgen05, setmaxnreg):
// barriers of Scope::thread whose group_size says who comes. Whether they do is asked as of other
// barriers.
#pragma once
#include "core/core.hpp"

namespace heddle::core {

inline constexpr unsigned lanes_of_warp = 32, threads_of_warpgroup = 128;

inline Barrier meeting(unsigned threads, std::string text) {
  return {Scope::thread, nullptr, threads, std::move(text)};
}

// Of a barrier in core or of another form: as many threads as come to such a meeting; 0: it is
// none.
template <class AnyBarrier> unsigned threads_of_meeting(const AnyBarrier& b) {
  return b.scope == Scope::thread && b.group_size >= lanes_of_warp ? b.group_size : 0;
}

} // namespace heddle::core
