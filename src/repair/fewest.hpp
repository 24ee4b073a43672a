// From barriers everywhere to few: a least set with which the checker verifies, dear ones given up
// first. QuickXplain (Junker, "QuickXPlain: Preferred Explanations and Relaxations for
// Over-Constrained Problems", 2004), where more barriers order more. About k log(n / k) questions
// for k of n.
#pragma once
#include "repair/clauses.hpp"

#include <functional>
#include <vector>

namespace heddle::repair {

// `all`: the dearest first; `is_right` of all of them. What is returned was found right; after
// `is_over` it may have more than is needed.
Placement fewest(const std::vector<ChoiceId>& all,
                 const std::function<bool(const Placement&)>& is_right,
                 const std::function<bool()>& is_over);

} // namespace heddle::repair
