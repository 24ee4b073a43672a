// Statements without inner blocks: values, accesses, barriers, assumptions.
#include "core/meetings.hpp"
#include "protocol/infer/infer_align.hpp"
#include "protocol/infer/infer_engine.hpp"
#include "protocol/infer/infer_masks.hpp"
#include "protocol/infer/infer_offset.hpp"

#include <algorithm>

namespace heddle::protocol {

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
  const bool is_mask = node.choice == core::Havoc::Choice::lanes;
  Expr value = is_mask && emitting_ ? meeting(stmt, node, s) : exchanged(stmt, node, s);
  if (!value)
    value = unknown({symbol.name, symbol.type, stmt.loc, std::move(reason), node.sharing, {}});
  s.vars[prepared_.index.at(node.var)] = value;
  if (!is_mask || !prepared_.masks || prepared_.named || !emitting_) return {};
  Expr here = simplify(alive(s));
  if (!is_false(here))
    out_.add(make_node(Barrier{Scope::thread, value, 0, here, "", stmt.loc, stmt.call}));
  return {};
}

void Engine::emit_guarded(NodePtr node, const State& s) {
  if (!emitting_) return;
  out_.add(make_if(pool_, simplify(guard(s)), std::move(node), nullptr, {}, nullptr));
}

void Engine::emit(Access access, const State& s, unsigned align) {
  if (!emitting_ || is_local(access.array)) return;
  Expr aligned = pool_.boolean(true);
  const auto [assumed, broken] = assumed_alignment(pool_, access.offset, align);
  access.trips = trips_;
  access.misaligned = broken;
  access.aligned = !broken && align == access.size && align <= max_assumed_alignment;
  if (assumed > 1) {
    const Type type = access.offset->type; // where it is not aligned, it traps
    const Expr rest = pool_.bit_and(access.offset, pool_.constant(assumed - 1, type));
    aligned = simplify(pool_.eq(rest, pool_.constant(0, type)));
    protocol_.assumes_alignment = true;
  }
  emit_guarded(make_if(pool_, aligned, make_node(std::move(access)), nullptr, {}, nullptr), s);
}

// A read or a write, which may be of an asynchronous copy or of a product.
void Engine::emit_plain(Access access, const State& s, unsigned align) {
  const core::CopyPlace copy = core::copy_place(access.loc, access.call);
  access.of_copy = reporting_copies_.contains(copy);
  access.async = kernel_.async_proxy.contains(copy) && !kernel_.arrays[access.array].is_tensor;
  access.matrix = kernel_.matrix_reads.contains(copy);
  access.map = core::reads_map(kernel_, copy, access.array);
  if (const auto rows = kernel_.lane_rows.find(copy); rows != kernel_.lane_rows.end())
    access.lane_bytes = rows->second;
  emit(std::move(access), s, align);
}

Expr Engine::offset_of(Expr e, const State& s) {
  const Expr offset = simplify(eval(e, s));
  return bit_precise_ ? offset : simplify(read_as_offset(pool_, offset));
}

Outcome Engine::read(const core::Stmt& stmt, const core::Read& node, State& s) {
  Expr offset = bounded(offset_of(node.offset, s), "offset", stmt.loc);
  const Cell* own = own_write(node, offset, s);
  const bool is_guess = node.guess != core::Trend::none;
  Expr value = own && !is_guess ? own->value : content(stmt, node, offset, s);
  s.vars[prepared_.index.at(node.var)] = value;
  if (kernel_.arrays[node.array].is_texture) return {}; // which nothing writes
  Access access{AccessKind::read, node.array, offset,   node.size, value,
                Scope::grid,      "",         stmt.loc, stmt.call};
  access.tensor = node.tensor;
  access.trend = node.guess;
  access.until = until(node.var, s);
  if (access.until || kernel_.arrays[node.array].is_volatile) access.by_one = is_alone(s);
  emit_plain(std::move(access), s, node.align);
  return {};
}

Outcome Engine::write(const core::Stmt& stmt, const core::Write& node, State& s) {
  Expr offset = bounded(offset_of(node.offset, s), "offset", stmt.loc);
  Expr value = node.value ? bounded(simplify(eval(node.value, s)), "value", stmt.loc) : nullptr;
  const bool plain = !kernel_.arrays[node.array].is_volatile;
  remember({node.array, offset, node.size, plain ? value : nullptr}, false, s);
  record_write(node, offset, plain ? value : nullptr, s);
  Access access{AccessKind::write, node.array, offset,   node.size, value,
                Scope::grid,       "",         stmt.loc, stmt.call};
  access.tensor = node.tensor;
  emit_plain(std::move(access), s, node.align);
  return {};
}

Outcome Engine::atomic(const core::Stmt& stmt, const core::Atomic& node, State& s) {
  Expr offset = bounded(offset_of(node.offset, s), "offset", stmt.loc);
  Access access{AccessKind::atomic, node.array, offset,   node.size, nullptr,
                node.scope,         node.op,    stmt.loc, stmt.call};
  const auto value = [&](Expr e) {
    return e ? bounded(simplify(eval(e, s)), "value", stmt.loc) : nullptr;
  };
  access.operand = value(node.operand);
  access.compare = value(node.compare);
  access.acquires = node.acquires;
  access.releases = node.releases;
  access.trend = node.trend;
  access.by_one = is_alone(s);
  const core::CopyPlace copy = core::copy_place(stmt.loc, stmt.call);
  access.of_copy = reporting_copies_.contains(copy);
  access.async = kernel_.async_proxy.contains(copy);
  if (emitting_ && !(access.operand && only_grows(access.operand, node.size)))
    decreased_.insert(node.array);
  if (node.var) {
    access.result = atomic_result(stmt, node, offset, access.operand, s);
    s.vars[prepared_.index.at(*node.var)] = access.result;
    access.until = until(*node.var, s);
  }
  remember({node.array, offset, node.size, nullptr}, true, s);
  emit(std::move(access), s);
  return {};
}

