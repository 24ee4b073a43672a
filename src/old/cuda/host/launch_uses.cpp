#include "cuda/host/launch_uses.hpp"

#include "cuda/host/effects.hpp"

#include "cuda/host/launch_pointers.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>
#include <utility>

namespace heddle::cuda {

namespace {

const std::string& last_name(const QualifiedName& name) { return name.parts.back().identifier; }

// The places of the names of kernels that nothing has been said of.
class Places {
public:
  Places(const TranslationUnit& unit, const std::set<std::string>& kernels) {
    for (const std::string& name : kernels)
      if (const auto it = unit.mentions.find(name); it != unit.mentions.end())
        for (const Mention& m : it->second)
          open_[name].emplace(m.loc, m.is_called || m.is_member);
  }

  void take(const std::string& name, Loc at) {
    Found& places = open_[name];
    if (const auto it = places.find(at); it != places.end()) places.erase(it);
  }
  // The last part of a name that begins at `begin`.
  void take(const QualifiedName& name, Loc begin) {
    if (name.parts.size() == 1 && !name.global) return take(last_name(name), begin);
    Found& places = open_[last_name(name)];
    const auto it = places.lower_bound(begin);
    if (it != places.end() && it->first.file == begin.file) places.erase(it);
  }
  // A kernel is not called, nor a member.
  template <class F> void for_each_left(F f) const {
    for (const auto& [name, places] : open_)
      for (const auto& [at, is_other] : places)
        if (!is_other) f(name, at);
  }

private:
  using Found = std::multimap<Loc, bool>;
  std::map<std::string, Found> open_;
};

class UseFinder {
public:
  UseFinder(const TranslationUnit& unit, Program& program)
      : program_(program), places_(unit, kernel_names(program)) {
    for (const LaunchItem& launch : program.launches)
      seen_.insert(launch.launch);
    for (const Item& kernel : program.kernels)
      kernels_.emplace(last_name(std::get<FunctionDecl>(kernel.decl->node).name), &kernel);
  }

  void run(const TranslationUnit& unit) {
    if (kernels_.empty()) return;
    declarations(unit.decls, "");
    places_.for_each_left([&](const std::string& name, Loc at) {
      add_unknown(std::make_shared<const ExprNode>(
          ExprNode{NameExpr{{false, {{name, std::nullopt}}}}, at, at}));
    });
  }

private:
  static std::set<std::string> kernel_names(const Program& program) {
    std::set<std::string> names;
    for (const Item& kernel : program.kernels)
      names.insert(last_name(std::get<FunctionDecl>(kernel.decl->node).name));
    return names;
  }

  // ---- declarations -----------------------------------------------------------------------------
  void declarations(const std::vector<DeclPtr>& decls, const std::string& scope) {
    for (const DeclPtr& decl : decls) {
      scope_ = scope;
      declaration(decl, nullptr);
    }
  }

  void declaration(const DeclPtr& decl, const TemplateDecl* tmpl) {
    if (auto* n = std::get_if<TemplateDecl>(&decl->node); n && n->decl) declaration(n->decl, n);
    if (auto* n = std::get_if<FunctionDecl>(&decl->node)) function(*n, decl->loc, tmpl);
    if (auto* n = std::get_if<RecordDecl>(&decl->node)) record(*n);
    if (auto* n = std::get_if<VarDecl>(&decl->node)) variable(*n, decl->loc);
    if (auto* n = std::get_if<UsingDecl>(&decl->node); n && n->alias.empty() && !n->is_namespace)
      places_.take(n->name, decl->loc);
    if (auto* n = std::get_if<NamespaceDecl>(&decl->node)) {
      const std::string outer = scope_;
      declarations(n->members, n->name.empty() ? outer : outer + n->name + "::");
      scope_ = outer;
    }
  }

  void variable(const VarDecl& var, Loc loc) {
    places_.take(var.name, loc);
    for (const ExprPtr& e : var.args)
      expression(e);
  }

  void record(const RecordDecl& record) {
    hidden_.emplace_back();
    for (const DeclPtr& member : record.members)
      if (auto* field = std::get_if<VarDecl>(&member->node)) hidden_.back().insert(field->name);
    for (const DeclPtr& member : record.members)
      declaration(member, nullptr);
    hidden_.pop_back();
  }

