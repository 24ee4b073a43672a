// Lambdas. A closure is an object whose fields are what it captured by value; what it captured by
// reference are the variables themselves, which its type alone knows.
#include "cuda/lower/depth.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// `[=]`, `[&]`, `[x, &y, this]`: how a name is captured.
struct Captures {
  bool all_by_value = false, whole_object = false;
  std::set<std::string> by_value, by_reference;
  bool understood = true;
};

Captures read_captures(const std::string& text) {
  Captures result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    std::string one = text.substr(at, end - at);
    std::erase(one, ' ');
    at = end + 1;
    if (one == "=") {
      result.all_by_value = true;
    } else if (one == "*this") {
      result.whole_object = true;
    } else if (one.find('.') != std::string::npos) {
      result.understood = false; // packs
    } else if (one.starts_with('&')) {
      result.by_reference.insert(one.substr(1));
    } else if (one != "this") {
      result.by_value.insert(one);
    }
  }
  return result;
}

// The field of a closure that is a copy of the object around it.
const std::string held_object = "*this";

} // namespace

LValue Lowering::eval_node(const LambdaExpr& n, const ExprNode& e) {
  const Captures captures = read_captures(n.captures);
  if (!captures.understood)
    return temporary(not_understood("the captures '" + n.captures + "' of a lambda", e.loc), e.loc);
  Closure closure;
  closure.lambda = &n;
  closure.is_mutable = n.is_mutable;
  closure.names = frame().names;
  closure.self = frame().self;
  closure.scope = frame().scope;
  closure.seen = frame().seen;
  auto record = std::make_shared<Record>();
  record->name = "lambda at " + ctx_.files.describe(e.loc);
  record->scope = frame().scope;
  Value object{make_record(record), nullptr, {}, {}};
  capture_by_value(n, *record, object.fields, e.loc);
  capture_initialised(n, closure, *record, object.fields);
  if (captures.whole_object && frame().self) {
    closure.self.reset();
    record->fields.push_back({held_object, without_qualifiers(frame().self->type), 0, nullptr});
    object.fields.push_back(load(*frame().self));
  }
  lay_out(*record, 1, false);
  auto function = std::make_shared<FunctionDecl>();
  function->name.parts.push_back({"operator()", std::nullopt});
  auto result = std::make_shared<TypeNode>();
  result->node = AutoType{};
  function->result = n.result ? n.result : TypePtr(std::move(result));
  function->params = n.params;
  function->body = n.body;
  closure.function = std::move(function);
  // The address may be that of the type of an earlier lambda, which is no more.
  closures_.insert_or_assign(record.get(), std::move(closure));
  return temporary(std::move(object), e.loc);
}

// Copies of the variables that the body names.
void Lowering::capture_by_value(const LambdaExpr& lambda, Record& record, std::vector<Value>& held,
                                Loc loc) {
  const Captures captures = read_captures(lambda.captures);
  std::set<std::string> seen;
  const std::function<void(const ExprPtr&)> visit = [&](const ExprPtr& e) {
    if (auto* inner = std::get_if<LambdaExpr>(&e->node))
      walk(
          inner->body, [](const StmtPtr&) {}, visit);
    const auto* n = std::get_if<NameExpr>(&e->node);
    if (!n || n->name.parts.size() != 1) return;
    const std::string& name = n->name.parts[0].identifier;
    if (captures.by_reference.contains(name)) return;
    if (!captures.all_by_value && !captures.by_value.contains(name)) return;
    const Entity* entity = find_local(name);
    const auto* l = entity ? std::get_if<LValue>(entity) : nullptr;
    if (!l || !l->place || !seen.insert(name).second) return;
    if (l->type->is(CType::Kind::array))
      return unsupported("the array '" + name + "' captured by value", loc);
    hold(name, copied(*l, true, loc), record, held);
  };
  walk(
      lambda.body, [](const StmtPtr&) {}, visit);
}

void Lowering::hold(const std::string& name, Value value, Record& record,
                    std::vector<Value>& held) {
  record.fields.push_back({name, without_qualifiers(value.type), 0, nullptr});
  held.push_back(std::move(value));
}

// `[p = e, &q = f]`.
void Lowering::capture_initialised(const LambdaExpr& lambda, Closure& closure, Record& record,
                                   std::vector<Value>& held) {
  Names references;
  for (const auto& [name, e] : lambda.initialised) {
    const Mark before = mark();
    LValue l = eval_lvalue(e);
    if (name.starts_with('&')) {
      if (l.value) return unsupported("a reference to a value, captured by a lambda", e->loc);
      snapshot(l);
      references.insert_or_assign(name.substr(1), l);
      continue;
    }
    Value v = copied(l, !l.value, e->loc);
    for (Value& earlier : held)
      protect(earlier, before);
    hold(name, std::move(v), record, held);
  }
  closure.names.push_back(std::move(references));
}

std::optional<LValue> Lowering::call_closure(const LValue& object, std::vector<Argument>& args,
                                             Loc loc) {
  const auto it = closures_.find(object.type->record.get());
  if (it == closures_.end()) return std::nullopt;
  const Closure& closure = it->second;
  if (args.size() > closure.function->params.size()) return std::nullopt;
  const LValue held = kept_object(object, loc);
  std::vector<Names> names = closure.names;
  names.emplace_back();
  std::optional<LValue> self = closure.self;
  const auto& fields = object.type->record->fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == held_object) {
      self = member(held, {i}, loc);
    } else {
      LValue l = member(held, {i}, loc);
      l.type = with_qualifiers(l.type, !closure.is_mutable, false);
      names.back().insert_or_assign(fields[i].name, std::move(l));
    }
  }
  auto node = std::make_shared<DeclNode>(DeclNode{*closure.function, loc});
  kept_.push_back(node);
  FunctionRef f{{node, nullptr, closure.scope, nullptr, closure.seen, false}, {}};
  return inline_call(f, args, self, loc, &names);
}

} // namespace heddle::cuda
