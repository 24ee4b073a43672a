// What a finding says of a race beside its accesses: of which threads it is, and what would order
// them.
#pragma once
#include "check/environment.hpp"
#include "check/pairs.hpp"

namespace heddle::check {

FindingScope scope_of(protocol::PairClass pairs);
bool begins_by_read(const Pair& pair);

// Kind, severity and text of a race with the async proxy.
void note_proxies(const Environment& env, const protocol::Trace& trace, const Pair& pair,
                  Finding& finding);
// Of a block and an access to its shared memory.
std::string missing_cluster_barrier(const Finding& finding);
// The access of the earlier iteration should come first; in one iteration, the write.
std::string missing_order(const Environment& env, const protocol::Trace& trace,
                          const Finding& finding, const smt::Model& model);

} // namespace heddle::check
