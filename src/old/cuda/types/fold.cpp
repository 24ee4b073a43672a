#include "cuda/types/fold.hpp"

#include <cmath>

namespace heddle::cuda {

namespace {

template <class... F> struct Overloaded : F... { using F::operator()...; };

using Result = std::optional<FoldValue>;

FoldValue integer(std::int64_t v, const CT& type) {
  FoldValue r;
  r.type = type;
  r.integer = type->is(CType::Kind::boolean) ? v != 0 : wrap(v, value_type(type));
  return r;
}

FoldValue truth(bool v) { return integer(v, make_bool()); }

bool is_float(const FoldValue& v) { return v.type->is(CType::Kind::floating); }
double as_double(const FoldValue& v) {
  if (is_float(v)) return v.floating;
  if (v.type->width == 64 && !v.type->is_signed)
    return static_cast<double>(static_cast<std::uint64_t>(v.integer));
  return static_cast<double>(v.integer);
}
bool as_bool(const FoldValue& v) { return is_float(v) ? v.floating != 0 : v.integer != 0; }

CT promoted(const CT& t) { return promoted_integer(t); }
CT common(const CT& a, const CT& b) { return common_integer(a, b); }

class Folder {
public:
  explicit Folder(const FoldEnv& env) : env_(env) {}

  Result fold(const ExprPtr& e) {
    if (!e || ++nodes_ > 20'000 || depth_ > 200) return std::nullopt;
    ++depth_;
    Result r = std::visit([&](const auto& n) { return node(n); }, e->node);
    --depth_;
    return r;
  }

private:
  Result node(const IntLiteral& n) {
    const bool u = n.suffix.find('u') != std::string::npos;
    const bool l = n.suffix.find('l') != std::string::npos;
    const bool may_be_unsigned = u || !n.decimal;
    unsigned width = l ? 64 : 32;
    bool is_signed = !u;
    const auto fits = [&](unsigned w, bool s) {
      return w == 64 ? (!s || n.value >> 63 == 0) : n.value >> (w - s) == 0;
    };
    if (!fits(width, is_signed)) {
      if (width == 32 && may_be_unsigned && fits(32, false)) {
        is_signed = false;
      } else {
        width = 64;
        if (!fits(64, is_signed)) is_signed = false;
      }
    }
    const bool longer = n.suffix.find("ll") != std::string::npos;
    const std::string name = !longer ? "" : is_signed ? "long long" : "unsigned long long";
    return integer(static_cast<std::int64_t>(n.value), make_integer(width, is_signed, name));
  }
  Result node(const FloatLiteral& n) {
    FoldValue r;
    const bool is_float = n.text.find_first_of("fF") != std::string::npos &&
                          n.text.find_first_of("xX") == std::string::npos;
    r.type = is_float ? make_floating(32, "float") : make_floating(64, "double");
    char* end = nullptr;
    r.floating = std::strtod(n.text.c_str(), &end);
    if (end == n.text.c_str()) return std::nullopt;
    if (is_float) r.floating = static_cast<float>(r.floating);
    return r;
  }
  Result node(const CharLiteral& n) { return integer(n.value, make_integer(8, true, "char")); }
  Result node(const BoolLiteral& n) { return truth(n.value); }
  Result node(const NameExpr& n) { return env_.name ? env_.name(n.name) : std::nullopt; }

  Result node(const UnaryExpr& n) {
    const Result v = fold(n.operand);
    if (!v || v->is_dims) return std::nullopt;
    switch (n.op) {
    case UnaryOp::plus:
      return is_float(*v) ? v : integer(v->integer, promoted(v->type));
    case UnaryOp::minus:
      if (is_float(*v)) {
        FoldValue r = *v;
        r.floating = -r.floating;
        return r;
      }
      return integer(static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(v->integer)),
                     promoted(v->type));
    case UnaryOp::logical_not:
      return truth(!as_bool(*v));
    case UnaryOp::bit_not:
      if (is_float(*v)) return std::nullopt;
      return integer(~v->integer, promoted(v->type));
    case UnaryOp::deref:
    case UnaryOp::address_of:
    case UnaryOp::pre_inc:
    case UnaryOp::pre_dec:
    case UnaryOp::post_inc:
    case UnaryOp::post_dec:
      return std::nullopt;
    }
    return std::nullopt;
  }

