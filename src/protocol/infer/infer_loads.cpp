// What a read gives (theory.md section 2, "Data"; infer_memory.hpp says why it is sound).
#include "core/clusters.hpp"
#include "protocol/infer/infer_engine.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

// A read that may meet more own writes than this is not told apart from them.
constexpr std::size_t max_own_writes = 4;

// Are both cells on one grid of `size` bytes, so that they are equal or apart?
bool on_grid(const Pool& pool, Expr offset, unsigned size) {
  const Linear sum = linear_exact(pool, offset);
  const auto fits = [&](std::int64_t n) { return n % static_cast<std::int64_t>(size) == 0; };
  if (!fits(sum.constant)) return false;
  for (const auto& [leaf, factor] : sum.terms)
    if (!fits(factor)) return false;
  return true;
}

std::string read_at(Loc loc) { return loc ? " read at line " + std::to_string(loc.line) : " read"; }

Scope sharing_of(const core::Array& array) {
  const bool of_block = array.space == core::Space::shared && !core::is_distributed(array);
  return of_block ? Scope::block : Scope::grid;
}

} // namespace

bool Engine::is_local(core::ArrayId a) const {
  return kernel_.arrays[a].space == core::Space::local;
}

bool Engine::may_alias(core::ArrayId a, core::ArrayId b) const {
  for (const auto& [x, y] : kernel_.aliases)
    if ((x == a && y == b) || (x == b && y == a)) return true;
  return false;
}

// Every write is counted, whoever runs it: what is walked over between two places is all that
// threads may write between them.
void Engine::remember(Cell cell, bool atomic, State& s) {
  for (core::ArrayId a = 0; a < kernel_.arrays.size(); ++a) {
    if (a != cell.array && !may_alias(a, cell.array)) continue;
    if (a != cell.array) s.memory.blur(a);
    if (!emitting_) continue; // a summary's statements come again
    ++writes_[a];
    if (!atomic) ++writes_[counters(a)];
  }
  cell.stamp = writes_[cell.array];
  s.memory.write(pool_, cell, [this](core::ArrayId a, core::ArrayId b) { return may_alias(a, b); });
}

Version Engine::make_version(core::ArrayId content) {
  return {++versions_, binders_, writes_[content], false, nullptr};
}

void Engine::end_phase(const core::Barrier& barrier, State& s) {
  s.memory.settle([&](core::ArrayId a) { return !is_local(a); });
  const bool whole = barrier.scope >= Scope::block && barrier.group_size == 0 && !barrier.mask;
  for (core::ArrayId content = 0; content < writes_.size(); ++content) {
    Version next = s.memory.version(content);
    if (next.stamp != writes_[content]) {
      next = make_version(content);
      if (whole && content < kernel_.arrays.size())
        next.known = only_write(content, s.memory.version(content));
    } else if (next.settled || !whole) {
      continue;
    }
    next.settled = whole;
    s.memory.set_version(content, std::move(next));
  }
}

void Engine::forget_written(const core::Stmt& stmt, State& s) const {
  const StmtInfo& info = prepared_.info.at(&stmt);
  s.memory.forget([&](const Cell& c) {
    if (info.barrier && !is_local(c.array)) return true;
    return std::ranges::any_of(
        info.writes, [&](core::ArrayId a) { return a == c.array || may_alias(a, c.array); });
  });
  for (core::ArrayId written : info.barrier ? info.tail_writes : info.writes)
    for (core::ArrayId a = 0; a < kernel_.arrays.size(); ++a)
      if (a == written || may_alias(a, written)) s.memory.blur(a);
}

// Versions that a loop with barriers may end.
void Engine::renew_written(const core::Stmt& stmt, bool entering, State& s) {
  const StmtInfo& info = prepared_.info.at(&stmt);
  if (!info.barrier) return;
  const auto writes = [&](const std::set<core::ArrayId>& written, core::ArrayId a) {
    return std::ranges::any_of(written, [&](core::ArrayId w) { return w == a || may_alias(w, a); });
  };
  for (core::ArrayId a = 0; a < kernel_.arrays.size(); ++a) {
    const Version& before = s.memory.version(a);
    if (writes(info.writes, a) || before.stamp != writes_[a]) {
      Version next = make_version(a);
      next.settled =
          entering && before.settled && before.stamp == writes_[a] && !writes(info.tail_writes, a);
      s.memory.set_version(a, std::move(next));
    }
    const core::ArrayId c = counters(a);
    if (writes(info.plain_writes, a) || s.memory.version(c).stamp != writes_[c])
      s.memory.set_version(c, make_version(c));
  }
}

