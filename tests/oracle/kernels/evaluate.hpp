// C's arithmetic on int and unsigned, with a note of where it leaves the integers that a proof is
// about, or is not defined.
#pragma once
#include "machine.hpp"

namespace heddle::oracle {

struct Value {
  std::int64_t number = 0; // in the range of its type
  bool is_unsigned = false;
};

struct Pointer {
  std::int64_t array = 0, cell = 0;
};

enum class State : std::uint8_t { running, waiting, exited, finished, stuck };

struct Thread {
  std::array<std::int64_t, 2> index{};
  std::int64_t number = 0, block = 0; // linear
  std::size_t pc = 0;
  State state = State::running;
  std::vector<Value> variables;
  std::vector<Pointer> pointers;
  std::array<std::int64_t, local_length> locals{};
  bool vote = false;                   // what it brings to the barrier where it waits
  std::vector<std::size_t> iterations; // of the loops around pc, outermost first
};

// What an expression asks of its surroundings.
class Surroundings {
public:
  virtual ~Surroundings() = default;
  virtual std::int64_t read(Thread& thread, const Pointer& place) = 0;
};

class Evaluator {
public:
  Evaluator(const Program& program, const Launch& launch, Outcome& outcome, Surroundings& memory)
      : program_(program), launch_(launch), outcome_(outcome), memory_(memory) {}

  Value value(Thread& thread, const Expr& e);
  Pointer place(Thread& thread, const Expr& e);
  bool holds(Thread& thread, const Expr& e) { return value(thread, e).number != 0; }
  Value binary(const std::string& op, Value a, Value b);
  Value convert(Value a, bool to_unsigned);
  // As on assignment to the variable.
  Value assigned(Value a, const Variable& variable);

private:
  Value builtin(const Thread& thread, const std::string& name) const;
  Value unary(const std::string& op, Value a);
  Value arithmetic(char op, std::int64_t a, std::int64_t b, bool is_unsigned);
  Value shift(const std::string& op, Value a, Value b);
  Value conditional(Thread& thread, const Expr& e);
  Value call(Thread& thread, const Expr& e);
  Value step(Thread& thread, const Expr& e);
  Value wrap(__int128 exact, bool is_unsigned, bool may_wrap = false);

  const Program& program_;
  const Launch& launch_;
  Outcome& outcome_;
  Surroundings& memory_;
  std::vector<Value> arguments_; // of the function being evaluated
};

} // namespace heddle::oracle
