#include "cuda/lower/atomic.hpp"

#include "cuda/syntax/walk.hpp"
#include "cuda/types/builtins.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

const std::map<std::string, std::string>& fetch_operations() {
  static const std::map<std::string, std::string> table{
      {"fetch_add", "add"}, {"fetch_sub", "sub"}, {"fetch_and", "and"}, {"fetch_or", "or"},
      {"fetch_xor", "xor"}, {"fetch_min", "min"}, {"fetch_max", "max"}, {"exchange", "exch"}};
  return table;
}

std::string last_identifier(const TemplateArg& arg) {
  if (arg.expr)
    if (const auto* n = std::get_if<NameExpr>(&arg.expr->node))
      return n->name.parts.back().identifier;
  if (arg.type)
    if (const auto* n = std::get_if<NamedType>(&arg.type->node))
      return n->name.parts.back().identifier;
  return "";
}

// Of cuda::thread_scope_block, thread_scope::block and the like.
std::optional<Scope> scope_named(std::string name) {
  const std::string prefix = "thread_scope_";
  if (name.starts_with(prefix)) name = name.substr(prefix.size());
  if (name == "thread") return Scope::thread;
  if (name == "block") return Scope::block;
  if (name == "cluster") return Scope::cluster;
  if (name == "device" || name == "system") return Scope::grid;
  return std::nullopt;
}

// Is a memory order among the arguments that does not acquire, or none, which does?
bool acquires(const std::vector<Argument>& args) {
  return std::ranges::none_of(args, [](const Argument& a) {
    const std::string text = a.expr ? spell(a.expr) : "";
    return text.ends_with("relaxed") || text.ends_with("release");
  });
}

bool is_order(const Argument& a) {
  return a.expr && spell(a.expr).find("memory_order") != std::string::npos;
}

} // namespace

std::optional<core::VarId> AtomicLowering::access(const Pointer& at, Type type, const Operation& op,
                                                  Loc loc) {
  const unsigned size = type.width / 8;
  if (op.scope == Scope::thread) { // no other thread sees it as atomic
    std::optional<core::VarId> old;
    if (op.result || op.op != "exch") old = l_.read(at, type, size, loc);
    if (op.op != "load") l_.write(at, op.op == "exch" ? op.operand : nullptr, size, loc);
    return old;
  }
  std::optional<core::VarId> old;
  if (op.result) old = l_.new_temp(type, loc);
  l_.for_each_target(at, loc, [&](const Pointee& target, Expr offset) {
    if (target.kind == Pointee::Kind::place) return l_.needs_memory(*target.place, loc);
    const bool shared = l_.kernel_.arrays[target.array].space == core::Space::shared;
    // To be atomic for less than the grid says that the grid has more.
    if (op.scope < Scope::grid && !shared) l_.kernel_.grid_axes |= 1;
    l_.emit(core::Atomic{old, target.array, offset, size, op.scope, op.op, op.operand,
                         op.acquires && op.result},
            loc);
  });
  return old;
}

void AtomicLowering::each(const Pointer& at, const CT& type, const Operation& op, Loc loc) {
  for (const Field& field : type->record->fields) {
    Pointer p = at;
    p.offset = pool_.add(p.offset, pool_.constant(field.offset, Type::i64()));
    access(p, memory_type(field.type), op, loc);
  }
}

