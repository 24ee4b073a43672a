// Counting by groups of lanes, as libraries do it where a block's barriers are made and unmade:
//
//   activemask.b32 mask                       the lanes that happen to be here, perhaps this alone
//   match.any.sync.b64 group, address, mask   those of them that count at the same place
//   brev, bfind: the first lane of it; only it goes on, for all of them:
//   popc.b32 n, group
//   atom.add old, [address], n                or of -n
//
// Which lanes the hardware puts together does not matter: what is added is 1 for each lane, and no
// lane does anything else there. So each lane is run as a group of its own, whose accesses are
// among them all that any grouping has. A countdown goes on behind that:
//
//   setp.ne p, old, n;  @p bra end            only who counts down to zero
//   mbarrier.inval ..                         unmakes the barriers
//   end: ret
#pragma once
#include "ptx/micro.hpp"

#include <map>
#include <set>

namespace heddle::ptx {

struct Counting {
  std::set<Index> masks, matches; // activemask and match of such places, as indices of micros
  // Places of countdowns: the branch that all but the last take, and the atomic operation.
  std::map<Index, Index> last; // branch -> atomic
  std::set<Index> countdowns;  // the atomics
};

Counting find_counting(const Program& program, const Code& code);

} // namespace heddle::ptx
