// Comparisons, operations on predicates, and votes of a warp.
#include "cuda/lower/asm/asm.hpp"

namespace heddle::cuda {

bool AsmLowering::compute_predicate(const Instruction& i) {
  if (i.key() == "setp") return compare(i);
  if (i.key() == "set") return compare_to_number(i);
  if (i.key() == "isspacep") return is_in_space(i);
  const auto& args = i.args();
  if (i.parts.size() != 2 || i.parts[1] != "pred" || args.size() != 3) return false;
  const Expr result = combined(i.key(), predicate(args[1]), predicate(args[2]));
  if (result) set(args[0], result);
  return result != nullptr;
}

// nullptr: another operation.
Expr AsmLowering::combined(const std::string& how, Expr a, Expr b) {
  if (how == "and") return pool_.logical_and(a, b);
  if (how == "or") return pool_.logical_or(a, b);
  return how == "xor" ? pool_.ne(a, b) : nullptr;
}

// Of the two numbers behind the result, by the first part behind the name; nullptr: not known.
Expr AsmLowering::compared(const Instruction& i, Type type) {
  using Build = Expr (Pool::*)(Expr, Expr);
  static const std::map<std::string, Build> ops{
      {"eq", &Pool::eq}, {"ne", &Pool::ne}, {"lt", &Pool::lt}, {"le", &Pool::le},
      {"gt", &Pool::gt}, {"ge", &Pool::ge}, {"lo", &Pool::lt}, {"ls", &Pool::le},
      {"hi", &Pool::gt}, {"hs", &Pool::ge}};
  const auto op = ops.find(i.parts[1]);
  if (op == ops.end() || !type.is_int()) return nullptr;
  const Value a = value(i.args()[1]), b = value(i.args()[2]);
  const Expr x = a.scalar ? reinterpreted(a.scalar, type) : nullptr;
  const Expr y = b.scalar ? reinterpreted(b.scalar, type) : nullptr;
  return x && y ? (pool_.*op->second)(x, y) : nullptr;
}

// setp.lt.and.s32 p|q, a, b, c: p is a < b && c, q is !(a < b) && c.
bool AsmLowering::compare(const Instruction& i) {
  const auto& args = i.args();
  const bool joins = args.size() == 4;
  const std::optional<Type> type = asm_type(i.parts.back());
  if (!type || (args.size() != 3 && !joins) || i.parts.size() != (joins ? 4u : 3u)) return false;
  const Expr holds = compared(i, *type);
  if (!holds) return false;
  const auto result = [&](Expr p) {
    return joins ? combined(i.parts[2], p, predicate(args[3])) : p;
  };
  const bool two = args[0].kind == AsmArg::Kind::group;
  const Expr p = result(holds), q = two ? result(pool_.logical_not(holds)) : nullptr;
  if (!p || (two && (!q || args[0].items.size() != 2))) return false;
  set(two ? args[0].items[0] : args[0], p);
  if (two) set(args[0].items[1], q);
  return true;
}

// set.lt.u32.s32 d, a, b: all ones where it holds.
bool AsmLowering::compare_to_number(const Instruction& i) {
  const auto& args = i.args();
  const bool joins = args.size() == 4;
  if ((args.size() != 3 && !joins) || i.parts.size() != (joins ? 5u : 4u)) return false;
  const std::optional<Type> from = asm_type(i.parts.back()), to = asm_type(*(i.parts.end() - 2));
  if (!from || !to || !to->is_int()) return false;
  Expr holds = compared(i, *from);
  if (holds && joins) holds = combined(i.parts[2], holds, predicate(args[3]));
  if (!holds) return false;
  set(args[0], pool_.ite(holds, pool_.constant(-1, *to), pool_.constant(0, *to)));
  return true;
}

// isspacep.shared p, a
bool AsmLowering::is_in_space(const Instruction& i) {
  using core::Space;
  static const std::map<std::string, Space> spaces{{"global", Space::global},
                                                   {"shared", Space::shared},
                                                   {"shared::cta", Space::shared},
                                                   {"local", Space::local}};
  const auto wanted = spaces.find(i.parts.back());
  if (i.args().size() != 2 || i.parts.size() != 2 || wanted == spaces.end()) return false;
  const std::optional<Pointer> address = value(i.args()[1]).address;
  if (!address || address->targets.empty() || address->row) return false;
  std::size_t inside = 0;
  for (const TargetId id : address->targets) {
    const Target& target = l_.targets_[id];
    if (target.kind != Target::Kind::array) return false;
    const Space space = l_.kernel_.arrays[target.array].space;
    if (space == Space::constant) return false; // it has a window in global memory as well
    inside += space == wanted->second;
  }
  if (inside != 0 && inside != address->targets.size()) return false;
  set(i.args()[0], pool_.boolean(inside != 0));
  return true;
}

// What lanes of the warp make together: a run computes it of what each of them brings.
bool AsmLowering::of_lanes(const Instruction& i) {
  if (i.key() == "vote") return vote(i);
  const auto& args = i.args();
  if (i.key() == "activemask" && args.size() == 1) {
    const core::VarId mask = l_.new_temp(Type::u32(), l_.place(call_));
    l_.emit(core::Havoc{mask, Scope::thread, "which threads are here together",
                        core::Havoc::Choice::lanes},
            call_);
    set(args[0], pool_.symbol_ref(mask));
    return true;
  }
  const std::optional<Type> type = asm_type(i.parts.back());
  if (i.key() != "match" || !i.has("any") || !i.has("sync") || args.size() != 3 || !type)
    return false;
  core::Exchange e;
  e.kind = core::Exchange::Kind::match;
  e.value = number(args[1], *type);
  e.mask = number(args[2], Type::u32());
  set(args[0], l_.havoc(Type::u32(), call_, "which lanes have the same value", Scope::thread, e));
  return true;
}

// vote.sync.all.pred p, q, mask and its like.
bool AsmLowering::vote(const Instruction& i) {
  using Kind = core::Exchange::Kind;
  static const std::map<std::string, Kind> kinds{
      {"all", Kind::all}, {"any", Kind::any}, {"ballot", Kind::ballot}};
  if (i.parts.size() != 4 || i.parts[1] != "sync" || i.args().size() != 3) return false;
  const auto kind = kinds.find(i.parts[2]);
  if (kind == kinds.end()) return false;
  const Expr mine = predicate(i.args()[1]), mask = number(i.args()[2], Type::u32());
  const bool counts = kind->second == Kind::ballot;
  core::Exchange e;
  e.kind = kind->second;
  e.mask = mask;
  const auto number_of = [&](std::int64_t n) { return pool_.constant(n, Type::u32()); };
  e.value = counts ? pool_.ite(mine, number_of(1), number_of(0)) : mine;
  const bool of_all = constant_value(mask).value_or(0) == 0xffffffff;
  const Expr result = l_.havoc(counts ? Type::u32() : Type::boolean(), call_,
                               "the result of a vote", of_all ? Scope::warp : Scope::thread, e);
  if (kind->second == Kind::all) l_.emit(core::Assume{pool_.implies(result, mine), true}, call_);
  if (kind->second == Kind::any) l_.emit(core::Assume{pool_.implies(mine, result), true}, call_);
  set(i.args()[0], result);
  return true;
}

} // namespace heddle::cuda
