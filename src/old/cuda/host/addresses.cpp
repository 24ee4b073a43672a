// Which variables code elsewhere may lead to.
#include "cuda/host/effects.hpp"

#include "cuda/host/names.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>
#include <array>

namespace heddle::cuda {

namespace {

// They write to the addresses that they are given, and do not keep them.
constexpr auto writes_now = std::to_array<std::string_view>({"cudaMalloc",
                                                             "cudaMallocHost",
                                                             "cudaMallocManaged",
                                                             "cudaMallocPitch",
                                                             "cudaHostAlloc",
                                                             "cudaMemcpy",
                                                             "cudaMemGetInfo",
                                                             "fscanf",
                                                             "scanf",
                                                             "sscanf",
                                                             "fread",
                                                             "gettimeofday",
                                                             "memcpy",
                                                             "memset",
                                                             "cudaMemcpyFromSymbol",
                                                             "cudaMemcpyToSymbol",
                                                             "cudaFree",
                                                             "time",
                                                             "strtol",
                                                             "strtod"});
constexpr auto writes_now_prefixes = std::to_array<std::string_view>(
    {"cudaGet", "cudaDeviceGet", "cudaEvent", "cudaStream", "cudaOccupancy", "cudaFuncGet"});

bool declares_reference(const VarDecl& var) {
  return var.type && std::holds_alternative<ReferenceType>(var.type->node);
}

// Are all variables of that name in the function pointers, and is there one?
bool is_pointer_in(const FunctionDecl& f, const std::string& name) {
  const std::vector<const VarDecl*> vars = variables_named(f, name);
  return !vars.empty() && std::ranges::all_of(vars, [](const VarDecl* v) {
    return v->type && std::holds_alternative<PointerType>(v->type->node);
  });
}

} // namespace

bool HostEffectFinder::keeps_address(const CallExpr& n) const {
  const NameExpr* name = callee_name(n);
  if (!name || !is_library(name->name)) return true;
  const std::string& last = name->name.parts.back().identifier;
  return !is_one_of(last, writes_now) && !has_prefix(last, writes_now_prefixes);
}

std::set<std::string> HostEffectFinder::escaping(const FunctionDecl& f) {
  std::set<std::string> out;
  const auto all = [&](const ExprPtr& e) {
    const auto names = names_in(e);
    out.insert(names.begin(), names.end());
  };
  // `&n` as an argument of scanf and the like
  std::set<const ExprNode*> harmless = program_.argument_addresses;
  const auto is_element = [&](const ExprPtr& e) { // &p[4] leads to what p points to
    const auto* index = std::get_if<IndexExpr>(&e->node);
    const auto* base = index ? std::get_if<NameExpr>(&index->base->node) : nullptr;
    return base && is_pointer_in(f, plain_name(base->name));
  };
  const auto on_expr = [&](const ExprPtr& e) {
    if (auto* c = std::get_if<CallExpr>(&e->node)) {
      const bool keeps = keeps_address(*c);
      for (std::size_t i = 0; i < c->args.size(); ++i) {
        ExprPtr arg = c->args[i];
        while (const auto* cast = arg ? std::get_if<CastExpr>(&arg->node) : nullptr)
          arg = cast->operand;
        if (!arg) continue;
        if (!keeps) harmless.insert(arg.get());
        if (may_refer(*c, i)) all(arg);
      }
    }
    if (auto* u = std::get_if<UnaryExpr>(&e->node))
      if (u->op == UnaryOp::address_of && !harmless.contains(e.get()) && !is_element(u->operand))
        all(u->operand);
    if (std::holds_alternative<LambdaExpr>(e->node) ||
        std::holds_alternative<StatementExpr>(e->node) ||
        std::holds_alternative<OpaqueExpr>(e->node))
      all(e);
    if (auto* c = std::get_if<ConstructExpr>(&e->node)) {
      const auto* named = c->type ? std::get_if<NamedType>(&c->type->node) : nullptr;
      if (named && !builtin_type(plain_name(named->name))) all(e);
    }
  };
  walk(
      f.body,
      [&](const StmtPtr& s) {
        if (auto* loop = std::get_if<RangeForStmt>(&s->node))
          if (declares_reference(std::get<VarDecl>(loop->var->node))) all(loop->range);
        if (auto* decls = std::get_if<DeclStmt>(&s->node))
          for (const DeclPtr& d : decls->decls) {
            const auto* var = std::get_if<VarDecl>(&d->node);
            const auto* named =
                var && var->type ? std::get_if<NamedType>(&var->type->node) : nullptr;
            const std::string type = named ? plain_name(named->name) : "";
            const bool constructs = named && var->init != Init::copy && !builtin_type(type) &&
                                    !is_made_of_list(*var) && type != "std::vector" &&
                                    type != "std::string" && !type.starts_with("thrust::");
            if (var && (declares_reference(*var) || constructs))
              for (const ExprPtr& arg : var->args)
                all(arg);
          }
      },
      on_expr);
  return out;
}

// Names of which an address is kept somewhere, in the whole file.
bool HostEffectFinder::address_taken(const std::string& name) {
  std::optional<std::set<std::string>>& taken = program_.notes->address_taken;
  if (!taken) {
    taken.emplace();
    find_addresses(*taken);
  }
  return taken->contains(name);
}

void HostEffectFinder::find_addresses(std::set<std::string>& out) const {
  const auto all = [&](const ExprPtr& e) {
    const auto names = names_in(e);
    out.insert(names.begin(), names.end());
  };
  // `&n` as an argument of scanf and the like
  std::set<const ExprNode*> harmless = program_.argument_addresses;
  const auto read = [&](const FunctionDecl& f) {
    walk(
        f.body, [](const StmtPtr&) {},
        [&](const ExprPtr& e) {
          if (auto* c = std::get_if<CallExpr>(&e->node); c && !keeps_address(*c))
            for (ExprPtr arg : c->args) {
              while (const auto* cast = arg ? std::get_if<CastExpr>(&arg->node) : nullptr)
                arg = cast->operand;
              harmless.insert(arg.get());
            }
          const auto* u = std::get_if<UnaryExpr>(&e->node);
          if (u && u->op == UnaryOp::address_of && !harmless.contains(e.get())) all(u->operand);
          if (std::holds_alternative<LambdaExpr>(e->node) ||
              std::holds_alternative<StatementExpr>(e->node) ||
              std::holds_alternative<OpaqueExpr>(e->node))
            all(e);
        });
  };
  for (const auto& [key, items] : program_.globals) // int* p = &n; int& r = n;
    for (const Item& item : items)
      for (const ExprPtr& e : std::get<VarDecl>(item.decl->node).args)
        all(e);
  for (const auto& [key, items] : program_.functions)
    for (const Item& item : items)
      read(std::get<FunctionDecl>(item.decl->node));
  for (const auto& [key, items] : program_.records)
    for (const Item& item : items)
      for (const DeclPtr& m : std::get<RecordDecl>(item.decl->node).members)
        if (auto* f = std::get_if<FunctionDecl>(&m->node)) read(*f);
}

// May the device write to what the host holds in variables? Only to memory that both share.
bool HostEffectFinder::has_managed_memory() const {
  std::optional<bool>& managed = program_.notes->managed;
  if (!managed)
    managed = std::ranges::any_of(program_.template_uses,
                                  [](const TemplateUse& use) {
                                    const std::string& name = use.name->parts.back().identifier;
                                    return name == "cudaMallocManaged" || name == "cudaHostAlloc" ||
                                           name == "cudaHostRegister" ||
                                           name == "cudaHostGetDevicePointer";
                                  }) ||
              std::ranges::any_of(program_.globals, [](const auto& global) {
                return std::ranges::any_of(global.second, [](const Item& item) {
                  return std::get<VarDecl>(item.decl->node).attributes.managed;
                });
              });
  return *managed;
}

} // namespace heddle::cuda
