#include "cuda/host/effects.hpp"

#include "cuda/host/names.hpp"
#include "cuda/syntax/ast_print.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace heddle::cuda {

namespace {

constexpr unsigned max_calls = 64; // of functions of the file in each other

constexpr auto library_names = std::to_array<std::string_view>(
    {"abort",   "abs",     "assert",       "atof",     "atoi",   "atol",    "calloc", "ceil",
     "ceilf",   "clock",   "cos",          "difftime", "exit",   "exp",     "fabs",   "fabsf",
     "fclose",  "feof",    "fflush",       "fgets",    "floor",  "floorf",  "fmax",   "fmin",
     "fopen",   "fprintf", "fputs",        "fread",    "free",   "fscanf",  "fseek",  "ftell",
     "fwrite",  "getenv",  "gettimeofday", "log",      "log10",  "log2",    "log2f",  "malloc",
     "max",     "memcmp",  "memcpy",       "memset",   "min",    "perror",  "pow",    "powf",
     "printf",  "putchar", "puts",         "rand",     "round",  "scanf",   "sin",    "snprintf",
     "sprintf", "sqrt",    "sqrtf",        "srand",    "sscanf", "strcat",  "strcmp", "strcpy",
     "strlen",  "strncmp", "strstr",       "strtod",   "strtol", "strtoul", "time",   "usleep"});
constexpr auto library_prefixes = std::to_array<std::string_view>(
    {"cuda", "cublas", "cudnn", "cufft", "curand", "cusolver", "cusparse", "nccl", "MPI_", "sdk",
     "checkCudaErrors", "getLastCudaError", "checkCmdLineFlag", "getCmdLineArgument",
     "findCudaDevice", "gpuGetMaxGflops", "cutil", "CUDA_SAFE_CALL"});
// They run functions that they are given.
constexpr auto callbacks = std::to_array<std::string_view>(
    {"cudaLaunchHostFunc", "cudaStreamAddCallback", "cudaGraphAddHostNode"});
// Methods of containers and streams; they take values or references to constants.
constexpr auto container_methods = std::to_array<std::string_view>(
    {"assign",    "at",      "back",   "begin", "c_str", "clear",   "close",  "data", "empty",
     "end",       "fail",    "front",  "get",   "good",  "is_open", "length", "open", "precision",
     "push_back", "reserve", "resize", "setf",  "size",  "str",     "width"});

void identifiers(const std::string& text, std::set<std::string>& out) {
  for (std::size_t i = 0; i < text.size();) {
    const auto is_word = [&](std::size_t k) {
      return k < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[k])) || text[k] == '_');
    };
    std::size_t end = i;
    while (is_word(end))
      ++end;
    if (end > i) out.insert(text.substr(i, end - i));
    i = std::max(end, i + 1);
  }
}

void names_in(const StmtPtr& s, std::set<std::string>& out) {
  walk(
      s, [](const StmtPtr&) {},
      [&](const ExprPtr& e) {
        const auto more = names_in(e);
        out.insert(more.begin(), more.end());
      });
}

// May the parameter be a reference through which the argument is changed?
bool refers(const VarDecl& param) {
  if (param.is_pack) return true;
  const auto* reference = param.type ? std::get_if<ReferenceType>(&param.type->node) : nullptr;
  return reference && !(reference->to && reference->to->is_const);
}

bool declares_reference(const VarDecl& var) {
  return var.type && std::holds_alternative<ReferenceType>(var.type->node);
}

bool same_params(const FunctionDecl& f, const FunctionDecl& g) {
  return std::ranges::equal(f.params, g.params, [](const DeclPtr& a, const DeclPtr& b) {
    return to_string(std::get<VarDecl>(a->node).type) == to_string(std::get<VarDecl>(b->node).type);
  });
}

// make_float4(..), of whatever arguments: helpers for vectors overload it.
bool makes_vector(const std::string& name) {
  return name.starts_with("make_") && builtin_type(name.substr(5));
}

} // namespace

std::set<std::string> names_in(const ExprPtr& root) {
  std::set<std::string> out;
  walk(root, [&](const ExprPtr& e) {
    if (auto* n = std::get_if<NameExpr>(&e->node)) out.insert(plain_name(n->name));
    if (auto* l = std::get_if<LambdaExpr>(&e->node)) {
      identifiers(l->captures, out);
      names_in(l->body, out);
    }
    if (auto* s = std::get_if<StatementExpr>(&e->node)) names_in(s->body, out);
    if (auto* o = std::get_if<OpaqueExpr>(&e->node)) identifiers(o->text, out);
  });
  return out;
}

