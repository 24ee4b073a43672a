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

// Which threads of a block a condition lets through.
struct Picked {
  bool one = false;        // for what is known, one
  std::int64_t one_of = 1; // one of so many neighbours: threadIdx.x % 32 == 0
  std::int64_t within = 0; // some of so many neighbours: threadIdx.x / 32 == 0; 0: of all
  std::uint8_t axes = 0;   // those of one index along these (bit 0 = x)
};

Picked both(const Picked& a, const Picked& b) {
  return {a.one || b.one, std::max(a.one_of, b.one_of),
          a.within == 0 || b.within == 0 ? std::max(a.within, b.within)
                                         : std::min(a.within, b.within),
          static_cast<std::uint8_t>(a.axes | b.axes)};
}

Expr without_casts(Expr e) {
  while (e->op == Op::cast)
    e = e->args[0];
  return e;
}

// What is divided by, or the mask.
std::optional<std::int64_t> number_in(Expr e) {
  for (std::size_t i = e->op == Op::bit_and ? 0 : 1; i < e->args.size(); ++i)
    if (const Expr plain = without_casts(e->args[i]); plain->op == Op::constant)
      return plain->value;
  return std::nullopt;
}

// Are the numbers of neighbours different?
bool is_linear(Expr e) {
  return e->op == Op::symbol || e->op == Op::constant ||
         ((e->op == Op::add || e->op == Op::sub || e->op == Op::mul || e->op == Op::cast) &&
          std::ranges::all_of(e->args, is_linear));
}

// `index == number` of the block, where the threads' indices alone tell them apart.
Picked picked_by(const core::Kernel& kernel, Expr index) {
  Picked picked;
  const auto number = number_in(index);
  const bool is_small = number && *number >= 0 && *number < 1024;
  if (index->op == Op::rem && is_small) {
    picked.one_of = std::max<std::int64_t>(*number, 1);
  } else if (index->op == Op::bit_and && is_small && (*number & (*number + 1)) == 0) {
    picked.one_of = *number + 1;
  } else if (index->op == Op::div && is_small) {
    picked.within = *number;
  } else if (index->op == Op::shr && is_small && *number < 10) {
    picked.within = std::int64_t{1} << *number;
  } else if (is_linear(index)) {
    for (Expr a : atoms(index))
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (a == kernel.pool->symbol_ref(kernel.thread_index[axis]))
          picked.axes = static_cast<std::uint8_t>(picked.axes | 1u << axis);
  }
  return picked;
}

// By what threads do not share, not denied. Of values that are no index it is taken to be one.
Picked picked_by_condition(const core::Kernel& kernel, Expr cond) {
  const Pool& pool = *kernel.pool;
  Picked picked;
  if (cond->op == Op::logical_and)
    for (Expr part : cond->args)
      picked = both(picked, picked_by_condition(kernel, part));
  if (cond->op != Op::eq) return picked;
  const auto is_shared = [&](Expr e) {
    return std::ranges::all_of(atoms(e), [&](Expr a) { return is_of_block(pool, a); });
  };
  const auto is_known = [&](Expr a) {
    return is_of_block(pool, a) || std::ranges::any_of(kernel.thread_index, [&](SymbolId id) {
             return a == kernel.pool->symbol_ref(id);
           });
  };
  const Expr x = cond->args[0], y = cond->args[1];
  if (is_shared(x) && is_shared(y)) return picked;
  if (!std::ranges::all_of(atoms(cond), is_known) || (!is_shared(x) && !is_shared(y)))
    picked.one = true;
  else
    picked = picked_by(kernel, without_casts(is_shared(x) ? y : x));
  return picked;
}

// A lock that is held, and that others of the block may wait for.
struct Hold {
  Expr others = nullptr;   // the block has such others; nullptr: whatever its size is
  bool within_warp = true; // .. also in the warp of the holder
};

using Holds = std::map<core::ArrayId, Hold>;

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
    Holds held;
    walk(kernel_.body, held, {});
  }

