#include "smt/eval.hpp"
#include "smt/portfolio.hpp"
#include "smt/small/find.hpp"
#include "smt/small/terms.hpp"

#include <algorithm>

namespace heddle::smt {

namespace {

std::int64_t nearest_to_zero(const small::Range& range) {
  const Wide v = std::min(std::max(range.low, Wide{0}), range.high);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(v));
}

} // namespace

// What simplification lost has any value.
bool Portfolio::guess(std::uint64_t work) {
  const auto found = small::find(pool_, {simplified_.assertions, sizes_, question_, work,
                                         !limits_.any_model, limits_.variant});
  if (!found) return false;
  Model images{*found};
  std::vector<Expr> all;
  for (Expr a : atoms_)
    all.push_back(simplified_.image(pool_, a));
  for (Expr image : all)
    for (Expr a : heddle::atoms(image))
      if (!images.values.contains(a))
        images.values[a] = nearest_to_zero(small::range_of_atom(pool_, a));
  Model model;
  for (std::size_t i = 0; i < atoms_.size(); ++i)
    model.values[atoms_[i]] = images.eval(pool_, all[i]);
  return conclude(std::move(model), "guesses");
}

} // namespace heddle::smt
