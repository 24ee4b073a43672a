// Asynchronous copies: __pipeline_*, cuda::memcpy_async with a pipeline of one thread,
// cooperative_groups::memcpy_async.
//
// A copy happens at some time from its issue to the wait that completes it. Barriers alone order
// the accesses of different threads, so as long as none stands between, the copy may as well happen
// at its issue. What is still in flight at a barrier would have to be accessed behind it, too: that
// is not followed, and makes the kernel unknown.
#include "cuda/lower_internal.hpp"

namespace heddle::cuda {

// On a way that joins this one.
void Flight::join(const Flight& other) {
  if (!open) open = other.open;
  if (!committed) committed = other.committed;
  if (!jumped) jumped = other.jumped;
  if (stages != other.stages) stages = std::nullopt;
}

std::optional<Loc> Flight::any() const {
  if (open) return open;
  return committed ? committed : jumped;
}

// Runs `f`, which lowers a loop: what its iterations leave in flight is so from its start.
void Lowering::around_loop(Loc loc, const std::function<void()>& f) {
  const std::string key =
      frame().path + "/loop@" + std::to_string(loc.line) + ":" + std::to_string(loc.column);
  if (learned_.pipelined_loops.contains(key)) {
    flight_.open = flight_.committed = loc;
    flight_.stages = std::nullopt;
  }
  const Flight before = flight_;
  f();
  const bool leaves = (flight_.open && !before.open) || (flight_.committed && !before.committed) ||
                      flight_.stages != before.stages;
  if (leaves && learned_.pipelined_loops.insert(key).second) again_ = true;
}

void Lowering::issue_copy(const Value& to, const Value& from, const Value& length, Loc loc) {
  const auto bytes = constant_bytes(length.scalar);
  if (!bytes || *bytes > 4096 || !to.pointer || !from.pointer)
    return unsupported("an asynchronous copy of a length that is not constant", loc);
  for (std::int64_t done = 0; done < *bytes;) {
    std::int64_t size = 16;
    while (size > *bytes - done)
      size /= 2;
    copy_piece(to, from, pool_->constant(done, Type::i64()), static_cast<unsigned>(size), loc);
    done += size;
  }
  flight_.open = loc;
}

void Lowering::copy_piece(const Value& to, const Value& from, Expr at, unsigned size, Loc loc) {
  Pointer p = *from.pointer, q = *to.pointer;
  p.offset = pool_->add(p.offset, at);
  q.offset = pool_->add(q.offset, at);
  read(p, Type::opaque(size * 8), size, loc);
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
    loop.body = collect([&] { copy_piece(to, from, done, static_cast<unsigned>(size), loc); });
    loop.step = collect([&] { assign(at, pool_->add(done, step), loc); });
    emit(std::move(loop), loc);
  });
  emit_if(is_one, std::move(body), {}, loc);
  flight_.committed = loc;
}

// cuda::memcpy_async(to, from, shape, pipe), cg::memcpy_async(group, to, from, shape),
// __pipeline_memcpy_async(to, from, bytes).
std::optional<Value> Lowering::async_copy(const CallExpr& n, Loc loc) {
  std::vector<Argument> args = eval_args(n.args);
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
  if (!group && args.size() == 4 && !is_pipeline(args[3].type))
    return not_understood("an asynchronous copy without a pipeline of the thread", loc);
  for (const Argument& a : args)
    if (!a.lvalue.type) return not_understood("an asynchronous copy of '{..}'", loc);
  const Value to = value(group ? 1 : 0), from = value(group ? 2 : 1);
  const Value length = convert(value(group ? 3 : 2), i64, loc);
  if (!length.scalar || !to.pointer || !from.pointer)
    return not_understood("the operands of an asynchronous copy", loc);
  if (group)
    issue_group_copy(args[0].type, to, from, length, loc);
  else
    issue_copy(convert(to, bytes, loc), convert(from, bytes, loc), length, loc);
  return Value{make_void(), nullptr, {}, {}};
}

void Lowering::commit_copies() {
  if (!flight_.committed) flight_.committed = flight_.open;
  flight_.open = std::nullopt;
  if (flight_.stages) ++*flight_.stages;
}

// Waits until all but the last `behind` committed groups are complete.
void Lowering::wait_for_copies(std::optional<std::int64_t> behind) {
  if (behind == std::optional<std::int64_t>(0)) flight_.committed = std::nullopt;
}

std::optional<Value> Lowering::async_call(const std::string& name, const CallExpr& n,
                                          const ExprNode& e) {
  const Value nothing{make_void(), nullptr, {}, {}};
  const auto* callee = std::get_if<NameExpr>(&n.callee->node);
  const auto template_value = [&]() -> std::optional<std::int64_t> {
    if (!callee || !callee->name.parts.back().args || callee->name.parts.back().args->empty())
      return std::nullopt;
    const ExprPtr& arg = callee->name.parts.back().args->front().expr;
    return arg ? fold(arg) : std::nullopt;
  };
  if ((name == "memcpy_async" && n.args.size() == 4) ||
      (name == "__pipeline_memcpy_async" && n.args.size() == 3))
    return async_copy(n, e.loc);
  if (name == "make_pipeline" && n.args.empty()) {
    // Several pipelines complete in the order of their own copies.
    flight_.stages = pipelines_++ == 0 ? std::optional<int>(0) : std::nullopt;
    return Value{make_group(Group::pipeline, 0), nullptr, {}, {}};
  }
  if (name == "aligned_size_t" && n.args.size() == 1)
    return convert(eval(n.args[0]), make_integer(64, false), e.loc);
  if (name == "__pipeline_commit" && n.args.empty()) {
    commit_copies();
    return nothing;
  }
  if (name == "__pipeline_wait_prior" && n.args.size() == 1) {
    wait_for_copies(fold(n.args[0]));
    return nothing;
  }
  if (name == "pipeline_consumer_wait_prior" && n.args.size() == 1) {
    wait_for_copies(template_value());
    return nothing;
  }
  if ((name == "wait" || name == "wait_prior") && n.args.size() == 1) {
    const LValue g = eval_lvalue(n.args[0]);
    if (!g.type->is(CType::Kind::group) || g.type->group == Group::pipeline) return std::nullopt;
    wait_for_copies(name == "wait" ? 0 : template_value());
    return group_method(g.type, "sync", {}, e.loc, spell_call(e));
  }
  return std::nullopt;
}

// Members of cuda::pipeline<thread_scope_thread>.
std::optional<Value> Lowering::pipeline_method(const std::string& name) {
  if (name == "producer_commit") {
    commit_copies();
  } else if (name == "consumer_wait") { // for the oldest stage
    wait_for_copies(flight_.stages == std::optional<int>(1) ? std::optional<std::int64_t>(0)
                                                            : std::nullopt);
  } else if (name == "consumer_release") {
    if (flight_.stages && --*flight_.stages < 0) flight_.stages = std::nullopt;
  } else if (name != "producer_acquire") {
    return std::nullopt;
  }
  return Value{make_void(), nullptr, {}, {}};
}

} // namespace heddle::cuda
