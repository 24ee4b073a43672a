// Operations on mbarriers, whatever they are written as: inline assembly, cuda::barrier, cuda::ptx.
// The tokens of arrivals are followed on straight ways; loops that try until a phase has completed
// are waits (lower/spin.cpp).
#include "cuda/lower/internal.hpp"

#include <algorithm>

namespace heddle::cuda {

void Lowering::mbarrier(const Pointer& at, const core::Mbarrier& op, Loc loc) {
  for_each_target(at, loc, [&](const Pointee& target, Expr offset) {
    const bool shared = target.kind == Pointee::Kind::array &&
                        kernel_.arrays[target.array].space == core::Space::shared;
    if (!shared) return unsupported("an mbarrier that is not in shared memory: " + op.text, loc);
    core::Mbarrier here = op;
    here.array = target.array;
    here.offset = offset;
    emit(std::move(here), loc);
  });
}

// An arrival, and the token that it gives.
Value Lowering::mbarrier_arrive(const Pointer& at, const core::Mbarrier& op, Loc loc) {
  mbarrier(at, op, loc);
  const Value token = unknown_value(make_integer(64, false), "the state of an mbarrier", loc);
  const unsigned number = ++arrivals_;
  if (constant_value(at.base)) {
    last_arrival_[at.base] = number;
  } else { // at any of them
    last_arrival_.clear();
  }
  tokens_[static_cast<core::VarId>(token.scalar->value)] = {
      at.base, at.offset, stamp_, open_blocks_.empty() ? 0 : open_blocks_.back(), loops_, number};
  return token;
}

bool Lowering::unchanged(Expr e, std::uint64_t since) const {
  return std::ranges::none_of(atoms(e), [&](Expr atom) {
    if (atom->op != Op::symbol) return false;
    const auto written = written_.find(static_cast<core::VarId>(atom->value));
    return written != written_.end() && written->second > since;
  });
}

// A variable that was assigned the token of the last arrival on both ways, at one mbarrier.
void Lowering::join_tokens(const Way& first, std::uint64_t second_block) {
  const auto is_last = [&](const Arrival& a, const std::map<Expr, unsigned>& last,
                           std::uint64_t block) {
    const auto at = last.find(a.base);
    return a.block == block && a.loops == loops_ && at != last.end() && at->second == a.number &&
           unchanged(a.offset, a.stamp);
  };
  std::vector<std::pair<core::VarId, Arrival>> joined;
  for (const auto& [var, a] : first.tokens) {
    const auto other = tokens_.find(var);
    if (other == tokens_.end() || other->second.base != a.base || other->second.offset != a.offset)
      continue;
    if (is_last(a, first.last_arrival, first.block) &&
        is_last(other->second, last_arrival_, second_block))
      joined.emplace_back(var, a);
  }
  for (auto& [var, a] : joined) {
    const auto block = open_blocks_.empty() ? 0 : open_blocks_.back();
    tokens_[var] = {a.base, a.offset, stamp_, block, loops_, ++arrivals_};
    last_arrival_[a.base] = arrivals_;
  }
}

// Is `token` what this thread's last arrival at the mbarrier gave, whatever way led here?
// `spins`: the loop that tests it arrives at nothing.
bool Lowering::is_own_token(const Pointer& at, Expr token, bool spins) const {
  if (!token || token->op != Op::symbol) return false;
  const auto known = tokens_.find(static_cast<core::VarId>(token->value));
  if (known == tokens_.end()) return false;
  const Arrival& a = known->second;
  const auto last = last_arrival_.find(at.base);
  const bool on_the_way = a.block == 0 || std::ranges::count(open_blocks_, a.block) != 0;
  return a.base == at.base && a.offset == at.offset && unchanged(a.offset, a.stamp) && on_the_way &&
         (a.loops == loops_ || (spins && a.loops + 1 == loops_)) && last != last_arrival_.end() &&
         last->second == a.number;
}

// A variable that is assigned a token holds it until it is assigned something else.
void Lowering::follow_token(core::VarId var, Expr value) {
  const auto known = value->op == Op::symbol ? tokens_.find(static_cast<core::VarId>(value->value))
                                             : tokens_.end();
  if (known == tokens_.end()) {
    tokens_.erase(var);
    return;
  }
  Arrival copy = known->second;
  copy.block = open_blocks_.empty() ? 0 : open_blocks_.back();
  tokens_[var] = copy;
}

void Lowering::mbarrier_wait_own(const Pointer& at, Expr token, core::Mbarrier op, bool spins,
                                 Loc loc) {
  if (!is_own_token(at, token, spins))
    return unsupported(
        "a wait for a phase of an mbarrier that is not that of the thread's own last arrival", loc);
  op.kind = core::Mbarrier::Kind::wait_own;
  mbarrier(at, op, loc);
}

// A test whether a phase has completed. Its result counts only in loops that end when it is true;
// there the statement behind it goes (lower/spin.cpp).
Value Lowering::mbarrier_try(const std::function<void()>& wait, Loc loc) {
  wait();
  const core::VarId done = new_temp(Type::boolean(), loc);
  emit(core::Havoc{done, Scope::thread, ""}, loc);
  unsupported("a test of an mbarrier's phase that is not repeated until it succeeds", loc);
  tries_.insert(done);
  return bool_value(pool_->symbol_ref(done));
}

// A copy of which a barrier knows: its phase expects as many bytes as the copy reports.
void Lowering::counted_copy(const Pointer& to, const Pointer& from, std::int64_t length,
                            const Pointer& at, const std::string& text, Loc loc) {
  const Expr bytes = pool_->constant(length, Type::u32());
  core::Mbarrier expect;
  expect.kind = core::Mbarrier::Kind::expect;
  expect.bytes = bytes;
  expect.text = text;
  mbarrier(at, expect, loc);
  unsigned piece = 16;
  while (length % piece != 0)
    piece /= 2;
  bulk_copy(to, from, bytes, at, text, loc, piece);
}

// A copy that reports its bytes to an mbarrier, in pieces: bulk copies are multiples of 16 bytes.
void Lowering::bulk_copy(const Pointer& to, const Pointer& from, Expr bytes, const Pointer& at,
                         const std::string& text, Loc loc, unsigned piece) {
  const Type i64 = Type::i64();
  const auto length = constant_value(bytes);
  if (length && (*length < 0 || *length % piece != 0))
    return unsupported("a bulk copy of " + std::to_string(*length) + " bytes", loc);
  if (length && *length <= 4 * piece) {
    for (std::int64_t done = 0; done < *length; done += piece)
      copy_piece(to, from, pool_->constant(done, i64), piece, nullptr, loc);
  } else {
    const core::VarId at_byte = new_var("copied", i64, loc);
    const Expr done = pool_->symbol_ref(at_byte);
    assign(at_byte, pool_->constant(0, i64), loc);
    core::Loop loop;
    loop.label = new_label();
    loop.cond = pool_->lt(done, pool_->cast(bytes, i64));
    loop.body = collect([&] { copy_piece(to, from, done, piece, nullptr, loc); });
    loop.step =
        collect([&] { assign(at_byte, pool_->add(done, pool_->constant(piece, i64)), loc); });
    emit(std::move(loop), loc);
  }
  core::Mbarrier complete;
  complete.kind = core::Mbarrier::Kind::complete;
  complete.bytes = bytes;
  complete.text = text;
  mbarrier(at, complete, loc);
}

} // namespace heddle::cuda
