// mbarriers as objects and functions of CUDA's libraries: cuda::barrier, cuda::device::barrier_*,
// cuda::ptx::mbarrier_*, __mbarrier_*.
#include "cuda/lower/internal.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

using Kind = core::Mbarrier::Kind;

bool is_test(const std::string& name) {
  return name.starts_with("try_wait") || name.starts_with("test_wait");
}

std::string operation_of(const std::string& name) {
  for (const std::string_view prefix : {"__mbarrier_", "mbarrier_", "barrier_"})
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  return name == "init" ? name : "";
}

} // namespace

bool is_barrier(const CT& type) {
  return type && type->is(CType::Kind::record) && type->record->name == "cuda::barrier";
}

// `name` without the prefix of its library; `numbers`: what follows the mbarrier.
std::optional<Value> Lowering::barrier_operation(const std::string& name, const Pointer& at,
                                                 const std::vector<Value>& numbers, Loc loc,
                                                 const std::string& text) {
  const Value nothing{make_void(), nullptr, {}, {}};
  const auto number = [&](std::size_t i, unsigned width = 32) {
    return i < numbers.size() ? convert(numbers[i], make_integer(width, false), loc).scalar
                              : nullptr;
  };
  core::Mbarrier op;
  op.text = text;
  if (name == "init" || name == "inval") {
    op.kind = name == "init" ? Kind::init : Kind::inval;
    if (name == "init") op.count = number(0);
    if (name == "init" && !op.count) return std::nullopt;
    mbarrier(at, op, loc);
    return nothing;
  }
  if (name == "arrive") {
    op.kind = Kind::arrive;
    op.count = number(0);
    return mbarrier_arrive(at, op, loc);
  }
  if (name == "arrive_expect_tx" && !numbers.empty()) {
    op.kind = Kind::arrive;
    op.bytes = number(0);
    return mbarrier_arrive(at, op, loc);
  }
  if (name == "arrive_tx" && numbers.size() == 2) { // arrivals, bytes
    op.kind = Kind::arrive;
    op.count = number(0);
    op.bytes = number(1);
    return mbarrier_arrive(at, op, loc);
  }
  if ((name == "expect_tx" || name == "complete_tx") && numbers.size() == 1) {
    op.kind = name == "expect_tx" ? Kind::expect : Kind::complete;
    op.bytes = number(0);
    mbarrier(at, op, loc);
    return nothing;
  }
  if (name == "arrive_and_wait") {
    op.kind = Kind::arrive;
    const Value token = mbarrier_arrive(at, op, loc);
    mbarrier_wait_own(at, token.scalar, op, false, loc);
    return nothing;
  }
  if (numbers.empty()) return std::nullopt;
  const auto wait = [&] {
    op.kind = Kind::wait_parity;
    op.parity = name.ends_with("parity") ? number(0) : nullptr;
    if (op.parity) return mbarrier(at, op, loc);
    mbarrier_wait_own(at, number(0, 64), op, is_test(name), loc);
  };
  if (is_test(name)) return mbarrier_try(wait, loc);
  if (name != "wait" && name != "wait_parity") return std::nullopt;
  wait();
  return nothing;
}

std::optional<Value> Lowering::barrier_method(const LValue& object, const std::string& name,
                                              const std::vector<Argument>& args, Loc loc,
                                              const std::string& text) {
  if (!is_barrier(object.type)) return std::nullopt;
  std::vector<Value> numbers;
  for (const Argument& a : args)
    numbers.push_back(load(a.lvalue));
  return barrier_operation(name, address(object), numbers, loc, text);
}

std::optional<Value> Lowering::barrier_call(const std::string& name, const CallExpr& n,
                                            const ExprNode& e) {
  const std::string op = operation_of(name);
  const bool copies = name == "memcpy_async_tx" || name == "cp_async_bulk_global_to_shared" ||
                      name == "cp_async_bulk";
  if ((op.empty() && !copies) || n.args.empty()) return std::nullopt;
  if (op == name) { // init(&b, n), whatever else has that name
    const CT first = type_of(n.args[0]);
    if (!first->is(CType::Kind::pointer) || !is_barrier(first->to)) return std::nullopt;
  }
  const std::string text = spell_call(e);
  const auto refuse = [&] { return not_understood("'" + text + "'", e.loc); };
  if (text.find("sem_relaxed") != std::string::npos && op != "expect_tx" && op != "complete_tx")
    return refuse();
  std::vector<Pointer> pointers;
  std::vector<Value> numbers;
  for (const Argument& a : eval_args(n.args)) {
    if (!a.lvalue.type) continue;
    if (is_barrier(a.type)) {
      pointers.push_back(address(a.lvalue));
    } else if (a.type->is(CType::Kind::array) && !a.lvalue.value) {
      pointers.push_back(decay(a.lvalue));
    } else if (const Value v = load(a.lvalue); v.pointer) {
      pointers.push_back(*v.pointer);
    } else if (v.scalar && v.type->is_integral()) { // tags of spaces and scopes are of other types
      numbers.push_back(v);
    }
  }
  if (pointers.empty()) return refuse();
  if (op == "native_handle")
    return pointer_value(make_pointer(make_integer(64, false)), pointers.back());
  if (!copies) {
    const auto result = barrier_operation(op, pointers.front(), numbers, e.loc, text);
    return result ? *result : refuse();
  }
  const bool other_way = name == "cp_async_bulk" && text.find("space_global") == std::string::npos;
  if (pointers.size() != 3 || numbers.size() != 1 || other_way) return refuse();
  const Expr bytes = convert(numbers[0], make_integer(32, false), e.loc).scalar;
  bulk_copy(pointers[0], pointers[1], bytes, pointers[2], text, e.loc);
  return Value{make_void(), nullptr, {}, {}};
}

} // namespace heddle::cuda
