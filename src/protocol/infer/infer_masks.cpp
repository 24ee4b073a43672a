#include "protocol/infer/infer_masks.hpp"

#include <algorithm>
#include <bit>

namespace heddle::protocol {

namespace {

constexpr std::size_t max_cases = 32; // a mask for each lane

class Cases {
public:
  explicit Cases(Pool& pool) : pool_(pool) {}

  std::vector<MaskCase> of(Expr e, unsigned depth = 0) {
    constexpr unsigned max_depth = 20;
    if (const auto c = constant_value(e)) return {{pool_.boolean(true), *c}};
    if (!e->type.is_int() || depth > max_depth) return {};
    if (e->op == Op::ite) return chosen(e, depth);
    if (auto found = masked_bits(e); !found.empty()) return found;
    if (auto found = in_range(e); !found.empty()) return found;
    return computed(e, depth);
  }

private:
  std::vector<MaskCase> chosen(Expr e, unsigned depth) {
    std::vector<MaskCase> cases = of(e->args[1], depth + 1), others = of(e->args[2], depth + 1);
    if (cases.empty() || others.empty()) return {};
    std::vector<MaskCase> found;
    for (const MaskCase& c : cases)
      add(found, pool_.logical_and(e->args[0], c.cond), c.mask);
    for (const MaskCase& c : others)
      add(found, pool_.logical_and(pool_.logical_not(e->args[0]), c.cond), c.mask);
    return bounded(std::move(found));
  }

  // x & 24: 0, 8, 16 or 24
  std::vector<MaskCase> masked_bits(Expr e) {
    if (e->op != Op::bit_and) return {};
    const auto bits = constant_value(e->args[1]);
    if (!bits || *bits < 0 ||
        std::size_t{1} << std::min(std::popcount(static_cast<std::uint64_t>(*bits)), 20) >
            max_cases)
      return {};
    std::vector<MaskCase> found;
    for (std::int64_t part = *bits;; part = (part - 1) & *bits) {
      add(found, pool_.eq(e, pool_.constant(part, e->type)), part);
      if (part == 0) return found;
    }
  }

  std::vector<MaskCase> in_range(Expr e) {
    const Interval range = interval(pool_, e);
    constexpr auto most = static_cast<std::int64_t>(max_cases);
    if (!range.low || !range.high || *range.low < -most || *range.high >= most) return {};
    std::vector<MaskCase> found;
    for (std::int64_t v = *range.low; v <= *range.high; ++v)
      add(found, pool_.eq(e, pool_.constant(v, e->type)), v);
    return bounded(std::move(found));
  }

  // An operator whose operands take few values.
  std::vector<MaskCase> computed(Expr e, unsigned depth) {
    if (e->args.empty() || e->args.size() > 2 || e->op == Op::apply) return {};
    std::vector<MaskCase> found;
    const std::vector<MaskCase> first = of(e->args[0], depth + 1);
    const bool binary = e->args.size() == 2;
    const std::vector<MaskCase> second = first.empty() || !binary
                                             ? std::vector<MaskCase>{{pool_.boolean(true), 0}}
                                             : of(e->args[1], depth + 1);
    for (const MaskCase& a : first)
      for (const MaskCase& b : second) {
        std::vector<Expr> args{pool_.constant(a.mask, e->args[0]->type)};
        if (binary) args.push_back(pool_.constant(b.mask, e->args[1]->type));
        const auto value = constant_value(pool_.rebuild(e->op, e->type, e->value, std::move(args)));
        if (!value) return {};
        add(found, pool_.logical_and(a.cond, b.cond), *value);
      }
    return bounded(std::move(found));
  }

  void add(std::vector<MaskCase>& cases, Expr cond, std::int64_t mask) {
    if (is_false(cond)) return;
    const auto same = std::ranges::find(cases, mask, &MaskCase::mask);
    if (same == cases.end())
      cases.push_back({cond, mask});
    else
      same->cond = pool_.logical_or(same->cond, cond);
  }

  static std::vector<MaskCase> bounded(std::vector<MaskCase> cases) {
    if (cases.size() > max_cases) cases.clear();
    return cases;
  }

  Pool& pool_;
};

} // namespace

std::vector<MaskCase> mask_cases(Pool& pool, Expr mask) { return Cases(pool).of(mask); }

} // namespace heddle::protocol
