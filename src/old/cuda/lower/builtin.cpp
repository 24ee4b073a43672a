// CUDA's own functions: values of math functions, votes, and the dispatch to the others.
#include "cuda/lower/internal.hpp"
#include "cuda/types/builtins.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

CT result_type(char code) {
  switch (code) {
  case 'f':
    return make_floating(32, "float");
  case 'd':
    return make_floating(64, "double");
  case 'h':
    return make_floating(16, "__half");
  case 'H':
    return cuda::builtin_type("__half2");
  case 'n':
    return make_floating(16, "__nv_bfloat16");
  case 'N':
    return cuda::builtin_type("__nv_bfloat162");
  case 'u':
    return make_integer(32, false);
  case 'l':
    return make_integer(64, true, "long long");
  case 'U':
    return make_integer(64, false, "unsigned long long");
  case 'F':
    return cuda::builtin_type("float2");
  case 'b':
    return make_bool();
  default:
    return make_integer(32, true);
  }
}

} // namespace

namespace {

// Does every thread of the warp get the same: a vote or reduction of all, or a broadcast from one?
bool whole_warp_agrees(const std::string& name, const std::vector<Argument>& args) {
  const auto constant = [&](std::size_t i) -> std::optional<std::int64_t> {
    const auto& v = args[i].lvalue.value;
    return v && v->scalar ? constant_value(v->scalar) : std::nullopt;
  };
  if (args.empty() || !name.ends_with("_sync")) return false;
  const auto mask = constant(0);
  if (!mask || static_cast<std::uint32_t>(*mask) != 0xffffffffu) return false;
  if (name == "__shfl_sync") return args.size() == 3 && constant(2).has_value();
  return name == "__ballot_sync" || name == "__any_sync" || name == "__all_sync" ||
         name.starts_with("__reduce_");
}

} // namespace

std::optional<LValue> Lowering::call_builtin(const std::string& name, const CallExpr& n,
                                             const ExprNode& e, bool discard) {
  const Loc loc = e.loc;
  const auto done = [&](Value v) { return temporary(std::move(v), loc); };
  if (const ExprPtr meant = pack_call(n)) return eval_lvalue(meant);
  if (auto v = contract_call(name, n, e)) return done(*v);
  if (auto v = sync_call(name, n, e)) return done(*v);
  if (auto v = atomic_call(name, n, e, discard)) return done(*v);
  if (auto v = integer_call(name, n, loc)) return done(*v);
  if (auto v = math_call(name, n, loc)) return done(*v);
  if (auto v = memory_call(name, n, loc)) return done(*v);
  if (auto v = random_call(name, n, loc)) return done(*v);
  if (auto v = async_call(name, n, e)) return done(*v);
  if (auto v = barrier_call(name, n, e)) return done(*v);
  if (auto v = group_call(name, n, e)) return done(*v);
  if (auto v = fragment_call(name, n, loc)) return done(*v);
  if ((name == "move" || name == "forward") && n.args.size() == 1) return eval_lvalue(n.args[0]);
  if (is_ignored_builtin(name)) {
    for (const ExprPtr& arg : n.args)
      eval_discard(arg);
    return done(discard ? Value{make_void(), nullptr, {}, {}}
                        : unknown_value(make_integer(32, true), "", loc));
  }
  if (auto v = texture_call(name, n, loc)) return done(*v);
  if (auto v = surface_call(name, n, loc)) return done(*v);
  if (name.starts_with("make_"))
    if (CT type = builtin_type(name.substr(5)); type && type->is(CType::Kind::record))
      return done(construct(type, n.args, false, loc));
  return std::nullopt;
}

// __mul24 and __umul24 multiply the low 24 bits, of __mul24 with their sign. That the operands have
// no more is taken like the absence of overflow: as a printed assumption, unless bits are precise.
Value Lowering::product_of_24_bits(const Value& a, const Value& b) {
  const Type type = a.scalar->type;
  if (!ctx_.options.bit_precise) {
    static const std::string text = "operands of __mul24 and __umul24 fit in 24 bits";
    if (!std::ranges::count(kernel_.assumptions, text, &core::Assumption::text))
      kernel_.assumptions.push_back({pool_->boolean(true), text, "", {}});
    return make_scalar(a.type, pool_->mul(a.scalar, b.scalar));
  }
  const auto low = [&](Expr e) {
    const Type bits = Type::u32();
    e = pool_->bit_and(pool_->cast(e, bits), pool_->constant(0xffffff, bits));
    if (!type.is_signed) return e;
    const Expr sign = pool_->constant(0x800000, type);
    return pool_->sub(pool_->bit_xor(pool_->cast(e, type), sign), sign);
  };
  const Type wide = Type::integer(64, type.is_signed); // the product's low 32 bits
  const Expr product =
      pool_->mul(pool_->cast(low(a.scalar), wide), pool_->cast(low(b.scalar), wide));
  return make_scalar(a.type, pool_->cast(product, type));
}