// The head of every iteration.
void Engine::enter_loop(const core::Stmt& stmt, Expr binder, State& s) {
  forget_written(stmt, s);
  binders_.push_back(binder);
  renew_written(stmt, true, s);
  binders_.pop_back();
}

void Engine::leave_loop(const core::Stmt& stmt, State& s) {
  forget_written(stmt, s);
  renew_written(stmt, false, s);
}

Expr Engine::load_version(const core::Read& node, Expr offset, const Version& version) {
  const core::Array& array = kernel_.arrays[node.array];
  const Type type = pool_.symbol(node.var).type;
  const auto key =
      std::tuple{node.array, version.id,    node.size, static_cast<std::uint8_t>(type.tag),
                 type.width, type.is_signed};
  auto it = loads_.find(key);
  if (it == loads_.end()) {
    std::string name = array.name;
    if (version.id != 0) name += "@v" + std::to_string(version.id);
    const FunctionId fn = pool_.new_function({std::move(name),
                                              type,
                                              Flavour::load,
                                              sharing_of(array),
                                              {},
                                              array.name + "[..]",
                                              std::nullopt,
                                              std::nullopt});
    protocol_.loads.push_back(
        {fn, node.array, node.size, prepared_.written[node.array], version.id == 0});
    it = loads_.emplace(key, fn).first;
  }
  std::vector<Expr> args = version.args;
  args.push_back(offset);
  return pool_.apply(it->second, std::move(args));
}

// A value for this read alone: threads that read one cell here in the same iterations get one
// value, because a thread that wrote it would race with the others.
Expr Engine::load_here(const core::Stmt& stmt, const core::Read& node, Expr offset) {
  const core::Array& array = kernel_.arrays[node.array];
  const FunctionId fn =
      pool_.new_function({array.name + "@" + std::to_string(stmt.loc.line),
                          pool_.symbol(node.var).type, Flavour::load, sharing_of(array), stmt.loc,
                          array.name + "[..]" + read_at(stmt.loc), std::nullopt, std::nullopt});
  if (emitting_)
    protocol_.loads.push_back({fn, node.array, node.size, true, false});
  else
    table_.mark_provisional(fn);
  std::vector<Expr> args = binders_;
  args.push_back(offset);
  return pool_.apply(fn, std::move(args));
}

// What the thread wrote itself since the version came about, else the version's content.
Expr Engine::own_or_load(const core::Stmt& stmt, const core::Read& node, Expr offset,
                         const State& s) {
  const std::vector<Cell> own = s.memory.own_writes(node.array);
  const Type type = pool_.symbol(node.var).type;
  const auto apart = [&](const Cell& c) {
    return c.size == node.size && c.value->type == type && on_grid(pool_, c.offset, c.size);
  };
  if (own.size() > max_own_writes || !std::ranges::all_of(own, apart) ||
      (!own.empty() && !on_grid(pool_, offset, node.size)))
    return load_here(stmt, node, offset);
  const Version& version = s.memory.version(node.array);
  Expr value = load_version(node, offset, version);
  if (version.known && version.known->size == node.size) {
    PhaseWrite write = *version.known; // of the other sign, as bool is written and read
    const Type stored = write.value->type;
    if (stored != type && stored.is_int() && type.is_int() && stored.width == type.width)
      write.value = pool_.cast(write.value, type);
    if (write.value->type == type) value = written_by(write, offset, value);
  }
  for (const Cell& c : own)
    value = pool_.ite(simplify(pool_.eq(offset, c.offset)), c.value, value);
  return bounded(value, kernel_.arrays[node.array].name, stmt.loc);
}