  Result node(const BinaryExpr& n) {
    const Result a = fold(n.left);
    if (!a || a->is_dims) return std::nullopt;
    if (n.op == BinaryOp::logical_and && !as_bool(*a)) return truth(false);
    if (n.op == BinaryOp::logical_or && as_bool(*a)) return truth(true);
    const Result b = fold(n.right);
    if (!b || b->is_dims) return std::nullopt;
    if (n.op == BinaryOp::logical_and || n.op == BinaryOp::logical_or) return truth(as_bool(*b));
    if (n.op == BinaryOp::comma) return b;
    if (is_float(*a) || is_float(*b)) return floating(n.op, *a, *b);
    return integral(n.op, *a, *b);
  }

  static Result floating(BinaryOp op, const FoldValue& a, const FoldValue& b) {
    const double x = as_double(a), y = as_double(b);
    FoldValue r;
    const bool single =
        (!is_float(a) || a.type->width == 32) && (!is_float(b) || b.type->width == 32);
    r.type = single ? make_floating(32, "float") : make_floating(64, "double");
    switch (op) {
    case BinaryOp::add:
      r.floating = x + y;
      break;
    case BinaryOp::sub:
      r.floating = x - y;
      break;
    case BinaryOp::mul:
      r.floating = x * y;
      break;
    case BinaryOp::div:
      if (y == 0) return std::nullopt;
      r.floating = x / y;
      break;
    case BinaryOp::lt:
      return truth(x < y);
    case BinaryOp::gt:
      return truth(x > y);
    case BinaryOp::le:
      return truth(x <= y);
    case BinaryOp::ge:
      return truth(x >= y);
    case BinaryOp::eq:
      return truth(x == y);
    case BinaryOp::ne:
      return truth(x != y);
    default:
      return std::nullopt;
    }
    if (single) r.floating = static_cast<float>(r.floating);
    return r;
  }

  static Result integral(BinaryOp op, const FoldValue& a, const FoldValue& b) {
    if (op == BinaryOp::shl || op == BinaryOp::shr) return shift(op, a, b);
    const CT type = common(a.type, b.type);
    const Type t = value_type(type);
    const std::int64_t x = wrap(a.integer, t), y = wrap(b.integer, t);
    const auto ux = static_cast<std::uint64_t>(x), uy = static_cast<std::uint64_t>(y);
    const bool less = t.is_signed ? x < y : ux < uy;
    switch (op) {
    case BinaryOp::add:
      return integer(static_cast<std::int64_t>(ux + uy), type);
    case BinaryOp::sub:
      return integer(static_cast<std::int64_t>(ux - uy), type);
    case BinaryOp::mul:
      return integer(static_cast<std::int64_t>(ux * uy), type);
    case BinaryOp::div:
    case BinaryOp::rem: {
      if (y == 0 || (t.is_signed && y == -1 && x == INT64_MIN)) return std::nullopt;
      const bool div = op == BinaryOp::div;
      if (t.is_signed) return integer(div ? x / y : x % y, type);
      return integer(static_cast<std::int64_t>(div ? ux / uy : ux % uy), type);
    }
    case BinaryOp::lt:
      return truth(less);
    case BinaryOp::ge:
      return truth(!less);
    case BinaryOp::gt:
      return truth(!less && x != y);
    case BinaryOp::le:
      return truth(less || x == y);
    case BinaryOp::eq:
      return truth(x == y);
    case BinaryOp::ne:
      return truth(x != y);
    case BinaryOp::bit_and:
      return integer(x & y, type);
    case BinaryOp::bit_xor:
      return integer(x ^ y, type);
    case BinaryOp::bit_or:
      return integer(x | y, type);
    case BinaryOp::shl:
    case BinaryOp::shr:
    case BinaryOp::logical_and:
    case BinaryOp::logical_or:
    case BinaryOp::comma:
      return std::nullopt;
    }
    return std::nullopt;
  }

