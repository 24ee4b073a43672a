// What is asked about a block whose threads meet at named barriers: is it well-synchronized, for
// all trip counts, and which accesses may meet? (theory.md section 4, steps 5 and 7.)
#pragma once
#include "barrier/analysis/analysis.hpp"
#include "barrier/extract/extract.hpp"
#include "protocol/align/align.hpp"

namespace heddle::barrier {

// One case of the kernel, with its analysis.
struct Case {
  Extracted extracted;
  std::unique_ptr<Analysis> analysis;
  std::unique_ptr<NestedAnalysis> nested; // instead, when the skeleton is nested
  bool well_synchronized = false;         // proved, for all n that can be
  // The skeleton that was analysed, where waits for matrix products are barriers (products.hpp).
  std::optional<Skeleton> products = std::nullopt;
};

struct Block {
  std::vector<Case> cases;
  protocol::BlockCrosses crosses; // of the cases that are well-synchronized
  std::vector<std::pair<std::string, Loc>> unknowns;
};

Block analyse(const protocol::Protocol& protocol, const Prover& prover);

// "The skeleton is not well-synchronized at its parameter", over the protocol's expressions.
Expr bad(Pool& pool, const Case& c);
// Nested: the outer loop makes as many iterations as there are entries, or more, and the inner
// loops so many in these.
Expr outer_loop_is(Pool& pool, const Case& c, const std::vector<std::int64_t>& trips,
                   bool or_longer);
// .. and its parameter is `n`.
Expr parameter_is(Pool& pool, const Case& c, std::int64_t n);
// .. is `n` or more.
Expr parameter_from(Pool& pool, const Case& c, std::int64_t n);

} // namespace heddle::barrier
