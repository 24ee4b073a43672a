// One thread's instructions: control flow, memory, and where it has to wait.
#include "core/interpreter/interpreter.hpp"

#include "core/clusters.hpp"
#include "support/time_limit.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::core::interp {

namespace {

// A loaded bit pattern as a value of the variable's type.
std::int64_t of_type(std::int64_t bits, Type type) {
  if (type.is_bool()) return bits != 0;
  return wrap(bits, type);
}

} // namespace

std::optional<std::int64_t> atomic_result(const std::string& op, Type type, std::int64_t old,
                                          std::int64_t operand) {
  if (op == "exch") return operand;
  if (type.is_opaque()) return op == "add" ? float_sum(type, old, operand) : std::nullopt;
  if (!type.is_int()) return std::nullopt;
  const auto u = [](std::int64_t v) { return static_cast<std::uint64_t>(v); };
  const bool less = type.is_signed ? old < operand : u(old) < u(operand);
  if (op == "add") return static_cast<std::int64_t>(u(old) + u(operand));
  if (op == "sub") return static_cast<std::int64_t>(u(old) - u(operand));
  if (op == "min") return less ? old : operand;
  if (op == "max") return less ? operand : old;
  if (op == "and") return old & operand;
  if (op == "or") return old | operand;
  if (op == "xor") return old ^ operand;
  if (op == "inc") return less ? static_cast<std::int64_t>(u(old) + 1) : 0;
  if (op == "dec")
    return old == 0 || u(old) > u(operand) ? operand : static_cast<std::int64_t>(u(old) - 1);
  return std::nullopt;
}

// Steps of one thread before the next one has its turn, at the end of an iteration: what an
// expression has computed so far is kept nowhere else.
constexpr std::uint64_t max_turn = 100'000;
// Steps without effects before the time is looked at.
constexpr std::uint64_t max_stretch = 1'000;

void Machine::run_thread(std::uint32_t t) {
  Thread& thread = threads_[t];
  std::ranges::copy(thread.own, frame_.begin());
  watched_ = observer_.watches(t);
  running_ = t;
  memory_.begin_turn();
  std::uint32_t pc = thread.pc;
  std::uint64_t turn = 0; // steps of it
  for (bool goes_on = true; goes_on;) {
    if (steps_left_ == 0) return stop("the replay took too many steps");
    // a loop without end must not keep the other threads from running
    const Instr& next = program_.code[pc];
    if (turn >= max_turn && next.code == Code::jump && next.extra <= pc) {
      thread.pc = pc;
      break;
    }
    TimeLimit::poll();
    const std::uint64_t most =
        turn < max_turn ? std::min({steps_left_, max_turn - turn, max_stretch}) : 1;
    std::uint64_t left = most;
    pc = run_pure(program_, frame_.data(), pc, left);
    std::uint64_t steps = most - left;
    if (left > 0) { // there is an effect
      ++steps;
      goes_on = effect(t, program_.code[pc], pc);
    }
    steps_left_ -= steps;
    turn += steps;
  }
  std::copy(frame_.begin(), frame_.begin() + program_.own_slots, thread.own.begin());
  running_.reset();
}

void Machine::step(std::uint32_t t) {
  if (!ended_ && threads_[t].state == State::ready) run_thread(t);
}

bool Machine::effect(std::uint32_t t, const Instr& instr, std::uint32_t& pc) {
  switch (instr.code) {
  case Code::branch_unless:
    known(t, frame_[instr.a], "a branch depends on it");
    return false;
  case Code::havoc:
  case Code::lanes:
    frame_[instr.dst] = {0, pc + 1};
    break;
  case Code::lane: {
    const auto lane = observer_.chosen_lane(*this, t);
    frame_[instr.dst] = lane ? Value{*lane, 0} : Value{0, pc + 1};
    break;
  }
  case Code::unset: {
    const auto value = observer_.chosen_value(instr.type);
    frame_[instr.dst] = value ? Value{*value, 0} : Value{0, pc + 1};
    break;
  }
  case Code::exchange:
    if (offer(t, instr, pc)) return false;
    frame_[instr.dst] = {0, pc + 1};
    break;
  case Code::read:
  case Code::write:
  case Code::atomic:
    if (!memory(t, instr, pc)) return false;
    break;
  case Code::barrier:
    wait(t, instr, pc);
    return false;
  case Code::named:
  case Code::mbarrier:
    wait_named(t, instr, pc);
    return false;
  case Code::assume:
    if (!known(t, frame_[instr.a], "an assumption depends on it")) return false;
    if (!frame_[instr.a].bits)
      stop("an assumption does not hold at line " + std::to_string(program_.locs[pc].line));
    break;
  case Code::assume_result:
    if (!frame_[instr.a].taint && !frame_[instr.a].bits)
      stop("what is known of a result does not hold at line " +
           std::to_string(program_.locs[pc].line));
    break;
  case Code::assertion:
    ended_ |= observer_.assertion(*this, t, pc, frame_[instr.a]);
    break;
  case Code::unsupported:
    lose(t, program_.notes[instr.extra]);
    return false;
  case Code::exit:
  case Code::finish:
    threads_[t].state = instr.code == Code::exit ? State::exited : State::finished;
    threads_[t].pc = pc;
    return false;
  default: // the others have none
    assert(false);
  }
  ++pc;
  return !ended_;
}