  static Result shift(BinaryOp op, const FoldValue& a, const FoldValue& b) {
    const CT type = promoted(a.type);
    if (b.integer < 0 || b.integer >= type->width) return std::nullopt;
    const auto bits = static_cast<std::uint64_t>(a.integer);
    if (op == BinaryOp::shl) return integer(static_cast<std::int64_t>(bits << b.integer), type);
    if (type->is_signed) return integer(a.integer >> b.integer, type);
    return integer(static_cast<std::int64_t>(bits >> b.integer), type);
  }

  Result node(const ConditionalExpr& n) {
    const Result c = fold(n.cond);
    if (!c || c->is_dims) return std::nullopt;
    const bool first = as_bool(*c);
    const Result taken = fold(first ? n.then_expr : n.else_expr);
    ++untaken_;
    const Result other = fold(first ? n.else_expr : n.then_expr);
    --untaken_;
    if (!taken || !other || taken->is_dims || other->is_dims) return taken;
    if (same_type(taken->type, other->type)) return taken;
    return fold_convert(*taken, common(taken->type, other->type));
  }
  Result node(const CastExpr& n) {
    const Result v = fold(n.operand);
    if (!v || !env_.type) return std::nullopt;
    return fold_convert(*v, env_.type(n.type));
  }
  Result node(const ConstructExpr& n) {
    if (!env_.type) return std::nullopt;
    const CT type = env_.type(n.type);
    if (!type) return std::nullopt;
    if (type->is(CType::Kind::record) && type->name == "dim3") return dims(n.args);
    if (n.args.size() > 1 || !type->is_arithmetic()) return std::nullopt;
    if (n.args.empty()) return integer(0, make_integer(32, true));
    const Result v = fold(n.args[0]);
    return v ? fold_convert(*v, type) : std::nullopt;
  }
  Result node(const CallExpr& n) {
    if (env_.rewritten)
      if (const ExprPtr meant = env_.rewritten(n)) return fold(meant);
    std::vector<FoldValue> args;
    const auto* callee = n.callee ? std::get_if<NameExpr>(&n.callee->node) : nullptr;
    if (callee && plain_is(callee->name, "dim3")) return dims(n.args);
    for (const ExprPtr& a : n.args) {
      const Result v = fold(a);
      if (!v || v->is_dims) return std::nullopt;
      args.push_back(*v);
    }
    if (callee && callee->name.parts.size() <= 2)
      return library(callee->name.parts.back().identifier, args, n);
    return own(n, args);
  }
  // A call of a function of the file, which what is not taken does not make: it may recur.
  Result own(const CallExpr& n, const std::vector<FoldValue>& args) {
    return env_.call && untaken_ == 0 ? env_.call(n, args) : std::nullopt;
  }
  Result library(const std::string& name, const std::vector<FoldValue>& args, const CallExpr& n) {
    if (Result result = own(n, args)) return result;
    if (args.size() == 1 &&
        (name == "ceil" || name == "ceilf" || name == "floor" || name == "floorf")) {
      FoldValue r;
      r.type = make_floating(64, "double");
      r.floating = name[0] == 'c' ? std::ceil(as_double(args[0])) : std::floor(as_double(args[0]));
      return r;
    }
    if (args.size() == 2 && (name == "min" || name == "max") && !is_float(args[0]) &&
        !is_float(args[1]) && same_type(args[0].type, args[1].type)) {
      const Result less = integral(BinaryOp::lt, args[0], args[1]);
      return args[(less->integer != 0) == (name == "min") ? 0 : 1];
    }
    return std::nullopt;
  }
  Result node(const SizeofExpr& n) {
    CT type;
    if (n.type && env_.type) type = env_.type(n.type);
    if (!n.type && env_.type_of) type = env_.type_of(n.operand);
    if (!type || type->is(CType::Kind::unknown)) return std::nullopt;
    const auto size = n.alignof_ ? std::optional(align_of(type)) : size_of(type);
    if (!size) return std::nullopt;
    return integer(*size, make_integer(64, false));
  }
  Result node(const MemberExpr& n) {
    const Result base = fold(n.base);
    const std::string& m = n.member.identifier;
    if (!base || !base->is_dims || m.size() != 1 || m[0] < 'x' || m[0] > 'z') return std::nullopt;
    return integer(base->dims[static_cast<std::size_t>(m[0] - 'x')], make_integer(32, false));
  }
  Result node(const InitListExpr& n) {
    if (n.items.size() == 1) return fold(n.items[0]);
    return dims(n.items);
  }
  Result node(const StringLiteral&) { return std::nullopt; }
  Result node(const NullptrLiteral&) { return std::nullopt; }
  Result node(const ThisExpr&) { return std::nullopt; }
  Result node(const AssignExpr&) { return std::nullopt; }
  Result node(const LaunchExpr&) { return std::nullopt; }
  Result node(const IndexExpr&) { return std::nullopt; }
  Result node(const LambdaExpr&) { return std::nullopt; }
  Result node(const PackExpansionExpr&) { return std::nullopt; }
  Result node(const StatementExpr&) { return std::nullopt; }
  Result node(const OpaqueExpr&) { return std::nullopt; }

