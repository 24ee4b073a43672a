// Which of two function templates is the more special one.
#include "cuda/lower/common.hpp"
#include "cuda/syntax/ast_print.hpp"

#include <map>
#include <set>

namespace heddle::cuda {

namespace {

// Are parameters written like those of one template such that, whatever the other's template
// parameters are, they fit it?
class Matcher {
public:
  explicit Matcher(const TemplateDecl& general) {
    for (const TemplateParam& param : general.params)
      open_.insert(param.name);
  }

  bool matches(const TypePtr& pattern, const TypePtr& type) {
    if (!pattern || !type) return !pattern && !type;
    if (const std::string name = parameter(pattern); !name.empty()) {
      if ((pattern->is_const && !type->is_const) || (pattern->is_volatile && !type->is_volatile))
        return false;
      TypeNode rest = *type;
      rest.is_const &= !pattern->is_const;
      rest.is_volatile &= !pattern->is_volatile;
      return bind(name, to_string(std::make_shared<const TypeNode>(rest)));
    }
    if (pattern->is_const != type->is_const || pattern->is_volatile != type->is_volatile ||
        pattern->node.index() != type->node.index())
      return false;
    if (const auto* p = std::get_if<PointerType>(&pattern->node))
      return matches(p->to, std::get<PointerType>(type->node).to);
    if (const auto* p = std::get_if<ReferenceType>(&pattern->node)) {
      const auto& t = std::get<ReferenceType>(type->node);
      return p->rvalue == t.rvalue && matches(p->to, t.to);
    }
    if (const auto* p = std::get_if<ArrayType>(&pattern->node)) {
      const auto& t = std::get<ArrayType>(type->node);
      return matches(p->element, t.element) && matches(p->extent, t.extent);
    }
    if (const auto* p = std::get_if<NamedType>(&pattern->node))
      return matches(p->name, std::get<NamedType>(type->node).name);
    return to_string(pattern) == to_string(type);
  }

private:
  // The template parameter that the pattern is.
  std::string parameter(const TypePtr& pattern) const {
    const auto* named = std::get_if<NamedType>(&pattern->node);
    if (!named || named->name.parts.size() != 1 || named->name.parts[0].args) return "";
    const std::string& name = named->name.parts[0].identifier;
    return open_.contains(name) ? name : "";
  }
  bool bind(const std::string& name, const std::string& text) {
    return bound_.emplace(name, text).first->second == text;
  }
  bool matches(const ExprPtr& pattern, const ExprPtr& e) {
    if (!pattern || !e) return !pattern && !e;
    if (const auto* n = std::get_if<NameExpr>(&pattern->node))
      if (n->name.parts.size() == 1 && open_.contains(n->name.parts[0].identifier))
        return bind(n->name.parts[0].identifier, to_string(e));
    return to_string(pattern) == to_string(e);
  }
  bool matches(const QualifiedName& pattern, const QualifiedName& name) {
    const auto& p = pattern.parts.back().args;
    const auto& t = name.parts.back().args;
    if (pattern.parts.back().identifier != name.parts.back().identifier) return false;
    if (!p || !t) return to_string(pattern) == to_string(name);
    if (p->size() != t->size()) return false;
    for (std::size_t i = 0; i < p->size(); ++i) {
      const TemplateArg &a = (*p)[i], &b = (*t)[i];
      if (a.pack_expansion != b.pack_expansion) return false;
      if (a.type && b.type ? !matches(a.type, b.type) : !matches(a.expr, b.expr)) return false;
    }
    return true;
  }

  std::set<std::string> open_;
  std::map<std::string, std::string> bound_;
};

// By value, as far as this goes.
TypePtr bare(const TypePtr& written) {
  TypePtr type = written;
  if (const auto* reference = std::get_if<ReferenceType>(&type->node)) type = reference->to;
  TypeNode node = *type;
  node.is_const = node.is_volatile = false;
  return std::make_shared<const TypeNode>(std::move(node));
}

bool fits(const TemplateDecl& general, const FunctionDecl& f, const FunctionDecl& special,
          std::size_t count) {
  Matcher matcher(general);
  for (std::size_t i = 0; i < count; ++i) {
    if (i >= f.params.size() || i >= special.params.size()) return false;
    const auto& pattern = std::get<VarDecl>(f.params[i]->node);
    const auto& param = std::get<VarDecl>(special.params[i]->node);
    if (pattern.is_pack) return true;
    if (param.is_pack) return false;
    if (!matcher.matches(bare(pattern.type), bare(param.type))) return false;
  }
  return true;
}

} // namespace

bool is_more_special(const TemplateDecl& a, const FunctionDecl& f, const TemplateDecl& b,
                     const FunctionDecl& g, std::size_t args) {
  const bool f_fits = fits(b, g, f, args), g_fits = fits(a, f, g, args);
  if (f_fits != g_fits) return f_fits;
  const auto pack = [](const FunctionDecl& d) {
    return !d.params.empty() && std::get<VarDecl>(d.params.back()->node).is_pack;
  };
  return f_fits && !pack(f) && pack(g);
}

bool is_one_template(const TemplateDecl& a, const FunctionDecl& f, const TemplateDecl& b,
                     const FunctionDecl& g) {
  return a.params.size() == b.params.size() && f.params.size() == g.params.size() &&
         fits(b, g, f, g.params.size()) && fits(a, f, g, f.params.size());
}

} // namespace heddle::cuda