std::set<std::string> changed_by(ExprPtr target) {
  for (;;) {
    const auto* index = std::get_if<IndexExpr>(&target->node);
    const auto* member = std::get_if<MemberExpr>(&target->node);
    const ExprPtr base = index ? index->base : member ? member->base : nullptr;
    if (!base) return names_in(target);
    target = base;
  }
}

void HostEffects::add(const HostEffects& other) {
  assigned.insert(other.assigned.begin(), other.assigned.end());
  calls = calls || other.calls;
  stores = stores || other.stores;
  device = device || other.device;
  writes = writes || other.writes;
  labels = labels || other.labels;
  leaves = leaves || other.leaves;
}

HostEffects HostEffectFinder::of(const ExprPtr& e) {
  HostEffects out;
  expr(e, out);
  return out;
}

const HostNotes::Body& HostEffectFinder::body(const FunctionDecl& f) {
  const auto it = program_.notes->bodies.find(&f);
  if (it != program_.notes->bodies.end()) return it->second;
  return program_.notes->bodies[&f] = {escaping(f), of(f.body)};
}

HostEffects HostEffectFinder::besides(const CallExpr& call, const ExprPtr& e) {
  besides_ = &call;
  const HostEffects out = of(e);
  besides_ = nullptr;
  return out;
}

HostEffects HostEffectFinder::of(const StmtPtr& s) {
  HostEffects out;
  stmt(s, out);
  return out;
}

void HostEffectFinder::stmt(const StmtPtr& root, HostEffects& out) {
  walk(
      root,
      [&](const StmtPtr& s) {
        out.labels = out.labels || std::holds_alternative<LabelStmt>(s->node);
        out.leaves = out.leaves || std::holds_alternative<BreakStmt>(s->node) ||
                     std::holds_alternative<GotoStmt>(s->node);
        if (auto* code = std::get_if<AsmStmt>(&s->node)) {
          out.calls = true;
          for (const AsmOperand& o : code->outputs)
            assign(o.expr, out);
        }
        const auto* decls = std::get_if<DeclStmt>(&s->node);
        if (!decls) return;
        for (const DeclPtr& d : decls->decls) {
          const auto* var = std::get_if<VarDecl>(&d->node);
          if (!var || !var->type) continue;
          if (var->init != Init::none) out.assigned.insert(var->name);
          out.assigned.insert(var->bindings.begin(), var->bindings.end());
          out.calls = out.calls || constructs(*var);
        }
      },
      [&](const ExprPtr& e) { expr(e, out); });
}

bool HostEffectFinder::constructs(const VarDecl& var) {
  if (runs_code(var.type)) return true;
  const auto* named = var.type ? std::get_if<NamedType>(&var.type->node) : nullptr;
  if (!named || var.init == Init::none || var.init == Init::copy) return false;
  const std::string type = plain_name(named->name);
  if (is_made_of_list(var)) return false;
  return !type.starts_with("std::") && !type.starts_with("thrust::") && !builtin_type(type);
}

void HostEffectFinder::assign(const ExprPtr& target, HostEffects& out) {
  if (!target) return;
  if (auto* n = std::get_if<NameExpr>(&target->node)) {
    out.assigned.insert(plain_name(n->name));
    return;
  }
  out.writes = true;
  const auto* member = std::get_if<MemberExpr>(&target->node);
  const auto* base = member ? std::get_if<NameExpr>(&member->base->node) : nullptr;
  const std::string& axis = member ? member->member.identifier : "";
  if (base && !member->arrow && (axis == "x" || axis == "y" || axis == "z")) {
    out.assigned.insert(plain_name(base->name) + "." + axis); // of a dim3, the others stay
    return;
  }
  for (const std::string& name : changed_by(target)) // a.x, a[i], *a, (a, b), c ? a : b
    out.assigned.insert(name);
}

