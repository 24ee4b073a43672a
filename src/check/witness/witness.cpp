#include "check/witness/witness.hpp"

#include "core/join_blocks.hpp"
#include "core/pure.hpp"
#include "cuda/front_end.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>

namespace heddle::check {

namespace {

// A floating-point number at the place of this number in its array; `salt` is of the place alone.
double number_at(Contents contents, std::uint64_t cell, std::uint64_t salt) {
  switch (contents) {
  case Contents::ascending:
    return static_cast<double>(cell + 1);
  case Contents::descending:
    return -static_cast<double>(cell + 1);
  case Contents::zero:
    return 0;
  case Contents::mixed:
    return (static_cast<double>(salt % 2001) - 1000) / 8;
  case Contents::plain:
  case Contents::varied:
    return 1 + static_cast<double>(salt) / 65536;
  }
  return 0;
}

// The bits of a floating-point number of 4 or 8 bytes.
std::int64_t bits_of(double number, unsigned bytes) {
  return bytes == 4 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                    : std::bit_cast<std::int64_t>(number);
}

// As the source has it: `bits` is an integer or a floating-point number of the type's width.
WitnessValue shown(std::int64_t bits, Type type) {
  if (!type.is_opaque() || (type.width != 32 && type.width != 64)) return bits;
  double number = std::bit_cast<double>(bits);
  if (type.width == 32) { // 0.1, not 0.10000000149
    char text[32];
    const char* end = std::to_chars(text, text + sizeof text,
                                    std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                          .ptr;
    number = std::nan("");
    std::from_chars(text, end, number);
  }
  return std::isfinite(number) ? WitnessValue(bits, number) : WitnessValue(bits);
}

// Initial content of memory that the model leaves open. Floating-point numbers of Contents::plain
// differ from each other, so that a replay does not take unrelated inputs for equal values. Those
// of a texture are mostly shades, from 0 to 1.
std::int64_t default_content(const core::Array& array, core::ArrayId id, std::int64_t offset,
                             unsigned size, Contents contents) {
  const std::uint64_t cell = static_cast<std::uint64_t>(offset) / (size ? size : 1);
  const std::uint64_t mixed = (cell + 1 + id * 7919) * 2654435761u % 65521;
  const bool vary = contents == Contents::varied && array.space != core::Space::shared;
  if (!array.element_type.is_opaque()) return vary ? static_cast<std::int64_t>(mixed % 61) : 0;
  const bool is_shade = array.is_texture && contents <= Contents::ascending;
  const double number =
      is_shade ? static_cast<double>(mixed) / 65536 : number_at(contents, cell, mixed);
  if (size == 4 || size == 8) return bits_of(number, size);
  return static_cast<std::int64_t>(mixed & 0x3fff);
}

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
    : env_(env), model_(model), atoms_(all_atoms(used)) {
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
  return 0;
}

// Floating-point numbers that the model leaves open are none at which products are equal.
std::int64_t Witness::parameter(SymbolId symbol, Contents contents) const {
  constexpr double usual = 1.25;
  const Expr ref = env_.pool().symbol_ref(symbol);
  const bool is_float = ref->type.is_opaque() && (ref->type.width == 32 || ref->type.width == 64);
  if (contents != Contents::plain && is_open(symbol)) return few(symbol);
  if (!is_float || (contents <= Contents::varied && model_.values.contains(ref)))
    return value(symbol);
  return bits_of(contents == Contents::zero ? 0 : usual, ref->type.width / 8);
}

// Is it an integer of which neither the question nor an assumption says anything? It may be how
// often a loop runs whose values are written.
bool Witness::is_open(SymbolId symbol) const {
  const Expr ref = env_.pool().symbol_ref(symbol);
  const auto mentions = [&](const core::Assumption& a) {
    const std::vector<Expr> said = atoms(a.cond);
    return std::ranges::find(said, ref) != said.end();
  };
  return ref->type.is_int() && ref->type.width >= 32 && !model_.values.contains(ref) &&
         std::ranges::none_of(env_.kernel.assumptions, mentions);
}

std::int64_t Witness::few(SymbolId symbol) const {
  const Symbol& s = env_.pool().symbol(symbol);
  return std::clamp<std::int64_t>(3, s.low.value_or(3), s.high.value_or(3));
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
  launch_.memory = contents(Contents::plain);
}

std::function<std::optional<std::int64_t>(core::ArrayId, std::int64_t, unsigned)>
Witness::contents(Contents contents) const {
  return [this, contents](core::ArrayId array, std::int64_t offset, unsigned size) {
    if (in_forall(array)) return forall_cell(array, offset, size);
    const auto it = cells_.find({array, offset});
    return it != cells_.end() && is_kept(array, contents)
               ? it->second
               : open_cell(array, offset, size, contents);
  };
}

// Is what the model says of the array's elements taken?
bool Witness::is_kept(core::ArrayId array, Contents contents) const {
  return contents <= Contents::varied || !env_.kernel.arrays.at(array).element_type.is_opaque();
}

// Where a contract speaks of the array, a content that keeps it beside the model's.
std::int64_t Witness::open_cell(core::ArrayId array, std::int64_t offset, unsigned size,
                                Contents contents) const {
  const core::Array& a = env_.kernel.arrays.at(array);
  const auto begin = cells_.lower_bound({array, std::numeric_limits<std::int64_t>::min()});
  const auto end = cells_.lower_bound({array + 1, std::numeric_limits<std::int64_t>::min()});
  for (const core::Contract& contract : env_.kernel.contracts) {
    if (contract.array != array || size != a.element_size) continue;
    if (contract.kind == core::Contract::Kind::monotone) {
      const auto next = cells_.lower_bound({array, offset});
      if (next != begin) return std::prev(next)->second;
      return next != end ? std::min<std::int64_t>(next->second, 0) : 0;
    }
    std::int64_t largest = -1;
    for (auto it = begin; it != end; ++it)
      largest = std::max(largest, it->second);
    return largest + 1 + offset / size;
  }
  return default_content(a, array, offset, size, contents);
}

std::string Witness::broken_contract() const {
  for (const core::Contract& contract : env_.kernel.contracts) {
    if (contract.kind == core::Contract::Kind::forall) continue; // broken_in_run
    const bool monotone = contract.kind == core::Contract::Kind::monotone;
    std::vector<std::int64_t> values; // by offset
    for (const auto& [cell, value] : cells_)
      if (cell.first == contract.array) values.push_back(value);
    if (!monotone) std::ranges::sort(values);
    const bool kept = monotone ? std::ranges::is_sorted(values)
                               : std::ranges::adjacent_find(values) == values.end();
    if (!kept)
      return std::string("the contents that the solver chose do not keep ") +
             (monotone ? "monotone(" : "distinct(") + env_.kernel.arrays.at(contract.array).name +
             ")";
  }
  return "";
}

core::Launch Witness::launch(Contents chosen) const {
  core::Launch launch = launch_;
  for (auto& [symbol, number] : launch.params)
    number = parameter(symbol, chosen);
  launch.memory = contents(chosen);
  return launch;
}

// What the model says of the arrays' content at the launch; where it says nothing, a later content
// may do as well.
void Witness::read_loads() {
  read_loads(true);
  read_loads(false);
}

void Witness::read_loads(bool initial) {
  for (Expr atom : atoms_) {
    if (atom->op != Op::apply || env_.pool().function(atom).flavour != Flavour::load) continue;
    const protocol::Load* found = protocol::find_load(env_.protocol, atom);
    const auto it = model_.values.find(atom);
    if (!found || it == model_.values.end()) continue;
    if (found->initial != initial) continue;
    const std::int64_t offset = model_.eval(env_.pool(), atom->args.back());
    cells_.try_emplace({found->array, offset}, it->second);
    const core::Array& array = env_.kernel.arrays.at(found->array);
    std::string cell = array.name + cell_text(array, offset);
    if (std::ranges::find(read_values_, cell, &ReadValue::cell) == read_values_.end())
      read_values_.push_back({found->array, std::move(cell), shown(it->second, atom->type)});
  }
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

std::string cell_text(const core::Array& array, std::int64_t offset) {
  const auto size = static_cast<std::int64_t>(array.element_size);
  if (core::is_distributed(array)) {
    core::Array row = array;
    row.row_bytes = 0;
    const std::int64_t block = offset / array.row_bytes, along_x = core::blocks_along_x;
    const std::string whose = " of block (" + std::to_string(block % along_x) + "," +
                              std::to_string(block / along_x) + ")";
    return core::is_lifetime(array) ? whose : cell_text(row, offset % array.row_bytes) + whose;
  }
  if (array.block_bytes > 0) {
    core::Array own = array;
    own.block_bytes = 0;
    const std::string whose =
        " of block " + std::to_string(offset / array.block_bytes) + " of the cluster";
    return core::is_lifetime(array) ? whose : cell_text(own, offset % array.block_bytes) + whose;
  }
  if (array.row_bytes > 0) {
    constexpr std::int64_t pointer_size = 8;
    core::Array row = array;
    row.row_bytes = 0;
    const std::int64_t apart = pointer_size * array.row_bytes;
    const std::int64_t at = offset / apart; // offsets before what a pointer points to are rare
    return "[" + std::to_string(at) + "]" + cell_text(row, offset % apart);
  }
  if (array.is_scalar && offset == 0) return "";
  if (size <= 0 || offset % size != 0) return " byte " + std::to_string(offset);
  std::int64_t index = offset / size;
  if (array.dims.size() < 2 || index < 0) return "[" + std::to_string(index) + "]";
  std::string text;
  for (std::size_t i = array.dims.size(); i-- > 1;) {
    if (array.dims[i] <= 0) return "[" + std::to_string(offset / size) + "]";
    text = "[" + std::to_string(index % array.dims[i]) + "]" + text;
    index /= array.dims[i];
  }
  return "[" + std::to_string(index) + "]" + text;
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
