// Statements to jumps. Helpers are inlined, so that every barrier that a call leads to is its own.
#include "machine.hpp"

namespace heddle::oracle {

namespace {

using Op = Instruction::Op;
using S = Stmt::Kind;

class Compiler {
public:
  explicit Compiler(const Program& program) : program_(program) {}

  Code run() {
    block(program_.body);
    emit(Op::finish, 0);
    return std::move(code_);
  }

private:
  // Where jumps lead is known at the end of what they leave.
  struct Jumps {
    std::vector<std::size_t> breaks, continues, returns;
  };

  std::size_t emit(Op op, unsigned line, const Stmt* stmt = nullptr, const Expr* expr = nullptr) {
    Instruction i{op};
    i.stmt = stmt;
    i.expr = expr;
    i.line = line;
    i.depth = depth_;
    code_.push_back(std::move(i));
    return code_.size() - 1;
  }

  void land(const std::vector<std::size_t>& jumps) {
    for (std::size_t j : jumps)
      code_[j].target = code_.size();
  }

  void block(const Block& statements) {
    for (const Stmt& s : statements)
      stmt(s);
  }

  void stmt(const Stmt& s) {
    switch (s.kind) {
    case S::assign:
    case S::store:
    case S::atomic:
    case S::point:
    case S::advance:
      emit(Op::statement, s.line, &s);
      return;
    case S::barrier:
    case S::vote:
      emit(Op::barrier, s.line, &s);
      return;
    case S::assert_:
      emit(Op::check, s.line, nullptr, &s.exprs[0]);
      return;
    case S::if_:
      return branch(s);
    case S::for_:
    case S::while_:
    case S::do_while:
      return loop(s);
    case S::switch_:
      return select(s);
    case S::break_:
      jumps_.breaks.push_back(emit(Op::jump, s.line));
      return;
    case S::continue_:
      jumps_.continues.push_back(emit(Op::jump, s.line));
      return;
    case S::return_:
      if (in_helper_)
        jumps_.returns.push_back(emit(Op::jump, s.line));
      else
        emit(Op::exit, s.line);
      return;
    case S::call:
      return call(s);
    }
  }

  void branch(const Stmt& s) {
    const std::size_t skip = emit(Op::unless, s.line, nullptr, &s.exprs[0]);
    block(s.blocks[0]);
    const std::size_t end = emit(Op::jump, s.line);
    land({skip});
    block(s.blocks[1]);
    land({end});
  }

  // The loop's counter of iterations is what tells its barriers apart.
  void loop(const Stmt& s) {
    if (s.kind == S::for_) emit(Op::statement, s.line, &s); // the first value
    emit(Op::enter, s.line);
    ++depth_;
    std::vector<std::size_t> ends;
    const std::size_t head = code_.size();
    if (s.kind == S::for_) ends.push_back(emit(Op::unless, s.line, nullptr, &s.exprs[1]));
    if (s.kind == S::while_) ends.push_back(emit(Op::unless, s.line, nullptr, &s.exprs[0]));
    Jumps outer;
    std::swap(outer.breaks, jumps_.breaks);
    std::swap(outer.continues, jumps_.continues);
    block(s.blocks[0]);
    land(jumps_.continues);
    std::swap(outer.continues, jumps_.continues);
    std::swap(outer.breaks, jumps_.breaks);
    if (s.kind == S::for_) emit(Op::statement, s.line, &s, &s.exprs[2]); // the step
    if (s.kind == S::do_while) ends.push_back(emit(Op::unless, s.last_line, nullptr, &s.exprs[0]));
    emit(Op::next, s.line);
    code_[emit(Op::jump, s.line)].target = head;
    land(ends);
    land(outer.breaks);
    --depth_;
    emit(Op::leave, s.line);
  }

  void select(const Stmt& s) {
    const std::size_t at = emit(Op::select, s.line, &s, &s.exprs[0]);
    std::vector<std::size_t> breaks, targets;
    std::swap(breaks, jumps_.breaks);
    for (std::size_t i = 0; i < s.blocks.size(); ++i) {
      targets.push_back(code_.size());
      block(s.blocks[i]);
      if (!s.falls[i]) jumps_.breaks.push_back(emit(Op::jump, s.line));
    }
    targets.push_back(code_.size());
    land(jumps_.breaks);
    std::swap(breaks, jumps_.breaks);
    code_[at].targets = std::move(targets);
  }

  void call(const Stmt& s) {
    emit(Op::bind, s.line, &s);
    const bool outer = in_helper_;
    in_helper_ = true;
    std::vector<std::size_t> returns;
    std::swap(returns, jumps_.returns);
    block(program_.helpers[static_cast<std::size_t>(s.target)].body);
    land(jumps_.returns);
    std::swap(returns, jumps_.returns);
    in_helper_ = outer;
    emit(Op::leave, s.line);
  }

  const Program& program_;
  Code code_;
  Jumps jumps_;
  std::size_t depth_ = 0;
  bool in_helper_ = false;
};

} // namespace

Code compile(const Program& program) { return Compiler(program).run(); }

} // namespace heddle::oracle
