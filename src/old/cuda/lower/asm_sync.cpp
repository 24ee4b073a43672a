// Barriers in inline assembly: bar, barrier, mbarrier.
#include "cuda/lower/asm.hpp"

#include <algorithm>

namespace heddle::cuda {

bool AsmLowering::barrier(const Instruction& i) {
  if ((i.key() != "bar" && i.key() != "barrier") || i.has("cluster")) return false;
  const CT u32 = make_integer(32, false);
  const auto& args = i.args();
  const auto operand = [&](std::size_t k) { return number(args[k], u32).scalar; };
  if (i.key() == "bar" && i.has("warp")) {
    if (!i.has("sync") || args.size() != 1) return false;
    Expr mask = operand(0);
    if (constant_value(mask) == std::optional<std::int64_t>(0xffffffff)) mask = nullptr;
    l_.emit(core::Barrier{Scope::warp, mask, 0, spell_args(i, 0, 1)}, loc_);
    return true;
  }
  const bool red = i.has("red"), arrive = i.has("arrive");
  if (!red && !arrive && !i.has("sync")) return false;
  // bar.red result, id{, count}, {!}predicate
  const std::size_t first = red ? 1 : 0;
  if (args.size() < (red ? 3u : 1u)) return false;
  const std::size_t last = red ? args.size() - 1 : args.size();
  if (last - first > 2 || (arrive && last - first != 2)) return false;
  core::NamedBarrier b;
  b.kind = arrive ? core::NamedBarrier::Kind::arrive : core::NamedBarrier::Kind::sync;
  b.id = operand(first);
  if (last - first == 2) b.count = operand(first + 1);
  b.aligned = i.key() == "bar" || i.has("aligned");
  b.text = spell_args(i, first, last);
  const bool whole_block =
      b.aligned && !b.count && constant_value(b.id) == std::optional<std::int64_t>(0);
  if (whole_block) { // __syncthreads()
    l_.emit(core::Barrier{Scope::block, nullptr, 0, b.text}, loc_);
  } else {
    l_.emit(std::move(b), loc_);
  }
  if (red) forget(args[0], whole_block ? Scope::block : Scope::thread);
  return true;
}

// mbarrier.op [result,] [at], operands.
bool AsmLowering::mbarrier(const Instruction& i) {
  if (i.key() != "mbarrier" || i.parts.size() < 2) return false;
  const auto& args = i.args();
  const auto memory = std::ranges::find(args, AsmArg::Kind::memory, &AsmArg::kind);
  if (memory == args.end()) return false;
  const auto at = static_cast<std::size_t>(memory - args.begin());
  std::string name = i.parts[1];
  if (name == "arrive" && i.has("expect_tx")) name = "arrive_expect_tx";
  if (name.ends_with("wait") && i.has("parity")) name += "_parity";
  const bool gives_result = name.starts_with("arrive") || name.find("_wait") != name.npos;
  const bool orders_less = i.has("relaxed") && name != "expect_tx" && name != "complete_tx";
  const auto target = this->target(*memory);
  if (!target || at > (gives_result ? 1u : 0u) || orders_less) return false;
  std::vector<Value> numbers;
  for (std::size_t k = at + 1; k < args.size(); ++k)
    numbers.push_back(number(args[k], make_integer(k == at + 1 ? 64 : 32, false)));
  const auto result = l_.barrier_operation(name, *target, numbers, loc_, spell_args(i, at, 99));
  if (!result) return false;
  if (at == 1 && gives_result) set(args[0], *result);
  return true;
}

// The instructions from `first` on that repeat a test of an mbarrier until it succeeds: how many
// there are, 0 when these do something else.
//
//   AGAIN: mbarrier.try_wait.. p, [b], parity;   or    AGAIN: mbarrier.try_wait.. p, [b], parity;
//          @p bra DONE;                                       @!p bra AGAIN;
//          bra AGAIN;
//   DONE:
std::size_t AsmLowering::spin_length(const std::vector<AsmInstruction>& all, std::size_t first) {
  const AsmInstruction& test = all[first];
  if (!test.opcode.starts_with("mbarrier.") || test.opcode.find("_wait") == std::string::npos ||
      test.guard || test.args.empty() || test.labels.empty())
    return 0;
  std::size_t k = first + 1;
  const auto skip_delays = [&] {
    while (k < all.size() && all[k].opcode.starts_with("nanosleep") && all[k].labels.empty())
      ++k;
  };
  const auto jumps_to = [&](const AsmInstruction& ins, const std::vector<std::string>& labels) {
    return ins.opcode.starts_with("bra") && ins.args.size() == 1 &&
           std::ranges::count(labels, ins.args[0].name) != 0;
  };
  const auto tests = [&](const AsmInstruction& ins, bool negated) {
    return ins.guard && ins.guard->negated == negated && ins.guard->kind == test.args[0].kind &&
           ins.guard->name == test.args[0].name;
  };
  skip_delays();
  if (k >= all.size() || !all[k].labels.empty()) return 0;
  if (jumps_to(all[k], test.labels) && tests(all[k], true)) return k + 1 - first;
  const AsmInstruction& leave = all[k++];
  skip_delays();
  if (k + 1 >= all.size() || !tests(leave, false) || !all[k].labels.empty() || all[k].guard ||
      !jumps_to(all[k], test.labels) || !jumps_to(leave, all[k + 1].labels))
    return 0;
  return k + 1 - first;
}

// The test that such instructions repeat, as a wait.
void AsmLowering::spin(const AsmInstruction& test) {
  AsmInstruction wait = test;
  wait.args.erase(wait.args.begin());
  Instruction i{wait, asm_parts(test.opcode)};
  i.parts[1] = "wait"; // instead of try_wait, test_wait
  if (!mbarrier(i)) not_understood(test);
  set(test.args[0], l_.bool_value(pool_.boolean(true)));
}

} // namespace heddle::cuda
