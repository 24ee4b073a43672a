// Dimensions of the launch: from options, launches in the same file, __launch_bounds__, defaults.
#include "cuda/lower_internal.hpp"
#include "cuda/lower_walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr std::int64_t max_threads = 1024; // of a block

const char* dim_name(bool block) { return block ? "blockDim" : "gridDim"; }

std::string dims_text(bool block, const std::array<std::optional<std::int64_t>, 3>& dims) {
  std::string s = std::string(dim_name(block)) + " = (";
  for (std::size_t a = 0; a < 3; ++a)
    s += (a ? ", " : "") + (dims[a] ? std::to_string(*dims[a]) : "any");
  return s + ")";
}

// May anything in the host function assign the variable or parameter `name`?
bool is_assigned(const FunctionDecl& host, const std::string& name) {
  bool assigned = false;
  const auto names = [&](const ExprPtr& e) {
    const auto* n = e ? std::get_if<NameExpr>(&e->node) : nullptr;
    if (n && plain_name(n->name) == name) return true;
    const auto* m = e ? std::get_if<MemberExpr>(&e->node) : nullptr; // block.x = 32
    const auto* base = m && m->base ? std::get_if<NameExpr>(&m->base->node) : nullptr;
    return base && plain_name(base->name) == name;
  };
  walk(
      host.body, [](const StmtPtr&) {},
      [&](const ExprPtr& e) {
        if (auto* a = std::get_if<AssignExpr>(&e->node)) assigned = assigned || names(a->left);
        if (auto* u = std::get_if<UnaryExpr>(&e->node))
          assigned = assigned || (u->op != UnaryOp::plus && u->op != UnaryOp::minus &&
                                  u->op != UnaryOp::logical_not && u->op != UnaryOp::bit_not &&
                                  u->op != UnaryOp::deref && names(u->operand));
        if (auto* c = std::get_if<CallExpr>(&e->node)) // it may be passed by reference
          for (const ExprPtr& arg : c->args)
            assigned = assigned || names(arg);
      });
  return assigned;
}

// Declarations of `name` in the host function; `found`: the last variable's.
unsigned declarations(const FunctionDecl& host, const std::string& name, const VarDecl*& found) {
  unsigned declared = 0;
  for (const DeclPtr& p : host.params)
    declared += std::get<VarDecl>(p->node).name == name;
  walk(
      host.body,
      [&](const StmtPtr& s) {
        const auto* decls = std::get_if<DeclStmt>(&s->node);
        if (!decls) return;
        for (const DeclPtr& d : decls->decls)
          if (auto* var = std::get_if<VarDecl>(&d->node); var && var->name == name) {
            found = var;
            ++declared;
          }
      },
      [](const ExprPtr&) {});
  return declared;
}

// The declaration of a host variable that nothing but its declaration assigns.
const VarDecl* host_variable(const FunctionDecl& host, const std::string& name) {
  const VarDecl* found = nullptr;
  return declarations(host, name, found) == 1 && !is_assigned(host, name) ? found : nullptr;
}

// Host variables with the constants that conditions around a launch compare them to.
using Equalities = std::map<std::string, ExprPtr>;

bool contains(const StmtPtr& s, const LaunchExpr* launch) {
  bool found = false;
  walk(
      s, [](const StmtPtr&) {},
      [&](const ExprPtr& e) { found = found || std::get_if<LaunchExpr>(&e->node) == launch; });
  return found;
}

// `name == e`, and conjunctions of such.
void add_equalities(const ExprPtr& cond, Equalities& known) {
  const auto* b = cond ? std::get_if<BinaryExpr>(&cond->node) : nullptr;
  if (!b) return;
  if (b->op == BinaryOp::logical_and) {
    add_equalities(b->left, known);
    add_equalities(b->right, known);
  } else if (b->op == BinaryOp::eq) {
    for (const auto& [name, value] : {std::pair(b->left, b->right), std::pair(b->right, b->left)})
      if (auto* n = std::get_if<NameExpr>(&name->node); n && n->name.parts.size() == 1)
        known.emplace(plain_name(n->name), value);
  }
}

bool leaves(const StmtPtr& s) {
  if (auto* block = std::get_if<CompoundStmt>(&s->node))
    return !block->body.empty() && block->body.back() && leaves(block->body.back());
  return std::holds_alternative<BreakStmt>(s->node) || std::holds_alternative<ReturnStmt>(s->node);
}

