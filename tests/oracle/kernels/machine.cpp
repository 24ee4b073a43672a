#include "evaluate.hpp"

#include <algorithm>
#include <deque>

namespace heddle::oracle {

namespace {

using Op = Instruction::Op;
using S = Stmt::Kind;

constexpr unsigned max_steps = 4000; // of all threads
constexpr std::size_t max_errors = 4000;

enum class AccessKind : std::uint8_t { read, write, atomic };

struct Access {
  std::int64_t thread, block, value;
  AccessKind kind;
  unsigned line;
  bool operator==(const Access&) const = default;
};
using Cell = std::pair<std::int64_t, std::int64_t>; // array, index
using Log = std::map<Cell, std::vector<Access>>;

// Of block `block`, where the array is shared: every block finds something else there.
std::int64_t initial_content(const Launch& launch, const Cell& cell, std::int64_t block) {
  if (auto it = launch.cells.find(cell); it != launch.cells.end()) return it->second;
  if (launch.contents == 0) return 0;
  std::uint64_t mixed = launch.contents * 0x9e3779b97f4a7c15u;
  if (is_shared(cell.first)) mixed += static_cast<std::uint64_t>(block) * 0x632be59bd9b4e019u;
  mixed ^= static_cast<std::uint64_t>(cell.second * 8 + cell.first) * 0xbf58476d1ce4e5b9u;
  mixed ^= mixed >> 31;
  mixed *= 0x94d049bb133111ebu;
  return static_cast<std::int64_t>((mixed >> 40) % 6) - 1;
}

class Machine final : public Surroundings {
public:
  Machine(const Program& program, const Code& code, const Launch& launch, bool stop_early)
      : program_(program), code_(code), launch_(launch), stop_early_(stop_early),
        evaluator_(program, launch, outcome_, *this) {}

  Outcome run() {
    for (std::int64_t b = 0; b < launch_.grid && !done(); ++b) {
      start(launch_.descending ? launch_.grid - 1 - b : b);
      while (!done() && interval()) {
      }
      close_interval();
    }
    if (!done()) conflicts(of_grid_);
    return std::move(outcome_);
  }

  std::int64_t read(Thread& thread, const Pointer& place) override {
    if (place.array == base_l) return local(thread, place);
    note(thread, place, AccessKind::read, 0);
    return content({place.array, place.cell});
  }

private:
  bool done() const {
    return (stop_early_ && !outcome_.errors.empty()) || outcome_.errors.size() >= max_errors;
  }

  void start(std::int64_t block) {
    threads_.clear();
    std::erase_if(memory_, [](const auto& entry) { return is_shared(entry.first.first); });
    for (std::int64_t y = 0; y < launch_.block_y; ++y)
      for (std::int64_t x = 0; x < launch_.block_x; ++x) {
        Thread t;
        t.index = {x, y};
        t.number = y * launch_.block_x + x;
        t.block = block;
        for (const Variable& v : program_.variables)
          t.variables.push_back({0, v.is_unsigned()});
        t.pointers.resize(static_cast<std::size_t>(program_.pointers + program_.helper_pointers));
        threads_.push_back(std::move(t));
      }
    if (launch_.descending) std::ranges::reverse(threads_);
  }

  // Runs every thread to its next barrier or its end. False when none is left to go on.
  bool interval() {
    for (Thread& t : threads_)
      while (t.state == State::running)
        step(t);
    close_interval();
    return !done() && meet();
  }

  void close_interval() {
    conflicts(log_);
    for (auto& [cell, accesses] : log_)
      if (!is_shared(cell.first))
        for (const Access& a : accesses)
          add(of_grid_[cell], a);
    log_.clear();
  }

  static void add(std::vector<Access>& accesses, const Access& a) {
    if (std::ranges::find(accesses, a) == accesses.end()) accesses.push_back(a);
  }

  void conflicts(const Log& log) {
    for (const auto& [cell, accesses] : log)
      for (std::size_t i = 0; i < accesses.size(); ++i)
        for (std::size_t j = i + 1; j < accesses.size(); ++j)
          conflict(cell, accesses[i], accesses[j], &log == &of_grid_);
  }

  void conflict(const Cell& cell, const Access& a, const Access& b, bool between_blocks) {
    if (a.thread == b.thread && a.block == b.block) return;
    if (between_blocks && a.block == b.block) return;
    if (a.kind == AccessKind::read && b.kind == AccessKind::read) return;
    if (a.kind == AccessKind::atomic && b.kind == AccessKind::atomic) return;
    if (a.kind == AccessKind::write && b.kind == AccessKind::write && a.value == b.value) {
      outcome_.same_value = true;
      return;
    }
    if (outcome_.errors.size() < max_errors)
      outcome_.errors.push_back({Error::Kind::race,
                                 cell.first,
                                 cell.second,
                                 {a.line, b.line},
                                 {a.thread, b.thread},
                                 {a.block, b.block}});
  }