bool Machine::known(std::uint32_t t, const Value& v, const char* what) {
  if (v.taint) lose(t, describe(program_, v.taint) + ", and " + what);
  return !v.taint;
}

void Machine::lose(std::uint32_t t, std::string reason) {
  threads_[t].state = State::lost;
  if (!lost_reason_) lost_reason_ = std::move(reason);
}

Instance Machine::instance(std::uint32_t t, const AccessInfo& access) const {
  const Instance arrays = program_.kernel->arrays.size();
  switch (program_.kernel->arrays[access.array].space) {
  case Space::global:
  case Space::constant:
    return access.cell_array;
  case Space::shared:
    if (is_distributed(program_.kernel->arrays[access.array])) return access.cell_array;
    return access.cell_array + arrays * (1 + Instance{threads_[t].block_number});
  case Space::local:
    return access.cell_array + arrays * (1 + blocks_.size() + t);
  }
  return 0;
}

bool Machine::event(std::uint32_t t, AccessKind kind, const Instr& instr, std::uint32_t pc,
                    const Value& value) {
  const AccessInfo& info = program_.accesses[instr.extra];
  if (program_.kernel->arrays[info.array].space == Space::local) return true;
  const std::int64_t offset = frame_[instr.a].bits;
  if (info.align > 1 && offset % info.align != 0 && !observer_.misaligned(*this, t, pc)) {
    stop("a vector access is not aligned at line " + std::to_string(program_.locs[pc].line));
    return false;
  }
  if (!watched_) return true;
  const AccessEvent e{.thread = t,
                      .kind = kind,
                      .scope = info.scope,
                      .instance = instance(t, info),
                      .offset = offset,
                      .size = info.size,
                      .pc = pc,
                      .value = value,
                      .loads = kind == AccessKind::atomic && info.op == "load"};
  ended_ |= observer_.access(*this, e);
  return !ended_;
}

// What the blocks that are not run wrote before the grid's barrier is not known here. Nor what such
// blocks write to this one's shared memory.
bool Machine::is_foreign(const AccessInfo& info) const {
  if (all_blocks_ || !program_.written[info.cell_array]) return false;
  const Array& array = program_.kernel->arrays[info.array];
  return is_of_grid(array) && (grid_synced_ || (blocks_.size() == 1 && is_distributed(array)));
}

void Machine::load(std::uint32_t t, const Instr& instr, std::uint32_t pc, Value& to) {
  const AccessInfo& info = program_.accesses[instr.extra];
  if ((info.size > 8 && info.size != 16) || !info.remembered || is_foreign(info)) {
    to = {0, pc + 1};
    return;
  }
  asks_others_ = asks_others_ || (watched_ && program_.written[info.cell_array] &&
                                  program_.kernel->arrays[info.array].space != Space::local);
  const Instance where = instance(t, info);
  const std::int64_t offset = frame_[instr.a].bits;
  load(info, where, offset, std::min(info.size, 8u), pc, to);
  if (info.size != 16) return;
  Value upper;
  load(info, where, offset + 8, 8, pc, upper);
  to.high = upper.bits;
  if (!to.taint) to.taint = upper.taint;
  if (to.taint) to.bits = to.high = 0;
}

void Machine::load(const AccessInfo& info, Instance where, std::int64_t offset, unsigned size,
                   std::uint32_t pc, Value& to) {
  if (memory_.find(where, offset, size, to)) return;
  // A local array holds anything where the thread has set nothing.
  const bool is_open = !launch_.memory || program_.kernel->arrays[info.array].space == Space::local;
  to = memory_.load(where, offset, size, [&](std::int64_t at, unsigned bytes) -> Value {
    const auto v = is_open ? std::nullopt : launch_.memory(info.array, at, bytes);
    return v ? Value{*v, 0} : Value{0, pc + 1};
  });
}

