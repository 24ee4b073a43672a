// One pass over a kernel: parameters, body, assumptions.
#include "cuda/lower/internal.hpp"
#include "cuda/syntax/walk.hpp"

#include <charconv>

namespace heddle::cuda {

Lowering::Lowering(const Program& program, Ctx& ctx, const KernelRequest& request, Learned& learned)
    : program_(program), ctx_(ctx), request_(request),
      launches_(request.assume_launches ? request.launches : std::vector<LaunchItem>{}),
      learned_(learned), kernel_(core::make_kernel(request.name, request.item.decl->loc)),
      pool_(kernel_.pool.get()), records_(request.records) {}

core::Kernel Lowering::run(bool& again) {
  const auto& f = std::get<FunctionDecl>(request_.item.decl->node);
  pointees_.resize(learned_.pointee_ids.size() + 1);
  for (const auto& [id, function] : learned_.functions) { // parameters may hold them
    pointees_[static_cast<std::size_t>(id)].kind = Pointee::Kind::function;
    pointees_[static_cast<std::size_t>(id)].function = function;
  }
  Frame top;
  top.function = &f;
  top.scope = request_.item.scope;
  top.seen = position(request_.item);
  top.is_instance = request_.item.tmpl != nullptr;
  top.names.emplace_back();
  top.result_type = make_void();
  frames_.push_back(std::move(top));
  out_ = &kernel_.body;
  declare_bindings(request_.bindings);
  bind_open_template();
  cluster_dimensions(f);
  bind_kernel_params(f);
  frame().names.emplace_back();
  if (auto* body = std::get_if<CompoundStmt>(&f.body->node))
    lower_list(body->body, 0, body->body.size());
  strip_trailing_jumps(*pool_, kernel_.body, 0);
  choose_lanes();
  option_assumptions();
  fix_geometry(f);
  find_aliases(f);
  check_rows();
  again = again_;
  return std::move(kernel_);
}

// Template parameters that no launch in this file gives: any 4-byte type, any value.
void Lowering::bind_open_template() {
  for (const std::string& name : request_.open_types) {
    declare(name, make_floating(32, name));
    kernel_.assumptions.push_back({pool_->boolean(true), name + " is a type of 4 bytes", "template",
                                   request_.item.decl->loc});
  }
  for (const auto& [name, written] : request_.open_values) {
    CT type = written ? resolve(written) : make_integer(32, true);
    if (!type->is_integral()) type = make_integer(32, true);
    const Value v = param_value(type, name, request_.item.decl->loc);
    declare(name, temporary(v, request_.item.decl->loc));
    launch_names_[name] = temporary(v, request_.item.decl->loc);
  }
}

void Lowering::bind_kernel_params(const FunctionDecl& f) {
  for (std::size_t at = 0; at < f.params.size(); ++at) {
    const DeclPtr& p = f.params[at];
    const auto& param = std::get<VarDecl>(p->node);
    if (bind_within(f, at)) continue;
    if (!param.is_pack) {
      bind_kernel_param(resolve(param.type), param.name, param.name, p->loc);
      continue;
    }
    std::optional<std::size_t> size; // of the pack of types, as this instance has it
    for (const auto& [name, binding] : request_.bindings)
      if (binding.pack) size = binding.pack->size();
    if (!size) {
      unknown("parameter pack '" + param.name + "'", p->loc);
      continue;
    }
    for (std::size_t i = 0; i < *size; ++i)
      bind_kernel_param(
          resolve_in(request_.item.scope, element_of(request_.bindings, i), param.type),
          pack_element(param.name, i), param.name + "[" + std::to_string(i) + "]", p->loc);
    declare(param.name, Pack{*size});
  }
}

// `shown`: the name in reports and options.
void Lowering::bind_kernel_param(CT type, const std::string& name, const std::string& shown,
                                 Loc loc) {
  if (type->is(CType::Kind::array)) type = make_pointer(type->to);
  if (type->is(CType::Kind::reference)) type = type->to;
  if (type->is(CType::Kind::function)) type = make_pointer(type);
  if (type->is(CType::Kind::record) && !type->record->unsupported.empty())
    unknown("parameter '" + shown + "': " + type->record->unsupported, loc);
  const Value v = param_value(type, shown, loc);
  const std::string key = "param " + shown;
  const PlacePtr place = param_place(type, v, shown, key, key, loc);
  declare(name, LValue{type, place, {}, {}, loc});
  launch_names_[shown] = temporary(v, loc);
}

Value Lowering::param_value(const CT& type, const std::string& name, Loc loc) {
  core::Parameter parameter{name, std::nullopt, std::nullopt, to_string(type), loc};
  const Expr zero = pool_->constant(0, Type::i64());
  if (type->is(CType::Kind::pointer) && type->to->is(CType::Kind::function)) {
    open_function_pointers_ = true;
    parameter.symbol = pool_->new_symbol({name, Type::i32(), Role::parameter, 0, {}, {}, loc});
    kernel_.params.push_back(parameter);
    Pointer p{pool_->symbol_ref(*parameter.symbol), {}, zero};
    for (const auto& [id, function] : learned_.functions)
      p.candidates.push_back(id);
    return pointer_value(type, std::move(p));
  }
  if (type->is(CType::Kind::pointer)) {
    core::Array a;
    a.name = unique_name(name);
    a.element = to_string(type->to);
    a.element_type = memory_type(type->to);
    a.element_size = static_cast<unsigned>(size_of(type->to).value_or(1));
    a.is_parameter = true;
    a.is_volatile = type->to->is_volatile;
    a.loc = loc;
    parameter.array = new_array(std::move(a), "param " + name);
    kernel_.params.push_back(parameter);
    return pointer_value(type, array_pointer(*parameter.array, zero));
  }
  Value v{type, nullptr, {}, {}};
  const bool plain_record =
      type->is(CType::Kind::record) && !type->record->is_union && type->record->unsupported.empty();
  if (plain_record && !type->record->fields.empty()) {
    for (const Field& field : type->record->fields) {
      const Value part =
          param_value(field.type, field.name.empty() ? name : name + "." + field.name, loc);
      v.fields.push_back(field.bits.width > 0 ? narrowed(part, field.bits) : part);
    }
    return v;
  }
  if (type->is(CType::Kind::array) && type->extent && *type->extent <= 64) {
    for (std::int64_t i = 0; i < *type->extent; ++i)
      v.fields.push_back(param_value(type->to, name + "[" + std::to_string(i) + "]", loc));
    return v;
  }
  if (type->is(CType::Kind::array) || type->is(CType::Kind::record)) { // bytes of the launch
    parameter.array = make_array_for(type, name, "param " + name, core::Space::constant, loc);
    kernel_.arrays[*parameter.array].is_parameter = true;
    kernel_.params.push_back(parameter);
    v.pointer = array_pointer(*parameter.array, zero);
    return v;
  }
  if (type->is(CType::Kind::group) || type->is(CType::Kind::void_)) return v;
  parameter.symbol =
      pool_->new_symbol({unique_name(name), value_type(type), Role::parameter, 0, {}, {}, loc});
  kernel_.params.push_back(parameter);
  v.scalar = pool_->symbol_ref(*parameter.symbol);
  if (type->is_integral()) fix_param(name, *parameter.symbol, loc);
  return v;
}

// Where a parameter lives: as the launch gave it, or as a variable where it is assigned to.
PlacePtr Lowering::param_place(const CT& type, const Value& value, const std::string& name,
                               const std::string& key, const std::string& root, Loc loc) {
  const bool bytes =
      value.pointer && (type->is(CType::Kind::array) || type->is(CType::Kind::record));
  auto place = std::make_shared<Place>();
  place->type = type;
  place->name = name;
  place->key = key;
  place->root = root;
  if (bytes) {
    place->kind = Place::Kind::memory;
    place->array = pointees_[static_cast<std::size_t>(*constant_value(value.pointer->base))].array;
    return place;
  }
  const bool scalar_array = type->is(CType::Kind::array) && !type->to->is(CType::Kind::pointer);
  if (learned_.in_memory.contains(key) || (scalar_array && learned_.assigned.contains(key))) {
    place = make_place(type, name, key, loc, root);
    store_place(place, value, loc);
    return place;
  }
  if (type->is(CType::Kind::record) || type->is(CType::Kind::array)) {
    place->kind = Place::Kind::aggregate;
    for (std::size_t i = 0; i < value.fields.size(); ++i) {
      const bool record = type->is(CType::Kind::record);
      const std::string suffix =
          record ? "." + type->record->fields[i].name : "[" + std::to_string(i) + "]";
      place->parts.push_back(param_place(value.fields[i].type, value.fields[i], name + suffix,
                                         key + suffix, root, loc));
    }
    return place;
  }
  if (!learned_.assigned.contains(key)) {
    place->kind = Place::Kind::constant;
    place->value = value;
    return place;
  }
  place = make_place(type, name, key, loc, root);
  store_place(place, value, loc);
  if (place->kind == Place::Kind::scalar) initial_[*place->var] = {value.scalar, stamp_};
  return place;
}

void Lowering::assume(Expr cond, std::string text, std::string origin, Loc loc) {
  kernel_.assumptions.push_back({cond, std::move(text), std::move(origin), loc});
}

// --param n=5. Values that are no integers are reported once, in lower().
void Lowering::fix_param(const std::string& name, SymbolId symbol, Loc loc) {
  const auto it = ctx_.options.params.find(name);
  if (it == ctx_.options.params.end()) return;
  const auto value = parse_integer(it->second);
  if (!value) return;
  const Expr e = pool_->symbol_ref(symbol);
  const Expr v = pool_->constant(*value, e->type);
  assume(pool_->eq(e, v), name + " == " + it->second, "--param", loc);
  if (e->type.is_int()) pool_->bound_symbol(symbol, v->value, v->value);
}

std::optional<std::int64_t> parse_integer(const std::string& text) {
  std::string_view digits = text;
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  int base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    base = 16;
    digits.remove_prefix(2);
  }
  std::uint64_t v = 0;
  const auto r = std::from_chars(digits.data(), digits.data() + digits.size(), v, base);
  if (digits.empty() || r.ec != std::errc() || r.ptr != digits.data() + digits.size())
    return std::nullopt;
  return static_cast<std::int64_t>(negative ? 0 - v : v);
}

