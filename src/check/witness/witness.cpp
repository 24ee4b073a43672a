#include "check/witness/witness.hpp"

#include "check/witness/cells.hpp"
#include "core/join_blocks.hpp"
#include "core/pure.hpp"
#include "core/visit.hpp"
#include "cuda/front_end.hpp"

#include <algorithm>
#include <memory>

namespace heddle::check {

namespace {

std::vector<Expr> all_atoms(const std::vector<Expr>& exprs) {
  std::vector<Expr> found;
  for (Expr e : exprs) {
    if (!e) continue;
    const std::vector<Expr> some = atoms(e);
    found.insert(found.end(), some.begin(), some.end());
  }
  std::ranges::sort(found, {}, [](Expr e) { return e->id; });
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// Sizes that the kernel divides by, where a run with 0 ends.
std::set<SymbolId> divisors_of(const core::Kernel& kernel) {
  std::set<SymbolId> found;
  core::for_each_statement(kernel.body, [&](const core::Stmt& s) {
    const auto* branch = std::get_if<core::If>(&s.node);
    if (!branch || branch->cond->op != Op::eq || branch->then_block.size() != 1) return;
    const auto* never = std::get_if<core::Assume>(&branch->then_block.front().node);
    if (!never || !is_false(never->cond)) return;
    for (Expr atom : atoms(branch->cond))
      if (atom->op == Op::symbol) found.insert(static_cast<SymbolId>(atom->value));
  });
  return found;
}

// Symbols that say whether the host passes a null pointer: any may be one where no launch says what
// is passed.
std::vector<SymbolId> null_flags(const core::Kernel& kernel, const std::vector<Expr>& atoms) {
  std::vector<SymbolId> found;
  if (std::ranges::any_of(kernel.assumptions, [](const core::Assumption& a) {
        return a.origin.starts_with(cuda::from_launch);
      }))
    return found;
  for (Expr atom : atoms) {
    if (atom->op != Op::symbol || !atom->type.is_bool()) continue;
    const auto id = static_cast<SymbolId>(atom->value);
    const bool named = std::ranges::any_of(
        kernel.params, [&](const core::Parameter& p) { return p.symbol == id; });
    if (!named && kernel.pool->symbol(id).role == Role::parameter) found.push_back(id);
  }
  return found;
}

} // namespace

Position Environment::position(Loc loc) const {
  if (!loc || loc.file >= ctx.files.size()) return {};
  return {ctx.files.path(loc.file), loc.line, loc.column};
}

Unknown Environment::unknown(std::string reason, Loc loc) const {
  Unknown result{std::move(reason), position(loc)};
  if (loc && loc.file < ctx.files.size()) result.source_line = ctx.files.line(loc.file, loc.line);
  return result;
}

bool approximate(const Environment& env, Expr atom) {
  if (atom->op != Op::apply) return false;
  const Function& f = env.pool().function(atom);
  switch (f.flavour) {
  case Flavour::unknown:
    return true;
  case Flavour::pure: // a number computed from values that are not computed with
    if (core::part_number(f.name) && atom->args.front()->op == Op::apply)
      return approximate(env, atom->args.front());
    return !f.type.is_opaque();
  case Flavour::load: {
    const protocol::Load* load = protocol::find_load(env.protocol, atom);
    return !load || !load->initial;
  }
  case Flavour::sequence:
    return false;
  }
  return false;
}

Witness::Witness(const Environment& env, const smt::Model& model, const std::vector<Expr>& used)
    : env_(env), model_(model), atoms_(all_atoms(used)), divisors_(divisors_of(env.kernel)) {
  read_loads();
  make_launch();
}

std::int64_t Witness::value(SymbolId symbol) const {
  Expr ref = env_.pool().symbol_ref(symbol);
  if (auto it = model_.values.find(ref); it != model_.values.end()) return it->second;
  // Not in the question: any value within its bounds will do, nearest to zero.
  const Symbol& s = env_.pool().symbol(symbol);
  if (s.low && *s.low > 0) return *s.low;
  if (s.high && *s.high < 0) return *s.high;
  return divisors_.contains(symbol) && (!s.high || *s.high > 0) ? 1 : 0;
}

void Witness::make_launch() {
  const core::Kernel& k = env_.kernel;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    launch_.block_dim[axis] = value(k.block_dim[axis]);
    launch_.grid_dim[axis] = value(k.grid_dim[axis]);
  }
  for (const core::Parameter& p : k.params)
    if (p.symbol) launch_.params[*p.symbol] = parameter(*p.symbol, Contents::plain);
  for (const SymbolId id : null_flags(k, atoms_))
    launch_.params[id] = value(id);
  for (const core::Assumption& a : k.assumptions) // what a launch says of pointers: null
    if (a.cond->op == Op::symbol) launch_.params[static_cast<SymbolId>(a.cond->value)] = 1;
  launch_.memory = contents(Contents::plain);
}

core::Launch Witness::launch(Contents chosen) const {
  core::Launch launch = launch_;
  for (auto& [symbol, number] : launch.params)
    number = parameter(symbol, chosen);
  launch.memory = contents(chosen);
  return launch;
}

core::Index3 Witness::thread(const protocol::ThreadSymbols& symbols) const {
  core::Index3 r{};
  for (std::size_t i = 0; i < 3; ++i)
    r[i] = model_.eval(env_.pool(), symbols.thread[i]);
  return r;
}

core::Index3 Witness::block(const protocol::ThreadSymbols& symbols) const {
  core::Index3 r{};
  for (std::size_t i = 0; i < 3; ++i)
    r[i] = model_.eval(env_.pool(), symbols.block[i]);
  return r;
}

core::ReplayTarget Witness::target(const protocol::ThreadSymbols& symbols, Loc loc,
                                   core::CallId call) const {
  return {thread(symbols), block(symbols), loc, call};
}

// Under the names that the source has: of variables of one name in loops within each other the
// number tells which is meant. Where a pointer is, beside what it points to, is no such value.
std::vector<std::pair<std::string, std::int64_t>>
Witness::iterations(const std::vector<std::pair<std::string, Expr>>& loops) const {
  const auto plain = [](const std::string& name) { return name.substr(0, name.find('#')); };
  std::vector<std::pair<std::string, std::int64_t>> found;
  for (const auto& [name, e] : loops) {
    const bool is_pointer = std::ranges::find(env_.kernel.arrays, plain(name),
                                              &core::Array::name) != env_.kernel.arrays.end();
    if (e->type.is_opaque() || is_pointer) continue;
    const auto same =
        std::ranges::count(loops, plain(name), [&](const auto& of) { return plain(of.first); });
    found.emplace_back(same == 1 ? plain(name) : name, model_.eval(env_.pool(), e));
  }
  return found;
}

AccessReport Witness::report(const protocol::ThreadSymbols& symbols, Loc loc, core::CallId call,
                             const std::vector<std::pair<std::string, Expr>>& loops) const {
  AccessReport r;
  r.position = env_.position(loc);
  const core::Position3 at = core::apart(env_.kernel, {thread(symbols), block(symbols)});
  r.thread = at.thread;
  r.block = at.block;
  if (loc) r.source_line = std::string(env_.ctx.files.line(loc.file, loc.line));
  r.loops = iterations(loops);
  for (; call != 0; call = env_.kernel.calls.at(call).parent) {
    const Loc from = env_.kernel.calls.at(call).loc;
    r.inlined_at.push_back(env_.position(from));
    r.call_lines.emplace_back(from ? env_.ctx.files.line(from.file, from.line) : "");
  }
  return r;
}

AccessReport Witness::report(const protocol::ThreadSymbols& symbols,
                             const protocol::TraceAccess& access) const {
  const protocol::Access& a = *access.access;
  AccessReport r = report(symbols, a.loc, a.call, access.loops);
  switch (a.kind) {
  case protocol::AccessKind::read:
    r.access = "read";
    break;
  case protocol::AccessKind::write:
    r.access = "write";
    break;
  case protocol::AccessKind::atomic:
    // of tensor memory: the blocks of a pair free it together
    r.access = env_.kernel.arrays.at(a.array).is_tensor ? "dealloc" : "atomic";
    break;
  }
  if (core::is_lifetime(env_.kernel.arrays.at(a.array)))
    r.access = a.kind == protocol::AccessKind::read                     ? "use"
               : constant_value(a.value) == std::optional(core::begins) ? "start"
                                                                        : "end";
  locate(r, a.array, access.offset);
  for (const auto& [loop, e] : access.iterations)
    r.iterations.emplace_back(env_.position(loop), model_.eval(env_.pool(), e));
  return r;
}

std::int64_t Witness::offset(const protocol::TraceAccess& access) const {
  return model_.eval(env_.pool(), access.offset);
}

void Witness::locate(AccessReport& report, core::ArrayId array, Expr offset) const {
  const core::Array& a = env_.kernel.arrays.at(array);
  report.array = a.name;
  report.cell = cell_text(a, model_.eval(env_.pool(), offset));
}

WitnessValues Witness::values(Contents contents) const {
  WitnessValues result;
  const Pool& pool = env_.pool();
  const char axes[] = "xyz";
  const auto& joined = env_.kernel.joined;
  const bool together = core::blocks_of(joined) > 1; // then the last axis counts the blocks
  for (std::size_t i = 0; i < (together ? 2 : 3); ++i)
    if (i == 0 || launch_.block_dim[i] != 1)
      result.emplace_back(std::string("blockDim.") + axes[i], launch_.block_dim[i]);
  for (std::size_t i = 0; i < 3; ++i)
    if (const std::int64_t blocks = launch_.grid_dim[i] * joined[i]; i == 0 || blocks != 1)
      result.emplace_back(std::string("gridDim.") + axes[i], blocks);
  for (const core::Parameter& p : env_.kernel.params) {
    if (!p.symbol) continue;
    Expr ref = env_.pool().symbol_ref(*p.symbol);
    if (std::ranges::find(atoms_, ref) != atoms_.end() && !ref->type.is_opaque())
      result.emplace_back(pool.symbol(*p.symbol).name, value(*p.symbol));
    else if (contents != Contents::plain && is_open(*p.symbol))
      result.emplace_back(pool.symbol(*p.symbol).name, few(*p.symbol));
  }
  for (const SymbolId id : null_flags(env_.kernel, atoms_))
    result.emplace_back(pool.symbol(id).name, value(id));
  for (const ReadValue& read : read_values_)
    if (is_kept(read.array, contents)) result.emplace_back(read.cell, read.value);
  return result;
}

std::vector<std::string> Witness::approximations(const std::vector<Expr>& exprs) const {
  std::vector<std::string> found;
  for (Expr atom : all_atoms(exprs)) {
    if (atom->op != Op::apply) continue;
    const Function& f = env_.pool().function(atom);
    if (!approximate(env_, atom)) continue;
    std::string text = !f.reason.empty()            ? f.reason
                       : f.flavour == Flavour::pure ? "value of " + core::describe_pure(f.name)
                                                    : "value of " + f.name;
    if (f.flavour == Flavour::load) text = "content of " + text + " after it was written";
    if (f.loc) text += " (" + env_.ctx.files.describe(f.loc) + ")";
    if (std::ranges::find(found, text) == found.end()) found.push_back(std::move(text));
  }
  return found;
}

} // namespace heddle::check
