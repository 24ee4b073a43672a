// Asynchronous copies: __pipeline_*, cuda::memcpy_async with a pipeline of one thread,
// cooperative_groups::memcpy_async.
//
// A copy is a core::AsyncCopy, which happens at some time from its issue to the wait that completes
// it: core::complete_copies follows which ones are in flight where.
#include "cuda/lower/internal.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr std::int64_t max_length = 4096;     // of a copy by one thread
constexpr std::int64_t max_counted = 1 << 20; // of one that reports to a barrier

} // namespace

// `reads`, i64: bytes that are read where these may be fewer, else nullptr.
void Lowering::issue_copy(const Pointer& to, const Pointer& from, std::int64_t length, Expr reads,
                          Loc loc) {
  core::AsyncCopy copy;
  copy.body = collect([&] {
    for (std::int64_t done = 0; done < length;) {
      std::int64_t size = 16;
      while (size > length - done)
        size /= 2;
      copy_piece(to, from, pool_->constant(done, Type::i64()), static_cast<unsigned>(size), reads,
                 loc);
      done += size;
    }
  });
  emit(std::move(copy), loc);
}

// `size` bytes at `at`. Of what is read in part, words: those that begin before its end.
void Lowering::copy_piece(const Pointer& to, const Pointer& from, Expr at, unsigned size,
                          Expr reads, Loc loc) {
  Pointer p = from, q = to;
  p.offset = pool_->add(p.offset, at);
  q.offset = pool_->add(q.offset, at);
  if (!reads) {
    read(p, Type::opaque(size * 8), size, loc);
  } else {
    const unsigned word = std::min(size, 4u);
    const Expr step = pool_->constant(word, Type::i64());
    for (unsigned i = 0; i < size / word; ++i) {
      core::Block part = collect([&] { read(p, Type::opaque(word * 8), word, loc); });
      emit_if(pool_->lt(at, reads), std::move(part), {}, loc);
      at = pool_->add(at, step);
      p.offset = pool_->add(p.offset, step);
    }
  }
  write(q, nullptr, size, loc);
}

// By all threads of a group together; which one copies what is not specified, so one that is not
// known copies all: whatever thread copies a cell in truth, there is an execution in which it does.
void Lowering::issue_group_copy(const CT& group, const Value& to, const Value& from,
                                const Value& length, Loc loc) {
  const bool block = group->group == Group::block;
  const std::int64_t size =
      to.pointer && to.type->is(CType::Kind::pointer) ? size_of(to.type->to).value_or(1) : 0;
  if ((!block && group->group != Group::tile) || size < 1 || size > 16 || !from.pointer)
    return unsupported("an asynchronous copy of a group that is not known", loc);
  const CT u32 = make_integer(32, false);
  const Value one = unknown_value(u32, "the thread that copies for the group", loc,
                                  block ? Scope::block : Scope::warp);
  const Expr lanes = pool_->constant(group->width, Type::u32());
  const Expr rank = linear_thread(loc);
  const Expr is_one = block ? pool_->eq(rank, one.scalar)
                            : pool_->eq(pool_->rem(rank, lanes), pool_->rem(one.scalar, lanes));
  const Expr step = pool_->constant(size, Type::i64());
  core::Block body = collect([&] {
    const core::VarId at = new_var("copied", Type::i64(), loc);
    const Expr done = pool_->symbol_ref(at);
    assign(at, pool_->constant(0, Type::i64()), loc);
    core::Loop loop;
    loop.label = new_label();
    loop.cond = pool_->lt(done, to_i64(length, loc));
    loop.body = collect([&] {
      copy_piece(*to.pointer, *from.pointer, done, static_cast<unsigned>(size), nullptr, loc);
    });
    loop.step = collect([&] { assign(at, pool_->add(done, step), loc); });
    emit(std::move(loop), loc);
  });
  core::AsyncCopy copy;
  copy.body = collect([&] { emit_if(is_one, std::move(body), {}, loc); });
  emit(std::move(copy), loc);
  commit_copies(loc);
}

// cuda::memcpy_async(to, from, shape, pipe), cg::memcpy_async(group, to, from, shape),
// __pipeline_memcpy_async(to, from, bytes{, bytes of zeros at the end}).
std::optional<Value> Lowering::async_copy(const CallExpr& n, Loc loc) {
  std::vector<Argument> args = eval_args(n.args);
  const bool primitive = spell(n.callee) == "__pipeline_memcpy_async";
  const auto value = [&](std::size_t i) {
    const LValue& l = args[i].lvalue;
    return l.type->is(CType::Kind::array) && !l.value
               ? pointer_value(make_pointer(l.type->to), decay(l))
               : load(l);
  };
  const CT i64 = make_integer(64, true), bytes = make_pointer(make_void());
  const bool group = args.size() == 4 && args[0].type->is(CType::Kind::group);
  const auto is_pipeline = [](const CT& type) {
    return type->is(CType::Kind::group) && type->group == Group::pipeline;
  };
  const bool reports = !group && args.size() == 4 && is_barrier(args[3].type);
  if (!group && !primitive && args.size() == 4 && !is_pipeline(args[3].type) && !reports)
    return not_understood("an asynchronous copy without a pipeline of the thread", loc);
  for (const Argument& a : args)
    if (!a.lvalue.type) return not_understood("an asynchronous copy of '{..}'", loc);
  const Value to = value(group ? 1 : 0), from = value(group ? 2 : 1);
  const Value length = convert(value(group ? 3 : 2), i64, loc);
  if (!length.scalar || !to.pointer || !from.pointer)
    return not_understood("the operands of an asynchronous copy", loc);
  if (group) {
    issue_group_copy(args[0].type, to, from, length, loc);
    return Value{make_void(), nullptr, {}, {}};
  }
  const auto constant = constant_value(length.scalar);
  const auto target = convert(to, bytes, loc).pointer, source = convert(from, bytes, loc).pointer;
  if (!constant || *constant < 0 || *constant > (reports ? max_counted : max_length) || !target ||
      !source)
    return not_understood("an asynchronous copy of a length that is not constant", loc);
  if (reports) {
    counted_copy(*target, *source, *constant, address(args[3].lvalue), spell(n.callee), loc);
    return Value{make_void(), nullptr, {}, {}};
  }
  Expr reads = nullptr;
  if (primitive && args.size() == 4) {
    const Value zeros = convert(value(3), i64, loc);
    if (!zeros.scalar) return not_understood("the operands of an asynchronous copy", loc);
    if (constant_value(zeros.scalar) != 0) reads = pool_->sub(length.scalar, zeros.scalar);
  }
  issue_copy(*target, *source, *constant, reads, loc);
  return Value{make_void(), nullptr, {}, {}};
}