// Integer functions that are expressions of their arguments.
std::optional<Value> Lowering::integer_call(const std::string& name, const CallExpr& n, Loc loc) {
  const auto arg = [&](const CT& type) {
    std::vector<Value> v;
    for (const ExprPtr& a : n.args) {
      const Mark before = mark();
      Value next = convert(eval(a), type, loc);
      for (Value& earlier : v)
        protect(earlier, before);
      v.push_back(next);
    }
    return v;
  };
  const CT i32 = make_integer(32, true), u32 = make_integer(32, false);
  if (n.args.size() == 2 && (name == "__mul24" || name == "__umul24")) {
    const auto v = arg(name == "__mul24" ? i32 : u32);
    return product_of_24_bits(v[0], v[1]);
  }
  if (n.args.size() == 2 && (name == "__mulhi" || name == "__umulhi")) {
    const bool is_signed = name == "__mulhi";
    const auto v = arg(is_signed ? i32 : u32);
    const Type wide = Type::integer(64, is_signed);
    const Expr product = pool_->mul(pool_->cast(v[0].scalar, wide), pool_->cast(v[1].scalar, wide));
    return make_scalar(
        v[0].type, pool_->cast(pool_->shr(product, pool_->constant(32, wide)), v[0].scalar->type));
  }
  if (n.args.size() == 3 && name == "__mod_pow2") return std::nullopt;
  if (n.args.size() == 2 && (name == "__mod_pow2")) {
    const auto v = arg(u32);
    return make_scalar(u32, pool_->rem(v[0].scalar, v[1].scalar));
  }
  if (n.args.size() == 1 && (name == "abs" || name == "labs" || name == "llabs")) {
    Value v = eval(n.args[0]);
    if (v.type->is(CType::Kind::floating))
      return make_scalar(v.type, pure("fabs", value_type(v.type), {v.scalar}));
    if (!v.type->is_integral()) return std::nullopt;
    v = convert(v, name == "abs" ? promoted(v.type) : make_integer(64, true), loc);
    const Expr zero = pool_->constant(0, v.scalar->type);
    return make_scalar(v.type,
                       pool_->ite(pool_->lt(v.scalar, zero), pool_->neg(v.scalar), v.scalar));
  }
  const bool minimum = name == "min" || name == "umin" || name == "llmin" || name == "ullmin";
  const bool maximum = name == "max" || name == "umax" || name == "llmax" || name == "ullmax";
  if (n.args.size() == 2 && (minimum || maximum)) {
    Value a = eval(n.args[0]);
    const Mark after = mark();
    Value b = eval(n.args[1]);
    protect(a, after);
    if (!a.type->is_arithmetic() || !b.type->is_arithmetic())
      return unknown_value(a.type, "'" + name + "' on type '" + to_string(a.type) + "'", loc);
    const CT type = common_type(a.type, b.type);
    a = convert(a, type, loc);
    b = convert(b, type, loc);
    if (type->is(CType::Kind::floating)) {
      const std::string f = std::string(minimum ? "fmin" : "fmax") + (type->width == 32 ? "f" : "");
      return make_scalar(type, pure(f, value_type(type), {a.scalar, b.scalar}));
    }
    const Expr less = pool_->lt(a.scalar, b.scalar);
    return make_scalar(type, minimum ? pool_->ite(less, a.scalar, b.scalar)
                                     : pool_->ite(less, b.scalar, a.scalar));
  }
  return std::nullopt;
}