private:
  static std::optional<core::ArrayId> written_by(const core::Stmt& s) {
    if (const auto* write = std::get_if<core::Write>(&s.node)) return write->array;
    const auto* atomic = std::get_if<core::Atomic>(&s.node);
    return atomic && atomic->op != "load" ? std::optional(atomic->array) : std::nullopt;
  }

  // `who`: the threads that come here.
  void walk(core::Block& block, Holds& held, const Picked& who) {
    for (std::size_t i = 0; i < block.size() && !is_refused_; ++i) {
      ++count_;
      core::Stmt& s = block[i];
      if (const auto array = written_by(s)) held.erase(*array);
      const auto* barrier = std::get_if<core::Barrier>(&s.node);
      if (const Hold* hold = barrier ? missed(*barrier, held) : nullptr) {
        core::Stmt refused{core::Unsupported{"a barrier while a lock is held that other threads of "
                                             "the block wait for, which do not come to it"},
                           s.loc, s.call};
        if (hold->others) refused.node = core::If{hold->others, {refused}, {}};
        block.insert(block.begin() + static_cast<std::ptrdiff_t>(i), std::move(refused));
        is_refused_ = true;
        return;
      }
      walk_parts(s, held, who);
    }
  }

  void walk_parts(core::Stmt& s, Holds& held, const Picked& who) {
    if (auto* branch = std::get_if<core::If>(&s.node)) {
      Holds other = held;
      Expr cond = branch->cond;
      const bool denied = cond->op == Op::logical_not;
      const Picked fewer = both(who, picked_by_condition(kernel_, denied ? cond->args[0] : cond));
      walk(branch->then_block, held, denied ? who : fewer);
      walk(branch->else_block, other, denied ? fewer : who);
      held.insert(other.begin(), other.end());
    } else if (auto* loop = std::get_if<core::Loop>(&s.node)) {
      const Arrays taken = is_one(who) ? Arrays{} : taken_by(*loop);
      for (core::Block* part : {&loop->head, &loop->body, &loop->step})
        walk(*part, held, who);
      for (const core::ArrayId array : taken)
        held.insert_or_assign(array, hold_of(who));
    } else {
      core::for_each_part(s, [&](core::Block& part) { walk(part, held, who); });
    }
  }

  // Axes along which there may be other threads of the same indices.
  std::uint8_t other_axes(const Picked& who) const {
    return static_cast<std::uint8_t>(kernel_.block_axes & ~who.axes);
  }

  bool is_one(const Picked& who) const {
    return who.one || (who.within > 0 && who.one_of >= who.within) ||
           (who.axes != 0 && other_axes(who) == 0);
  }

  // Of threads that are several in a block that is large enough.
  Hold hold_of(const Picked& who) const {
    Pool& pool = *kernel_.pool;
    const auto threads = [&](std::uint8_t axes) {
      Expr product = pool.constant(1, Type::i64());
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (axes & 1u << axis)
          product =
              pool.mul(product, pool.cast(pool.symbol_ref(kernel_.block_dim[axis]), Type::i64()));
      return product;
    };
    const auto more_than = [&](std::uint8_t axes, std::int64_t number) {
      return pool.gt(threads(axes), pool.constant(number, Type::i64()));
    };
    if (who.axes != 0) return {more_than(other_axes(who), 1), false};
    if (who.one_of > 1) return {more_than(kernel_.block_axes, who.one_of), who.one_of < 32};
    return {};
  }

  // The others are to come to this barrier.
  const Hold* missed(const core::Barrier& barrier, const Holds& held) const {
    for (const auto& [array, hold] : held)
      if ((hold.within_warp || barrier.scope > Scope::warp) && is_given_back_later(array))
        return &hold;
    return nullptr;
  }

  bool is_given_back_later(core::ArrayId array) const {
    const auto last = last_write_.find(array);
    return last != last_write_.end() && last->second > count_;
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
