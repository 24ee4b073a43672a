// Conversions that classes define: which operator makes a value of another type of an object.
#include "cuda/lower/atomic.hpp"

#include <algorithm>

namespace heddle::cuda {

// What such an operator makes of its object; unknown of a template.
CT Lowering::converted_to(const Record& record, const Method& m) {
  const TypePtr written = m.tmpl ? nullptr : result_type(*m.function);
  const CT result = written ? resolve_in(record, written) : make_unknown("?");
  return result->is(CType::Kind::reference) ? result->to : result;
}

// `is_direct`: as in `T(object)`, where explicit operators count, too.
std::optional<Value> Lowering::conversion(const LValue& object, const CT& to, Loc loc,
                                          bool is_direct) {
  if (!object.type->is(CType::Kind::record)) return std::nullopt;
  if (AtomicLowering::is_reference(object.type) && !to->is(CType::Kind::record))
    return convert(AtomicLowering(*this).load(object, loc), to, loc);
  const Method* best = nullptr;
  Sequence best_way, best_object;
  bool tied = false;
  for (const auto& [record, m] : conversions_of(*object.type->record)) {
    if (!m->function->body || (m->function->is_explicit && !is_direct)) continue;
    const auto from = object_way(*m->function, object);
    if (!from || (!m->tmpl && !result_type(*m->function))) continue;
    const CT result = converted_to(*record, *m);
    auto second = standard_sequence(result, to, false);
    if (second && to->is(CType::Kind::record)) // a copy of what it gives, and no constructor
      second = result->is(CType::Kind::unknown) || second->rank == Sequence::Rank::exact
                   ? second
                   : std::nullopt;
    if (!second) continue;
    if (m->tmpl || second->open) {
      tied = true;
      continue;
    }
    second->to = to;
    if (best) {
      Preference p = preferred(*from, best_object);
      if (p == Preference::none) p = preferred(*second, best_way);
      if (p == Preference::second) continue;
      tied = p != Preference::first;
    }
    best = m;
    best_way = *second;
    best_object = *from;
  }
  if (tied)
    unsupported("a conversion of '" + to_string(object.type) + "', of which several are possible",
                loc);
  if (!best) return std::nullopt;
  std::vector<Argument> none;
  const auto r = call_method(object, best->function->name.parts.back(), none, loc);
  return r ? std::optional(convert(value_of(*r), to, loc)) : std::nullopt;
}

// `if (object)`, `!object`.
Value Lowering::as_condition(const LValue& object, Loc loc) {
  const auto v = conversion(object, make_bool(), loc, true);
  return v ? *v : value_of(object);
}

} // namespace heddle::cuda
