#pragma once
#include "cuda/contract/resolve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

namespace heddle::contract {

inline Formula parsed(const std::string& text) {
  auto result = parse_contract(text);
  if (auto* mistake = std::get_if<SyntaxMistake>(&result))
    throw std::runtime_error(text + ": " + mistake->message);
  return std::get<Formula>(std::move(result));
}

// "3: unexpected end", or "" where the text has no mistake.
inline std::string mistake_in(const std::string& text) {
  const auto result = parse_contract(text);
  const auto* mistake = std::get_if<SyntaxMistake>(&result);
  return mistake ? std::to_string(mistake->column) + ": " + mistake->message : "";
}

// Names with types, two arrays, and a variable of the file.
class Names {
public:
  Pool pool;
  std::map<std::string, Meaning> meanings;

  Names() {
    for (const char* name : {"n", "m", "i", "j", "p.n", "cfg->dims[2]", "ns::N"})
      add(name, Type::i32());
    add("c", Type::integer(8, true));
    add("h", Type::integer(16, false));
    add("u", Type::u32());
    add("l", Type::i64());
    add("z", Type::u64());
    add("b", Type::boolean());
    add("x", Type::opaque(32));
    meanings["ns::four"] = pool.constant(4);
    meanings["S"] = ArrayName{0};
    meanings["p.row"] = ArrayName{1};
    meanings["len"] = ArrayName{2, true};
    meanings["threadIdx.x"] = NoName{"'threadIdx.x' differs between threads"};
  }

  void add(const std::string& name, Type type) {
    meanings[name] = pool.symbol_ref(pool.new_symbol({name, type, Role::parameter, 0, {}, {}, {}}));
  }

  Lookup lookup() const {
    return [this](const std::string& path) -> Meaning {
      const auto it = meanings.find(path);
      return it == meanings.end() ? NoName{} : it->second;
    };
  }

  std::variant<Statement, NotUnderstood> resolved(const std::string& text,
                                                  Reading reading = Reading::cpp) {
    return resolve(parsed(text), pool, lookup(), reading);
  }
  // The condition in source-like text.
  std::string condition(const std::string& text, Reading reading = Reading::cpp) {
    const auto r = resolved(text, reading);
    if (auto* why = std::get_if<NotUnderstood>(&r))
      return std::to_string(why->column) + ": " + why->reason;
    return to_string(pool, std::get<Statement>(r).condition);
  }
  // "3: reason", or "" where all is understood.
  std::string problem(const std::string& text, Reading reading = Reading::cpp) {
    const auto r = resolved(text, reading);
    const auto* why = std::get_if<NotUnderstood>(&r);
    return why ? std::to_string(why->column) + ": " + why->reason : "";
  }
};

// The machine's value of an expression, from those of its symbols; by the definitions in expr.hpp.
class Machine {
public:
  std::map<std::string, std::int64_t> values; // u64: with their bits
  const Pool& pool;

  explicit Machine(const Pool& p) : pool(p) {}

  std::int64_t eval(Expr e) const {
    if (e->op == Op::constant) return e->value;
    if (e->op == Op::symbol) return wrap(values.at(pool.symbol(e).name), e->type);
    if (e->op == Op::ite) return eval(e->args[eval(e->args[0]) ? 1 : 2]);
    std::vector<std::int64_t> a;
    for (Expr x : e->args)
      a.push_back(eval(x));
    return wrap(apply(*e, a), e->type);
  }

private:
  static std::int64_t apply(const Node& e, const std::vector<std::int64_t>& a) {
    const auto bits = [&](std::size_t i) { return static_cast<std::uint64_t>(a[i]); };
    const bool big = e.args[0]->type == Type::u64();
    switch (e.op) {
    case Op::add:
      return static_cast<std::int64_t>(bits(0) + bits(1));
    case Op::sub:
      return static_cast<std::int64_t>(bits(0) - bits(1));
    case Op::mul:
      return static_cast<std::int64_t>(bits(0) * bits(1));
    case Op::div:
      return big ? static_cast<std::int64_t>(bits(0) / bits(1)) : a[0] / a[1];
    case Op::rem:
      return big ? static_cast<std::int64_t>(bits(0) % bits(1)) : a[0] % a[1];
    case Op::bit_and:
      return a[0] & a[1];
    case Op::bit_or:
      return a[0] | a[1];
    case Op::bit_xor:
      return a[0] ^ a[1];
    case Op::bit_not:
      return ~a[0];
    case Op::shl:
      return static_cast<std::int64_t>(bits(0) << a[1]);
    case Op::shr:
      return big ? static_cast<std::int64_t>(bits(0) >> a[1]) : a[0] >> a[1];
    default:
      return logic(e, a);
    }
  }
  static std::int64_t logic(const Node& e, const std::vector<std::int64_t>& a) {
    const bool big = e.args[0]->type == Type::u64();
    const auto bits = [&](std::size_t i) { return static_cast<std::uint64_t>(a[i]); };
    switch (e.op) {
    case Op::cast:
      return a[0];
    case Op::eq:
      return a[0] == a[1];
    case Op::lt:
      return big ? bits(0) < bits(1) : a[0] < a[1];
    case Op::le:
      return big ? bits(0) <= bits(1) : a[0] <= a[1];
    case Op::logical_not:
      return !a[0];
    case Op::logical_and:
      return std::ranges::all_of(a, [](auto v) { return v != 0; });
    case Op::logical_or:
      return std::ranges::any_of(a, [](auto v) { return v != 0; });
    default:
      throw std::logic_error("operator");
    }
  }
};

} // namespace heddle::contract
