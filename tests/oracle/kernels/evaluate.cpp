#include "evaluate.hpp"

#include <algorithm>

namespace heddle::oracle {

namespace {

using K = Expr::Kind;

Value truth(bool b) { return {b ? 1 : 0, false}; }

bool is_comparison(const std::string& op) {
  return op == "<" || op == ">" || op == "<=" || op == ">=" || op == "==" || op == "!=";
}

bool compare(const std::string& op, std::int64_t a, std::int64_t b) {
  if (op == "<") return a < b;
  if (op == ">") return a > b;
  if (op == "<=") return a <= b;
  if (op == ">=") return a >= b;
  if (op == "==") return a == b;
  return a != b;
}

// The type of c ? a : b, as far as the operators in it decide that.
bool is_unsigned_type(const Program& program, const Expr& e) {
  switch (e.kind) {
  case K::constant:
    return e.op == "u";
  case K::variable:
  case K::step:
    return program.variables[static_cast<std::size_t>(e.value)].is_unsigned();
  case K::builtin:
    return true;
  case K::cast:
    return e.op == "unsigned";
  case K::unary:
    return e.op != "!" && is_unsigned_type(program, e.args[0]);
  case K::binary:
    if (is_comparison(e.op) || e.op == "&&" || e.op == "||") return false;
    if (e.op == "<<" || e.op == ">>") return is_unsigned_type(program, e.args[0]);
    return is_unsigned_type(program, e.args[0]) || is_unsigned_type(program, e.args[1]);
  case K::conditional:
    return is_unsigned_type(program, e.args[1]) || is_unsigned_type(program, e.args[2]);
  case K::parameter:
  case K::argument:
  case K::load:
  case K::call:
    return false;
  }
  return false;
}

} // namespace

// `may_wrap`: Heddle models this wrapping (unsigned subtraction, negative to unsigned).
Value Evaluator::wrap(__int128 exact, bool is_unsigned, bool may_wrap) {
  const auto low = static_cast<std::uint32_t>(exact);
  const std::int64_t number =
      is_unsigned ? static_cast<std::int64_t>(low) : static_cast<std::int32_t>(low);
  if (number != exact && !may_wrap) outcome_.overflow = true;
  return {number, is_unsigned};
}

Value Evaluator::convert(Value a, bool to_unsigned) {
  return wrap(a.number, to_unsigned, to_unsigned);
}

Value Evaluator::assigned(Value a, const Variable& variable) {
  using Type = Variable::Type;
  if (variable.type == Type::byte) return {a.number & 0xff, false};
  if (variable.type == Type::short_) return {static_cast<std::int16_t>(a.number), false};
  return convert(a, variable.is_unsigned());
}

Value Evaluator::value(Thread& thread, const Expr& e) {
  switch (e.kind) {
  case K::constant:
    return {e.value, e.op == "u"};
  case K::variable:
    return thread.variables[static_cast<std::size_t>(e.value)];
  case K::parameter:
    return {launch_.parameters[static_cast<std::size_t>(e.value)], false};
  case K::builtin:
    return builtin(thread, e.op);
  case K::argument:
    return arguments_[static_cast<std::size_t>(e.value)];
  case K::load:
    return {memory_.read(thread, place(thread, e)), false};
  case K::unary:
    return unary(e.op, value(thread, e.args[0]));
  case K::binary: {
    if (e.op == "&&") return truth(holds(thread, e.args[0]) && holds(thread, e.args[1]));
    if (e.op == "||") return truth(holds(thread, e.args[0]) || holds(thread, e.args[1]));
    const Value a = value(thread, e.args[0]);
    return binary(e.op, a, value(thread, e.args[1]));
  }
  case K::conditional:
    return conditional(thread, e);
  case K::call:
    return call(thread, e);
  case K::cast:
    return convert(value(thread, e.args[0]), e.op == "unsigned");
  case K::step:
    return step(thread, e);
  }
  return {};
}

Pointer Evaluator::place(Thread& thread, const Expr& e) {
  Pointer p{e.value, 0};
  if (e.value >= first_pointer)
    p = thread.pointers[static_cast<std::size_t>(e.value - first_pointer)];
  if (e.args.size() == 2) {
    const std::int64_t row = value(thread, e.args[0]).number;
    p.cell += row * row_length + value(thread, e.args[1]).number;
  } else {
    p.cell += value(thread, e.args[0]).number;
  }
  return p;
}

Value Evaluator::builtin(const Thread& thread, const std::string& name) const {
  if (name == "threadIdx.x") return {thread.index[0], true};
  if (name == "threadIdx.y") return {thread.index[1], true};
  if (name == "blockIdx.x") return {thread.block, true};
  if (name == "blockDim.x") return {launch_.block_x, true};
  if (name == "blockDim.y") return {launch_.block_y, true};
  return {launch_.grid, true}; // gridDim.x
}

Value Evaluator::unary(const std::string& op, Value a) {
  if (op == "!") return truth(a.number == 0);
  if (op == "-") return wrap(-static_cast<__int128>(a.number), a.is_unsigned);
  return wrap(-1 - static_cast<__int128>(a.number), a.is_unsigned, a.is_unsigned); // ~
}

Value Evaluator::arithmetic(char op, std::int64_t a, std::int64_t b, bool is_unsigned) {
  switch (op) {
  case '+':
    return wrap(static_cast<__int128>(a) + b, is_unsigned);
  case '-':
    return wrap(static_cast<__int128>(a) - b, is_unsigned, is_unsigned);
  case '*':
    return wrap(static_cast<__int128>(a) * b, is_unsigned);
  case '&':
    return {a & b, is_unsigned};
  case '|':
    return {a | b, is_unsigned};
  case '^':
    return {a ^ b, is_unsigned};
  default:
    if (b == 0) {
      outcome_.undefined = true;
      return {0, is_unsigned};
    }
    return wrap(op == '/' ? a / b : a % b, is_unsigned);
  }
}

Value Evaluator::shift(const std::string& op, Value a, Value b) {
  if (b.number < 0 || b.number > 31) {
    outcome_.undefined = true;
    return {0, a.is_unsigned};
  }
  if (op == "<<") return wrap(static_cast<__int128>(a.number) << b.number, a.is_unsigned);
  return {a.number >> b.number, a.is_unsigned};
}

Value Evaluator::binary(const std::string& op, Value a, Value b) {
  if (op == "<<" || op == ">>") return shift(op, a, b);
  const bool is_unsigned = a.is_unsigned || b.is_unsigned;
  const std::int64_t x = convert(a, is_unsigned).number, y = convert(b, is_unsigned).number;
  if (is_comparison(op)) return truth(compare(op, x, y));
  return arithmetic(op[0], x, y, is_unsigned);
}

Value Evaluator::conditional(Thread& thread, const Expr& e) {
  const Value chosen = value(thread, holds(thread, e.args[0]) ? e.args[1] : e.args[2]);
  return convert(chosen, is_unsigned_type(program_, e));
}

Value Evaluator::call(Thread& thread, const Expr& e) {
  std::vector<Value> values;
  for (const Expr& arg : e.args)
    values.push_back(convert(value(thread, arg), false));
  if (e.op == "min") return {std::min(values[0].number, values[1].number), false};
  if (e.op == "max") return {std::max(values[0].number, values[1].number), false};
  if (e.op == "abs") return wrap(std::abs(values[0].number), false);
  const Function& f = program_.functions[static_cast<std::size_t>(e.value)];
  std::swap(values, arguments_);
  const Value result = value(thread, holds(thread, f.guard) ? f.early : f.result);
  std::swap(values, arguments_);
  return convert(result, false);
}

Value Evaluator::step(Thread& thread, const Expr& e) {
  Value& v = thread.variables[static_cast<std::size_t>(e.value)];
  const Value before = v;
  const bool up = e.op.find('+') != std::string::npos;
  v = assigned(binary(up ? "+" : "-", v, {1, false}),
               program_.variables[static_cast<std::size_t>(e.value)]);
  return e.op[0] == '_' ? before : v;
}

} // namespace heddle::oracle
