// Statements without inner blocks: values, accesses, barriers, assumptions.
#include "protocol/infer_engine.hpp"

namespace heddle::protocol {

bool Engine::is_local(core::ArrayId a) const {
  return kernel_.arrays[a].space == core::Space::local;
}

bool Engine::may_alias(core::ArrayId a, core::ArrayId b) const {
  for (const auto& [x, y] : kernel_.aliases)
    if ((x == a && y == b) || (x == b && y == a)) return true;
  return false;
}

void Engine::remember(const Cell& cell, State& s) const {
  s.memory.write(pool_, cell, [this](core::ArrayId a, core::ArrayId b) { return may_alias(a, b); });
}

Outcome Engine::assign(const core::Assign& node, State& s) {
  const Symbol& symbol = pool_.symbol(node.var);
  s.vars[prepared_.index.at(node.var)] =
      bounded(simplify(eval(node.value, s)), symbol.name, symbol.loc);
  return {};
}

Outcome Engine::havoc(const core::Stmt& stmt, const core::Havoc& node, State& s) {
  const Symbol& symbol = pool_.symbol(node.var);
  std::string reason =
      node.reason.empty() ? "value of '" + symbol.name + "' is not tracked" : node.reason;
  s.vars[prepared_.index.at(node.var)] =
      unknown({symbol.name, symbol.type, stmt.loc, std::move(reason), node.sharing, {}});
  return {};
}

void Engine::emit_guarded(NodePtr node, const State& s) {
  if (!emitting_) return;
  out_.add(make_if(pool_, simplify(guard(s)), std::move(node), nullptr, {}, nullptr));
}

void Engine::emit(Access access, const State& s) {
  if (!emitting_ || is_local(access.array)) return;
  emit_guarded(make_node(std::move(access)), s);
}

// What a read gives (theory.md section 2, "Data"): threads that read one cell at one place in the
// same iterations get one value; of arrays that nobody writes, wherever they read.
Expr Engine::load(const core::Stmt& stmt, const core::Read& node, Expr offset) {
  const core::Array& array = kernel_.arrays[node.array];
  const Type type = pool_.symbol(node.var).type;
  const std::string at = stmt.loc ? " read at line " + std::to_string(stmt.loc.line) : " read";
  if (is_local(node.array))
    return unknown(
        {array.name, type, stmt.loc, array.name + "[..]" + at, Scope::thread, {offset}, offset});
  const bool written = prepared_.written[node.array];
  std::vector<Expr> args;
  if (written) args = binders_;
  args.push_back(offset);
  const Scope sharing = array.space == core::Space::shared ? Scope::block : Scope::grid;
  const auto make = [&](std::string name) {
    const FunctionId fn =
        pool_.new_function({std::move(name), type, Flavour::load, sharing, stmt.loc,
                            array.name + "[..]" + at, std::nullopt, std::nullopt});
    if (emitting_ || !written) protocol_.loads.push_back({fn, node.array, node.size, written});
    return fn;
  };
  if (written) {
    const FunctionId fn = make(array.name + "@" + std::to_string(stmt.loc.line));
    if (!emitting_) table_.mark_provisional(fn);
    return pool_.apply(fn, std::move(args));
  }
  const auto key = std::tuple{node.array, node.size, static_cast<std::uint8_t>(type.tag),
                              type.width, type.is_signed};
  auto it = input_loads_.find(key);
  if (it == input_loads_.end()) it = input_loads_.emplace(key, make(array.name)).first;
  return pool_.apply(it->second, std::move(args));
}

Outcome Engine::read(const core::Stmt& stmt, const core::Read& node, State& s) {
  const Symbol& symbol = pool_.symbol(node.var);
  Expr offset = bounded(simplify(eval(node.offset, s)), "offset", stmt.loc);
  const bool plain = !kernel_.arrays[node.array].is_volatile;
  Expr value = plain ? s.memory.find(node.array, offset, node.size) : nullptr;
  if (!value || value->type != symbol.type) value = load(stmt, node, offset);
  s.vars[prepared_.index.at(node.var)] = value;
  emit({AccessKind::read, node.array, offset, node.size, value, Scope::grid, "", stmt.loc,
        stmt.call},
       s);
  return {};
}

Outcome Engine::write(const core::Stmt& stmt, const core::Write& node, State& s) {
  Expr offset = bounded(simplify(eval(node.offset, s)), "offset", stmt.loc);
  Expr value = node.value ? bounded(simplify(eval(node.value, s)), "value", stmt.loc) : nullptr;
  const bool plain = !kernel_.arrays[node.array].is_volatile;
  remember({node.array, offset, node.size, plain ? value : nullptr}, s);
  emit({AccessKind::write, node.array, offset, node.size, value, Scope::grid, "", stmt.loc,
        stmt.call},
       s);
  return {};
}

Outcome Engine::atomic(const core::Stmt& stmt, const core::Atomic& node, State& s) {
  Expr offset = bounded(simplify(eval(node.offset, s)), "offset", stmt.loc);
  const core::Array& array = kernel_.arrays[node.array];
  remember({node.array, offset, node.size, nullptr}, s);
  if (node.var) {
    const Symbol& symbol = pool_.symbol(*node.var);
    s.vars[prepared_.index.at(*node.var)] = unknown({symbol.name,
                                                     symbol.type,
                                                     stmt.loc,
                                                     "result of an atomic on " + array.name,
                                                     Scope::thread,
                                                     {}});
  }
  emit({AccessKind::atomic, node.array, offset, node.size, nullptr, node.scope, node.op, stmt.loc,
        stmt.call},
       s);
  return {};
}

Outcome Engine::barrier(const core::Stmt& stmt, const core::Barrier& node, State& s) {
  s.memory.forget([&](const Cell& c) { return !is_local(c.array); });
  Expr here = simplify(alive(s));
  if (!emitting_ || is_false(here)) return {};
  Expr mask = node.mask ? simplify(eval(node.mask, s)) : nullptr;
  out_.add(
      make_node(Barrier{node.scope, mask, node.group_size, here, node.text, stmt.loc, stmt.call}));
  return {};
}

// A condition that all threads share goes around the rest. One that may differ must not (barriers
// in the rest would seem divergent): it guards accesses.
Outcome Engine::assume(const core::Assume& node, State& s) {
  Expr cond = simplify(eval(node.cond, s));
  if (table_.facts(cond).sharing < Scope::block) {
    s.assumed = pool_.logical_and(s.assumed, cond);
    return {};
  }
  Outcome out;
  out.require = cond;
  return out;
}

Outcome Engine::check(const core::Stmt& stmt, const core::Assert& node, State& s) {
  Expr cond = simplify(eval(node.cond, s));
  if (!is_true(cond)) emit_guarded(make_node(Check{cond, node.text, stmt.loc, stmt.call}), s);
  return {};
}

} // namespace heddle::protocol