// The one label under which a switch reaches the launch.
void add_case(const SwitchStmt& s, const LaunchExpr* launch, Equalities& known) {
  const auto* name = std::get_if<NameExpr>(&s.cond->node);
  const auto* body = std::get_if<CompoundStmt>(&s.body->node);
  if (!name || name->name.parts.size() != 1 || !body) return;
  std::vector<const CaseStmt*> labels;
  bool left = true; // nothing falls into what follows
  for (const StmtPtr& item : body->body) {
    if (!item) continue;
    if (auto* label = std::get_if<CaseStmt>(&item->node)) {
      if (left) labels.clear();
      labels.push_back(label);
      left = false;
      continue;
    }
    if (contains(item, launch)) {
      if (labels.size() == 1 && labels[0]->value && !labels[0]->upper)
        known.emplace(plain_name(name->name), labels[0]->value);
      return;
    }
    left = leaves(item);
  }
}

Equalities equalities(const FunctionDecl& host, const LaunchExpr* launch) {
  Equalities known;
  walk(
      host.body,
      [&](const StmtPtr& s) {
        if (auto* branch = std::get_if<IfStmt>(&s->node); branch && branch->then_stmt) {
          if (contains(branch->then_stmt, launch)) add_equalities(branch->cond, known);
        } else if (auto* choice = std::get_if<SwitchStmt>(&s->node)) {
          if (contains(choice->body, launch)) add_case(*choice, launch, known);
        }
      },
      [](const ExprPtr&) {});
  std::erase_if(known, [&](const auto& e) {
    const VarDecl* found = nullptr;
    return declarations(host, e.first, found) != 1 || is_assigned(host, e.first);
  });
  return known;
}

} // namespace

std::optional<FoldValue> Lowering::fold_in_host(const LaunchItem& launch, const ExprPtr& e) {
  std::optional<FoldValue> result;
  const Equalities known = equalities(*launch.host, launch.launch);
  in_scope(launch.scope, {}, [&] {
    FoldEnv env = fold_env();
    unsigned budget = 1'000;
    env.name = [&](const QualifiedName& name) -> std::optional<FoldValue> {
      const std::string plain = plain_name(name);
      if (budget == 0) return std::nullopt;
      --budget;
      if (auto it = known.find(plain); it != known.end() && !name.global)
        if (auto v = fold_value(it->second)) return v;
      for (const DeclPtr& p : launch.host->params)
        if (std::get<VarDecl>(p->node).name == plain) return std::nullopt;
      bool declared = false;
      walk(
          launch.host->body,
          [&](const StmtPtr& s) {
            if (auto* decls = std::get_if<DeclStmt>(&s->node))
              for (const DeclPtr& d : decls->decls)
                if (auto* var = std::get_if<VarDecl>(&d->node))
                  declared = declared || var->name == plain;
          },
          [](const ExprPtr&) {});
      if (!declared) return fold_name(name);
      const VarDecl* var = host_variable(*launch.host, plain);
      if (!var || var->init == Init::none || frames_.size() > 60) return std::nullopt;
      const CT type = resolve(var->type);
      // dim3 block(16, 16): folded as its constructor is
      ExprNode construct{ConstructExpr{var->type, var->args, var->init == Init::braces}, {}, {}};
      const ExprPtr value = var->init == Init::copy && var->args.size() == 1
                                ? var->args[0]
                                : std::make_shared<ExprNode>(construct);
      frames_.push_back(Frame{}); // counts the depth of initialisers that mention each other
      frame().scope = launch.scope;
      frame().names.emplace_back();
      const auto v = cuda::fold(value, env);
      frames_.pop_back();
      if (!v) return std::nullopt;
      return std::holds_alternative<AutoType>(var->type->node) ? v : fold_convert(*v, type);
    };
    env.type_of = {};
    result = cuda::fold(e, env);
  });
  return result;
}

