#include "protocol/infer/infer_align.hpp"

#include "protocol/loops.hpp"

#include <algorithm>
#include <unordered_map>

namespace heddle::protocol {

namespace {

constexpr std::int64_t max_align = max_assumed_alignment;

// A power of two, max_align at most, that divides `e` as it stands (machine words wrap at multiples
// of it).
std::int64_t known_factor(Expr e) {
  if (const auto c = constant_value(e)) return *c == 0 ? max_align : std::min(*c & -*c, max_align);
  const auto of = [&](std::size_t i) { return known_factor(e->args[i]); };
  switch (e->op) {
  case Op::add:
  case Op::sub:
    return std::min(of(0), of(1));
  case Op::mul:
    return std::min(of(0) * of(1), max_align);
  case Op::cast:
    return e->args[0]->type.is_int() ? of(0) : 1;
  case Op::ite:
    return std::min(of(1), of(2));
  default:
    return 1;
  }
}

// Takes several values in every launch of more than one thread, block or iteration.
bool varies(const Pool& pool, Expr symbol) {
  if (symbol->op != Op::symbol) return false;
  const Role role = pool.symbol(symbol).role;
  return role == Role::thread_index || role == Role::block_index || role == Role::binder;
}

// The part of an offset that the numbers of thread, block and iteration alone decide.
class Place {
public:
  Place(Pool& pool, Expr offset, std::int64_t align) : pool_(pool) {
    Linear sum = linear_in_low_bits(offset);
    std::erase_if(sum.terms, [&](const auto& term) {
      return known_factor(term.first) * (term.second & -term.second) % align == 0;
    });
    for (const auto& [leaf, factor] : sum.terms) {
      const std::vector<Expr> inside = atoms(leaf);
      if (!std::ranges::all_of(inside, [&](Expr a) { return varies(pool_, a); })) continue;
      terms_.emplace_back(leaf, factor);
      for (Expr a : inside)
        if (std::ranges::find(symbols_, a) == symbols_.end()) symbols_.push_back(a);
    }
    for (const auto& [leaf, factor] : sum.terms)
      alone_ =
          alone_ && (std::ranges::count(terms_, std::pair{leaf, factor}) > 0 || is_apart(leaf));
  }

  // What is left of `align` when the other parts are whatever they are: the difference between any
  // two places is a multiple of it, as far as a sample of them shows.
  std::int64_t common(std::int64_t align) {
    if (!alone_ || terms_.empty() || symbols_.size() > max_symbols) return align;
    const auto first = at(std::vector<std::int64_t>(symbols_.size(), 0));
    const auto meet = [&](const std::vector<std::int64_t>& values) {
      const auto here = at(values);
      while (first && here && align > 1 && (*here - *first) % align != 0)
        align /= 2;
    };
    std::vector<std::int64_t> values(symbols_.size(), 0);
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
      for (values[i] = 1; values[i] <= last(symbols_[i]); ++values[i])
        meet(values);
      values[i] = 0;
    }
    for (std::int64_t round = 1; round <= mixed_samples; ++round) {
      for (std::size_t i = 0; i < symbols_.size(); ++i)
        values[i] = round * (2 * static_cast<std::int64_t>(i) + 7) % (last(symbols_[i]) + 1);
      meet(values);
    }
    return align;
  }

private:
  static constexpr std::size_t max_symbols = 6;
  static constexpr std::int64_t max_value = 32, mixed_samples = 32;

  // Has one value wherever the symbols of the part are counted up.
  bool is_apart(Expr leaf) const {
    return std::ranges::all_of(atoms(leaf), [&](Expr a) {
      if (a->op == Op::symbol) return std::ranges::find(symbols_, a) == symbols_.end();
      const Function& f = pool_.function(a);
      return f.flavour == Flavour::pure || f.flavour == Flavour::load || f.sharing >= Scope::block;
    });
  }

  std::int64_t last(Expr symbol) const {
    return std::clamp<std::int64_t>(interval(pool_, symbol).high.value_or(max_value), 0, max_value);
  }

  std::optional<std::int64_t> at(const std::vector<std::int64_t>& values) {
    Pool::Memo memo;
    std::int64_t sum = 0;
    for (const auto& [leaf, factor] : terms_) {
      Expr value = pool_.substitute(
          leaf,
          [&](Expr x) -> Expr {
            const auto found = std::ranges::find(symbols_, x);
            if (found == symbols_.end()) return nullptr;
            return pool_.constant(values[static_cast<std::size_t>(found - symbols_.begin())],
                                  x->type);
          },
          memo);
      const auto constant = constant_value(value);
      if (!constant) return std::nullopt;
      sum += *constant % max_align * (factor % max_align);
    }
    return sum;
  }

  Pool& pool_;
  std::vector<std::pair<Expr, std::int64_t>> terms_;
  std::vector<Expr> symbols_; // that vary, in those terms
  bool alone_ = true;         // the other terms do not change with these symbols
};

} // namespace

Alignment assumed_alignment(Pool& pool, Expr offset, std::int64_t align) {
  if (known_factor(offset) % align == 0) return {};
  const std::int64_t common = Place(pool, offset, align).common(align);
  return {known_factor(offset) % common == 0 ? 1 : common, common < align};
}

} // namespace heddle::protocol
