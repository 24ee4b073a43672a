// Operations that a warp of each block of a pair makes together (tcgen05.alloc and .dealloc with
// .cta_group::2): "the first warp to perform the operation could block until the second warp in the
// Peer CTA also performs the operation" (PTX ISA, "Issue Granularity").
#pragma once
#include "core/core.hpp"

#include <string_view>

namespace heddle::core {

// Barrier::text of the meeting of the lanes that allocate begins so.
inline constexpr std::string_view pair_allocation = "tcgen05.alloc.cta_group::2";
// Atomic::op of what is freed.
inline constexpr const char* pair_deallocation = "dealloc";
// .. and of the permit to allocate that is given up.
inline constexpr const char* pair_relinquishment = "relinquish";

// Of a joined kernel: why it is not known that both blocks come to each of these, whatever waits
// for what. They do where no condition that tells the blocks apart is around one, what stands
// before an allocation, or before a permit is given up, waits for nothing but all threads, and
// behind a deallocation nobody is waited for.
std::vector<std::pair<std::string, Loc>> missed_by_pairs(const Kernel& joined);

} // namespace heddle::core