bool Machine::memory(std::uint32_t t, const Instr& instr, std::uint32_t pc) {
  if (!known(t, frame_[instr.a], "an address depends on it")) return false;
  if (instr.code == Code::read)
    read(t, instr, pc);
  else if (instr.code == Code::write)
    write(t, instr, pc);
  else
    atomic(t, instr, pc);
  return true;
}

void Machine::read(std::uint32_t t, const Instr& instr, std::uint32_t pc) {
  static constexpr Value none{};
  if (!event(t, AccessKind::read, instr, pc, none)) return;
  Value& to = frame_[instr.dst];
  load(t, instr, pc, to);
  if (!to.taint) to.bits = of_type(to.bits, instr.type);
}

void Machine::write(std::uint32_t t, const Instr& instr, std::uint32_t pc) {
  const AccessInfo& info = program_.accesses[instr.extra];
  const Value unknown{0, pc + 1};
  const bool is_known =
      instr.b != no_slot && (info.size <= 8 || info.size == 16); // else it is wider
  const Value& v =
      is_known || (instr.b != no_slot && frame_[instr.b].taint) ? frame_[instr.b] : unknown;
  if (!event(t, AccessKind::write, instr, pc, v) || !info.remembered) return;
  memory_.store(instance(t, info), frame_[instr.a].bits, info.size, v);
}

void Machine::atomic(std::uint32_t t, const Instr& instr, std::uint32_t pc) {
  static constexpr Value none{};
  const AccessInfo& info = program_.accesses[instr.extra];
  if (!event(t, AccessKind::atomic, instr, pc, none) || !info.remembered) return;
  Value old;
  load(t, instr, pc, old);
  if (!old.taint) old.bits = of_type(old.bits, instr.from);
  Value next = info.op == "load" ? old : Value{0, pc + 1};
  const bool compares = instr.c != no_slot && !old.taint && !frame_[instr.c].taint;
  if (compares && info.size <= 8)
    next = old.bits == frame_[instr.c].bits ? frame_[instr.b] : old;
  else if (instr.b != no_slot && !old.taint && !frame_[instr.b].taint && info.size <= 8)
    if (const auto v = atomic_result(info.op, instr.from, old.bits, frame_[instr.b].bits))
      next = {*v, 0};
  memory_.store(instance(t, info), frame_[instr.a].bits, info.size, next);
  if (instr.dst != no_slot)
    frame_[instr.dst] = {old.taint ? 0 : of_type(old.bits, instr.type), old.taint};
}

void Machine::wait(std::uint32_t t, const Instr& instr, std::uint32_t pc) {
  Thread& thread = threads_[t];
  thread.mask = 0xffffffff;
  thread.with_chosen = false;
  const BarrierInfo& barrier = program_.barriers[instr.extra];
  if (instr.a != no_slot && is_chosen(frame_[instr.a])) {
    thread.with_chosen = true;
  } else if (instr.a != no_slot) {
    if (!known(t, frame_[instr.a], "a barrier's mask depends on it")) return;
    thread.mask = static_cast<std::uint32_t>(frame_[instr.a].bits);
  }
  if (barrier.scope == Scope::cluster && program_.cluster_shape == 0 && blocks_.size() > 1)
    return lose(t, "which blocks are of one cluster is not known");
  thread.pc = pc;
  thread.state = State::waiting;
}

// Named barriers' observers decide by the mask who goes on.
bool Machine::is_chosen(const Value& mask) const {
  return mask.taint && program_.code[mask.taint - 1].code == Code::lanes &&
         !observer_.synchronizes();
}

void Machine::wait_named(std::uint32_t t, const Instr& instr, std::uint32_t pc) {
  Thread& thread = threads_[t];
  if (!observer_.synchronizes()) {
    const std::string& text = instr.code == Code::named ? program_.named[instr.extra].text
                                                        : program_.mbarriers[instr.extra].text;
    return lose(t, text.empty() ? "a barrier that is not followed here" // made, not written
                                : "the replay does not run '" + text + "'");
  }
  thread.operands = {};
  const std::array<Slot, 3> slots{instr.a, instr.b, instr.c};
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i] == no_slot) continue;
    if (!known(t, frame_[slots[i]], "a barrier depends on it")) return;
    thread.operands[i] = frame_[slots[i]].bits;
  }
  thread.pc = pc;
  thread.state = State::waiting;
}

void Machine::stop(std::string reason) {
  if (!ended_) stopped_ = std::move(reason);
  if (!ended_) stopped_by_ = running_;
  ended_ = true;
}

} // namespace heddle::core::interp