  void function(const FunctionDecl& f, Loc loc, const TemplateDecl* tmpl) {
    if (!f.name.parts.empty()) places_.take(last_name(f.name), loc);
    const FunctionDecl* host = std::exchange(host_, &f);
    const TemplateDecl* outer = std::exchange(tmpl_, tmpl);
    hidden_.emplace_back();
    params(f.params);
    for (const auto& [name, args] : f.member_inits)
      for (const ExprPtr& e : args)
        expression(e);
    statement(f.body);
    hidden_.pop_back();
    host_ = host;
    tmpl_ = outer;
  }

  void params(const std::vector<DeclPtr>& params) {
    for (const DeclPtr& p : params) {
      const auto& var = std::get<VarDecl>(p->node);
      variable(var, p->loc);
      hidden_.back().insert(var.name);
    }
  }

  // ---- statements -------------------------------------------------------------------------------
  void statement(const StmtPtr& s) {
    if (!s) return;
    hidden_.emplace_back();
    within(s);
    hidden_.pop_back();
  }

  // Without a scope of its own.
  void within(const StmtPtr& s) {
    if (auto* n = std::get_if<DeclStmt>(&s->node)) {
      for (const DeclPtr& d : n->decls)
        local(d);
      return;
    }
    if (auto* n = std::get_if<CompoundStmt>(&s->node)) {
      for (const StmtPtr& c : n->body)
        if (c) std::holds_alternative<DeclStmt>(c->node) ? within(c) : statement(c);
      return;
    }
    if (auto* n = std::get_if<RangeForStmt>(&s->node)) {
      expression(n->range);
      local(n->var);
      return statement(n->body);
    }
    if (auto* n = std::get_if<IfStmt>(&s->node); n && (n->init || n->cond_decl)) {
      if (n->init) within(n->init);
      if (n->cond_decl) local(n->cond_decl);
    }
    if (auto* n = std::get_if<ForStmt>(&s->node); n && n->init) within(n->init);
    const auto* branch = std::get_if<IfStmt>(&s->node);
    const auto* loop = std::get_if<ForStmt>(&s->node);
    for_each_child(
        *s,
        [&](const StmtPtr& c) {
          if ((!branch || c != branch->init) && (!loop || c != loop->init)) statement(c);
        },
        [&](const ExprPtr& e) { expression(e); });
  }

  void local(const DeclPtr& decl) {
    const auto* var = std::get_if<VarDecl>(&decl->node);
    if (!var) return declaration(decl, nullptr);
    places_.take(var->name, decl->loc);
    for (const ExprPtr& e : var->args) {
      if (var->args.size() == 1) assign(var->name, e);
      expression(e);
    }
    hidden_.back().insert(var->name);
    hidden_.back().insert(var->bindings.begin(), var->bindings.end());
  }

  // ---- expressions ------------------------------------------------------------------------------
  void expression(const ExprPtr& e) {
    if (!e) return;
    if (std::holds_alternative<NameExpr>(e->node)) return use(e);
    if (auto* n = std::get_if<LaunchExpr>(&e->node); n && seen_.contains(n)) explain(n->callee);
    if (auto* n = std::get_if<CallExpr>(&e->node)) call(*n, e);
    if (auto* n = std::get_if<BinaryExpr>(&e->node);
        n && (n->op == BinaryOp::eq || n->op == BinaryOp::ne)) {
      std::ranges::for_each(named_in(n->left), [&](const ExprPtr& name) { explain(name); });
      std::ranges::for_each(named_in(n->right), [&](const ExprPtr& name) { explain(name); });
    }
    if (auto* n = std::get_if<AssignExpr>(&e->node); n && !n->op)
      if (const auto* to = std::get_if<NameExpr>(&n->left->node); to && to->name.parts.size() == 1)
        assign(last_name(to->name), n->right);
    if (auto* n = std::get_if<LambdaExpr>(&e->node)) {
      hidden_.emplace_back();
      params(n->params);
      statement(n->body);
      hidden_.pop_back();
    }
    if (auto* n = std::get_if<StatementExpr>(&e->node)) statement(n->body);
    for_each_child(*e, [&](const ExprPtr& c) { expression(c); });
  }

  void explain(const ExprPtr& e) {
    if (const auto* name = std::get_if<NameExpr>(&e->node)) explained_.insert(name);
  }