void HostEffectFinder::expr(const ExprPtr& root, HostEffects& out) {
  walk(root, [&](const ExprPtr& e) {
    if (auto* a = std::get_if<AssignExpr>(&e->node)) assign(a->left, out);
    if (auto* u = std::get_if<UnaryExpr>(&e->node)) {
      const bool steps = u->op == UnaryOp::pre_inc || u->op == UnaryOp::pre_dec ||
                         u->op == UnaryOp::post_inc || u->op == UnaryOp::post_dec;
      if (steps) assign(u->operand, out);
      if (u->op == UnaryOp::address_of && // whoever gets it may write there
          !program_.argument_addresses.contains(e.get()))
        for (const std::string& name : names_in(u->operand))
          out.assigned.insert(name);
    }
    out.calls = out.calls || runs_operator(*e);
    if (auto* b = std::get_if<BinaryExpr>(&e->node)) {
      // cin >> n, in() >> size.x, archive & n: unless the left side is plainly a number's
      const auto* left = std::get_if<NameExpr>(&b->left->node);
      const auto* cast = std::get_if<CastExpr>(&b->left->node);
      const bool number = std::holds_alternative<IntLiteral>(b->left->node) ||
                          std::holds_alternative<SizeofExpr>(b->left->node) ||
                          (cast && std::holds_alternative<BuiltinType>(cast->type->node));
      const bool place = std::holds_alternative<NameExpr>(b->right->node) ||
                         std::holds_alternative<MemberExpr>(b->right->node) ||
                         std::holds_alternative<IndexExpr>(b->right->node);
      if (b->op == BinaryOp::shr && place && !number) assign(b->right, out);
      const bool archives = b->op == BinaryOp::bit_and || b->op == BinaryOp::bit_or;
      if (archives && left && left->name.parts.size() == 1 &&
          (left->name.parts[0].identifier == "ar" || left->name.parts[0].identifier == "archive"))
        assign(b->right, out);
    }
    if (auto* c = std::get_if<CallExpr>(&e->node); c && c != besides_) call(*c, out);
    if (auto* c = std::get_if<ConstructExpr>(&e->node)) {
      const auto* named = c->type ? std::get_if<NamedType>(&c->type->node) : nullptr;
      if (named && !builtin_type(plain_name(named->name))) {
        out.calls = true;
        for (const ExprPtr& arg : c->args)
          if (arg && std::holds_alternative<NameExpr>(arg->node)) assign(arg, out);
      }
    }
    if (auto* l = std::get_if<LambdaExpr>(&e->node)) {
      HostEffects inner;
      stmt(l->body, inner); // it runs when somebody calls it; the names have escaped
      out.assigned.insert(inner.assigned.begin(), inner.assigned.end());
      out.calls = true;
    }
    if (auto* s = std::get_if<StatementExpr>(&e->node)) stmt(s->body, out);
    if (auto* o = std::get_if<OpaqueExpr>(&e->node)) {
      identifiers(o->text, out.assigned);
      out.calls = true;
    }
    if (std::holds_alternative<LaunchExpr>(e->node)) out.device = true;
  });
}

bool HostEffectFinder::is_library(const QualifiedName& name) const {
  const std::string& last = name.parts.back().identifier;
  if (program_.find(program_.functions, name, scope_)) return false;
  if (name.parts.size() == 2 && name.parts[0].identifier != "std") return false;
  return name.parts.size() <= 2 &&
         ((!in_class_ && is_one_of(last, library_names)) || has_prefix(last, library_prefixes)) &&
         !is_one_of(last, callbacks);
}

bool HostEffectFinder::may_refer(const CallExpr& n, std::size_t argument) const {
  const NameExpr* name = callee_name(n);
  if (!name) {
    const auto* m = std::get_if<MemberExpr>(&n.callee->node);
    if (!m || !is_one_of(m->member.identifier, container_methods)) return true;
    for (const auto& [key, items] : program_.records) // perhaps a class of the file
      for (const Item& item : items)
        for (const DeclPtr& d : std::get<RecordDecl>(item.decl->node).members) {
          const auto* tmpl = std::get_if<TemplateDecl>(&d->node);
          const auto* f = std::get_if<FunctionDecl>(&(tmpl ? tmpl->decl : d)->node);
          if (f && f->name.parts.back().identifier == m->member.identifier) return true;
        }
    return false;
  }
  if (in_class_) return !is_library(name->name) && !builtin_type(plain_name(name->name));
  const auto [it, is_new] = program_.notes->forwardings.try_emplace(&n);
  if (is_new) it->second = forwarding(program_, scope_, n);
  if (const auto& to = it->second; to && argument >= to->first) {
    const auto* callee = std::get_if<NameExpr>(&n.args[to->function]->node);
    const auto* items = program_.find(program_.functions, callee->name, scope_);
    return std::ranges::any_of(*items, [&](const Item& item) {
      const auto& f = std::get<FunctionDecl>(item.decl->node);
      const std::size_t i = argument - to->first;
      return i >= f.params.size() || refers(std::get<VarDecl>(f.params[i]->node));
    });
  }
  if (const auto* items = program_.find(program_.functions, name->name, scope_))
    return std::ranges::any_of(*items, [&](const Item& item) {
      const auto& f = std::get<FunctionDecl>(item.decl->node);
      return argument < f.params.size()
                 ? refers(std::get<VarDecl>(f.params[argument]->node))
                 : !f.params.empty() && std::get<VarDecl>(f.params.back()->node).is_pack;
    });
  if (builtin_type(plain_name(name->name))) return false; // int(n), dim3(n)
  return !is_library(name->name);
}

