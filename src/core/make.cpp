#include "core/clusters.hpp"
#include "core/proxy_fences.hpp"
#include "core/visit.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace heddle::core {

namespace {

// Limits of the architecture (CUDA C++ Programming Guide, compute capability 3.0 and later).
constexpr std::array<std::int64_t, 3> max_block_dim{1024, 1024, 64};
constexpr std::array<std::int64_t, 3> max_grid_dim{2147483647, 65535, 65535};

SymbolId geometry(Pool& pool, const char* base, Role role, std::uint8_t axis, std::int64_t low,
                  std::int64_t high) {
  const std::string name = std::string(base) + "." + "xyz"[axis];
  return pool.new_symbol({name, Type::u32(), role, axis, low, high, {}});
}

} // namespace

Kernel make_kernel(std::string name, Loc loc) {
  Kernel kernel;
  kernel.name = std::move(name);
  kernel.loc = loc;
  kernel.pool = std::make_shared<Pool>();
  Pool& pool = *kernel.pool;
  for (std::uint8_t a = 0; a < 3; ++a) {
    kernel.thread_index[a] =
        geometry(pool, "threadIdx", Role::thread_index, a, 0, max_block_dim[a] - 1);
    kernel.block_index[a] =
        geometry(pool, "blockIdx", Role::block_index, a, 0, max_grid_dim[a] - 1);
    kernel.block_dim[a] = geometry(pool, "blockDim", Role::block_dim, a, 1, max_block_dim[a]);
    kernel.grid_dim[a] = geometry(pool, "gridDim", Role::grid_dim, a, 1, max_grid_dim[a]);
  }
  return kernel;
}

bool is_addition(const Kernel& kernel, const Atomic& atomic) {
  const Array& array = kernel.arrays.at(atomic.array);
  return atomic.op == "add" && atomic.operand && atomic.operand->type.is_int() &&
         array.element_type.is_int() && atomic.size == array.element_size && atomic.size >= 4;
}

bool has_acquires(const Kernel& kernel) {
  bool found = false;
  for_each_statement(kernel.body, [&](const Stmt& s) {
    const auto* atomic = std::get_if<Atomic>(&s.node);
    found = found || (atomic && atomic->acquires);
  });
  return found;
}

bool has_chosen_lanes(const Kernel& kernel) {
  bool chosen = false, masked = false;
  for_each_statement(kernel.body, [&](const Stmt& s) {
    const auto* havoc = std::get_if<Havoc>(&s.node);
    chosen = chosen || (havoc && havoc->choice == Havoc::Choice::lanes);
    const auto* barrier = std::get_if<Barrier>(&s.node);
    masked = masked || (barrier && barrier->mask);
  });
  return chosen && masked;
}

Expr is_keeper(const Kernel& kernel) {
  Pool& pool = *kernel.pool;
  std::vector<Expr> all;
  for (std::size_t a = 0; a < 3; ++a) {
    Expr place = pool.constant(0, Type::u32());
    if (kernel.keeper == Keeper::last_thread)
      place = pool.sub(pool.symbol_ref(kernel.block_dim[a]), pool.constant(1, Type::u32()));
    all.push_back(pool.eq(pool.symbol_ref(kernel.thread_index[a]), place));
  }
  return pool.all(all);
}

std::set<CopyPlace> reporting_copies(const Kernel& kernel) {
  std::set<CopyPlace> found;
  for_each_statement(kernel.body, [&](const Stmt& s) {
    const auto* m = std::get_if<Mbarrier>(&s.node);
    if (m && m->kind == Mbarrier::Kind::complete) found.insert(copy_place(s.loc, s.call));
  });
  return found;
}

bool reads_map(const Kernel& kernel, const CopyPlace& place, ArrayId array) {
  return kernel.by_map.contains(place) && kernel.arrays[array].space == Space::global;
}

bool has_named_barriers(const Kernel& kernel) {
  bool found = !kernel.async_proxy.empty() || blocks_of(kernel.joined) > 1 ||
               blocks_of(kernel.to_join) > 1 ||
               std::ranges::any_of(kernel.arrays, [](const Array& a) { return a.is_tensor; });
  for_each_statement(kernel.body, [&](const Stmt& s) {
    found = found || std::holds_alternative<NamedBarrier>(s.node) ||
            std::holds_alternative<Mbarrier>(s.node);
  });
  return found;
}

namespace {

// Does the kernel write what is read or written by statements for which `wanted` holds?
bool changes(const Kernel& kernel, const std::function<bool(const Stmt&, ArrayId)>& wanted) {
  std::set<ArrayId> touched, written;
  const auto note = [&](const Stmt& s, ArrayId array, bool changed) {
    if (wanted(s, array))
      touched.insert(array);
    else if (changed)
      written.insert(array);
  };
  for_each_statement(kernel.body, [&](const Stmt& s) {
    if (const auto* r = std::get_if<Read>(&s.node)) note(s, r->array, false);
    if (const auto* w = std::get_if<Write>(&s.node)) note(s, w->array, true);
    if (const auto* a = std::get_if<Atomic>(&s.node)) note(s, a->array, true);
  });
  for (const auto& [one, other] : kernel.aliases)
    for (std::set<ArrayId>* arrays : {&touched, &written})
      if (arrays->contains(one) || arrays->contains(other)) arrays->insert({one, other});
  return std::ranges::any_of(touched, [&](ArrayId a) { return written.contains(a); });
}

// Does it write what copies go by?
bool changes_maps(const Kernel& kernel) {
  return changes(kernel, [&](const Stmt& s, ArrayId array) {
    return reads_map(kernel, copy_place(s.loc, s.call), array);
  });
}

void drop_fences(Block& block, const std::function<bool(const Stmt&)>& needless) {
  std::erase_if(block, needless);
  for (Stmt& s : block)
    for_each_part(s, [&](Block& part) { drop_fences(part, needless); });
}

} // namespace

bool hands_on_global(const Kernel& kernel) {
  return changes(kernel, [&](const Stmt& s, ArrayId array) {
    return kernel.arrays[array].space == Space::global &&
           kernel.async_proxy.contains(copy_place(s.loc, s.call));
  });
}

void drop_needless_fences(Kernel& kernel) {
  using Kind = NamedBarrier::Kind;
  bool told = false; // by the value of an atomic, or one that stands for it
  for_each_statement(kernel.body, [&](const Stmt& s) {
    const auto* atomic = std::get_if<Atomic>(&s.node);
    const auto* read = std::get_if<Read>(&s.node);
    told = told || (atomic && atomic->var) || (read && kernel.arrays[read->array].is_volatile);
  });
  told = told && !has_named_barriers(kernel);
  const bool tensor =
      std::ranges::any_of(kernel.arrays, [](const Array& a) { return a.is_tensor; });
  const bool maps = changes_maps(kernel);
  const std::uint32_t fences = kernel.async_proxy.empty() ? 0
                               : hands_on_global(kernel)  ? fences_shared | fences_global
                                                          : fences_shared;
  drop_fences(kernel.body, [&](const Stmt& s) {
    if (std::holds_alternative<Fence>(s.node)) return !told;
    const auto* named = std::get_if<NamedBarrier>(&s.node);
    if (!named) return false;
    if (named->kind == Kind::fence) return (covered_by(*named) & fences) == 0;
    if (named->kind == Kind::map_release || named->kind == Kind::map_acquire) return !maps;
    return (named->kind == Kind::tensor_before || named->kind == Kind::tensor_after) && !tensor;
  });
}

} // namespace heddle::core