  Result dims(const std::vector<ExprPtr>& args) {
    if (args.size() > 3) return std::nullopt;
    FoldValue r;
    r.type = make_integer(32, false);
    r.is_dims = true;
    for (std::size_t i = 0; i < args.size(); ++i) {
      const Result v = fold(args[i]);
      if (!v) return std::nullopt;
      if (v->is_dims && args.size() == 1) return v; // copy
      if (v->is_dims || is_float(*v)) return std::nullopt;
      r.dims[i] = v->integer;
    }
    return r;
  }

  static bool plain_is(const QualifiedName& name, const char* text) {
    return name.parts.size() == 1 && name.parts[0].identifier == text;
  }

  const FoldEnv& env_;
  unsigned nodes_ = 0, depth_ = 0;
  unsigned untaken_ = 0; // open operands of ?: that are only asked for their type
};

} // namespace

std::optional<FoldValue> fold(const ExprPtr& e, const FoldEnv& env) { return Folder(env).fold(e); }

std::optional<FoldValue> fold_convert(const FoldValue& value, const CT& to) {
  if (!to) return std::nullopt;
  if (value.is_dims) {
    if (to->is(CType::Kind::record) && to->name == "dim3") return value;
    return std::nullopt;
  }
  if (to->is(CType::Kind::record) && to->name == "dim3") {
    FoldValue r = value;
    if (is_float(value)) return std::nullopt;
    r.is_dims = true;
    r.dims = {value.integer, 1, 1};
    return r;
  }
  if (to->is(CType::Kind::floating)) {
    FoldValue r;
    r.type = to;
    r.floating = as_double(value);
    if (to->width == 32) r.floating = static_cast<float>(r.floating);
    return r;
  }
  if (!to->is_integral()) return std::nullopt;
  if (to->is(CType::Kind::boolean)) return truth(as_bool(value));
  if (is_float(value)) {
    if (!(std::fabs(value.floating) < 9.0e18)) return std::nullopt;
    return integer(static_cast<std::int64_t>(value.floating), to);
  }
  return integer(value.integer, to);
}

} // namespace heddle::cuda
