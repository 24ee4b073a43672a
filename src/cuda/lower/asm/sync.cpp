// Barriers in inline assembly: bar, barrier, mbarrier.
#include "core/proxy_fences.hpp"
#include "cuda/lower/asm/asm.hpp"

#include <algorithm>

namespace heddle::cuda {

bool AsmLowering::warp_barrier(const Instruction& i) {
  if (!i.has("sync") || i.args().size() != 1) return false;
  Expr mask = number(i.args()[0], Type::u32());
  if (constant_value(mask) == std::optional<std::int64_t>(0xffffffff)) mask = nullptr;
  l_.sync_warp(mask, spell_args(i, 0, 1), call_);
  return true;
}

bool AsmLowering::barrier(const Instruction& i) {
  if ((i.key() != "bar" && i.key() != "barrier") || i.has("cluster")) return false;
  if (i.key() == "bar" && i.has("warp")) return warp_barrier(i);
  const auto& args = i.args();
  const auto operand = [&](std::size_t k) { return number(args[k], Type::u32()); };
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
    l_.emit(core::Barrier{Scope::block, nullptr, 0, b.text}, call_);
  } else {
    l_.emit(std::move(b), call_);
  }
  if (red) forget(args[0], whole_block ? Scope::block : Scope::thread);
  return true;
}

// PTX ISA, "barrier.cluster": arrivals release and waits acquire, unless they say otherwise.
bool AsmLowering::cluster_barrier(const Instruction& i) {
  if (i.key() != "barrier" || !i.has("cluster") || !i.args().empty()) return false;
  const bool arrives = i.has("arrive");
  if (arrives == i.has("wait")) return false;
  if (i.has("relaxed") && !l_.orders_before_arrival(call_))
    l_.unsupported("a relaxed arrival at the cluster's barrier without fence.acq_rel.cluster",
                   call_);
  l_.join_cluster(i.ins.opcode, call_, arrives ? core::cluster_arrives : core::cluster_waits);
  return true;
}

// PTX ISA, "mapa": the address of the same variable in the shared memory of another block.
bool AsmLowering::map_address(const Instruction& i) {
  const auto& args = i.args();
  if (i.key() != "mapa" || args.size() != 3) return false;
  std::optional<Pointer> address = value(args[1]).address;
  if (!address) return false;
  const Expr rank = number(args[2], Type::u32());
  l_.assume_rank(rank, call_);
  Value mapped;
  mapped.address = l_.in_row(std::move(*address), l_.row_of_rank(rank));
  set(args[0], std::move(mapped));
  return true;
}

// PTX ISA, "membar / fence": membar is fence.sc; others than these order less.
void AsmLowering::memory_fence(const Instruction& i) {
  const auto is = [&](std::size_t part, std::initializer_list<const char*> names) {
    return part < i.parts.size() &&
           std::ranges::any_of(names, [&](const char* name) { return i.parts[part] == name; });
  };
  const bool membar = i.key() == "membar";
  const std::size_t at = membar ? 1 : 2; // where the scope stands
  const bool sequential = membar || is(1, {"sc"});
  if (i.parts.size() == at + 1 && (sequential || is(1, {"acq_rel"}))) {
    if (is(at, {"cta"})) l_.emit(core::Fence{Scope::block, true, true, sequential}, call_);
    if (is(at, {"cluster"})) l_.emit(core::Fence{Scope::cluster, true, true, sequential}, call_);
    if (is(at, {"gl", "gpu", "sys"}))
      l_.emit(core::Fence{Scope::grid, true, true, sequential}, call_);
  }
  l_.note_fence(i.ins.opcode);
}

namespace {

// PTX ISA, "membar / fence": without a space all of memory is covered. The one-way forms make a
// pattern of a release by who wrote and an acquire by who issues; both are of shared memory, and an
// acquire alone hands on nothing.
std::uint32_t covered_by(const std::vector<std::string>& parts) {
  const auto has = [&](std::string_view word) { return std::ranges::count(parts, word) != 0; };
  if (has("async::generic")) return has("release") ? core::fences_shared : 0;
  if (!has("async")) return 0;
  if (has("global")) return core::fences_global;
  const bool shared = has("shared::cta") || has("shared::cluster");
  return shared ? core::fences_shared : core::fences_shared | core::fences_global;
}

} // namespace