std::optional<Value> Lowering::atomic_call(const std::string& name, const CallExpr& n,
                                           const ExprNode& e, bool discard) {
  const auto atomic = find_atomic(name);
  if (!atomic || n.args.size() < 2) return std::nullopt;
  std::vector<Argument> args = eval_args(n.args);
  const LValue& first = args[0].lvalue;
  const Value pointer = first.type->is(CType::Kind::array)
                            ? pointer_value(make_pointer(first.type->to), decay(first))
                            : load(first);
  if (!pointer.pointer)
    return not_understood("'" + name + "' on a value of type '" + to_string(pointer.type) + "'",
                          e.loc);
  const CT type = pointer.type->to;
  const auto size = size_of(type);
  if (!size || !(type->is_arithmetic() || type->is(CType::Kind::record)) || *size > 16)
    return not_understood("'" + name + "' on memory of type '" + to_string(type) + "'", e.loc);
  std::vector<Expr> operands;
  for (std::size_t i = 1; i < args.size(); ++i) {
    const Value v = convert(load(args[i].lvalue), type, e.loc);
    operands.push_back(v.scalar ? scalar_bits(v) : nullptr);
  }
  Expr operand = operands.empty() ? nullptr : operands[0];
  if (operands.size() > 1 && operands[0] && operands[1]) // compare-and-swap: both, in this order
    operand = pure("cas", memory_type(type), {operands[0], operands[1]});
  if (type->is(CType::Kind::record) && atomic->op != "exch" && atomic->op != "cas") {
    AtomicLowering(*this).each(*pointer.pointer, type,
                               {.scope = atomic->scope, .op = std::string(atomic->op)}, e.loc);
    return unknown_value(type, "the result of '" + name + "'", e.loc);
  }
  const auto old = AtomicLowering(*this).access(*pointer.pointer, memory_type(type),
                                                {.scope = atomic->scope,
                                                 .op = std::string(atomic->op),
                                                 .operand = operand,
                                                 .result = !discard},
                                                e.loc);
  if (discard) return Value{make_void(), nullptr, {}, {}};
  if (type->is(CType::Kind::record))
    return unknown_value(type, "the result of '" + name + "'", e.loc);
  return from_bits(type, pool_->symbol_ref(*old));
}

// ---- objects ------------------------------------------------------------------------------------

bool AtomicLowering::is_reference(const CT& type) {
  return type && type->is(CType::Kind::record) &&
         type->record->name.starts_with("cuda::atomic_ref<");
}

bool AtomicLowering::is_object(const CT& type) {
  return is_reference(type) ||
         (type && type->is(CType::Kind::record) && type->record->name.starts_with("cuda::atomic<"));
}

CT AtomicLowering::type(const QualifiedName& name) {
  const NamePart& last = name.parts.back();
  if ((last.identifier != "atomic" && last.identifier != "atomic_ref") || !last.args ||
      last.args->empty())
    return nullptr;
  const CT element = (*last.args)[0].type ? l_.resolve((*last.args)[0].type) : nullptr;
  const auto size = element ? size_of(element) : std::nullopt;
  if (!size || !element->is_arithmetic()) return nullptr;
  Scope scope = Scope::grid;
  if (last.args->size() > 1) {
    std::string written = last_identifier((*last.args)[1]);
    if (Entity* e = l_.find_local(written)) // a parameter of the template around
      if (const auto* bound = std::get_if<CT>(e)) written = to_string(*bound);
    const auto named = scope_named(written);
    if (!named) return nullptr;
    scope = *named;
  }
  const std::string text = "cuda::" + last.identifier + "<" + to_string(element) + ", " +
                           std::to_string(static_cast<int>(scope)) + ">";
  if (auto it = l_.records_.find(text); it != l_.records_.end()) return make_record(it->second);
  auto record = std::make_shared<Record>();
  record->name = text;
  const bool reference = last.identifier == "atomic_ref";
  record->fields.push_back({"value", reference ? make_pointer(element) : element, 0, nullptr});
  record->bindings["scope"].value = static_cast<std::int64_t>(scope);
  record->types["value_type"] = element;
  lay_out(*record, 1, false);
  l_.records_[text] = record;
  return make_record(record);
}

std::optional<Value> AtomicLowering::construct(const CT& type, const std::vector<ExprPtr>& args) {
  if (!is_reference(type) || args.size() != 1) return std::nullopt;
  const LValue referred = l_.eval_lvalue(args[0]);
  if (same_type(referred.type, type)) return std::nullopt; // a copy
  const CT pointer = type->record->fields[0].type;
  Value v{type, nullptr, {}, {}};
  if (!same_type(referred.type, pointer->to))
    v.fields.push_back(l_.pointer_value(
        pointer,
        l_.unknown_pointer("a reference to a value of type '" + to_string(referred.type) + "'")));
  else
    v.fields.push_back(l_.pointer_value(pointer, l_.address(referred)));
  return v;
}

AtomicLowering::Object AtomicLowering::object(const LValue& l, Loc loc) {
  const Record& record = *l.type->record;
  const auto scope = static_cast<Scope>(*record.bindings.at("scope").value);
  const LValue field = l_.member(l, {0}, loc);
  if (!is_reference(l.type)) return {l_.address(field), field.type, scope};
  const Value pointer = l_.load(field);
  return {pointer.pointer ? *pointer.pointer : l_.unknown_pointer("an atomic_ref"),
          record.fields[0].type->to, scope};
}