std::optional<Value> Lowering::math_call(const std::string& name, const CallExpr& n, Loc loc) {
  if (const auto u = find_unknown_builtin(name)) {
    if (name == "__all" && n.args.size() == 1 && in_assertion_) return eval(n.args[0]);
    std::vector<Argument> args = eval_args(n.args);
    CT type = u->result == 't' ? (u->like < args.size() ? args[u->like].type : nullptr)
                               : result_type(u->result);
    std::vector<Value> values;
    for (const Argument& a : args) {
      values.push_back(a.is_lvalue || a.lvalue.value ? load(a.lvalue) : Value{});
      if (name == "__match_all_sync" && a.type->is(CType::Kind::pointer)) { // its predicate
        const Value p = load(a.lvalue);
        if (p.pointer) {
          const LValue target = deref(p, loc);
          store(target, unknown_value(target.type, "the result of '" + name + "'", loc));
        }
      }
    }
    if (!type) type = make_integer(32, true);
    const bool agrees = whole_warp_agrees(name, args);
    const Value result =
        unknown_value(type, "the result of '" + name + "'", loc, agrees ? Scope::warp : u->sharing);
    // From lane 0, which every warp has.
    const bool from_first = agrees && name == "__shfl_sync" && values[2].scalar &&
                            constant_value(values[2].scalar) == std::optional<std::int64_t>(0);
    return from_first ? broadcast(values[1], result) : result;
  }
  if (n.args.size() == 2 && (name == "sincosf" || name == "sincos")) return std::nullopt;
  if (n.args.size() == 3 &&
      (name == "sincosf" || name == "sincos" || name == "__sincosf" || name == "sincospif")) {
    const Value x = eval(n.args[0]);
    for (std::size_t i : {1u, 2u}) {
      const Value p = eval(n.args[i]);
      if (!p.pointer) return not_understood("'" + name + "'", loc);
      const LValue target = deref(p, loc);
      if (!x.scalar || !target.type->is(CType::Kind::floating))
        return not_understood("'" + name + "'", loc);
      store(target, make_scalar(target.type, pure(i == 1 ? "sin" : "cos", value_type(target.type),
                                                  {convert(x, target.type, loc).scalar})));
    }
    return Value{make_void(), nullptr, {}, {}};
  }
  const std::string plain = name.ends_with("f") ? name.substr(0, name.size() - 1) : name;
  if (plain == "frexp" || plain == "modf" || plain == "remquo") { // a part goes through a pointer
    const std::vector<Argument> args = eval_args(n.args);
    if (args.size() < 2) return std::nullopt;
    const Value p = load(args.back().lvalue);
    if (!p.pointer) return not_understood("'" + name + "'", loc);
    const LValue part = deref(p, loc);
    store(part, unknown_value(part.type, "a result of '" + name + "'", loc));
    return unknown_value(make_floating(name == plain ? 64 : 32, name == plain ? "double" : "float"),
                         "the result of '" + name + "'", loc);
  }
  const auto f = find_pure_builtin(name);
  if (!f) return std::nullopt;
  std::vector<Value> values;
  for (const ExprPtr& arg : n.args) {
    const Mark before = mark();
    const Value v = eval(arg);
    for (Value& earlier : values)
      protect(earlier, before);
    values.push_back(v);
  }
  CT type = result_type(f->result);
  if (f->result == 't') type = values.empty() ? type : values[0].type;
  if (f->result == 'a') {
    type = make_floating(64, "double");
    CT common;
    for (const Value& v : values)
      if (v.type->is(CType::Kind::floating) && (!common || v.type->width > common->width))
        common = v.type;
    if (common) type = common;
  }
  std::vector<Expr> exprs;
  for (Value& v : values) {
    if (v.type->is_arithmetic() && (f->result == 'a' || f->result == 'f' || f->result == 'd') &&
        type->is(CType::Kind::floating) && !name.starts_with("__") && name != "ldexp" &&
        name != "ldexpf")
      v = convert(v, type, loc);
    if (!v.scalar)
      return unknown_value(
          type->is_arithmetic() || type->is(CType::Kind::record) ? type : make_integer(32, true),
          "'" + name + "' on type '" + to_string(v.type) + "'", loc);
    exprs.push_back(scalar_bits(v));
  }
  if (!type->is_arithmetic()) return unknown_value(type, "the result of '" + name + "'", loc);
  return make_scalar(type, pure(name, value_type(type), std::move(exprs)));
}

} // namespace heddle::cuda