// PTX ISA, "membar / fence": between what threads do and the async proxy. Those of other proxies
// matter to nothing here.
bool AsmLowering::proxy_fence(const Instruction& i) {
  if ((i.key() != "fence" && i.key() != "membar") || !i.has("proxy")) return false;
  const std::uint32_t covered = covered_by(i.parts);
  if (covered == 0) return false;
  if (i.has("shared::cta") || i.has("sync_restrict::shared::cta")) l_.own_fence_ = l_.place(call_);
  core::NamedBarrier b;
  b.kind = core::NamedBarrier::Kind::fence;
  b.id = pool_.constant(covered, Type::u32());
  b.aligned = false;
  b.text = spell_args(i, 0, 0);
  l_.emit(std::move(b), call_);
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
  const bool may_relax =
      name.starts_with("arrive") || name.ends_with("wait_parity") || name.ends_with("_tx");
  const bool undefined = (i.has("relaxed") && !may_relax) ||
                         i.has("noComplete"); // undefined where it is the last arrival
  const auto target = this->target(*memory);
  if (!target || at > (gives_result ? 1u : 0u) || undefined) return false;
  return phase_operation(name, *target, i, at);
}

// The mbarrier is the operand `first`; a result stands in front of it.
bool AsmLowering::phase_operation(const std::string& name, const Pointer& at, const Instruction& i,
                                  std::size_t first) {
  const auto& args = i.args();
  const std::size_t numbers = args.size() - first - 1;
  const auto operand = [&](std::size_t k) { return number(args[first + 1 + k], Type::u32()); };
  core::Mbarrier op;
  op.text = spell_args(i, first, args.size());
  if ((name == "init" && numbers == 1) || (name == "inval" && numbers == 0)) {
    op.kind = numbers ? core::Mbarrier::Kind::init : core::Mbarrier::Kind::inval;
    if (numbers) op.count = operand(0);
    l_.mbarrier(at, op, call_);
    return true;
  }
  if ((name == "arrive" && numbers <= 1) || (name == "arrive_expect_tx" && numbers == 1)) {
    op.kind = core::Mbarrier::Kind::arrive;
    op.relaxed = i.has("relaxed");
    if (numbers) (name == "arrive" ? op.count : op.bytes) = operand(0);
    const Expr token = l_.mbarrier_arrive(at, op, call_);
    if (first == 1) set(args[0], token);
    return true;
  }
  if ((name == "expect_tx" || name == "complete_tx") && numbers == 1) {
    op.kind = name == "expect_tx" ? core::Mbarrier::Kind::expect : core::Mbarrier::Kind::complete;
    op.bytes = operand(0);
    l_.mbarrier(at, op, call_);
    return true;
  }
  return phase_wait(name, at, i, first);
}

// wait, try_wait, test_wait: of a parity, or of a token.
bool AsmLowering::phase_wait(const std::string& name, const Pointer& at, const Instruction& i,
                             std::size_t first) {
  const auto& args = i.args();
  const std::size_t numbers = args.size() - first - 1; // a hint of how long to wait may follow
  const bool tests = name.starts_with("try_wait") || name.starts_with("test_wait");
  const bool waits = name == "wait" || name == "wait_parity";
  if (numbers == 0 || numbers > 2 || (!tests && !waits)) return false;
  core::Mbarrier op;
  op.text = spell_args(i, first, args.size());
  op.kind = core::Mbarrier::Kind::wait_parity;
  op.relaxed = i.has("relaxed");
  const llvm::Value* token = nullptr;
  if (name.ends_with("parity"))
    op.parity = number(args[first + 1], Type::u32());
  else
    token = value(args[first + 1]).source;
  if (waits) return l_.mbarrier_wait(at, op, token, call_), true;
  const Expr done = l_.mbarrier_test(at, op, token, call_);
  if (first == 1) set(args[0], done);
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
  set(test.args[0], pool_.boolean(true));
}

} // namespace heddle::cuda
