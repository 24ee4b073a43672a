// What an index relies on where no launch is seen, the elements of grids, and arguments that choose
// what a kernel does.
#include "check/witness/candidates.hpp"

#include "core/visit.hpp"

#include <algorithm>

namespace heddle::check {

namespace {

// Does it write to memory that other threads have?
bool writes(const core::Kernel& kernel, const core::Block& block) {
  bool found = false;
  core::for_each_statement(block, [&](const core::Stmt& s) {
    const auto* write = std::get_if<core::Write>(&s.node);
    found = found || std::holds_alternative<core::Atomic>(s.node) ||
            (write && kernel.arrays.at(write->array).space != core::Space::local);
  });
  return found;
}

// What is compared with a constant, and it; nullptr: something else is said.
std::pair<Expr, std::int64_t> compared(Expr e) {
  if (e->op == Op::logical_not) return compared(e->args.front());
  if (e->op == Op::symbol && !e->type.is_int()) return {e, 0};
  if (e->op != Op::eq) return {nullptr, 0};
  for (const std::size_t i : {0U, 1U})
    if (const auto c = constant_value(e->args[i])) return {below_casts(e->args[1 - i]), *c};
  return {nullptr, 0};
}

} // namespace

// Blocks are no wider than their tiles; what is compared with an unsigned number, or added to one,
// is not negative; what divides, and what multiplies beside it, is positive.
std::vector<std::string> Candidates::base() const {
  std::vector<std::string> found;
  for (const Size& size : sizes_)
    if (!size.is_dimension && maybe_zero(size.e) && size.e->type.is_signed) {
      if (divisors_.contains(size.e) || (strides_.contains(size.e) && divides_threads()))
        found.push_back(size.name + " > 0");
      else if (unsigned_.contains(size.e))
        found.push_back(size.name + " >= 0");
    }
  for (const char axis : {'x', 'y', 'z'}) {
    const auto size = std::ranges::find(sizes_, std::string("blockDim.") + axis, &Size::name);
    std::int64_t least = 0;
    for (const auto& [along, columns] : block_tiles_)
      if (along == axis && (least == 0 || columns < least)) least = columns;
    if (size != sizes_.end() && least > 0 && !leaves_no_warp(*size, least))
      found.push_back(size->name + " <= " + std::to_string(least));
  }
  return found;
}

// Threads are told that they lie within `n`, and are taken for cells of rows, perhaps in planes: so
// many of them.
void Candidates::grids(std::vector<Ladder>& to) const {
  const auto is_factor = [&](const Size& s) {
    return rows_.contains(s.e) || strides_.contains(s.e) || divisors_.contains(s.e);
  };
  each_two([&](const Size& row, const Size& other) {
    const bool is_twice = divisors_.contains(other.e) && &other < &row; // once is enough
    if (!divisors_.contains(row.e) || !is_factor(other) || is_twice) return;
    for (std::size_t i = 0; i < std::min(parameters_, most_related); ++i) {
      const Size& end = sizes_[i];
      if (&end == &row || &end == &other || !is_end(end)) continue;
      const std::string cells = end.name + " <= " + row.name + " * " + other.name;
      Ladder ladder{Reach::narrows, {cells}};
      for (std::size_t k = 0; k < std::min(parameters_, most_related); ++k)
        if (const Size& third = sizes_[k]; &third != &row && &third != &other && &third != &end &&
                                           divisors_.contains(other.e) && is_factor(third))
          ladder.rungs.push_back(cells + " * " + third.name);
      to.push_back(std::move(ladder));
    }
  });
}

// Is it compared with constants alone, or a truth value, as what chooses one of several ways?
bool Candidates::is_choice(Expr parameter) const {
  std::unordered_set<Expr> seen;
  std::vector<Expr> work = used_;
  while (!work.empty()) {
    const Expr e = work.back();
    work.pop_back();
    if (!seen.insert(e).second || compared(e).first == parameter) continue;
    const bool is_formula = e->op == Op::logical_and || e->op == Op::logical_or;
    if (!is_formula && std::ranges::find(e->args, parameter) != e->args.end()) return false;
    work.insert(work.end(), e->args.begin(), e->args.end());
  }
  return true;
}

// Of one that is the same for both threads, and open; empty: it is none.
std::string Candidates::name_of_parameter(Expr e) const {
  for (const core::Parameter& p : env_.kernel.params)
    if (p.symbol && pool_.symbol_ref(*p.symbol) == e && !p.name.starts_with("host:") && is_open(e))
      return p.name;
  return "";
}

// Of an argument that chooses between ways to write: that it never chooses this one, rather than
// that it always chooses another.
std::vector<Hint> Candidates::choices() const {
  std::vector<Hint> others, own;
  core::for_each_statement(env_.kernel.body, [&](const core::Stmt& s) {
    const auto* branch = std::get_if<core::If>(&s.node);
    if (!branch || own.size() >= most_related) return;
    const auto [chosen, value] = compared(branch->cond);
    const std::string name = chosen ? name_of_parameter(chosen) : "";
    if (name.empty() || !is_choice(chosen)) return;
    if (!writes(env_.kernel, branch->then_block) || !writes(env_.kernel, branch->else_block))
      return;
    others.push_back({name + " != " + std::to_string(value), Reach::plain});
    own.push_back({name + " == " + std::to_string(value), Reach::plain});
  });
  others.insert(others.end(), own.begin(), own.end());
  return others;
}

} // namespace heddle::check