// The write that the read must see because it is the thread's own.
const Cell* Engine::own_write(const core::Read& node, Expr offset, const State& s) const {
  if (kernel_.arrays[node.array].is_volatile) return nullptr;
  const Cell* own = s.memory.find(node.array, offset, node.size);
  if (!own || own->value->type != pool_.symbol(node.var).type) return nullptr;
  // In lock-step another thread's next write may be to this cell.
  const bool last = own->stamp == writes_[node.array];
  return is_local(node.array) || !lock_step_ || (emitting_ && last) ? own : nullptr;
}

bool Engine::is_known_texel(const core::Array& array, Expr offset) const {
  return array.element_type.is_int() && std::ranges::none_of(atoms(offset), [&](Expr a) {
           return a->op == Op::apply && pool_.function(a).name == core::texel_number;
         });
}

Expr Engine::content(const core::Stmt& stmt, const core::Read& node, Expr offset, const State& s) {
  const core::Array& array = kernel_.arrays[node.array];
  const Type type = pool_.symbol(node.var).type;
  const bool local = is_local(node.array), written = prepared_.written[node.array];
  // What named barriers order is not known here: any write may have come between any two reads. So
  // may it where a read may race with atomics.
  if (local || node.guess != core::Trend::none || (written && prepared_.named))
    return unknown({array.name,
                    type,
                    stmt.loc,
                    array.name + "[..]" + read_at(stmt.loc),
                    Scope::thread,
                    {offset},
                    offset});
  if (array.is_texture && !is_known_texel(array, offset))
    return unknown({pool_.symbol(node.var).name,
                    type,
                    stmt.loc,
                    "a texel of '" + array.name + "'",
                    Scope::thread,
                    {}});
  if (!written) return load_version(node, offset, {});
  // In lock-step every statement ends a phase; a summary of a loop knows no phases.
  if (array.is_volatile || lock_step_ || !emitting_ || s.memory.blurred(node.array))
    return load_here(stmt, node, offset);
  return own_or_load(stmt, node, offset, s);
}

// Of what is added to a counter: never negative. Numbers that wrap around, as of `-1u`, are made of
// large constants and differences.
bool Engine::only_grows(Expr number, unsigned size) const {
  const auto grow = [&](Expr e) { return only_grows(e, size); };
  switch (number->op) {
  case Op::constant:
    return number->value >= 0 && number->value < std::int64_t{1} << (size >= 8 ? 32 : 16);
  case Op::apply:
    if (pool_.function(number).name == bits_below) return true;
    [[fallthrough]];
  case Op::symbol: {
    const auto low = interval(pool_, number).low;
    return number->type.is_int() && (low ? *low >= 0 : !number->type.is_signed);
  }
  case Op::add:
  case Op::mul:
  case Op::div:
  case Op::rem:
  case Op::shr:
    return std::ranges::all_of(number->args, grow);
  case Op::shl:
    return grow(number->args[0]);
  case Op::bit_and:
    return std::ranges::any_of(number->args, grow);
  case Op::ite:
    return grow(number->args[1]) && grow(number->args[2]);
  case Op::cast:
    return number->args[0]->type.is_int() && grow(number->args[0]);
  default:
    return false;
  }
}

Expr Engine::atomic_result(const core::Stmt& stmt, const core::Atomic& node, Expr offset,
                           Expr number, const State& s) {
  const Symbol& symbol = pool_.symbol(*node.var);
  const std::string reason = "result of an atomic on " + kernel_.arrays[node.array].name;
  // One thread of the block gets one here: whoever is told of it in the block means that.
  const Scope sharing = is_alone(s) ? Scope::block : Scope::thread;
  if (!prepared_.counters[node.array] || prepared_.named || !symbol.type.is_int() || !emitting_)
    return unknown({symbol.name, symbol.type, stmt.loc, reason, sharing, {}});
  Expr fresh = unknown({symbol.name, symbol.type, stmt.loc, reason, sharing, {offset}, offset});
  std::vector<Expr> args = fresh->args;
  args.insert(args.end() - 1, number);
  Expr result = pool_.apply(static_cast<FunctionId>(fresh->value), std::move(args));
  const Version& version = s.memory.version(counters(node.array));
  protocol_.increments.push_back({static_cast<FunctionId>(result->value), node.array, version.id,
                                  static_cast<unsigned>(version.args.size()), !bit_precise_,
                                  static_cast<FunctionId>(result->value)});
  return result;
}

} // namespace heddle::protocol
