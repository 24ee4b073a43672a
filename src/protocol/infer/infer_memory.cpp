#include "protocol/infer/infer_memory.hpp"

#include <algorithm>

namespace heddle::protocol {

const Cell* Memory::find(ArrayId array, Expr offset, unsigned size) const {
  for (const Cell& c : cells_)
    if (c.array == array && c.offset == offset && c.size == size) return &c;
  return nullptr;
}

std::vector<Cell> Memory::own_writes(ArrayId array) const {
  std::vector<Cell> found;
  for (const Cell& c : cells_)
    if (c.array == array) found.push_back(c);
  return found;
}

// Do two cells of one array certainly have no byte in common?
bool Memory::apart(Pool& pool, const Cell& a, const Cell& b) {
  const auto distance = constant_value(pool.sub(a.offset, b.offset));
  const auto split = [](Expr e) -> std::pair<Expr, std::int64_t> {
    if (e->op == Op::add && e->args[1]->op == Op::constant) return {e->args[0], e->args[1]->value};
    return {e, 0};
  };
  std::int64_t d = 0;
  if (distance) {
    d = *distance;
  } else {
    const auto [base_a, shift_a] = split(a.offset);
    const auto [base_b, shift_b] = split(b.offset);
    if (base_a != base_b || __builtin_sub_overflow(shift_a, shift_b, &d)) return false;
  }
  return d >= static_cast<std::int64_t>(b.size) || d <= -static_cast<std::int64_t>(a.size);
}

void Memory::write(Pool& pool, const Cell& cell,
                   const std::function<bool(ArrayId, ArrayId)>& may_alias) {
  std::erase_if(cells_, [&](const Cell& c) {
    if (c.array != cell.array) return may_alias(c.array, cell.array);
    if (apart(pool, c, cell)) return false;
    if (c.offset != cell.offset || c.size > cell.size) blur(cell.array);
    return true;
  });
  if (cell.value && cells_.size() < max_cells)
    cells_.push_back(cell);
  else
    blur(cell.array);
}

const Version& Memory::version(ArrayId array) const {
  static const Version initial;
  const auto it = versions_.find(array);
  return it == versions_.end() ? initial : it->second;
}

Memory Memory::merge(Pool& pool, Expr cond, const Memory& a, const Memory& b,
                     const MakeVersion& make_version) {
  Memory both;
  both.blurred_ = a.blurred_;
  both.blurred_.insert(b.blurred_.begin(), b.blurred_.end());
  for (const Cell& c : a.cells_) {
    const Cell* other = b.find(c.array, c.offset, c.size);
    if (!other || other->value->type != c.value->type)
      both.blur(c.array);
    else
      both.cells_.push_back({c.array, c.offset, c.size, pool.ite(cond, c.value, other->value),
                             std::min(c.stamp, other->stamp)});
  }
  for (const Cell& c : b.cells_)
    if (!a.find(c.array, c.offset, c.size)) both.blur(c.array);
  both.versions_ = a.versions_;
  for (const auto& [array, version] : b.versions_)
    both.versions_.try_emplace(array);
  for (auto& [array, version] : both.versions_) {
    const Version& other = b.version(array);
    if (!version.same_content(other))
      version = make_version(array);
    else
      version.settled = version.settled && other.settled;
  }
  return both;
}

} // namespace heddle::protocol
