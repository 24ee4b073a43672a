// Asynchronous copies as accesses like others (theory.md section 2 knows only barriers).
//
// A copy reads and writes at any time from its issue to the wait that completes its group. Other
// threads cannot tell when, except by barriers: it belongs to every phase in which it may be in
// flight. So its accesses are made where it is issued, and again behind every barrier at which it
// is in flight, under a condition that the thread keeps: variables hold, for each copy of the
// source and each number of groups committed since, whether such a copy is in flight and where to.
// They move on at each commit and are cleared by waits, so that no structure of loops or conditions
// is assumed; what is in flight in an iteration follows from their closed forms.
//
//   copy                              copy.0.flies := true
//     t := read in[4 * i .. +4]       copy.0.at := 4 * i
//     write s[0 .. +4] := ?           t := read in[4 * i .. +4]; write s[0 .. +4] := ?
//   commit copies             ->      copy.1.flies := copy.0.flies; copy.1.at := copy.0.at
//                                     copy.0.flies := false
//   sync block                        sync block
//                                     if copy.1.flies
//                                       t' := read in[copy.1.at .. +4]; write s[0 .. +4] := ?
//   wait for copies but 0             copy.1.flies := false
//
// The thread's own accesses must be apart from its copies in flight: an assertion (core::OwnCopy)
// before each that may not be.
#pragma once
#include "core/core.hpp"

#include <string_view>

namespace heddle::core {

// Before that: what a thread loads from or stores to tensor memory and waits for at once happens
// there; waits that are then for nothing go.
void settle_copies(Kernel& kernel);

// .. and commits and waits that only threads with copies come to become those of all threads, where
// a condition says who they are (copies_hoisted.cpp).
void hoist_groups(Kernel& kernel);

// Mbarrier::text of what tells of the thread's cp.async copies in flight begins so: an arrival or
// an announcement, and right behind it a completion. The accesses of the copies are made once more
// before that, as those of a copy that it reports, and are in flight for nothing else behind it.
inline constexpr std::string_view copies_tell = "cp.async.mbarrier.arrive";

// Rewrites the kernel without AsyncCopy and CopyGroup. Did it have copies?
bool complete_copies(Kernel& kernel);

} // namespace heddle::core
