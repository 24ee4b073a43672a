#include "ptx/layout.hpp"

#include <algorithm>
#include <set>

namespace heddle::ptx {

namespace {

// More than any machine has.
constexpr std::uint64_t max_shared = 1 << 20;
constexpr std::uint64_t max_local = 1 << 20;
constexpr std::uint64_t max_constant = std::uint64_t{1} << 32;

std::uint64_t aligned(std::uint64_t at, std::uint64_t align) {
  return (at + align - 1) / align * align;
}

std::set<Index> used_variables(const Program& p) {
  std::set<Index> used;
  for (const Instruction& i : p.code)
    each_operand(p, i, [&](const Operand& o, bool) {
      if (o.kind == Operand::Kind::symbol ||
          (o.kind == Operand::Kind::address && o.base == Operand::Kind::symbol))
        used.insert(o.index);
    });
  return used;
}

} // namespace

std::optional<std::string> lay_out(const Program& p, Layout& out) {
  std::uint64_t constant = Layout::constant_window, global = Layout::global_window;
  std::vector<Index> dynamic;
  for (Index index : used_variables(p)) {
    const Variable& v = p.module->variables[index];
    const auto place = [&](std::uint64_t& end, std::uint64_t limit, std::uint64_t base) {
      end = aligned(end, v.align);
      out.address[index] = end;
      if (v.size > limit || end - base > limit - v.size) return false;
      end += v.size;
      return true;
    };
    bool fits = true;
    if (v.space == Space::shared && (!v.sized || (v.external && v.size == 0))) {
      dynamic.push_back(index);
    } else if (v.space == Space::shared) {
      fits = place(out.shared_size, max_shared, 0);
      out.shared.push_back({index, out.address[index], v.size});
    } else if (v.space == Space::local) {
      fits = place(out.local_size, max_local, 0);
    } else if (v.space == Space::constant) {
      fits = place(constant, max_constant, Layout::constant_window);
      out.data.push_back({index, out.address[index], v.size});
    } else if (v.space == Space::global) {
      // apart from each other: an index that runs over the end is not in the next variable
      global = aligned(global, Layout::window_size / 1024);
      fits = place(global, Layout::window_size, Layout::global_window);
      out.data.push_back({index, out.address[index], v.size});
    }
    if (!fits) return "variable '" + v.name + "' is larger than any machine's memory";
  }
  // All of them begin at one place, behind the others.
  std::uint64_t align = 16;
  for (Index index : dynamic)
    align = std::max(align, p.module->variables[index].align);
  out.dynamic_shared = !dynamic.empty();
  const std::uint64_t begin = aligned(out.shared_size, align);
  for (Index index : dynamic)
    out.address[index] = begin;
  if (out.dynamic_shared) {
    out.shared.push_back({dynamic.front(), begin, 0});
    out.shared_size = begin;
  }
  std::ranges::sort(out.data, {}, &Layout::Place::begin);
  return std::nullopt;
}

const Layout::Place* Layout::find_data(std::uint64_t at) const {
  const auto after = std::ranges::upper_bound(data, at, {}, &Place::begin);
  if (after == data.begin()) return nullptr;
  const Place& found = *std::prev(after);
  return at - found.begin < found.size ? &found : nullptr;
}

const Layout::Place* Layout::find_shared(std::uint64_t at) const {
  const auto after = std::ranges::upper_bound(shared, at, {}, &Place::begin);
  if (after == shared.begin()) return nullptr;
  const Place& found = *std::prev(after);
  const bool open_ended = dynamic_shared && after == shared.end();
  return open_ended || at - found.begin < found.size ? &found : nullptr;
}

} // namespace heddle::ptx
