#include "protocol/infer/infer_counts.hpp"

#include "protocol/protocol.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

constexpr unsigned word = 32;

bool is_word(Expr e) { return e->type.is_int() && e->type.width == word; }

// The same bits.
Expr bits(Expr e) {
  while (e->op == Op::cast && is_word(e->args[0]))
    e = e->args[0];
  return e;
}

std::optional<std::uint32_t> constant_bits(Expr e) {
  const auto c = constant_value(bits(e));
  return c && is_word(e) ? std::optional(static_cast<std::uint32_t>(*c)) : std::nullopt;
}

// All bits of a word from a place on, or all before it.
struct Part {
  Expr place; // i32, from 0 to 32
  bool above = false;
};

class Parts {
public:
  explicit Parts(Pool& pool) : pool_(pool) {}

  std::optional<Part> of(Expr e) {
    e = bits(e);
    if (!is_word(e)) return std::nullopt;
    if (e->op == Op::bit_not || (e->op == Op::bit_xor && constant_bits(e->args[1]) == all) ||
        (e->op == Op::bit_xor && constant_bits(e->args[0]) == all)) {
      const bool second = e->op == Op::bit_xor && constant_bits(e->args[0]) == all;
      auto part = of(e->args[second ? 1 : 0]);
      if (part) part->above = !part->above;
      return part;
    }
    if (e->op == Op::ite) return chosen(e);
    if (e->op == Op::shl) return shifted_up(e);
    if (e->op == Op::shr) return shifted_down(e);
    if (e->op == Op::sub && constant_bits(e->args[1]) == 1U) return before(e->args[0]);
    if (e->op == Op::add)
      for (const std::size_t i : {0, 1})
        if (constant_bits(e->args[i]) == all) return before(e->args[1 - i]);
    return std::nullopt;
  }

  Expr place(Expr shift, std::int64_t plus) {
    return pool_.add(pool_.cast(shift, Type::i32()), number(plus));
  }
  // From 0 to `high`?
  bool within(Expr e, std::int64_t high) const {
    const Interval range = interval(pool_, e);
    return range.low && *range.low >= 0 && range.high && *range.high <= high;
  }
  Expr number(std::int64_t n) { return pool_.constant(n, Type::i32()); }

private:
  static constexpr std::uint32_t all = 0xffffffffU;

  // c ? (2 << k) - 1 : (1 << k) - 1
  std::optional<Part> chosen(Expr e) {
    const auto a = of(e->args[1]), b = of(e->args[2]);
    if (!a || !b || a->above != b->above) return std::nullopt;
    return Part{pool_.ite(e->args[0], a->place, b->place), a->above};
  }
  // (1 << k) - 1, (2 << k) - 1
  std::optional<Part> before(Expr bit) {
    bit = bits(bit);
    if (bit->op != Op::shl || !within(bit->args[1], word - 1)) return std::nullopt;
    const auto one = constant_bits(bit->args[0]);
    if (one == 1U) return Part{place(bit->args[1], 0)};
    if (one == 2U) return Part{place(bit->args[1], 1)};
    return std::nullopt;
  }
  // ~0 << k, ~1 << k
  std::optional<Part> shifted_up(Expr e) {
    if (!within(e->args[1], word - 1)) return std::nullopt;
    const auto from = constant_bits(e->args[0]);
    if (from == all) return Part{place(e->args[1], 0), true};
    if (from == all - 1) return Part{place(e->args[1], 1), true};
    return std::nullopt;
  }
  // ~0u >> k: a shift by 32 leaves nothing
  std::optional<Part> shifted_down(Expr e) {
    if (e->type.is_signed || !within(e->args[1], word)) return std::nullopt;
    if (constant_bits(e->args[0]) != all) return std::nullopt;
    return Part{pool_.sub(number(word), pool_.cast(e->args[1], Type::i32()))};
  }

  Pool& pool_;
};

// The operands of a chain of `&`.
void factors(Expr e, std::vector<Expr>& found) {
  e = bits(e);
  if (e->op != Op::bit_and) return found.push_back(e);
  for (Expr a : e->args)
    factors(a, found);
}

} // namespace

Expr counted_below(Pool& pool, Expr e) {
  if (e->args.size() != 1 || !is_word(e->args[0])) return nullptr;
  Parts parts(pool);
  std::vector<Expr> all;
  factors(e->args[0], all);
  std::optional<Part> part;
  for (std::size_t i = 0; i < all.size() && !part; ++i)
    if ((part = parts.of(all[i]))) all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
  Expr x = nullptr;
  for (Expr f : all) {
    f = pool.cast(f, Type::u32());
    x = x ? pool.bit_and(x, f) : f;
  }
  // x << 32 - k and x >> k have the bits below k, and from k on
  if (x && !part && x->op == Op::shl && parts.within(x->args[1], word)) {
    part = Part{pool.sub(parts.number(word), parts.place(x->args[1], 0))};
    x = pool.cast(bits(x->args[0]), Type::u32());
  } else if (x && !part && x->op == Op::shr && !x->type.is_signed &&
             parts.within(x->args[1], word)) {
    part = Part{parts.place(x->args[1], 0), true};
    x = pool.cast(bits(x->args[0]), Type::u32());
  }
  bool others = false; // bits that are not set in x are meant
  while (x && x->op == Op::bit_not) {
    x = pool.cast(bits(x->args[0]), Type::u32());
    others = !others;
  }
  const auto set_below = [&](Expr place) {
    if (!x || constant_bits(x) == 0xffffffffU) return place; // all bits are set
    return pool.apply(pool.pure_function(bits_below, Type::i32()), {x, place});
  };
  const auto below = [&](Expr place) {
    return others ? pool.sub(place, set_below(place)) : set_below(place);
  };
  Expr count = below(part ? part->place : parts.number(word));
  if (part && part->above) count = pool.sub(below(parts.number(word)), count);
  return pool.cast(count, e->type);
}

} // namespace heddle::protocol
