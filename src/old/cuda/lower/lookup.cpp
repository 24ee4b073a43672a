// Which functions a call may mean: by the scopes around it, and by the types of its arguments.
#include "cuda/lower/internal.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// Namespaces and classes that a type is associated with.
struct Associated {
  std::set<std::string> scopes;
  std::vector<RecordPtr> classes;

  void add(const CT& type) {
    if (!type) return;
    if (type->to) add(type->to);
    if (!type->is(CType::Kind::record) || std::ranges::find(classes, type->record) != classes.end())
      return;
    scopes.insert(type->record->scope);
    classes.push_back(type->record);
    for (const Field& field : type->record->fields)
      if (field.name.empty()) add(field.type); // a base class
    for (const auto& [name, binding] : type->record->bindings) {
      add(binding.type);
      for (const Binding& element : binding.pack ? *binding.pack : std::vector<Binding>{})
        add(element.type);
    }
  }
};

// What names mean in a class, for its friends.
std::shared_ptr<const Bindings> names_of(const RecordPtr& record) {
  Bindings names = record->bindings;
  for (const auto& [name, type] : record->types) {
    Binding b;
    b.type = type;
    names.emplace(name, b);
  }
  for (const auto& [name, constant] : record->constants) {
    if (constant.is_dims || !constant.type->is_integral()) continue;
    Binding b;
    b.value = constant.integer;
    b.value_type = constant.type;
    names.emplace(name, b);
  }
  Binding self;
  self.type = make_record(record);
  names.emplace(class_name(record->name), self);
  return std::make_shared<const Bindings>(std::move(names));
}

} // namespace

// Beside those `found` by the scopes around the call; each function once.
void Lowering::add_associated(std::vector<Item>& found, const std::string& name,
                              const std::vector<CT>& args) const {
  const auto scopes = program_.function_scopes.find(name);
  const bool friends = program_.friends.contains(name);
  if (!friends && scopes == program_.function_scopes.end()) return;
  Associated associated;
  for (const CT& type : args)
    associated.add(type);
  const auto add = [&](const Item& item) {
    const auto same = [&](const Item& other) {
      return other.decl == item.decl && !other.around && !item.around;
    };
    const auto known = std::ranges::find_if(found, same);
    if (known == found.end())
      found.push_back(item);
    else
      known->late = known->late && item.late;
  };
  if (scopes != program_.function_scopes.end())
    for (const std::string& scope : scopes->second)
      if (associated.scopes.contains(scope))
        for (Item item : program_.functions.at(scope + name)) {
          // What a call in a template means is settled where the template is used.
          item.late = item.order > frames_.back().seen && !frames_.back().is_instance;
          add(item);
        }
  for (const RecordPtr& record : associated.classes)
    for (const Method& m : record->friends)
      if (m.function->name.parts.back().identifier == name && m.function->body)
        add({m.decl, m.tmpl, record->scope, names_of(record)});
}

std::vector<Item> Lowering::functions_for(const QualifiedName& name,
                                          const std::vector<ExprPtr>& args) {
  std::vector<Item> found = program_.functions_named(name, frame().scope, frame().seen);
  const std::string& last = name.parts.back().identifier;
  const auto scopes = program_.function_scopes.find(last);
  const bool elsewhere =
      program_.friends.contains(last) ||
      (scopes != program_.function_scopes.end() &&
       std::ranges::any_of(scopes->second, [&](const std::string& scope) {
         return std::ranges::none_of(found, [&](const Item& item) { return item.scope == scope; });
       }));
  if (name.parts.size() > 1 || name.global || !elsewhere) return found;
  std::vector<CT> types;
  for (const ExprPtr& e : expanded(args))
    if (!std::holds_alternative<InitListExpr>(e->node)) types.push_back(type_of(e));
  add_associated(found, last, types);
  return found;
}

// `using a::f;` in a function.
void Lowering::use_name(const UsingDecl& n, Loc loc) {
  const std::string& last = n.name.parts.back().identifier;
  if (!program_.functions_named(n.name, frame().scope, frame().seen).empty())
    return declare(last, Used{n.name});
  if (const CT type = resolve_name(n.name, loc); !type->is(CType::Kind::unknown))
    return declare(last, type);
  if (auto l = find_variable(n.name, loc)) declare(last, *l);
}

} // namespace heddle::cuda
