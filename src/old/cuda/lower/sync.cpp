// Barriers, and accesses that are written as calls.
#include "cuda/lower/internal.hpp"
#include "cuda/types/builtins.hpp"

namespace heddle::cuda {

namespace {

bool is_block_copy(const std::string& name) {
  return name == "memcpy" || name == "__builtin_memcpy" || name == "memmove" ||
         name == "__builtin_memmove";
}
bool is_block_fill(const std::string& name) {
  return name == "memset" || name == "__builtin_memset";
}

} // namespace

std::optional<Value> Lowering::sync_call(const std::string& name, const CallExpr& n,
                                         const ExprNode& e) {
  const Value nothing{make_void(), nullptr, {}, {}};
  if (name == "__syncthreads" || name == "__barrier_sync_block") {
    emit(core::Barrier{Scope::block, nullptr, 0, spell_call(e)}, e.loc);
    return nothing;
  }
  if (name == "__syncthreads_count" || name == "__syncthreads_and" || name == "__syncthreads_or") {
    for (const ExprPtr& arg : n.args)
      eval_discard(arg);
    emit(core::Barrier{Scope::block, nullptr, 0, spell_call(e)}, e.loc);
    return unknown_value(make_integer(32, true), "the result of '" + name + "'", e.loc,
                         Scope::block);
  }
  if (name == "__syncwarp") {
    Expr mask = nullptr;
    if (!n.args.empty()) mask = convert(eval(n.args[0]), make_integer(32, false), e.loc).scalar;
    if (mask && constant_value(mask) == std::optional<std::int64_t>(0xffffffff)) mask = nullptr;
    emit(core::Barrier{Scope::warp, mask, 0, spell_call(e)}, e.loc);
    return nothing;
  }
  if (name == "__activemask" && n.args.empty())
    return lanes_here("the result of '__activemask'", e.loc);
  if (name == "__trap" || name == "__builtin_unreachable" || name == "__builtin_trap") {
    // The thread does nothing more. That others go on, although a trap stops them too, only adds
    // behaviours.
    emit(core::Exit{}, e.loc);
    return nothing;
  }
  return std::nullopt;
}

// memcpy, memset of a constant number of bytes.
Value Lowering::copy_call(const std::string& name, const CallExpr& n, Loc loc) {
  Value to = eval(n.args[0]);
  const Mark first = mark();
  Value from = eval(n.args[1]);
  const Mark second = mark();
  const Value length = convert(eval(n.args[2]), make_integer(64, true), loc);
  protect(from, second);
  protect(to, first);
  const CT object = to.type->is(CType::Kind::pointer) ? to.type->to : make_void();
  to = convert(to, make_pointer(make_void()), loc);
  const auto bytes = constant_bytes(length.scalar);
  if (!bytes) return not_understood("'" + name + "' of a length that is not constant", loc);
  if (*bytes > 4096) return not_understood("'" + name + "' of more than 4096 bytes", loc);
  const bool copies = is_block_copy(name);
  const bool whole = copies && from.pointer && from.type->is(CType::Kind::pointer) &&
                     same_type(from.type->to, object) && !object->is(CType::Kind::void_) &&
                     size_of(object) == bytes;
  if (whole) { // an assignment of one object
    store(deref(convert(to, from.type, loc), loc), load(deref(from, loc)));
  } else if (copies) {
    copy_bytes(to, convert(from, make_pointer(make_void()), loc), *bytes, loc);
  } else {
    fill_bytes(to, convert(from, make_integer(8, false), loc), *bytes, loc);
  }
  return to;
}

Value Lowering::swap_call(const CallExpr& n, Loc loc) {
  const LValue a = eval_lvalue(n.args[0]);
  const LValue b = eval_lvalue(n.args[1]);
  if (a.value || b.value) return not_understood("'swap' of values that are not variables", loc);
  if (has_own_copy(a.type) || has_own_assignment(a.type))
    return not_understood("'swap' of objects that copy or assign themselves", loc);
  const Mark before = mark();
  Value x = load(a), y = load(b);
  store(a, y);
  protect(x, before);
  store(b, x);
  return {make_void(), nullptr, {}, {}};
}

std::optional<Value> Lowering::memory_call(const std::string& name, const CallExpr& n, Loc loc) {
  const Value nothing{make_void(), nullptr, {}, {}};
  static const std::set<std::string> loads{"__ldg",  "__ldcg", "__ldca",
                                           "__ldcs", "__ldlu", "__ldcv"};
  static const std::set<std::string> stores{"__stwb", "__stcg", "__stcs", "__stwt"};
  if (loads.contains(name) && n.args.size() == 1) {
    const Value p = eval(n.args[0]);
    return p.pointer ? load(deref(p, loc)) : not_understood("'" + name + "'", loc);
  }
  if (stores.contains(name) && n.args.size() == 2) {
    Value p = eval(n.args[0]);
    const Mark after = mark();
    const Value v = eval(n.args[1]);
    protect(p, after);
    if (!p.pointer) return not_understood("'" + name + "'", loc);
    store(deref(p, loc), v);
    return nothing;
  }
  if (n.args.size() == 3 && (is_block_copy(name) || is_block_fill(name)))
    return copy_call(name, n, loc);
  if (name == "assert" || name == "__assert_fail") return std::nullopt;
  if (name == "__cvta_generic_to_shared" || name == "__cvta_generic_to_global") {
    Value address;
    for (const ExprPtr& arg : n.args)
      address = eval(arg);
    Value number = unknown_value(make_integer(64, false), "the result of '" + name + "'", loc);
    number.address = address.pointer;
    return number;
  }
  if ((name == "__cvta_shared_to_generic" || name == "__cvta_global_to_generic") &&
      n.args.size() == 1) {
    const Value address = convert(eval(n.args[0]), make_integer(64, false), loc);
    return convert(address, make_pointer(make_void()), loc);
  }
  if ((name == "swap" || name == "std::swap") && n.args.size() == 2) return swap_call(n, loc);
  if (name == "malloc" || name == "free" || name == "cudaMalloc")
    return not_understood("'" + name + "' in a kernel", loc);
  return std::nullopt;
}

// The length of a copy: a constant, or a variable that holds one on straight-line code.
std::optional<std::int64_t> Lowering::constant_bytes(Expr length) {
  if (auto c = constant_value(length)) return *c >= 0 ? c : std::nullopt;
  const Expr e = length->op == Op::cast ? length->args[0] : length;
  if (e->op != Op::symbol || !on_straight_line()) return std::nullopt;
  const auto it = constants_.find(static_cast<core::VarId>(e->value));
  if (it == constants_.end() || it->second.second != written_[it->first]) return std::nullopt;
  return it->second.first;
}

void Lowering::copy_bytes(const Value& to, const Value& from, std::int64_t length, Loc loc) {
  for (std::int64_t done = 0; done < length;) {
    // The largest power of two that is left, at most 16: pieces never exceed what was asked for.
    std::int64_t size = 16;
    while (size > length - done)
      size /= 2;
    Pointer p = *from.pointer, q = *to.pointer;
    p.offset = pool_->add(p.offset, pool_->constant(done, Type::i64()));
    q.offset = pool_->add(q.offset, pool_->constant(done, Type::i64()));
    const auto bytes = static_cast<unsigned>(size);
    const Type type = size <= 8 ? Type::integer(bytes * 8, false) : Type::opaque(bytes * 8);
    const core::VarId t = read(p, type, bytes, loc);
    write(q, pool_->symbol_ref(t), bytes, loc);
    done += size;
  }
}

void Lowering::fill_bytes(const Value& to, const Value& byte, std::int64_t length, Loc loc) {
  for (std::int64_t done = 0; done < length;) {
    std::int64_t size = 16;
    while (size > length - done)
      size /= 2;
    Pointer q = *to.pointer;
    q.offset = pool_->add(q.offset, pool_->constant(done, Type::i64()));
    const auto bytes = static_cast<unsigned>(size);
    const Type type = size <= 8 ? Type::integer(bytes * 8, false) : Type::opaque(bytes * 8);
    Expr value = pure("memset", type, {byte.scalar});
    if (constant_value(byte.scalar) == std::optional<std::int64_t>(0) && type.is_int())
      value = pool_->constant(0, type);
    write(q, value, bytes, loc);
    done += size;
  }
}

// ---- cuRAND: every call updates the state -------------------------------------------------------

void Lowering::touch_state(const Value& state, bool reads, Loc loc) {
  const CT type = state.type->to;
  if (type->name == "curandStateMtgp32") {
    // One state serves a block of up to 256 threads: each updates a word of its own.
    Pointer p = *state.pointer;
    const Expr word = pool_->rem(linear_thread(loc), pool_->constant(256, Type::u32()));
    p.offset = pool_->add(
        p.offset, pool_->mul(pool_->cast(word, Type::i64()), pool_->constant(4, Type::i64())));
    if (reads) read(p, Type::u32(), 4, loc);
    return write(p, nullptr, 4, loc);
  }
  const std::int64_t size = size_of(type).value_or(1);
  for (std::int64_t done = 0; done < size; done += 16) {
    const auto bytes = static_cast<unsigned>(std::min<std::int64_t>(16, size - done));
    Pointer p = *state.pointer;
    p.offset = pool_->add(p.offset, pool_->constant(done, Type::i64()));
    if (reads) read(p, Type::opaque(bytes * 8), bytes, loc);
    write(p, nullptr, bytes, loc);
  }
}

std::optional<Value> Lowering::random_call(const std::string& name, const CallExpr& n, Loc loc) {
  if (!name.starts_with("curand") || name.starts_with("curandCreate")) return std::nullopt;
  const bool init = name == "curand_init";
  static const std::set<std::string> known{"curand",
                                           "curand_uniform",
                                           "curand_uniform_double",
                                           "curand_normal",
                                           "curand_normal_double",
                                           "curand_log_normal",
                                           "curand_init",
                                           "curand4",
                                           "curand_poisson",
                                           "curand_uniform4",
                                           "curand_normal4",
                                           "curand_normal2"};
  if (!known.contains(name) || n.args.empty()) return std::nullopt;
  std::vector<Argument> args = eval_args(n.args);
  const Argument& last = init ? args.back() : args.front();
  const Value state = last.type->is(CType::Kind::array)
                          ? pointer_value(make_pointer(last.type->to), decay(last.lvalue))
                          : load(last.lvalue);
  if (!state.pointer) return not_understood("'" + name + "'", loc);
  touch_state(state, !init, loc);
  if (init) return Value{make_void(), nullptr, {}, {}};
  CT type = make_integer(32, false);
  if (name.ends_with("uniform") || name.ends_with("normal")) type = make_floating(32, "float");
  if (name.ends_with("double")) type = make_floating(64, "double");
  if (name == "curand4") type = builtin_type("uint4");
  if (name == "curand_uniform4" || name == "curand_normal4") type = builtin_type("float4");
  if (name == "curand_normal2") type = builtin_type("float2");
  return unknown_value(type, "a random number", loc);
}

} // namespace heddle::cuda