  void call(const CallExpr& n, const ExprPtr& e) {
    explain(n.callee);
    if (only_asks(n))
      for (const ExprPtr& arg : n.args)
        std::ranges::for_each(named_in(arg), [&](const ExprPtr& name) { explain(name); });
    if (!host_) return;
    const auto launch = as_launch(*host_, n);
    if (!launch || !kernel_of(std::get<NameExpr>(launch->launch.callee->node).name)) return;
    add(launch->launch, e);
    explain(launch->launch.callee);
    for (const ExprPtr& address : launch->addresses)
      program_.argument_addresses.insert(address.get());
  }

  // `pointer = &k` in the function: the launches through the pointer are k's.
  void assign(const std::string& pointer, const ExprPtr& value) {
    std::vector<ExprPtr> names = named_in(value);
    std::erase_if(names,
                  [&](const ExprPtr& e) { return !kernel_of(std::get<NameExpr>(e->node).name); });
    if (names.empty() || !host_) return;
    const auto launches = launches_through(*host_, pointer);
    if (!launches) return;
    for (const ExprPtr& name : names) {
      explain(name);
      for (const ExprPtr& e : *launches) {
        const auto& through = std::get<LaunchExpr>(e->node);
        add({name, through.config, through.args}, e);
      }
    }
  }

  bool is_hidden(const QualifiedName& name) const {
    return name.parts.size() == 1 && !name.global &&
           std::ranges::any_of(hidden_,
                               [&](const auto& names) { return names.contains(last_name(name)); });
  }

  // A kernel that the name may mean.
  const Item* kernel_of(const QualifiedName& name) const {
    const auto it = kernels_.find(last_name(name));
    if (it == kernels_.end() || is_hidden(name)) return nullptr;
    const std::vector<Item> meant = program_.functions_named(name, scope_);
    const bool is_other = !meant.empty() && std::ranges::none_of(meant, [](const Item& item) {
      return std::get<FunctionDecl>(item.decl->node).attributes.global;
    });
    const std::string& first = name.parts.front().identifier;
    const bool is_library = name.parts.size() > 1 && (first == "std" || first == "thrust");
    return is_other || is_library ? nullptr : it->second;
  }

  void use(const ExprPtr& e) {
    const auto& n = std::get<NameExpr>(e->node);
    if (!kernels_.contains(last_name(n.name))) return;
    places_.take(last_name(n.name), e->loc);
    if (!explained_.contains(&n) && kernel_of(n.name)) add_unknown(e);
  }

  // ---- launches ---------------------------------------------------------------------------------
  void add(LaunchExpr launch, const ExprPtr& site) {
    LaunchItem item;
    program_.indirect.push_back(std::make_shared<const LaunchExpr>(std::move(launch)));
    item.launch = program_.indirect.back().get();
    item.site = site.get();
    item.host = host_;
    item.scope = scope_;
    item.loc = site->loc;
    item.tmpl = tmpl_;
    program_.launches.push_back(std::move(item));
  }

  void add_unknown(const ExprPtr& callee) {
    const auto& name = std::get<NameExpr>(callee->node);
    const Loc at = callee->loc;
    const auto open = [&] {
      return std::make_shared<const ExprNode>(ExprNode{OpaqueExpr{""}, at, at});
    };
    const Item& kernel = *kernels_.at(last_name(name.name));
    LaunchItem item;
    program_.indirect.push_back(
        std::make_shared<const LaunchExpr>(LaunchExpr{callee, {open(), open()}, {}}));
    item.launch = program_.indirect.back().get();
    item.host = host_ ? host_ : &std::get<FunctionDecl>(kernel.decl->node);
    item.scope = scope_;
    item.loc = at;
    item.tmpl = tmpl_;
    program_.launches.push_back(std::move(item));
  }

  Program& program_;
  Places places_;
  std::map<std::string, const Item*> kernels_; // one of each name
  std::set<const LaunchExpr*> seen_;           // launches that are written as such
  std::set<const NameExpr*> explained_;
  std::vector<std::set<std::string>> hidden_; // names that mean variables here
  std::string scope_;
  const FunctionDecl* host_ = nullptr;
  const TemplateDecl* tmpl_ = nullptr;
};

} // namespace

Program index_program(const TranslationUnit& unit) {
  Program program = index_declarations(unit);
  program.notes = std::make_shared<HostNotes>();
  UseFinder(unit, program).run(unit);
  return program;
}

} // namespace heddle::cuda
