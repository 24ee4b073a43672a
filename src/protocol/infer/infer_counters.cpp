// Counters that go round give one result twice. Without --bit-precise that does not happen by the
// assumption that what indices are made of does not overflow; with it, it is decided here.
#include "core/clusters.hpp"
#include "core/visit.hpp"
#include "protocol/infer/infer_engine.hpp"
#include "protocol/split/split_geometry.hpp"

namespace heddle::protocol {

namespace {

constexpr std::int64_t too_many = std::int64_t{1} << 62;

std::int64_t times(std::int64_t a, std::int64_t b) {
  return b != 0 && a > too_many / b ? too_many : a * b;
}

// Threads that may add to one element of the array.
std::int64_t most_threads(const core::Kernel& kernel, const core::Array& array) {
  Pool& pool = *kernel.pool;
  const Geometry geometry(kernel, pool);
  std::int64_t threads = 1;
  const auto most = [&](SymbolId dimension) {
    Expr e = pool.symbol_ref(dimension);
    if (Expr value = geometry.folded(e)) e = value;
    threads = times(threads, interval(pool, e).high.value_or(too_many));
  };
  for (const SymbolId dimension : kernel.block_dim)
    most(dimension);
  threads = std::min(threads, geometry.max_threads());
  if (array.space != core::Space::shared || core::is_distributed(array))
    for (const SymbolId dimension : kernel.grid_dim)
      most(dimension);
  return threads;
}

} // namespace

void drop_counters_that_wrap(const core::Kernel& kernel, Prepared& prepared) {
  std::vector<std::int64_t> added(kernel.arrays.size(), 0); // by a thread, in all
  const auto add = [&](const core::Stmt& s, bool again) {
    const auto* atomic = std::get_if<core::Atomic>(&s.node);
    if (!atomic || !prepared.counters[atomic->array]) return;
    std::int64_t& sum = added[atomic->array];
    const auto number = constant_value(atomic->operand);
    sum = again || !number || *number < 0 ? too_many : std::min(too_many, sum + *number);
  };
  core::for_each_statement(prepared.body, [&](const core::Stmt& s) {
    add(s, false);
    if (const auto* loop = std::get_if<core::Loop>(&s.node))
      for (const core::Block* part : {&loop->head, &loop->body, &loop->step})
        core::for_each_statement(*part, [&](const core::Stmt& inner) { add(inner, true); });
  });
  for (core::ArrayId a = 0; a < kernel.arrays.size(); ++a) {
    if (added[a] == 0) continue;
    const core::Array& array = kernel.arrays[a];
    const std::int64_t values =
        array.element_size < 8 ? std::int64_t{1} << 8 * array.element_size : too_many;
    if (times(added[a], most_threads(kernel, array)) >= values) prepared.counters[a] = false;
  }
}

} // namespace heddle::protocol
