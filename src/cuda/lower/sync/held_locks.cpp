#include "cuda/lower/sync/held_locks.hpp"

#include "core/visit.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace heddle::cuda {

namespace {

using Arrays = std::set<core::ArrayId>;

// A number that all threads of a block share?
bool is_of_block(const Pool& pool, Expr atom) {
  if (atom->op != Op::symbol) return false;
  const Role role = pool.symbol(atom).role;
  return role == Role::parameter || role == Role::block_dim || role == Role::grid_dim ||
         role == Role::block_index;
}

// `x == 0` of what threads do not share, not denied.
bool picks_thread(const Pool& pool, Expr cond) {
  if (cond->op == Op::logical_and)
    return std::ranges::any_of(cond->args, [&](Expr part) { return picks_thread(pool, part); });
  return cond->op == Op::eq &&
         !std::ranges::all_of(atoms(cond), [&](Expr a) { return is_of_block(pool, a); });
}

class Holders {
public:
  explicit Holders(core::Kernel& kernel) : kernel_(kernel) {
    core::for_each_statement(kernel.body, [&](const core::Stmt& s) {
      ++count_;
      if (const auto array = written_by(s)) last_write_[*array] = count_;
    });
  }

  void run() {
    count_ = 0;
    Arrays held;
    walk(kernel_.body, held, false);
  }

private:
  static std::optional<core::ArrayId> written_by(const core::Stmt& s) {
    if (const auto* write = std::get_if<core::Write>(&s.node)) return write->array;
    const auto* atomic = std::get_if<core::Atomic>(&s.node);
    return atomic && atomic->op != "load" ? std::optional(atomic->array) : std::nullopt;
  }

  // `alone`: one thread of those that may wait comes here.
  void walk(core::Block& block, Arrays& held, bool alone) {
    for (std::size_t i = 0; i < block.size() && !is_refused_; ++i) {
      ++count_;
      core::Stmt& s = block[i];
      if (const auto array = written_by(s)) held.erase(*array);
      if (std::holds_alternative<core::Barrier>(s.node) && is_given_back_later(held)) {
        block.insert(block.begin() + static_cast<std::ptrdiff_t>(i),
                     {core::Unsupported{"a barrier while a lock is held that other threads of the "
                                        "block wait for, which do not come to it"},
                      s.loc, s.call});
        is_refused_ = true;
        return;
      }
      walk_parts(s, held, alone);
    }
  }

  void walk_parts(core::Stmt& s, Arrays& held, bool alone) {
    if (auto* branch = std::get_if<core::If>(&s.node)) {
      Arrays other = held;
      Expr cond = branch->cond;
      const bool denied = cond->op == Op::logical_not;
      const bool picks = picks_thread(*kernel_.pool, denied ? cond->args[0] : cond);
      walk(branch->then_block, held, alone || (picks && !denied));
      walk(branch->else_block, other, alone || (picks && denied));
      held.insert(other.begin(), other.end());
    } else if (auto* loop = std::get_if<core::Loop>(&s.node)) {
      const Arrays taken = alone ? Arrays{} : taken_by(*loop);
      for (core::Block* part : {&loop->head, &loop->body, &loop->step})
        walk(*part, held, alone);
      held.insert(taken.begin(), taken.end());
    } else {
      core::for_each_part(s, [&](core::Block& part) { walk(part, held, alone); });
    }
  }

  bool is_given_back_later(const Arrays& held) const {
    return std::ranges::any_of(held, [&](core::ArrayId array) {
      const auto last = last_write_.find(array);
      return last != last_write_.end() && last->second > count_;
    });
  }

  // One cell for all threads of the block.
  bool is_one_cell(Expr offset) const {
    return std::ranges::all_of(atoms(offset),
                               [&](Expr a) { return is_of_block(*kernel_.pool, a); });
  }

  // The loop goes on until an exchange of its own has found the cell as it wants it.
  Arrays taken_by(const core::Loop& loop) const {
    std::set<Expr> conditions{loop.cond};
    std::map<core::VarId, core::ArrayId> results;
    for (const core::Block* part : {&loop.head, &loop.body, &loop.step})
      core::for_each_statement(*part, [&](const core::Stmt& s) {
        if (const auto* branch = std::get_if<core::If>(&s.node)) conditions.insert(branch->cond);
        const auto* atomic = std::get_if<core::Atomic>(&s.node);
        if (atomic && atomic->var && (atomic->op == "cas" || atomic->op == "exch") &&
            is_one_cell(atomic->offset))
          results.emplace(*atomic->var, atomic->array);
      });
    Arrays taken;
    for (Expr cond : conditions)
      for (Expr a : cond ? atoms(cond) : std::vector<Expr>{})
        if (const auto it = results.find(static_cast<core::VarId>(a->value));
            a->op == Op::symbol && it != results.end())
          taken.insert(it->second);
    return taken;
  }

  core::Kernel& kernel_;
  std::size_t count_ = 0; // statements, in the order in which they stand
  std::map<core::ArrayId, std::size_t> last_write_;
  bool is_refused_ = false; // one is enough
};

} // namespace

void refuse_barriers_of_holders(core::Kernel& kernel) { Holders(kernel).run(); }

} // namespace heddle::cuda