// What a launch says about each axis; nothing when it is not understood at all.
std::optional<Lowering::Dims> Lowering::launch_dims(const LaunchItem& launch,
                                                    const ExprPtr& config) {
  if (const auto v = fold_in_host(launch, config)) {
    if (v->is_dims) return Dims{v->dims[0], v->dims[1], v->dims[2]};
    if (v->type->is_integral()) return Dims{v->integer, 1, 1};
    return Dims{static_cast<std::int64_t>(v->floating), 1, 1};
  }
  const std::vector<ExprPtr>* args = nullptr;
  if (auto* c = std::get_if<ConstructExpr>(&config->node)) args = &c->args;
  if (auto* c = std::get_if<CallExpr>(&config->node); c && spell(c->callee) == "dim3")
    args = &c->args;
  if (auto* l = std::get_if<InitListExpr>(&config->node)) args = &l->items;
  bool is_dim3 = args != nullptr;
  if (auto* n = std::get_if<NameExpr>(&config->node); n && !args) {
    bool known_scalar = false;
    if (const VarDecl* var = host_variable(*launch.host, plain_name(n->name))) {
      const CT type = resolve_in(launch.scope, {}, var->type);
      is_dim3 = type->name == "dim3";
      known_scalar = type->is_arithmetic();
      if (is_dim3 && var->init != Init::copy && !var->args.empty()) args = &var->args;
      if (is_dim3 && var->init == Init::copy && !var->args.empty()) {
        if (auto* c = std::get_if<ConstructExpr>(&var->args[0]->node)) args = &c->args;
        if (auto* c = std::get_if<CallExpr>(&var->args[0]->node); c && spell(c->callee) == "dim3")
          args = &c->args;
      }
    }
    for (const DeclPtr& p : launch.host->params)
      if (const auto& var = std::get<VarDecl>(p->node); var.name == plain_name(n->name))
        known_scalar = resolve_in(launch.scope, {}, var.type)->is_arithmetic();
    if (!is_dim3 && !known_scalar) return std::nullopt; // perhaps a dim3
  }
  if (!is_dim3) return Dims{std::nullopt, 1, 1}; // an integer expression
  if (!args) return std::nullopt;
  Dims dims{};
  for (std::size_t a = 0; a < 3; ++a) {
    if (a >= args->size()) {
      dims[a] = 1;
    } else if (const auto v = fold_in_host(launch, (*args)[a]);
               v && !v->is_dims && v->type->is_integral()) {
      dims[a] = v->integer;
    } else if (args->size() == 1) {
      return Dims{std::nullopt, 1, 1};
    }
  }
  return dims;
}

Expr Lowering::dims_are(bool block, const Dims& dims) {
  const auto& symbols = block ? kernel_.block_dim : kernel_.grid_dim;
  Expr all = pool_->boolean(true);
  for (std::size_t a = 0; a < 3; ++a)
    if (dims[a])
      all = pool_->logical_and(
          all, pool_->eq(pool_->symbol_ref(symbols[a]), pool_->constant(*dims[a], Type::u32())));
  return all;
}

void Lowering::fix_axis(bool block, unsigned axis, std::int64_t value) {
  pool_->fix_symbol((block ? kernel_.block_dim : kernel_.grid_dim)[axis], value, value);
  pool_->fix_symbol((block ? kernel_.thread_index : kernel_.block_index)[axis], 0, value - 1);
}

void Lowering::fix_dims(bool block, const FunctionDecl& f) {
  std::uint8_t& axes = block ? kernel_.block_axes : kernel_.grid_axes;
  const auto& option = block ? ctx_.options.block : ctx_.options.grid;
  if (option) {
    axes = 7;
    if (option->symbolic) {
      if (block) launch_bounds(f);
      return;
    }
    const Dims dims{option->value[0], option->value[1], option->value[2]};
    for (unsigned a = 0; a < 3; ++a)
      fix_axis(block, a, option->value[a]);
    return assume(dims_are(block, dims), dims_text(block, dims), block ? "--block" : "--grid", {});
  }
  Expr any = pool_->boolean(false);
  std::string text, origin;
  std::set<Dims> seen;
  for (const LaunchItem& launch : request_.launches) {
    const auto known = launch_dims(launch, launch.launch->config[block ? 1 : 0]);
    if (known) axes = 7; // a launch mentions all axes
    const Dims dims = known.value_or(Dims{});
    const bool sane = std::ranges::all_of(
        dims, [](auto d) { return !d || (*d >= 1 && *d < (std::int64_t{1} << 31)); });
    if (!sane) {
      any = pool_->boolean(true);
      seen.insert(Dims{});
      continue;
    }
    any = pool_->logical_or(any, dims_are(block, dims));
    if (!seen.insert(dims).second) continue;
    text += (text.empty() ? "" : " or ") + dims_text(block, dims);
    origin += (origin.empty() ? "launch at " : ", ") + ctx_.files.describe(launch.loc);
  }
  if (!request_.launches.empty()) {
    default_axes(block);
    if (is_true(any)) {
      if (block) launch_bounds(f);
      return;
    }
    assume(any, text, origin, request_.launches.front().loc);
    for (unsigned a = 0; a < 3; ++a) // an axis that all launches give
      if (std::ranges::all_of(seen, [&](const Dims& d) { return d[a].has_value(); })) {
        const auto low = std::ranges::min(seen, {}, [&](const Dims& d) { return *d[a]; })[a];
        const auto high = std::ranges::max(seen, {}, [&](const Dims& d) { return *d[a]; })[a];
        pool_->fix_symbol((block ? kernel_.block_dim : kernel_.grid_dim)[a], *low, *high);
        pool_->fix_symbol((block ? kernel_.thread_index : kernel_.block_index)[a], 0, *high - 1);
      }
    return;
  }
  default_axes(block);
  if (block) launch_bounds(f);
}