void HostEffectFinder::call(const CallExpr& n, HostEffects& out) {
  for (std::size_t i = 0; i < n.args.size(); ++i) {
    const ExprPtr& arg = n.args[i];
    if (!arg || !may_refer(n, i)) continue;
    const auto* member = std::get_if<MemberExpr>(&arg->node);
    if (std::holds_alternative<NameExpr>(arg->node) || member ||
        std::holds_alternative<IndexExpr>(arg->node) ||
        std::holds_alternative<ConditionalExpr>(arg->node))
      assign(arg, out);
  }
  const NameExpr* name = callee_name(n);
  const auto* method = std::get_if<MemberExpr>(&n.callee->node); // it may change the object
  while (method && method->base && std::holds_alternative<MemberExpr>(method->base->node))
    method = std::get_if<MemberExpr>(&method->base->node);
  if (const auto* object =
          method && method->base ? std::get_if<NameExpr>(&method->base->node) : nullptr)
    out.assigned.insert(plain_name(object->name));
  if (!name) {
    out.calls = true;
    return;
  }
  if (builtin_type(plain_name(name->name)) || makes_vector(plain_name(name->name))) return;
  if (is_library(name->name)) {
    const std::string& last = name->name.parts.back().identifier;
    const bool stores = has_prefix(last, library_prefixes) || last.starts_with("mem") ||
                        last.starts_with("str") || last == "fread" || last.ends_with("scanf");
    out.stores = out.stores || (stores && !n.args.empty());
    out.device = out.device || stores;
    return;
  }
  const auto* items = program_.find(program_.functions, name->name, scope_);
  if (!items || in_class_) {
    out.calls = true;
    return;
  }
  for (const Item& item : *items) {
    const auto& f = std::get<FunctionDecl>(item.decl->node);
    const bool defined = !f.body && std::ranges::any_of(*items, [&](const Item& other) {
      const auto& g = std::get<FunctionDecl>(other.decl->node);
      return g.body && same_params(f, g);
    });
    if (!defined) out.add(summary(f));
    out.calls = out.calls || runs_code(f);
  }
}

bool HostEffectFinder::is_pure(const FunctionDecl& f) { return f.body && summary(f).none(); }

HostEffects HostEffectFinder::summary(const FunctionDecl& f) {
  HostEffects unknown;
  unknown.calls = true;
  if (!f.body || depth_ >= max_calls) return unknown;
  const HostNotes::Key key{&f, scope_, in_class_};
  const auto [it, is_new] = program_.notes->summaries.try_emplace(key, unknown); // to itself
  if (is_new) it->second = find_summary(f);
  return it->second;
}

// What a call changes that outlives it.
HostEffects HostEffectFinder::find_summary(const FunctionDecl& f) {
  ++depth_;
  HostEffects effects = of(f.body);
  --depth_;
  effects.labels = effects.leaves = false;
  const auto is_own = [&](const std::string& name) { // and nothing else's
    return !program_.find(program_.globals, {false, {{name, std::nullopt}}}, scope_);
  };
  const auto forget = [&](const std::string& name) {
    std::erase_if(effects.assigned, [&](const std::string& changed) {
      return changed == name || changed.starts_with(name + ".");
    });
  };
  for (const DeclPtr& p : f.params) {
    const auto& param = std::get<VarDecl>(p->node);
    effects.calls = effects.calls || refers(param);
    if (is_own(param.name)) forget(param.name);
  }
  walk(
      f.body,
      [&](const StmtPtr& s) {
        if (auto* decls = std::get_if<DeclStmt>(&s->node))
          for (const DeclPtr& d : decls->decls)
            if (auto* var = std::get_if<VarDecl>(&d->node)) {
              if (is_own(var->name)) forget(var->name);
              effects.calls = effects.calls || var->attributes.static_ || var->attributes.extern_ ||
                              declares_reference(*var);
            }
      },
      [](const ExprPtr&) {});
  return effects;
}

} // namespace heddle::cuda
