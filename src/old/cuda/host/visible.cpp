#include "cuda/host/visible.hpp"

#include "cuda/syntax/walk.hpp"

namespace heddle::cuda {

namespace {

class Scopes {
public:
  explicit Scopes(const ExprNode& place) : place_(place) {}

  std::vector<HostName> run(const FunctionDecl& f) {
    params(f.params);
    for (const auto& [name, args] : f.member_inits)
      for (const ExprPtr& e : args)
        if (holds(e)) return std::move(names_);
    return f.body && holds(f.body) ? std::move(names_) : std::vector<HostName>{};
  }

private:
  void params(const std::vector<DeclPtr>& list) {
    for (const DeclPtr& p : list)
      names_.push_back({p, true});
  }

  // Where the place is found, the names are left as they are there.
  bool holds(const StmtPtr& s) {
    if (auto* n = std::get_if<DeclStmt>(&s->node)) return declares(*n);
    const std::size_t outer = names_.size();
    if (auto* n = std::get_if<IfStmt>(&s->node); n && n->cond_decl)
      names_.push_back({n->cond_decl});
    if (auto* n = std::get_if<RangeForStmt>(&s->node)) names_.push_back({n->var});
    bool found = false;
    for_each_child(
        *s, [&](const StmtPtr& c) { found = found || holds(c); },
        [&](const ExprPtr& e) { found = found || holds(e); });
    if (!found) names_.resize(outer);
    return found;
  }

  bool declares(const DeclStmt& s) {
    for (const DeclPtr& d : s.decls) {
      if (const auto* var = std::get_if<VarDecl>(&d->node))
        for (const ExprPtr& e : var->args)
          if (e && holds(e)) return true;
      names_.push_back({d});
    }
    return false;
  }

  bool holds(const ExprPtr& e) {
    if (e.get() == &place_) return true;
    bool found = false;
    for_each_child(*e, [&](const ExprPtr& c) { found = found || holds(c); });
    if (found) return true;
    const std::size_t outer = names_.size();
    if (auto* n = std::get_if<LambdaExpr>(&e->node)) {
      for (const auto& [name, value] : n->initialised)
        names_.push_back({nullptr, false, name.starts_with("&") ? name.substr(1) : name});
      params(n->params);
      found = n->body && holds(n->body);
    }
    if (auto* n = std::get_if<StatementExpr>(&e->node)) found = n->body && holds(n->body);
    if (!found) names_.resize(outer);
    return found;
  }

  const ExprNode& place_;
  std::vector<HostName> names_;
};

const Item* find_class(const Program& program, const FunctionDecl& f) {
  for (const auto& [name, items] : program.records)
    for (const Item& item : items)
      for (const DeclPtr& m : std::get<RecordDecl>(item.decl->node).members) {
        const auto* tmpl = std::get_if<TemplateDecl>(&m->node);
        const DeclPtr& decl = tmpl && tmpl->decl ? tmpl->decl : m;
        if (std::get_if<FunctionDecl>(&decl->node) == &f) return &item;
      }
  return nullptr;
}

} // namespace

std::vector<HostName> visible_at(const FunctionDecl& f, const ExprNode& place) {
  return Scopes(place).run(f);
}

const Item* class_of(const Program& program, const FunctionDecl& f, const std::string& scope) {
  if (f.name.parts.size() < 2) return find_class(program, f);
  QualifiedName owner = f.name; // void S::run() { .. }
  owner.parts.pop_back();
  const auto* items = program.find(program.records, owner, scope);
  return items ? &items->front() : nullptr;
}

} // namespace heddle::cuda