// Dimensions that nobody mentions are 1 (theory.md, section 1).
void Lowering::default_axes(bool block) {
  const std::uint8_t axes = block ? kernel_.block_axes : kernel_.grid_axes;
  for (unsigned a = 0; a < 3; ++a) {
    if (axes >> a & 1) continue;
    fix_axis(block, a, 1);
    const std::string name = std::string(dim_name(block)) + "." + "xyz"[a];
    Dims one{};
    one[a] = 1;
    assume(dims_are(block, one), name + " == 1", "default", {});
  }
}

// The number of threads of a block is limited, by the kernel or by the architecture.
void Lowering::launch_bounds(const FunctionDecl& f) {
  std::int64_t limit = max_threads;
  std::string text = "blockDim.x * blockDim.y * blockDim.z <= ", origin = "architecture";
  Loc loc;
  if (!f.attributes.launch_bounds.empty())
    if (auto n = fold(f.attributes.launch_bounds[0]); n && *n >= 1 && *n <= max_threads) {
      limit = *n;
      origin = "__launch_bounds__";
      loc = f.attributes.launch_bounds[0]->loc;
    }
  for (unsigned a = 0; a < 3; ++a) {
    pool_->bound_symbol(kernel_.block_dim[a], std::nullopt, limit);
    pool_->bound_symbol(kernel_.thread_index[a], std::nullopt, limit - 1);
  }
  Expr product = nullptr;
  unsigned open = 0;
  for (unsigned a = 0; a < 3; ++a) {
    if (!(kernel_.block_axes >> a & 1)) continue;
    const Expr d = pool_->symbol_ref(kernel_.block_dim[a]);
    product = product ? pool_->mul(product, d) : d;
    ++open;
  }
  if (!product || (open < 2 && limit == max_threads)) return; // the symbol's own bounds say it
  assume(pool_->le(product, pool_->constant(limit, Type::u32())), text + std::to_string(limit),
         origin, loc);
}

// Integer parameters for which every launch passes a constant.
void Lowering::launch_constants(const FunctionDecl& f) {
  for (std::size_t i = 0; i < f.params.size(); ++i) {
    const std::string& name = std::get<VarDecl>(f.params[i]->node).name;
    const auto parameter = std::ranges::find(kernel_.params, name, &core::Parameter::name);
    if (parameter == kernel_.params.end() || !parameter->symbol) continue;
    const Expr symbol = pool_->symbol_ref(*parameter->symbol);
    if (!symbol->type.is_int() || ctx_.options.params.contains(name)) continue;
    std::set<std::int64_t> values;
    std::string origin;
    bool all = !request_.launches.empty();
    for (const LaunchItem& launch : request_.launches) {
      const auto& args = launch.launch->args;
      const auto v = i < args.size() ? fold_in_host(launch, args[i]) : std::nullopt;
      all = all && v && !v->is_dims && v->type->is_integral();
      const std::int64_t value = all ? pool_->constant(v->integer, symbol->type)->value : 0;
      all = all && (symbol->type.is_signed || value >= 0);
      if (!all) break;
      if (values.insert(value).second)
        origin += (origin.empty() ? "launch at " : ", ") + ctx_.files.describe(launch.loc);
    }
    if (!all) continue;
    Expr any = pool_->boolean(false);
    std::string text;
    for (const std::int64_t value : values) {
      any = pool_->logical_or(any, pool_->eq(symbol, pool_->constant(value, symbol->type)));
      text += (text.empty() ? "" : " or ") + name + " == " + std::to_string(value);
    }
    assume(any, text, origin, request_.launches.front().loc);
    pool_->bound_symbol(*parameter->symbol, *values.begin(), *values.rbegin());
  }
}

void Lowering::fix_geometry(const FunctionDecl& f) {
  launch_constants(f);
  fix_dims(true, f);
  fix_dims(false, f);
}

} // namespace heddle::cuda
