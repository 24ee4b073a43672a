#include "check/witness/other_models.hpp"

namespace heddle::check {

namespace {

bool is_size(Expr e) { return e->op == Op::symbol && e->type.is_int(); }

} // namespace

std::vector<Expr> threads_and_sizes(Pool& pool, const protocol::Trace& trace,
                                    const smt::Model& model) {
  std::vector<Expr> same;
  const auto is_of_model = [&](Expr e) {
    same.push_back(pool.eq(e, pool.constant(model.eval(pool, e), e->type)));
  };
  for (const protocol::ThreadSymbols& t : trace.threads)
    for (Expr e : t.thread)
      is_of_model(e);
  for (Expr e : trace.uniform)
    if (is_size(e)) is_of_model(e);
  return same;
}

std::vector<std::vector<Expr>> wishes(Pool& pool, const protocol::Trace& trace,
                                      RaceRun::Obstacle obstacle) {
  std::vector<std::vector<Expr>> found;
  const auto all = [&](const auto& condition) {
    std::vector<Expr> wish;
    for (Expr e : trace.uniform)
      if (is_size(e)) wish.push_back(condition(e));
    if (!wish.empty()) found.push_back(std::move(wish));
  };
  if (obstacle == RaceRun::Obstacle::misaligned)
    for (const std::int64_t m : {32, 8, 4})
      all([&](Expr e) {
        const bool is_dimension = pool.symbol(e).role != Role::parameter;
        return is_dimension
                   ? pool.boolean(true)
                   : pool.eq(pool.rem(e, pool.constant(m, e->type)), pool.constant(0, e->type));
      });
  if (obstacle == RaceRun::Obstacle::steps)
    for (const std::int64_t most : {8, 64, 256})
      all([&](Expr e) { return pool.le(e, pool.constant(most, e->type)); });
  return found;
}

} // namespace heddle::check