  // All threads have stopped: do those that wait wait for one and the same barrier, and does every
  // other one have left the kernel?
  bool meet() {
    const auto waits = [](const Thread& t) { return t.state == State::waiting; };
    const auto first = std::ranges::find_if(threads_, waits);
    if (first == threads_.end()) return false;
    if (std::ranges::any_of(threads_, [](const Thread& t) { return t.state == State::stuck; }))
      return false;
    bool together = true;
    for (const Thread& a : threads_)
      for (const Thread& b : threads_)
        if (waits(a) && b.state != State::exited && !(waits(b) && same_barrier(a, b))) {
          together = false;
          outcome_.errors.push_back({Error::Kind::divergence,
                                     0,
                                     0,
                                     {code_[a.pc].line, waits(b) ? code_[b.pc].line : 0},
                                     {a.number, b.number},
                                     {a.block, b.block}});
        }
    outcome_.exited_at_barrier |=
        std::ranges::any_of(threads_, [](const Thread& t) { return t.state == State::exited; });
    if (!together) return false;
    vote(*code_[first->pc].stmt);
    for (Thread& t : threads_)
      if (waits(t)) {
        t.state = State::running;
        ++t.pc;
      }
    return true;
  }

  // The value that all who wait get.
  void vote(const Stmt& s) {
    if (s.kind != S::vote) return;
    std::int64_t waiting = 0, holding = 0;
    for (const Thread& t : threads_)
      if (t.state == State::waiting) {
        ++waiting;
        holding += t.vote;
      }
    std::int64_t result = holding;
    if (s.op == "__syncthreads_or") result = holding > 0;
    if (s.op == "__syncthreads_and") result = holding == waiting;
    const auto at = static_cast<std::size_t>(s.target);
    for (Thread& t : threads_)
      if (t.state == State::waiting)
        t.variables[at] = evaluator_.assigned({result, false}, program_.variables[at]);
  }

  static bool same_barrier(const Thread& a, const Thread& b) {
    return a.pc == b.pc && a.iterations == b.iterations;
  }

  void step(Thread& t) {
    if (++steps_ > max_steps) {
      outcome_.unfinished = true;
      t.state = State::stuck;
      return;
    }
    const Instruction& i = code_[t.pc];
    line_ = i.line;
    switch (i.op) {
    case Op::statement:
      statement(t, i);
      break;
    case Op::bind:
      bind(t, *i.stmt);
      break;
    case Op::check:
      if (!evaluator_.holds(t, *i.expr))
        outcome_.errors.push_back(
            {Error::Kind::assertion, 0, 0, {line_, 0}, {t.number, 0}, {t.block, 0}});
      break;
    case Op::barrier:
      t.vote = i.stmt->kind == S::vote && evaluator_.holds(t, i.stmt->exprs[0]);
      t.state = State::waiting;
      return;
    case Op::jump:
      t.pc = i.target;
      return;
    case Op::unless:
      t.pc = evaluator_.holds(t, *i.expr) ? t.pc + 1 : i.target;
      return;
    case Op::select:
      t.pc = i.targets[selected(*i.stmt, evaluator_.value(t, *i.expr).number)];
      return;
    case Op::enter:
      t.iterations.push_back(0);
      break;
    case Op::next:
      ++t.iterations.back();
      break;
    case Op::leave:
      t.iterations.resize(i.depth);
      break;
    case Op::exit:
      t.state = State::exited;
      return;
    case Op::finish:
      t.state = State::finished;
      return;
    }
    ++t.pc;
  }

  static std::size_t selected(const Stmt& s, std::int64_t value) {
    for (std::int64_t label : {value, default_label})
      if (auto it = std::ranges::find(s.labels, label); it != s.labels.end())
        return static_cast<std::size_t>(it - s.labels.begin());
    return s.labels.size();
  }

  void assign(Thread& t, std::int64_t slot, const std::string& op, const Expr& e) {
    const auto at = static_cast<std::size_t>(slot);
    Value v = evaluator_.value(t, e);
    if (op != "=") v = evaluator_.binary(op.substr(0, op.size() - 1), t.variables[at], v);
    t.variables[at] = evaluator_.assigned(v, program_.variables[at]);
  }

