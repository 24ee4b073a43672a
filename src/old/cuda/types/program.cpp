#include "cuda/types/program.hpp"

#include "cuda/syntax/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

class Indexer {
public:
  explicit Indexer(Program& program) : program_(program) {}

  void add(const DeclPtr& decl, const std::string& scope, const TemplateDecl* tmpl = nullptr) {
    program_.order[decl.get()] = ++order_;
    const Item item{decl, tmpl, scope, nullptr, order_, false};
    std::visit([&](const auto& node) { add_node(node, item); }, decl->node);
  }

private:
  void add_node(const VarDecl& node, const Item& item) {
    add_inline_type(node.type, item);
    program_.globals[item.scope + node.name].push_back(item);
    for (const ExprPtr& e : node.args)
      walk(e, [&](const ExprPtr& x) {
        add_expression(x, {nullptr, nullptr, nullptr, nullptr, item.scope});
      });
  }
  void add_node(const FunctionDecl& node, const Item& item) {
    program_.functions[item.scope + plain_name(node.name)].push_back(item);
    if (node.name.parts.size() == 1)
      program_.function_scopes[node.name.parts[0].identifier].insert(item.scope);
    if (node.attributes.global && node.body) program_.kernels.push_back(item);
    if (node.body) add_body(node, item.scope, item.tmpl);
    // template void run<16>(float*);
    if (!node.body && item.tmpl && item.tmpl->params.empty())
      program_.template_uses.push_back(
          {&node.name, nullptr, nullptr, nullptr, item.scope, {}, true, false});
  }
  void add_node(const RecordDecl& node, const Item& item) {
    note_members(node, item.order);
    if (node.name.parts.empty()) return;
    program_.records[item.scope + plain_name(node.name)].push_back(item);
    for (const DeclPtr& member : node.members) {
      if (auto* method = std::get_if<FunctionDecl>(&member->node); method && method->body)
        add_body(*method, item.scope, nullptr);
      add_friend(member);
    }
  }
  void add_node(const EnumDecl& node, const Item& item) {
    if (!node.name.empty()) program_.types[item.scope + node.name].push_back(item);
    const std::string prefix = node.scoped ? item.scope + node.name + "::" : item.scope;
    for (std::size_t i = 0; i < node.items.size(); ++i)
      program_.enumerators[prefix + node.items[i].name].push_back(
          {&node, i, item.scope, item.order});
  }
  void add_node(const TypedefDecl& node, const Item& item) {
    add_inline_type(node.type, item);
    program_.types[item.scope + node.name].push_back(item);
  }
  void add_node(const NamespaceDecl& node, const Item& item) {
    const std::string scope = node.name.empty() ? item.scope : item.scope + node.name + "::";
    for (const DeclPtr& member : node.members)
      add(member, scope);
  }
  void add_node(const UsingDecl& node, const Item& item) {
    const std::string name = plain_name(node.name);
    if (!node.alias.empty()) {
      const auto [it, is_new] = program_.namespace_aliases.emplace(node.alias, name + "::");
      if (!is_new && it->second != name + "::") it->second.clear();
    } else if (node.is_namespace) {
      program_.using_namespaces.push_back({item.scope, name + "::"});
    } else if (!node.name.parts.empty()) {
      program_.aliases[item.scope + node.name.parts.back().identifier].push_back(name);
    }
  }
  void add_node(const StaticAssertDecl&, const Item&) {}
  void add_node(const TemplateDecl& node, const Item& item) {
    if (node.decl) add(node.decl, item.scope, &node);
  }
  void add_node(const IslandDecl& node, const Item&) {
    for (const std::string& name : node.names)
      program_.islands.emplace(name, &node);
    if (node.is_kernel) program_.kernel_islands.push_back(&node);
  }

  void note_members(const RecordDecl& record, unsigned order) {
    for (const DeclPtr& member : record.members)
      note_member(member, order);
  }
  void note_member(const DeclPtr& member, unsigned order) {
    program_.order[member.get()] = order;
    if (auto* tmpl = std::get_if<TemplateDecl>(&member->node)) note_member(tmpl->decl, order);
    if (auto* nested = std::get_if<RecordDecl>(&member->node)) note_members(*nested, order);
  }

  void add_friend(const DeclPtr& member) {
    if (auto* tmpl = std::get_if<TemplateDecl>(&member->node)) return add_friend(tmpl->decl);
    if (auto* f = std::get_if<FunctionDecl>(&member->node); f && f->is_friend)
      program_.friends.insert(f->name.parts.back().identifier);
    if (auto* nested = std::get_if<RecordDecl>(&member->node))
      for (const DeclPtr& inner : nested->members)
        add_friend(inner);
  }

  // `typedef enum {A, B} e;` and `struct S {..} s;` declare more than their own name.
  void add_inline_type(const TypePtr& type, const Item& item) {
    if (!type) return;
    if (auto* pointer = std::get_if<PointerType>(&type->node)) add_inline_type(pointer->to, item);
    if (auto* array = std::get_if<ArrayType>(&type->node)) add_inline_type(array->element, item);
    if (auto* inline_type = std::get_if<InlineType>(&type->node))
      add(inline_type->decl, item.scope);
  }

