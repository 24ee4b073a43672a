// Inline assembly: one instruction after another.
#include "core/meetings.hpp"
#include "cuda/lower/asm/asm.hpp"

#include <algorithm>
#include <array>

namespace heddle::cuda {

namespace {

struct Harmless {
  std::string_view opcode; // its beginning
  std::string_view why;
};

// What has no effect that matters here.
constexpr std::array harmless{
    Harmless{"fence", "orders accesses: memory_fence"},
    Harmless{"membar", "the same"},
    Harmless{"setmaxnreg", "moves registers between warps"},
    Harmless{"griddepcontrol", "orders whole grids"},
    Harmless{"prefetch", "moves data between caches"},
    Harmless{"applypriority", "says what caches keep"},
    Harmless{"nanosleep", "takes time"},
    Harmless{"pmevent", "counts for a profiler"},
    Harmless{"cp.async.bulk.prefetch", "moves data between caches"},
};

bool does_nothing(const std::string& opcode) {
  return std::ranges::any_of(harmless, [&](const Harmless& h) {
    if (!opcode.starts_with(h.opcode)) return false;
    return opcode.size() == h.opcode.size() || opcode[h.opcode.size()] == '.' ||
           (h.opcode == "prefetch" && opcode.starts_with("prefetchu"));
  });
}

// Is it a statement behind which the same threads are here as before?
bool keeps_threads(const core::Stmt& s) {
  return !std::holds_alternative<core::If>(s.node) && !std::holds_alternative<core::Loop>(s.node) &&
         !std::holds_alternative<core::Labeled>(s.node) &&
         !std::holds_alternative<core::Exit>(s.node);
}

} // namespace

std::vector<std::string> asm_parts(const std::string& opcode) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= opcode.size();) {
    const std::size_t end = std::min(opcode.find('.', begin), opcode.size());
    parts.push_back(opcode.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

bool AsmLowering::Instruction::has(std::string_view part) const {
  return std::ranges::find(parts, part) != parts.end();
}

// nullptr: always.
Expr AsmLowering::guard(const AsmInstruction& ins) {
  std::vector<Expr> parts;
  for (const auto& [label, taken] : passed_)
    parts.push_back(pool_.logical_not(taken));
  if (ins.guard) parts.push_back(predicate(*ins.guard));
  return parts.empty() ? nullptr : pool_.all(parts);
}

Expr AsmLowering::predicate(const AsmArg& arg) {
  const Value v = value(arg);
  Expr p = v.scalar && v.scalar->type.is_bool() ? v.scalar : nullptr;
  if (!p)
    p = v.scalar && v.scalar->type.is_int() ? l_.truth(v.scalar)
                                            : unknown(Type::boolean(), v.sharing);
  return arg.negated ? pool_.logical_not(p) : p;
}

void AsmLowering::execute(const AsmInstruction& ins) {
  if (ins.opcode.empty()) return;
  const Expr cond = guard(ins);
  if (!cond || is_true(cond)) return effect(ins);
  if (is_false(cond)) return;
  const std::vector<Slot> operands = operands_;
  const std::map<std::string, Slot> registers = registers_;
  core::Block block = l_.collect([&] { effect(ins); });
  if (!block.empty()) l_.emit(core::If{cond, std::move(block), {}}, call_);
  for (std::size_t i = 0; i < operands_.size(); ++i)
    join(operands_[i].value, operands[i].value, cond);
  for (auto& [name, now] : registers_) {
    const auto it = registers.find(name);
    join(now.value, it == registers.end() ? Value{} : it->second.value, cond);
  }
}

// What a register holds behind an instruction that may not be executed. Where it held nothing it
// may hold anything: whoever reads it has to rely on the guard.
void AsmLowering::join(Value& now, const Value& before, Expr cond) {
  if (now.scalar == before.scalar && now.source == before.source) return;
  now.source = nullptr;
  now.sharing = Scope::thread;
  if (!before.scalar && !before.address) {
    if (now.scalar) now.scalar = pool_.ite(cond, now.scalar, unknown(now.scalar->type));
    if (now.address)
      now.address->offset = pool_.ite(cond, now.address->offset, unknown(Type::i64()));
    return;
  }
  now.address = std::nullopt;
  const Expr old = now.scalar ? reinterpreted(before.scalar, now.scalar->type) : nullptr;
  now.scalar = old ? pool_.ite(cond, now.scalar, old) : nullptr;
}

// What a warp, or a warpgroup, makes together, so that one lane of a warp stands for it. PTX ISA,
// "wgmma.mma_async", "setmaxnreg": all threads of the warpgroup; "tcgen05.ld" and its like: of the
// warp (an allocation is a barrier of its lanes besides). Who came to one has come to the next.
void AsmLowering::meet(const Instruction& i) {
  const bool of_warpgroup = i.key() == "wgmma" || i.key() == "setmaxnreg";
  if ((!of_warpgroup && i.key() != "tcgen05") || !i.has("sync") || !i.has("aligned")) return;
  core::Barrier meeting =
      core::meeting(of_warpgroup ? core::threads_of_warpgroup : core::lanes_of_warp, i.ins.opcode);
  for (auto s = l_.out_->rbegin(); s != l_.out_->rend() && keeps_threads(*s); ++s)
    if (const auto* before = std::get_if<core::Barrier>(&s->node);
        before && core::threads_of_meeting(*before) == meeting.group_size)
      return;
  l_.emit(std::move(meeting), call_);
}

void AsmLowering::effect(const AsmInstruction& ins) {
  const Instruction i{ins, asm_parts(ins.opcode)};
  meet(i);
  if (proxy_fence(i) || (i.key() == "fence" && map_fence(i))) return;
  if (i.key() == "fence" || i.key() == "membar") memory_fence(i);
  if (does_nothing(ins.opcode)) return;
  if (i.key() == "exit") return l_.end_thread(call_);
  // PTX ISA, "trap": it ends the launch, so that what others wait for then does not matter
  if (i.key() == "trap") return l_.emit(core::Assume{pool_.boolean(false)}, call_);
  if (!barrier(i) && !cluster_barrier(i) && !map_address(i) && !mbarrier(i) && !memory(i) &&
      !warpgroup(i) && !tensor_core(i) && !launch_control(i) && !tensor_map(i) && !compute(i))
    not_understood(ins);
}

// Only registers go in and out, and nothing in the name speaks of other threads or of memory.
bool AsmLowering::stays_in_registers(const AsmInstruction& ins) const {
  static const std::set<std::string, std::less<>> others{
      "sync", "aligned", "async", "bar",        "barrier", "mbarrier", "arrive",  "wait", "commit",
      "vote", "match",   "shfl",  "activemask", "ld",      "st",       "atom",    "red",  "cp",
      "tex",  "call",    "brkpt", "bra",        "ret",     "exit",     "volatile"};
  if (ins.args.size() < 2 || clobbers_memory_ || outputs_ == 0) return false;
  const auto is_register = [](const AsmArg& arg) {
    return arg.kind == AsmArg::Kind::name || arg.kind == AsmArg::Kind::operand ||
           arg.kind == AsmArg::Kind::number;
  };
  return std::ranges::all_of(ins.args, is_register) &&
         std::ranges::none_of(asm_parts(ins.opcode),
                              [&](const std::string& part) { return others.contains(part); });
}

void AsmLowering::not_understood(const AsmInstruction& ins) {
  if (stays_in_registers(ins)) return forget(ins.args[0]);
  std::string text = ins.text;
  std::ranges::replace(text, '\x01', '%');
  l_.unsupported("inline assembly: " + text, call_);
  if (!ins.args.empty()) forget(ins.args[0]);
}

} // namespace heddle::cuda
