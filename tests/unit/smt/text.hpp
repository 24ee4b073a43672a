// Queries from text in C's syntax, with chained comparisons: "0 <= x < W && x % W != 3".
#pragma once
#include "fixture.hpp"

#include <cctype>
#include <stdexcept>

namespace heddle::smt {

class TextTest : public SolverTest {
protected:
  Type type = Type::i32(); // of every variable and literal

  Expr parse(const std::string& text) {
    text_ = text;
    at_ = 0;
    Expr e = binary(0);
    if (at_ != text_.size()) throw std::runtime_error("cannot parse: " + text.substr(at_));
    return e;
  }

  // Names in `shared` are sizes of both threads.
  void facts(const std::string& text, const std::string& shared = "") {
    shared_ = " " + shared + " ";
    if (!text.empty()) assume(parse(text));
  }

  Expr named(const std::string& name) {
    auto [it, inserted] = names_.try_emplace(name, nullptr);
    if (inserted) {
      it->second = var(name, type);
      if (shared_.find(" " + name + " ") != std::string::npos) query.uniform.push_back(it->second);
    }
    return it->second;
  }

private:
  static constexpr const char* levels[][5] = {{"||"}, {"&&"},       {"|"},      {"^"},
                                              {"&"},  {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
  static constexpr const char* comparisons[] = {"==", "!=", "<=", ">=", "<", ">"};

  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])))
      ++at_;
  }
  bool take(const std::string& op) {
    skip();
    if (text_.compare(at_, op.size(), op) != 0) return false;
    const char next = at_ + op.size() < text_.size() ? text_[at_ + op.size()] : ' ';
    if (op.size() == 1 && (next == op[0] && std::string("<>|&=").find(next) != std::string::npos))
      return false;
    if ((op == "<" || op == ">") && next == '=') return false;
    at_ += op.size();
    return true;
  }

  Expr apply(const std::string& op, Expr a, Expr b) {
    if (op == "||") return pool.logical_or(a, b);
    if (op == "&&") return pool.logical_and(a, b);
    if (op == "|") return pool.bit_or(a, b);
    if (op == "^") return pool.bit_xor(a, b);
    if (op == "&") return pool.bit_and(a, b);
    if (op == "<<") return pool.shl(a, b);
    if (op == ">>") return pool.shr(a, b);
    if (op == "+") return pool.add(a, b);
    if (op == "-") return pool.sub(a, b);
    if (op == "*") return pool.mul(a, b);
    if (op == "/") return pool.div(a, b);
    if (op == "%") return pool.rem(a, b);
    if (op == "==") return pool.eq(a, b);
    if (op == "!=") return pool.ne(a, b);
    if (op == "<=") return pool.le(a, b);
    if (op == ">=") return pool.ge(a, b);
    return op == "<" ? pool.lt(a, b) : pool.gt(a, b);
  }

  // Comparisons bind between && and |.
  Expr binary(std::size_t level, bool compared = false) {
    if (level == 2 && !compared) return comparison();
    if (level == std::size(levels)) return unary();
    Expr e = binary(level + 1, compared);
    for (bool found = true; found;) {
      found = false;
      for (const char* op : levels[level])
        if (op && take(op)) {
          e = apply(op, e, binary(level + 1, compared));
          found = true;
        }
    }
    return e;
  }

  Expr comparison() {
    Expr left = binary(2, true), all_of = nullptr;
    for (bool found = true; found;) {
      found = false;
      for (const char* op : comparisons)
        if (!found && take(op)) {
          Expr right = binary(2, true), e = apply(op, left, right);
          all_of = all_of ? pool.logical_and(all_of, e) : e;
          left = right;
          found = true;
        }
    }
    return all_of ? all_of : left;
  }

  Expr unary() {
    if (take("-")) return pool.neg(unary());
    if (take("~")) return pool.bit_not(unary());
    if (take("!")) return pool.logical_not(unary());
    if (take("(")) {
      Expr e = binary(0);
      if (!take(")")) throw std::runtime_error("missing ): " + text_);
      return e;
    }
    skip();
    std::string word;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0))
      word += text_[at_++];
    if (word.empty()) throw std::runtime_error("operand expected in: " + text_);
    if (std::isdigit(static_cast<unsigned char>(word[0]))) return c(std::stoll(word), type);
    return take("(") ? call(word) : named(word);
  }

  Expr call(const std::string& name) {
    auto [it, inserted] = functions_.try_emplace(name, 0);
    if (inserted)
      it->second = pool.new_function({name, type, Flavour::load, Scope::grid, {}, "", {}, {}});
    Expr argument = binary(0);
    if (!take(")")) throw std::runtime_error("missing ): " + text_);
    return pool.apply(it->second, {argument});
  }

  std::string text_, shared_;
  std::size_t at_ = 0;
  std::map<std::string, Expr> names_;
  std::map<std::string, FunctionId> functions_;
};

} // namespace heddle::smt