  // What a body says about more than itself: launches, calls, and names of namespaces.
  void add_body(const FunctionDecl& host, const std::string& scope, const TemplateDecl* tmpl) {
    add_statement(host.body, {nullptr, nullptr, &host, tmpl, scope});
  }

  void add_statement(const StmtPtr& body, const TemplateUse& where) {
    walk(
        body,
        [&](const StmtPtr& s) {
          if (auto* decls = std::get_if<DeclStmt>(&s->node))
            for (const DeclPtr& decl : decls->decls)
              if (auto* name = std::get_if<UsingDecl>(&decl->node); name && !name->alias.empty())
                add_node(*name, {decl, nullptr, where.scope});
        },
        [&](const ExprPtr& e) { add_expression(e, where); });
  }

  void add_expression(const ExprPtr& e, const TemplateUse& where) {
    if (auto* launch = std::get_if<LaunchExpr>(&e->node); launch && where.host)
      program_.launches.push_back(
          {launch, where.host, where.scope, e->loc, where.tmpl, nullptr, nullptr, e.get()});
    TemplateUse within = where;
    within.is_within = true;
    if (auto* lambda = std::get_if<LambdaExpr>(&e->node)) add_statement(lambda->body, within);
    if (auto* block = std::get_if<StatementExpr>(&e->node)) add_statement(block->body, within);
    add_use(e, where);
  }

  // Calls come before the names of what they call.
  void add_use(const ExprPtr& e, const TemplateUse& where) {
    const auto add = [&](const QualifiedName& name, const CallExpr* call) {
      program_.template_uses.push_back(where);
      program_.template_uses.back().name = &name;
      program_.template_uses.back().call = call;
      program_.template_uses.back().loc = e->begin;
      program_.template_uses.back().place = e.get();
    };
    if (auto* call = std::get_if<CallExpr>(&e->node)) {
      const auto* callee = std::get_if<NameExpr>(&call->callee->node);
      if (!callee) return;
      called_.insert(&callee->name);
      add(callee->name, call);
    } else if (auto* name = std::get_if<NameExpr>(&e->node);
               name && name->name.parts.back().args && !called_.contains(&name->name)) {
      add(name->name, nullptr);
    }
  }

  Program& program_;
  std::set<const QualifiedName*> called_;
  unsigned order_ = 0;
};

// "a::b::", "a::", "".
std::vector<std::string> around(std::string prefix) {
  std::vector<std::string> all{prefix};
  while (!prefix.empty()) {
    const std::size_t end = prefix.rfind("::", prefix.size() - 3);
    prefix = prefix.size() < 3 || end == std::string::npos ? "" : prefix.substr(0, end + 2);
    all.push_back(prefix);
  }
  return all;
}

} // namespace

// What the name may be spelled out as, by the namespace that it is found in, innermost first.
std::vector<std::vector<std::string>> Program::levels(const QualifiedName& name,
                                                      const std::string& scope) const {
  std::string plain = plain_name(name);
  if (name.parts.size() > 1)
    if (auto it = namespace_aliases.find(name.parts[0].identifier); it != namespace_aliases.end())
      plain = it->second + plain.substr(it->first.size() + 2);
  std::vector<std::vector<std::string>> found;
  const auto add = [&](const std::string& prefix) {
    found.push_back({prefix + plain});
    if (auto it = aliases.find(prefix + plain); it != aliases.end())
      for (const std::string& target : it->second)
        for (const std::string& at : around(prefix))
          found.back().push_back(at + target);
  };
  for (const std::string& prefix : around(name.global ? "" : scope))
    add(prefix);
  for (const UsedNamespace& space : using_namespaces)
    if (scope.starts_with(space.scope))
      for (const std::string& at : around(space.scope))
        found.back().push_back(at + space.name + plain);
  return found;
}

std::vector<std::string> Program::spellings(const QualifiedName& name,
                                            const std::string& scope) const {
  std::vector<std::string> all;
  for (const std::vector<std::string>& level : levels(name, scope))
    all.insert(all.end(), level.begin(), level.end());
  return all;
}

std::vector<Item> Program::functions_named(const QualifiedName& name, const std::string& scope,
                                           unsigned seen) const {
  for (const std::vector<std::string>& level : levels(name, scope)) {
    std::vector<Item> all;
    const std::set<std::string> spelled(level.begin(), level.end());
    for (const std::string& one : spelled)
      if (auto it = functions.find(one); it != functions.end())
        all.insert(all.end(), it->second.begin(), it->second.end());
    for (Item& item : all)
      item.late = item.order > seen;
    if (!std::ranges::all_of(all, &Item::late)) return all;
  }
  return {};
}

const std::vector<Item>* Program::find(const Table& table, const QualifiedName& name,
                                       const std::string& scope, unsigned seen) const {
  for (const std::string& spelling : spellings(name, scope))
    if (auto it = table.find(spelling); it != table.end() && it->second.front().order <= seen)
      return &it->second;
  return nullptr;
}

Program index_declarations(const TranslationUnit& unit) {
  Program program;
  Indexer indexer(program);
  for (const DeclPtr& decl : unit.decls)
    indexer.add(decl, "");
  program.mentions = unit.mentions;
  return program;
}

} // namespace heddle::cuda