Expr Engine::until(core::VarId var, const State& s) {
  const auto it = prepared_.until.find(var);
  return it == prepared_.until.end() ? nullptr : simplify(eval(it->second, s));
}

// Of a thread that has returned, too: nothing that it did is behind it.
Outcome Engine::fence(const core::Stmt& stmt, const core::Fence& node) {
  if (emitting_) out_.add(make_node(Fence{node, stmt.loc}));
  return {};
}

Outcome Engine::barrier(const core::Stmt& stmt, const core::Barrier& node, State& s) {
  if (!core::threads_of_meeting(node)) end_phase(node, s);
  Expr here = simplify(alive(s));
  if (!emitting_ || is_false(here)) return {};
  Expr mask = node.mask ? simplify(eval(node.mask, s)) : nullptr;
  const auto of = [&](Expr lanes) {
    return make_node(
        Barrier{node.scope, lanes, node.group_size, here, node.text, stmt.loc, stmt.call});
  };
  const auto cases = mask ? mask_cases(pool_, mask) : std::vector<MaskCase>{};
  if (cases.size() < 2) {
    out_.add(of(mask));
    return {};
  }
  for (const auto& [cond, lanes] : cases)
    out_.add(make_if(pool_, simplify(cond), of(pool_.constant(lanes, mask->type)), nullptr,
                     stmt.loc, here));
  return {};
}

// Behind a wait, other threads may have written what this one wrote before.
void Engine::forget_own(State& s) {
  s.memory.settle([&](core::ArrayId a) { return !is_local(a); });
}

Outcome Engine::named_barrier(const core::Stmt& stmt, const core::NamedBarrier& node, State& s) {
  if (node.kind == core::NamedBarrier::Kind::sync) forget_own(s);
  Expr here = simplify(alive(s));
  if (!emitting_ || is_false(here)) return {};
  NamedBarrier result{node, here, stmt.loc, stmt.call};
  for (Expr* e : {&result.op.id, &result.op.count, &result.op.at})
    if (*e) *e = simplify(eval(*e, s));
  out_.add(make_node(std::move(result)));
  return {};
}

Outcome Engine::mbarrier(const core::Stmt& stmt, const core::Mbarrier& node, State& s) {
  using Kind = core::Mbarrier::Kind;
  if (node.kind == Kind::wait_parity || node.kind == Kind::wait_own) forget_own(s);
  Expr here = simplify(alive(s));
  if (!emitting_ || is_false(here)) return {};
  Mbarrier result{node, here, stmt.loc, stmt.call};
  if (result.op.offset) result.op.offset = offset_of(result.op.offset, s);
  for (Expr* e : {&result.op.count, &result.op.bytes, &result.op.parity})
    if (*e) *e = simplify(eval(*e, s));
  if (node.kind == Kind::expect && node.count) { // announced arrivals: no access to the object
    out_.add(make_node(std::move(result)));
    return {};
  }
  // its 8 bytes: using one that is not known to be initialised is a race
  const bool sets = node.kind == Kind::init || node.kind == Kind::inval;
  // initialised with equal counts it is the same object
  Expr value = node.kind == Kind::init ? result.op.count : nullptr;
  Access object{sets ? AccessKind::write : AccessKind::atomic,
                node.array,
                result.op.offset,
                8,
                value,
                Scope::block,
                sets ? "" : "mbarrier",
                stmt.loc,
                stmt.call,
                node.kind == Kind::complete};
  object.of_mbarrier = true;
  if (node.kind == Kind::commit) object.tensor = tensor_part(TensorKind::commit);
  emit(std::move(object), s);
  out_.add(make_node(std::move(result)));
  return {};
}

Outcome Engine::assume(const core::Assume& node, State& s) {
  Outcome out;
  const Expr cond = eval(node.cond, s);
  if (is_false(cond)) // whoever comes here: others need not
    s.assumed = cond;
  else
    out.require = hold(cond, s);
  return out;
}

// `cond` holds from here on. One that all threads share goes around the rest (the result). One that
// may differ must not (barriers in the rest would seem divergent): it guards accesses.
Expr Engine::hold(Expr cond, State& s) {
  cond = simplify(cond);
  if (table_.facts(cond).sharing >= Scope::block) return cond;
  s.assumed = pool_.logical_and(s.assumed, cond);
  return nullptr;
}

Outcome Engine::check(const core::Stmt& stmt, const core::Assert& node, State& s) {
  Expr cond = simplify(eval(node.cond, s));
  if (is_true(cond)) return {};
  Check result{cond, node.text, stmt.loc, stmt.call, Check::Kind::assertion};
  if (node.copy) {
    result.kind = Check::Kind::own_copy;
    result.copy = node.copy;
    result.copy->offset = offset_of(node.copy->offset, s);
  }
  emit_guarded(make_node(std::move(result)), s);
  return {};
}

// Under conditions it is asked whether the place can be reached at all.
void Engine::not_understood(const core::Stmt& stmt, const core::Unsupported& node, const State& s) {
  if (!emitting_ || is_true(s.exited)) return;
  if (known_.mark() != 0 || !is_true(guard(s)))
    return emit_guarded(make_node(Check{pool_.boolean(false), node.reason, stmt.loc, stmt.call,
                                        Check::Kind::not_understood}),
                        s);
  std::pair<std::string, Loc> entry{node.reason, stmt.loc};
  if (!std::ranges::count(protocol_.unknowns, entry))
    protocol_.unknowns.push_back(std::move(entry));
}

} // namespace heddle::protocol
