// ldmatrix and stmatrix: a row is told as an access of the lane that gives its address, and its
// words are those of other lanes, too (core::Kernel::lane_rows). Within the warp pairs are told
// apart (PairClass::lane_rows); for everybody else the one lane stands for all of them. That is
// right as long as what orders its access comes behind a meeting of the warp, or is of all lanes:
// the instruction itself "does not order memory" (docs/orders.md).
#pragma once
#include "protocol/protocol.hpp"

#include <functional>
#include <set>

namespace heddle::protocol {

// Operations by which some lanes of a warp may tell others of rows that the other lanes have not
// loaded or stored: an arrival, a fence or a release under a condition that tells lanes apart, with
// no barrier of the warp between the rows and it. `tells_lanes_apart`: of a condition.
std::set<const Node*> told_by_some_lanes(const Protocol& protocol,
                                         const std::function<bool(Expr)>& tells_lanes_apart);

} // namespace heddle::protocol