  void statement(Thread& t, const Instruction& i) {
    const Stmt& s = *i.stmt;
    switch (s.kind) {
    case S::assign:
      return assign(t, s.target, s.op, s.exprs[0]);
    case S::for_: // its first value, or its step
      if (!i.expr) return assign(t, s.target, "=", s.exprs[0]);
      if (s.op == "++" || s.op == "--") return assign(t, s.target, s.op.substr(0, 1) + "=", one_);
      return assign(t, s.target, s.op, s.exprs[2]);
    case S::store:
      return store(t, s);
    case S::atomic:
      return atomic(t, s);
    case S::point:
      t.pointers[static_cast<std::size_t>(s.target)] = evaluator_.place(
          t, s.exprs[s.exprs.size() == 1 || evaluator_.holds(t, s.exprs[1]) ? 0 : 2]);
      return;
    default: // advance
      t.pointers[static_cast<std::size_t>(s.target)].cell += evaluator_.value(t, s.exprs[0]).number;
    }
  }

  void store(Thread& t, const Stmt& s) {
    Value v = evaluator_.value(t, s.exprs[1]);
    const Pointer place = evaluator_.place(t, s.exprs[0]);
    if (s.op != "=")
      v = evaluator_.binary(s.op.substr(0, s.op.size() - 1), {read(t, place), false}, v);
    write(t, place, evaluator_.convert(v, false).number, AccessKind::write);
  }

  void atomic(Thread& t, const Stmt& s) {
    const std::int64_t v = evaluator_.convert(evaluator_.value(t, s.exprs[1]), false).number;
    const Pointer place = evaluator_.place(t, s.exprs[0]);
    const std::int64_t old =
        place.array == base_l ? local(t, place) : content({place.array, place.cell});
    std::int64_t changed = v; // atomicExch
    if (s.op == "atomicAdd") changed = evaluator_.binary("+", {old, false}, {v, false}).number;
    if (s.op == "atomicMax") changed = std::max(old, v);
    write(t, place, changed, AccessKind::atomic);
    if (s.target >= 0) {
      const auto at = static_cast<std::size_t>(s.target);
      t.variables[at] = evaluator_.assigned({old, false}, program_.variables[at]);
    }
  }

  void bind(Thread& t, const Stmt& s) {
    const Helper& h = program_.helpers[static_cast<std::size_t>(s.target)];
    const Pointer place = evaluator_.place(t, s.exprs[0]);
    std::vector<Value> values;
    for (std::size_t i = 1; i < s.exprs.size(); ++i)
      values.push_back(evaluator_.convert(evaluator_.value(t, s.exprs[i]), false));
    t.pointers[static_cast<std::size_t>(h.pointer)] = place;
    for (std::size_t i = 0; i < values.size(); ++i)
      t.variables[static_cast<std::size_t>(h.parameters[i])] = values[i];
    for (std::int64_t slot : h.locals)
      t.variables[static_cast<std::size_t>(slot)].number = 0;
  }

  std::int64_t content(const Cell& cell) const {
    const auto it = memory_.find(cell);
    return it != memory_.end() ? it->second
                               : initial_content(launch_, cell, threads_.front().block);
  }

  std::int64_t& local(Thread& t, const Pointer& place) {
    const bool inside = place.cell >= 0 && place.cell < local_length;
    outcome_.undefined |= !inside;
    return t.locals[inside ? static_cast<std::size_t>(place.cell) : 0];
  }

  void write(Thread& t, const Pointer& place, std::int64_t value, AccessKind kind) {
    if (place.array == base_l) {
      local(t, place) = value;
      return;
    }
    note(t, place, kind, kind == AccessKind::write ? value : 0);
    memory_[{place.array, place.cell}] = value;
  }

  void note(const Thread& t, const Pointer& place, AccessKind kind, std::int64_t value) {
    add(log_[{place.array, place.cell}], {t.number, t.block, value, kind, line_});
  }

  const Program& program_;
  const Code& code_;
  const Launch& launch_;
  const bool stop_early_;
  Outcome outcome_;
  Evaluator evaluator_;
  std::deque<Thread> threads_;
  std::map<Cell, std::int64_t> memory_;
  Log log_, of_grid_; // of the interval; of global arrays
  unsigned steps_ = 0, line_ = 0;
  const Expr one_{Expr::Kind::constant, "", 1, {}};
};

} // namespace

Outcome run(const Program& program, const Code& code, const Launch& launch, bool stop_early) {
  return Machine(program, code, launch, stop_early).run();
}

} // namespace heddle::oracle