void Lowering::option_assumptions() {
  if (!request_.assumptions) return;
  for (OptionAssumption& a : *request_.assumptions) {
    if (!a.expr) continue;
    const bool again = again_;
    const std::size_t unknowns = kernel_.unknowns.size();
    const bool understood = option_assumption(a);
    again_ = again;
    // Where it is not, lower() reports it when no kernel understands it.
    kernel_.unknowns.resize(std::min(unknowns, kernel_.unknowns.size()));
    a.understood = a.understood || understood;
  }
}

bool Lowering::option_assumption(const OptionAssumption& a) {
  Expr cond = nullptr;
  core::Block block;
  std::optional<core::Contract> contract;
  const std::size_t unknowns = kernel_.unknowns.size();
  in_scope("", {}, end_of_file, [&] {
    for (const auto& [name, lvalue] : launch_names_)
      declare(name, lvalue);
    contract = array_contract(a.expr);
    mathematical_ = true;
    if (!contract) block = collect([&] { cond = eval_condition(a.expr); });
    mathematical_ = false;
  });
  if (kernel_.unknowns.size() != unknowns) return false;
  if (contract) {
    assume_contract(*contract, a.text, "--assume", a.expr->begin);
    return true;
  }
  const auto constant = as_launch_constant(cond);
  if (!block.empty() || !constant) return false;
  assume(*constant, a.text, "--assume", a.expr->begin);
  return true;
}

} // namespace heddle::cuda
