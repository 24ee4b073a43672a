// Lambdas. A closure is known by its type alone: what it captured by reference are the variables
// themselves, what it captured by value are copies made where the lambda stands.
#include "cuda/lower_depth.hpp"
#include "cuda/lower_walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// `[=]`, `[&]`, `[x, &y, this]`: how a name is captured.
struct Captures {
  bool all_by_value = false;
  std::set<std::string> by_value;
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
    } else if (one.find_first_of("=.*") != std::string::npos) {
      result.understood = false; // `x = e`, packs, `*this`
    } else if (!one.starts_with('&') && one != "this") {
      result.by_value.insert(one);
    }
  }
  return result;
}

} // namespace

LValue Lowering::eval_node(const LambdaExpr& n, const ExprNode& e) {
  if (!read_captures(n.captures).understood)
    return temporary(not_understood("the captures '" + n.captures + "' of a lambda", e.loc), e.loc);
  Closure closure;
  closure.lambda = &n;
  closure.names = frame().names;
  closure.self = frame().self;
  closure.scope = frame().scope;
  capture_by_value(n, closure, e.loc);
  auto function = std::make_shared<FunctionDecl>();
  function->name.parts.push_back({"operator()", std::nullopt});
  auto result = std::make_shared<TypeNode>();
  result->node = AutoType{};
  function->result = n.result ? n.result : TypePtr(std::move(result));
  function->params = n.params;
  function->body = n.body;
  closure.function = std::move(function);
  auto record = std::make_shared<Record>();
  record->name = "lambda at " + ctx_.files.describe(e.loc);
  record->scope = frame().scope;
  record->size = 1;
  // The address may be that of the type of an earlier lambda, which is no more.
  closures_.insert_or_assign(record.get(), std::move(closure));
  return temporary({make_record(std::move(record)), nullptr, {}, {}}, e.loc);
}

// Copies of the variables that the body names, where it may see them change otherwise.
void Lowering::capture_by_value(const LambdaExpr& lambda, Closure& closure, Loc loc) {
  const Captures captures = read_captures(lambda.captures);
  Names copies;
  const std::function<void(const ExprPtr&)> visit = [&](const ExprPtr& e) {
    if (auto* inner = std::get_if<LambdaExpr>(&e->node))
      walk(
          inner->body, [](const StmtPtr&) {}, visit);
    const auto* n = std::get_if<NameExpr>(&e->node);
    if (!n || n->name.parts.size() != 1) return;
    const std::string& name = n->name.parts[0].identifier;
    if (copies.contains(name)) return;
    if (!captures.all_by_value && !captures.by_value.contains(name)) return;
    const Entity* entity = find_local(name);
    const auto* l = entity ? std::get_if<LValue>(entity) : nullptr;
    if (!l || !l->place) return;
    if (l->type->is(CType::Kind::array))
      return unsupported("the array '" + name + "' captured by value", loc);
    const PlacePtr place = make_place(l->type, name, place_key("capture " + name, loc), loc);
    const bool itself = l->type->is(CType::Kind::record) && copies_itself(*l->type->record);
    store_place(place, itself ? copy_of(*l, loc) : load(*l), loc);
    copies.insert_or_assign(name, LValue{l->type, place, {}, {}, loc});
  };
  walk(
      lambda.body, [](const StmtPtr&) {}, visit);
  closure.names.push_back(std::move(copies));
}

std::optional<LValue> Lowering::call_closure(const LValue& object, std::vector<Argument>& args,
                                             Loc loc) {
  const auto it = closures_.find(object.type->record.get());
  if (it == closures_.end()) return std::nullopt;
  const Closure& closure = it->second;
  if (args.size() > closure.function->params.size()) return std::nullopt;
  auto node = std::make_shared<DeclNode>(DeclNode{*closure.function, loc});
  kept_.push_back(node);
  FunctionRef f{{node, nullptr, closure.scope}, {}};
  return inline_call(f, args, closure.self, loc, &closure.names);
}

} // namespace heddle::cuda
