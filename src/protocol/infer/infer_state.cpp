#include "protocol/infer/infer_counts.hpp"
#include "protocol/infer/infer_engine.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

// Larger values are not carried on: passes that follow walk them recursively and print them.
constexpr std::uint32_t max_depth = 200, max_size = 4000;

} // namespace

Expr Engine::eval(Expr e, const State& s) {
  Pool::Memo memo;
  return eval_in(e, s, memo);
}

Expr Engine::eval_in(Expr e, const State& s, Pool::Memo& memo) {
  return pool_.substitute(
      e,
      [&](Expr x) -> Expr {
        if (x->op != Op::symbol)
          return static_cast<FunctionId>(x->value) == popc_ ? counted_below(pool_, x) : nullptr;
        const auto it = prepared_.index.find(static_cast<SymbolId>(x->value));
        return it == prepared_.index.end() ? nullptr : value_of(it->second, s);
      },
      memo);
}

Expr Engine::value_of(std::size_t var, const State& s) {
  return s.vars[var] ? s.vars[var] : undefined(var);
}

Expr Engine::undefined(std::size_t var) {
  Expr innermost = binders_.empty() ? nullptr : binders_.back();
  Expr& value = undefined_[{var, innermost}];
  if (!value || !emitting_) {
    const Symbol& symbol = pool_.symbol(prepared_.vars[var]);
    Expr fresh = unknown({symbol.name,
                          symbol.type,
                          symbol.loc,
                          "'" + symbol.name + "' may be used before it is set",
                          Scope::thread,
                          {}});
    if (!emitting_) return fresh;
    value = fresh;
  }
  return value;
}

Expr Engine::bounded(Expr value, const std::string& name, Loc loc) {
  const ExprFacts& f = table_.facts(value);
  if (f.depth <= max_depth && f.size <= max_size) return value;
  return unknown({name,
                  value->type,
                  loc,
                  "value of '" + name + "' is too large an expression",
                  f.sharing,
                  {value}});
}

// A value that is not known. Inside loop summaries it is provisional: its arguments then say what
// it depends on, and it must not be used outside.
Expr Engine::unknown(UnknownValue u) {
  const FunctionId fn = pool_.new_function({std::move(u.name), u.type, Flavour::unknown, u.sharing,
                                            u.loc, std::move(u.reason), u.low, std::nullopt});
  std::vector<Expr> args = binders_;
  if (!emitting_) {
    table_.mark_provisional(fn);
    args.clear();
    for (Expr d : u.depends)
      std::ranges::copy(atoms(d), std::back_inserter(args));
    std::ranges::sort(args, {}, [](Expr e) { return e->id; });
    args.erase(std::unique(args.begin(), args.end()), args.end());
    Mentioned mentioned(u.binder);
    if (u.binder) std::erase_if(args, [&](Expr a) { return mentioned.in(a); });
  }
  if (u.binder) args.push_back(u.binder);
  return pool_.apply(fn, std::move(args));
}

State Engine::merge(Expr cond, const State& a, const State& b) {
  if (cond->op == Op::constant) return cond->value ? a : b;
  State s;
  s.vars.resize(a.vars.size());
  for (std::size_t v = 0; v < a.vars.size(); ++v) {
    if (a.vars[v] == b.vars[v]) {
      s.vars[v] = a.vars[v];
      continue;
    }
    const Symbol& symbol = pool_.symbol(prepared_.vars[v]);
    s.vars[v] = bounded(pool_.ite(cond, value_of(v, a), value_of(v, b)), symbol.name, symbol.loc);
  }
  s.memory = Memory::merge(pool_, cond, a.memory, b.memory,
                           [this](core::ArrayId content) { return make_version(content); });
  s.exited = pool_.ite(cond, a.exited, b.exited);
  s.assumed = pool_.ite(cond, a.assumed, b.assumed);
  return s;
}

} // namespace heddle::protocol