void Lowering::commit_copies(Loc loc) {
  emit(core::CopyGroup{core::CopyGroup::Kind::commit, nullptr}, loc);
}

// Waits until all but the last `behind` (i64) committed groups are complete.
void Lowering::wait_for_copies(Expr behind, Loc loc) {
  emit(core::CopyGroup{core::CopyGroup::Kind::wait, behind}, loc);
}

std::optional<Value> Lowering::async_call(const std::string& name, const CallExpr& n,
                                          const ExprNode& e) {
  const Value nothing{make_void(), nullptr, {}, {}};
  const auto* callee = std::get_if<NameExpr>(&n.callee->node);
  const auto wait_behind = [&](std::optional<std::int64_t> groups) {
    if (!groups) return unsupported("how many groups '" + spell_call(e) + "' waits for", e.loc);
    wait_for_copies(pool_->constant(*groups, Type::i64()), e.loc);
  };
  const auto template_value = [&]() -> std::optional<std::int64_t> {
    if (!callee || !callee->name.parts.back().args || callee->name.parts.back().args->empty())
      return std::nullopt;
    const ExprPtr& arg = callee->name.parts.back().args->front().expr;
    return arg ? fold(arg) : std::nullopt;
  };
  if ((name == "memcpy_async" && n.args.size() == 4) ||
      (name == "__pipeline_memcpy_async" && (n.args.size() == 3 || n.args.size() == 4)))
    return async_copy(n, e.loc);
  if (name == "make_pipeline" && n.args.empty()) return make_pipeline(e.loc);
  if (name == "aligned_size_t" && n.args.size() == 1)
    return convert(eval(n.args[0]), make_integer(64, false), e.loc);
  if (name == "__pipeline_commit" && n.args.empty()) {
    commit_copies(e.loc);
    return nothing;
  }
  if (name == "__pipeline_wait_prior" && n.args.size() == 1) {
    const Value behind = convert(eval(n.args[0]), make_integer(64, true), e.loc);
    if (!behind.scalar) return not_understood("'" + spell_call(e) + "'", e.loc);
    wait_for_copies(behind.scalar, e.loc);
    return nothing;
  }
  if (name == "pipeline_consumer_wait_prior" && n.args.size() == 1) {
    const auto behind = template_value();
    wait_behind(behind);
    if (behind && stages_) assign(*stages_, pool_->constant(*behind, Type::i64()), e.loc);
    return nothing;
  }
  if ((name == "wait" || name == "wait_prior") && n.args.size() == 1) {
    const LValue g = eval_lvalue(n.args[0]);
    if (!g.type->is(CType::Kind::group) || g.type->group == Group::pipeline) return std::nullopt;
    wait_behind(name == "wait" ? 0 : template_value());
    return group_method(g.type, "sync", {}, e.loc, spell_call(e));
  }
  return std::nullopt;
}

// cuda::pipeline<thread_scope_thread>: the stages of one are groups of the thread. Of several, each
// completes its own.
Value Lowering::make_pipeline(Loc loc) {
  if (stages_ || loops_ > 0) unsupported("a second pipeline of a thread", loc);
  stages_ = new_var("stages", Type::i64(), loc);
  assign(*stages_, pool_->constant(0, Type::i64()), loc);
  return Value{make_group(Group::pipeline, 0), nullptr, {}, {}};
}

std::optional<Value> Lowering::pipeline_method(const std::string& name, Loc loc) {
  if (!stages_) return not_understood("a pipeline that is not known", loc);
  const Expr stages = pool_->symbol_ref(*stages_);
  const Expr one = pool_->constant(1, Type::i64());
  if (name == "producer_commit") {
    commit_copies(loc);
    assign(*stages_, pool_->add(stages, one), loc);
  } else if (name == "consumer_wait") { // for the oldest stage not waited for, if there is one
    const Expr some = pool_->lt(pool_->constant(0, Type::i64()), stages);
    core::Block waits = collect([&] {
      wait_for_copies(pool_->sub(stages, one), loc);
      assign(*stages_, pool_->sub(stages, one), loc);
    });
    emit_if(some, std::move(waits), {}, loc);
  } else if (name != "producer_acquire" && name != "consumer_release") { // they do nothing
    return std::nullopt;
  }
  return Value{make_void(), nullptr, {}, {}};
}

} // namespace heddle::cuda
