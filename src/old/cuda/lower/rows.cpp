// Pointers that are loaded from an array: `T** p`, where p[i] is taken to point to an array of its
// own. What they point to is one array of core, in which each byte offset of `p` has a row, far
// enough from the next for all that a pointer may reach; an access is to row + offset.
#include "core/visit.hpp"
#include "cuda/lower/internal.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// 128 GB a row, and 1 TB from one pointer to the next, which is 8 bytes behind it.
constexpr std::int64_t row_bytes = std::int64_t{1} << 37;
constexpr std::int64_t reach = std::int64_t{1} << 39; // of a pointer, to either side

// Lists and trees: the nodes of one array, or of several, are among each other.
bool points_to_its_like(const core::Array& holder, const CT& pointee) {
  const std::string name = to_string(with_qualifiers(pointee, false, false));
  return pointee->is(CType::Kind::record) &&
         (holder.element == name || holder.element == "const " + name);
}

// Does the host alone say what it holds? An initialiser in the file may name arrays of the file.
bool is_filled_by_host(const core::Array& holder, const Program& program) {
  if (holder.is_parameter) return true;
  return std::ranges::any_of(program.globals, [&](const auto& entry) {
    return std::ranges::any_of(entry.second, [&](const Item& item) {
      const auto* var = std::get_if<VarDecl>(&item.decl->node);
      return var && item.decl->loc == holder.loc && var->args.empty();
    });
  });
}

core::Array memory_behind(const core::Array& of, core::ArrayId holder, const CT& pointee) {
  core::Array rows;
  rows.name = of.element.ends_with('*') ? of.name : of.name + " (pointers)";
  rows.element = to_string(pointee);
  rows.element_size = static_cast<unsigned>(size_of(pointee).value_or(1));
  rows.loc = of.loc;
  rows.row_bytes = row_bytes;
  rows.holder = holder;
  return rows;
}

// Where in its element of `size` bytes the byte at `offset` is, if that is always the same.
std::optional<std::int64_t> place_in_element(Expr offset, std::int64_t size) {
  if (const auto value = constant_value(offset)) return (*value % size + size) % size;
  if (offset->op == Op::mul) {
    const bool whole = std::ranges::any_of(offset->args, [&](Expr factor) {
      const auto value = constant_value(factor);
      return value && *value % size == 0;
    });
    return whole ? std::optional<std::int64_t>(0) : std::nullopt;
  }
  if (offset->op != Op::add) return std::nullopt;
  std::int64_t sum = 0;
  for (Expr part : offset->args) {
    const auto place = place_in_element(part, size);
    if (!place) return std::nullopt;
    sum += *place;
  }
  return sum % size;
}

} // namespace

Expr Lowering::row_of(const Pointer& p) { return p.row ? p.row : pool_->constant(0, Type::i64()); }

// The memory behind the pointers of `holder` that have this key, as far as it was met.
core::ArrayId Lowering::rows_of(core::ArrayId holder, const std::string& key, const CT& pointee) {
  const auto known = std::ranges::find(array_keys_, key);
  if (known != array_keys_.end()) return static_cast<core::ArrayId>(known - array_keys_.begin());
  core::Array rows = memory_behind(kernel_.arrays[holder], holder, pointee);
  if (pointee->is_arithmetic()) rows.element_type = memory_type(pointee);
  return new_array(std::move(rows), key);
}

// The pointer of type `type` that memory holds at `from`, where nothing changes it.
std::optional<Pointer> Lowering::loaded_pointer(const Pointer& from, const CT& type, Loc loc) {
  const auto base = constant_value(from.base);
  if (!base || *base == null_pointee || from.row || !type->is(CType::Kind::pointer) ||
      type->to->is(CType::Kind::function))
    return std::nullopt;
  const Pointee& target = pointees_.at(static_cast<std::size_t>(*base));
  if (target.kind != Pointee::Kind::array) return std::nullopt;
  const core::Array& holder = kernel_.arrays[target.array];
  const bool outlives =
      holder.space == core::Space::global || holder.space == core::Space::constant;
  if (!outlives || holder.is_volatile || points_to_its_like(holder, type->to) ||
      !is_filled_by_host(holder, program_))
    return std::nullopt;
  holders_.try_emplace(target.array, loc);
  // Each member of records has rows of its own, unless some pointer may be one or another.
  std::string key = array_keys_[target.array] + " rows";
  const auto place = place_in_element(from.offset, holder.element_size);
  if (!place) again_ |= learned_.rows.insert(key).second;
  if (!learned_.rows.contains(key)) key += " at " + std::to_string(*place);
  Pointer p = array_pointer(rows_of(target.array, key, type->to), pool_->constant(0, Type::i64()));
  p.row = from.offset;
  return p;
}

// Where an access through `p` is in the array of `target`.
Expr Lowering::offset_in(const Pointee& target, const Pointer& p, Loc loc) {
  if (target.kind != Pointee::Kind::array || kernel_.arrays[target.array].row_bytes == 0)
    return p.offset;
  const Interval range = interval(*pool_, p.offset);
  if (!range.low || !range.high || *range.low < -reach || *range.high >= reach)
    emit(core::Assume{pool_->logical_and(pool_->le(pool_->constant(-reach, Type::i64()), p.offset),
                                         pool_->lt(p.offset, pool_->constant(reach, Type::i64())))},
         loc);
  return pool_->add(pool_->mul(row_of(p), pool_->constant(row_bytes, Type::i64())), p.offset);
}

// What a kernel writes, itself or under another name, need not hold what it held before.
void Lowering::check_rows() {
  std::set<core::ArrayId> changed;
  core::for_each_statement(kernel_.body, [&](const core::Stmt& s) {
    if (const auto* w = std::get_if<core::Write>(&s.node)) changed.insert(w->array);
    if (const auto* a = std::get_if<core::Atomic>(&s.node)) changed.insert(a->array);
  });
  for (const auto& [a, b] : kernel_.aliases)
    changed.insert({a, b});
  for (const core::ArrayId array : changed)
    if (const auto it = holders_.find(array); it != holders_.end())
      unknown("pointers loaded from '" + kernel_.arrays[array].name +
                  "', which the kernel may write",
              it->second);
}

} // namespace heddle::cuda
