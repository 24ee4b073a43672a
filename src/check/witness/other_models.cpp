#include "check/witness/other_models.hpp"

#include <algorithm>

namespace heddle::check {

namespace {

// More than a block's threads take together, of some elements each.
constexpr std::int64_t many = 8192;

bool is_size(Expr e) { return e->op == Op::symbol && e->type.is_int(); }

// Numbers that memory holds where loops may end, from 0 to `most`.
std::vector<Expr> small_contents(Pool& pool, Expr asked, std::int64_t most) {
  std::vector<Expr> small;
  for (Expr e : atoms(asked)) {
    if (e->op != Op::apply || !e->type.is_int()) continue;
    if (pool.function(e).flavour != Flavour::load) continue;
    small.push_back(pool.le(pool.constant(0, e->type), e));
    small.push_back(pool.le(e, pool.constant(most, e->type)));
  }
  return small;
}

Expr two_blocks(Pool& pool, const core::Kernel& kernel) {
  std::vector<Expr> shapes;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::vector<Expr> shape;
    for (std::size_t a = 0; a < 3; ++a) {
      Expr size = pool.symbol_ref(kernel.grid_dim[a]);
      shape.push_back(pool.eq(size, pool.constant(a == axis ? 2 : 1, size->type)));
    }
    shapes.push_back(pool.all(shape));
  }
  return pool.any(shapes);
}

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

std::vector<std::vector<Expr>> wishes(Pool& pool, const protocol::Trace& trace, Expr asked,
                                      RaceRun::Obstacle obstacle, int round) {
  std::vector<std::vector<Expr>> found;
  const auto all = [&](const auto& condition) {
    std::vector<Expr> wish;
    for (Expr e : trace.uniform)
      if (is_size(e)) wish.push_back(condition(e));
    if (!wish.empty()) found.push_back(std::move(wish));
  };
  const auto of_parameters = [&](const auto& condition) {
    all([&](Expr e) {
      return pool.symbol(e).role == Role::parameter ? condition(e) : pool.boolean(true);
    });
  };
  const auto is_multiple = [&](Expr e, std::int64_t m) {
    return pool.eq(pool.rem(e, pool.constant(m, e->type)), pool.constant(0, e->type));
  };
  if (obstacle == RaceRun::Obstacle::misaligned) {
    for (const std::int64_t m : {8, 4, 32}) // small ones make short runs, 0 mostly an empty one
      of_parameters([&](Expr e) {
        return pool.logical_and(pool.lt(pool.constant(0, e->type), e), is_multiple(e, m));
      });
    of_parameters([&](Expr e) { return is_multiple(e, 32); });
  }
  if (obstacle != RaceRun::Obstacle::steps) return found;
  // a loop from a size down by blocks wraps around where the size is smaller than these
  if (round > 0)
    of_parameters([&](Expr e) {
      return pool.logical_and(pool.le(pool.constant(many, e->type), e),
                              pool.le(e, pool.constant(2 * many, e->type)));
    });
  for (const std::int64_t most : {8, 64, 256})
    all([&](Expr e) { return pool.le(e, pool.constant(most, e->type)); });
  // what memory holds may lead far, too, whatever the sizes
  if (std::vector<Expr> small = small_contents(pool, asked, 8); !small.empty()) {
    if (!found.empty()) {
      std::vector<Expr> both = small;
      both.insert(both.end(), found.front().begin(), found.front().end());
      found.insert(found.begin(), std::move(both));
    }
    found.push_back(std::move(small));
  }
  return found;
}

std::vector<std::vector<Expr>> small_launches(Pool& pool, const protocol::Trace& trace,
                                              const core::Kernel& kernel, const smt::Model& model,
                                              bool of_two_blocks) {
  std::vector<Expr> small;
  for (Expr e : trace.uniform)
    if (is_size(e)) small.push_back(pool.le(e, pool.constant(many, e->type)));
  std::vector<std::vector<Expr>> wishes{small};
  if (of_two_blocks) {
    const std::vector<Expr> alone{two_blocks(pool, kernel)};
    small.push_back(alone.front());
    wishes = {small, alone, wishes.front()};
  }
  const auto satisfied = std::ranges::find_if(
      wishes, [&](const std::vector<Expr>& wish) { return model.eval(pool, pool.all(wish)) != 0; });
  wishes.erase(satisfied, wishes.end());
  return wishes;
}

} // namespace heddle::check
