// Code that host code runs without naming it: constructors, destructors, operators, conversions of
// classes of the file, as far as it changes more than the object.
#include "cuda/host/effects.hpp"
#include "cuda/syntax/spell.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>
#include <cctype>

namespace heddle::cuda {

namespace {

constexpr unsigned max_nesting = 8; // of classes in classes

const std::string& last_name(const QualifiedName& name) { return name.parts.back().identifier; }

const FunctionDecl* function_in(const DeclPtr& decl) {
  const auto* tmpl = std::get_if<TemplateDecl>(&decl->node);
  return tmpl && !tmpl->decl ? nullptr
                             : std::get_if<FunctionDecl>(&(tmpl ? tmpl->decl : decl)->node);
}

const RecordDecl* record_in(const DeclPtr& decl) {
  const auto* tmpl = std::get_if<TemplateDecl>(&decl->node);
  return tmpl && !tmpl->decl ? nullptr : std::get_if<RecordDecl>(&(tmpl ? tmpl->decl : decl)->node);
}

// The variable of which `target` is a part; null where a pointer leads there.
const NameExpr* object_of(ExprPtr target) {
  while (const auto* member = std::get_if<MemberExpr>(&target->node)) {
    if (member->arrow || !member->base) return nullptr;
    target = member->base;
  }
  return std::get_if<NameExpr>(&target->node);
}

bool is_own_member(const ExprPtr& target) { // this->x
  const auto* member = std::get_if<MemberExpr>(&target->node);
  return member && member->base && std::holds_alternative<ThisExpr>(member->base->node);
}

// Words of a type, its template arguments among them.
void words_of(const TypePtr& type, std::set<std::string>& out) {
  if (!type) return;
  if (auto* array = std::get_if<ArrayType>(&type->node)) return words_of(array->element, out);
  const auto* named = std::get_if<NamedType>(&type->node);
  for (const NamePart& part : named ? named->name.parts : std::vector<NamePart>{}) {
    out.insert(part.identifier);
    for (const TemplateArg& arg : part.args.value_or(std::vector<TemplateArg>{}))
      words_of(arg.type, out);
  }
}

} // namespace

// Does the function change anything but its own variables, members of its object, and the parts of
// what it is given?
bool HostEffectFinder::changes_more(const FunctionDecl& f) {
  if (!f.body) return !f.is_deleted_or_defaulted;
  HostEffects effects = summary(f);
  for (const auto& [name, args] : f.member_inits)
    for (const ExprPtr& e : args)
      effects.add(of(e));
  bool more = effects.calls || effects.stores;
  const auto target = [&](const ExprPtr& e) {
    const NameExpr* object = object_of(e);
    more = more || (!object && !is_own_member(e)) ||
           (object && program_.find(program_.globals, object->name, scope_));
  };
  walk(
      f.body, [](const StmtPtr&) {},
      [&](const ExprPtr& e) {
        if (auto* n = std::get_if<AssignExpr>(&e->node)) target(n->left);
        if (auto* n = std::get_if<UnaryExpr>(&e->node))
          if (std::string_view(spell_operator(n->op)).size() == 2) target(n->operand);
      });
  return more;
}

// The definition of a method may stand outside of its class.
bool HostEffectFinder::method_changes_more(const RecordDecl& record, const FunctionDecl& f,
                                           const std::string& scope) {
  HostEffectFinder within(program_, scope, true);
  if (f.body || f.is_deleted_or_defaulted) return within.changes_more(f);
  const std::string outside = "::" + last_name(record.name) + "::" + last_name(f.name);
  bool found = false;
  for (const auto& [name, items] : program_.functions)
    if (("::" + name).ends_with(outside))
      for (const Item& item : items) {
        const auto& definition = std::get<FunctionDecl>(item.decl->node);
        if (definition.body && within.changes_more(definition)) return true;
        found = found || definition.body;
      }
  return !found;
}

void HostEffectFinder::find_unnamed(const RecordDecl& record, const std::string& scope,
                                    HostNotes::Unnamed& out) {
  if (record.name.parts.empty()) return;
  const std::string& name = last_name(record.name);
  std::set<std::string> parts; // types of bases and fields
  for (const TypePtr& base : record.bases)
    words_of(base, parts);
  for (const DeclPtr& member : record.members) {
    if (auto* field = std::get_if<VarDecl>(&member->node)) words_of(field->type, parts);
    if (const RecordDecl* inner = record_in(member)) find_unnamed(*inner, scope, out);
    const FunctionDecl* f = function_in(member);
    if (!f || f->name.parts.empty() || !method_changes_more(record, *f, scope)) continue;
    const std::string& method = last_name(f->name);
    if (method == name || method == "~" + name) out.classes.insert(name);
    add_operator(method, out);
  }
  if (std::ranges::any_of(parts, [&](const auto& part) { return out.classes.contains(part); }))
    out.classes.insert(name);
}

void HostEffectFinder::add_operator(const std::string& name, HostNotes::Unnamed& out) {
  if (!name.starts_with("operator") || name.size() < 9) return;
  const std::string symbol = name.substr(8);
  if (symbol == "=" || !(std::isalnum(static_cast<unsigned char>(symbol[0])) || symbol[0] == ' ' ||
                         symbol[0] == '_')) {
    out.operators.insert(symbol);
  } else {
    out.converts = true;
  }
}

const HostNotes::Unnamed& HostEffectFinder::unnamed() {
  std::optional<HostNotes::Unnamed>& known = program_.notes->unnamed;
  if (known) return *known;
  known.emplace(); // calls while this is being found are of functions whose own effects count
  HostNotes::Unnamed found;
  for (const auto& [name, items] : program_.functions)
    for (const Item& item : items) {
      const auto& f = std::get<FunctionDecl>(item.decl->node);
      const bool free = f.name.parts.size() == 1;
      if (free && last_name(f.name).starts_with("operator"))
        if (HostEffectFinder(program_, item.scope, false).changes_more(f))
          add_operator(last_name(f.name), found);
      walk(
          f.body,
          [&](const StmtPtr& s) {
            if (auto* decls = std::get_if<DeclStmt>(&s->node))
              for (const DeclPtr& d : decls->decls)
                if (const RecordDecl* record = record_in(d))
                  find_unnamed(*record, item.scope, found);
          },
          [](const ExprPtr&) {});
    }
  for (std::size_t before = found.classes.size() + 1; before != found.classes.size();) {
    before = found.classes.size(); // classes of which others are made
    for (const auto& [name, items] : program_.records)
      for (const Item& item : items)
        find_unnamed(std::get<RecordDecl>(item.decl->node), item.scope, found);
  }
  program_.notes->summaries.clear(); // they were found without
  program_.notes->bodies.clear();
  return *(known = std::move(found));
}

// May objects of the type run such code when they are made, copied or destroyed?
bool HostEffectFinder::runs_code(const TypePtr& type) {
  const std::set<std::string>& classes = unnamed().classes;
  if (classes.empty() || !type) return false;
  if (std::holds_alternative<PointerType>(type->node) ||
      std::holds_alternative<ReferenceType>(type->node) ||
      std::holds_alternative<BuiltinType>(type->node))
    return false;
  std::set<std::string> words;
  words_of(type, words);
  if (words.empty()) return true;                 // auto
  for (const std::string& word : std::set(words)) // names of types, once
    for (const auto& [name, items] : program_.types)
      if (name == word || name.ends_with("::" + word))
        for (const Item& item : items)
          if (auto* alias = std::get_if<TypedefDecl>(&item.decl->node))
            words_of(alias->type, words);
  return std::ranges::any_of(words, [&](const auto& word) { return classes.contains(word); });
}

bool HostEffectFinder::runs_code(const FunctionDecl& f) {
  return runs_code(f.result) || std::ranges::any_of(f.params, [&](const DeclPtr& p) {
           const TypePtr& type = std::get<VarDecl>(p->node).type;
           const auto* reference = type ? std::get_if<ReferenceType>(&type->node) : nullptr;
           return runs_code(reference ? reference->to : type);
         });
}

bool HostEffectFinder::runs_operator(const ExprNode& e) {
  const HostNotes::Unnamed& u = unnamed();
  if (u.converts && std::holds_alternative<NameExpr>(e.node)) return true;
  if (u.operators.empty()) return false;
  std::string symbol;
  if (auto* n = std::get_if<UnaryExpr>(&e.node)) symbol = spell_operator(n->op);
  if (auto* n = std::get_if<BinaryExpr>(&e.node)) symbol = spell_operator(n->op);
  if (auto* n = std::get_if<AssignExpr>(&e.node))
    symbol = (n->op ? std::string(spell_operator(*n->op)) : "") + "=";
  if (std::holds_alternative<IndexExpr>(e.node)) symbol = "[]";
  if (auto* n = std::get_if<MemberExpr>(&e.node); n && n->arrow) symbol = "->";
  return u.operators.contains(symbol);
}

// A class of the file without constructors or references in it: a list runs none of its code.
bool HostEffectFinder::is_aggregate(const QualifiedName& name, unsigned depth) const {
  const auto* items = program_.find(program_.records, name, scope_);
  if (!items || depth == 0) return false;
  const auto is_value = [&](TypePtr type) {
    while (const auto* array = type ? std::get_if<ArrayType>(&type->node) : nullptr)
      type = array->element;
    if (!type) return false;
    if (std::holds_alternative<PointerType>(type->node) ||
        std::holds_alternative<BuiltinType>(type->node))
      return true;
    const auto* named = std::get_if<NamedType>(&type->node);
    return named && (builtin_type(plain_name(named->name)) || is_aggregate(named->name, depth - 1));
  };
  return std::ranges::all_of(*items, [&](const Item& item) {
    const auto& record = std::get<RecordDecl>(item.decl->node);
    return record.bases.empty() && std::ranges::all_of(record.members, [&](const DeclPtr& m) {
             const auto* tmpl = std::get_if<TemplateDecl>(&m->node);
             const DeclPtr& decl = tmpl && tmpl->decl ? tmpl->decl : m;
             if (const auto* f = std::get_if<FunctionDecl>(&decl->node))
               return f->is_friend || f->result != nullptr; // no constructor
             const auto* var = std::get_if<VarDecl>(&decl->node);
             return var ? is_value(var->type) : !std::holds_alternative<IslandDecl>(decl->node);
           });
  });
}

bool HostEffectFinder::is_made_of_list(const VarDecl& var) const {
  const auto* named = var.type ? std::get_if<NamedType>(&var.type->node) : nullptr;
  return named && var.init == Init::braces && is_aggregate(named->name, max_nesting);
}

} // namespace heddle::cuda
