#include "cuda/lower/sequence.hpp"

#include "cuda/lower/common.hpp"

namespace heddle::cuda {

using Rank = Sequence::Rank;

int steps_to_base(const CT& type, const CT& base) {
  if (!type->is(CType::Kind::record) || !base->is(CType::Kind::record)) return 0;
  for (const Field& field : type->record->fields) {
    if (!field.name.empty()) continue;
    if (same_type(field.type, base)) return 1;
    if (const int steps = steps_to_base(field.type, base)) return steps + 1;
  }
  return 0;
}

bool is_similar(const CT& a, const CT& b) {
  const CT x = without_qualifiers(a), y = without_qualifiers(b);
  if (x->kind != y->kind) return false;
  if (x->is(CType::Kind::pointer)) return is_similar(x->to, y->to);
  if (x->is(CType::Kind::array)) return x->extent == y->extent && is_similar(x->to, y->to);
  if (x->is(CType::Kind::record)) return x->record == y->record || x->name == y->name;
  return identical(x, y);
}

bool keeps_qualifiers(const CT& from, const CT& to) {
  if ((from->is_const && !to->is_const) || (from->is_volatile && !to->is_volatile)) return false;
  const bool nests = from->is(CType::Kind::pointer) || from->is(CType::Kind::array);
  return !nests || from->kind != to->kind || keeps_qualifiers(from->to, to->to);
}

namespace {

Sequence of_rank(Rank rank) {
  Sequence s;
  s.rank = rank;
  return s;
}

Sequence open_sequence() {
  Sequence s;
  s.open = true;
  return s;
}

std::optional<Sequence> between_pointers(const CT& from, const CT& to, bool is_zero) {
  if (!is_known(from->to) || !is_known(to->to)) return open_sequence();
  const bool null = is_zero && from->to->is(CType::Kind::void_);
  if (null) return of_rank(Rank::conversion);
  if (is_similar(from, to))
    return keeps_qualifiers(from->to, to->to) ? std::optional(Sequence{}) : std::nullopt;
  if (to->to->is(CType::Kind::function) && from->to->is(CType::Kind::function))
    return open_sequence();
  const bool keeps =
      (!from->to->is_const || to->to->is_const) && (!from->to->is_volatile || to->to->is_volatile);
  if (!keeps || from->to->is(CType::Kind::function)) return std::nullopt;
  Sequence s = of_rank(Rank::conversion);
  s.to_void = to->to->is(CType::Kind::void_);
  s.to_base = steps_to_base(from->to, to->to);
  return s.to_void || s.to_base > 0 ? std::optional(s) : std::nullopt;
}

bool is_scoped(const CT& type) { return is_enumeration(type) && type->enumeration->scoped; }

std::optional<Sequence> between_numbers(const CT& from, const CT& to) {
  if (is_enumeration(to) || is_scoped(from)) return std::nullopt;
  const bool integers = from->is_integral() && to->is(CType::Kind::integer);
  if (is_enumeration(from) && from->enumeration->underlying && integers &&
      from->width == to->width && from->is_signed == to->is_signed) {
    Sequence s = of_rank(Rank::promotion);
    s.to_underlying = true;
    return s;
  }
  const bool small = from->is(CType::Kind::boolean) || from->width < 32 || is_enumeration(from) ||
                     integer_kind(from) == "wchar_t";
  const bool wide_enum = is_enumeration(from) && from->width >= 32;
  if (integers && small && !wide_enum && identical(to, make_integer(32, true)))
    return of_rank(Rank::promotion);
  if (integers && wide_enum && identical(to, make_integer(from->width, from->is_signed)))
    return of_rank(Rank::promotion);
  if (from->is(CType::Kind::floating) && to->is(CType::Kind::floating) && from->width == 32 &&
      to->width == 64 && to->name != "long double")
    return of_rank(Rank::promotion);
  return of_rank(Rank::conversion);
}

} // namespace

std::optional<Sequence> standard_sequence(const CT& written_from, const CT& written_to,
                                          bool is_zero) {
  const CT from = without_qualifiers(decayed(written_from));
  const CT to = without_qualifiers(decayed(written_to));
  if (from->is(CType::Kind::unknown) || to->is(CType::Kind::unknown)) return open_sequence();
  if (identical(from, to)) return Sequence{};
  if (from->is_arithmetic() && to->is_arithmetic()) return between_numbers(from, to);
  if (to->is(CType::Kind::pointer)) {
    if (from->is(CType::Kind::pointer)) return between_pointers(from, to, is_zero);
    if (from->is_integral() && is_zero) return of_rank(Rank::conversion);
    return std::nullopt;
  }
  if (to->is(CType::Kind::boolean) && from->is(CType::Kind::pointer)) {
    Sequence s = of_rank(Rank::conversion);
    s.to_bool = true;
    return s;
  }
  if (to->is(CType::Kind::group) && from->is(CType::Kind::group)) return of_rank(Rank::conversion);
  if (to->is(CType::Kind::record) && from->is(CType::Kind::record)) {
    if (is_similar(from, to)) return Sequence{};
    Sequence s = of_rank(Rank::conversion);
    s.to_base = steps_to_base(from, to);
    return s.to_base > 0 ? std::optional(s) : std::nullopt;
  }
  return std::nullopt;
}

namespace {

Preference prefer(bool first, bool second) {
  return first == second ? Preference::none : first ? Preference::first : Preference::second;
}

// By what is added to the qualifiers: of `int*` to `int*` and to `const int*` the first one.
Preference by_qualifiers(const CT& a, const CT& b) {
  if (!is_similar(a, b) || identical(a, b)) return Preference::none;
  return prefer(keeps_qualifiers(a, b), keeps_qualifiers(b, a));
}

Preference of_references(const Sequence& a, const Sequence& b) {
  const bool both = a.to->is(CType::Kind::reference) && b.to->is(CType::Kind::reference);
  if (!both || !a.bound || !b.bound) return Preference::none;
  if (a.to->is_rvalue != b.to->is_rvalue) {
    if (a.from == Category::rvalue) return prefer(a.to->is_rvalue, b.to->is_rvalue);
    if (a.from == Category::open) return Preference::open;
  }
  return by_qualifiers(a.bound, b.bound);
}

} // namespace

Preference preferred(const Sequence& a, const Sequence& b) {
  if (a.open || b.open) return identical(a.to, b.to) ? Preference::none : Preference::open;
  if (a.rank != b.rank) return a.rank < b.rank ? Preference::first : Preference::second;
  if (a.rank == Rank::ellipsis) return Preference::none;
  if (a.rank == Rank::promotion && a.to_underlying != b.to_underlying)
    return prefer(a.to_underlying, b.to_underlying);
  if (a.to_bool != b.to_bool) return prefer(b.to_bool, a.to_bool);
  if (a.to_void != b.to_void) return prefer(b.to_void, a.to_void);
  if (a.to_base > 0 && b.to_base > 0 && a.to_base != b.to_base)
    return prefer(a.to_base < b.to_base, b.to_base < a.to_base);
  if (const Preference p = of_references(a, b); p != Preference::none) return p;
  const CT x = decayed(a.to), y = decayed(b.to);
  if (x->is(CType::Kind::pointer) && y->is(CType::Kind::pointer) && a.rank == Rank::exact)
    return by_qualifiers(without_qualifiers(x), without_qualifiers(y));
  return Preference::none;
}

} // namespace heddle::cuda