Value AtomicLowering::apply(const Object& o, const std::string& op, const Value* operand,
                            bool result, bool acquires, Loc loc) {
  Operation operation{
      .scope = o.scope, .op = op, .operand = nullptr, .result = result, .acquires = acquires};
  if (operand) {
    const Value v = l_.convert(*operand, o.value, loc);
    if (v.scalar) operation.operand = l_.scalar_bits(v);
  }
  const auto old = access(o.at, memory_type(o.value), operation, loc);
  if (!result || !old) return {make_void(), nullptr, {}, {}};
  return l_.from_bits(o.value, pool_.symbol_ref(*old));
}

Value AtomicLowering::load(const LValue& l, Loc loc) {
  return apply(object(l, loc), "load", nullptr, true, true, loc);
}

std::optional<Value> AtomicLowering::compare_exchange(const Object& o, std::vector<Argument>& args,
                                                      bool weak, bool acquires, Loc loc) {
  if (args.size() < 2 || !args[0].is_lvalue) return std::nullopt;
  const Value expected = l_.convert(l_.load(args[0].lvalue), o.value, loc);
  const Value desired = l_.convert(l_.load(args[1].lvalue), o.value, loc);
  if (!expected.scalar || !desired.scalar) return std::nullopt;
  const Value both = l_.make_scalar(
      o.value, l_.pure("cas", value_type(o.value), {expected.scalar, desired.scalar}));
  const Value old = apply(o, "cas", &both, true, acquires, loc);
  const Value same = l_.compare(BinaryOp::eq, old, expected, loc);
  Expr done = same.scalar;
  if (weak) {
    const Value spared =
        l_.unknown_value(make_bool(), "whether a weak compare-and-swap fails without need", loc);
    done = pool_.logical_and(done, pool_.logical_not(spared.scalar));
  }
  done = l_.snapshot(done, loc);
  l_.store(args[0].lvalue, old); // where it succeeded, that is what it was
  return l_.bool_value(done);
}

std::optional<Value> AtomicLowering::call_method(const LValue& l, const std::string& name,
                                                 std::vector<Argument>& args, Loc loc,
                                                 bool discard) {
  if (!is_object(l.type)) return std::nullopt;
  const Value nothing{make_void(), nullptr, {}, {}};
  const bool acquire = acquires(args);
  const Object o = object(l, loc);
  if (name == "load") return apply(o, "load", nullptr, true, acquire, loc);
  if (name.starts_with("notify_")) return nothing;
  if (name == "is_lock_free") return l_.bool_value(pool_.boolean(true));
  if (name == "wait") { // returns once it has read another value
    apply(o, "load", nullptr, true, acquire, loc);
    return nothing;
  }
  if (name == "compare_exchange_strong" || name == "compare_exchange_weak")
    return compare_exchange(o, args, name.ends_with("weak"), acquire, loc);
  if (args.empty() || is_order(args[0])) return std::nullopt;
  const Value operand = l_.load(args[0].lvalue);
  if (name == "store") return apply(o, "exch", &operand, false, false, loc), nothing;
  const auto& table = fetch_operations();
  const auto it = table.find(name);
  if (it == table.end()) return std::nullopt;
  return apply(o, it->second, &operand, !discard, acquire, loc);
}

std::optional<Value> AtomicLowering::assign(const LValue& l, const std::string& op,
                                            const Value* operand, bool post, bool discard,
                                            Loc loc) {
  static const std::map<std::string, std::pair<std::string, BinaryOp>> table{
      {"++", {"add", BinaryOp::add}},     {"--", {"sub", BinaryOp::sub}},
      {"+=", {"add", BinaryOp::add}},     {"-=", {"sub", BinaryOp::sub}},
      {"&=", {"and", BinaryOp::bit_and}}, {"|=", {"or", BinaryOp::bit_or}},
      {"^=", {"xor", BinaryOp::bit_xor}}};
  if (!is_object(l.type)) return std::nullopt;
  const Value one = l_.int_value(1, make_integer(32, true));
  if (!operand) operand = &one;
  const Object o = object(l, loc);
  if (op == "=") {
    apply(o, "exch", operand, false, false, loc);
    return l_.convert(*operand, o.value, loc);
  }
  const auto it = table.find(op);
  if (it == table.end()) return std::nullopt;
  const Value old = apply(o, it->second.first, operand, !discard, true, loc);
  if (discard || post) return old;
  return l_.convert(l_.binary(it->second.second, old, *operand, loc), o.value, loc);
}

} // namespace heddle::cuda
