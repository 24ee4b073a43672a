// Scheduling and branches.
#include "ptx/emulate/emulator.hpp"
#include "support/tensor_core.hpp"

#include <algorithm>

namespace heddle::ptx {

namespace {
sync::Shape engine_shape(const Launch& launch) {
  return {threads_of_block(launch) * blocks_of(launch), lanes};
}

sync::EngineOptions engine_options(const Program& program, const Launch& launch) {
  sync::EngineOptions options;
  options.lock_step = launch.lock_step;
  options.several_places_warn = !launch.strict_aligned;
  options.one_place_per_warp = true;
  options.record_graph = launch.record_graph;
  options.proxies = std::ranges::any_of(program.code, [&](const Instruction& i) {
    const Op op = program.opcode(i).op;
    return op == Op::cp_async_bulk || op == Op::cp_async_tensor || op == Op::wgmma ||
           op == Op::tcgen05;
  });
  options.pipelined = is_pipelined;
  if (blocks_of(launch) == 1) return options;
  options.block_warps = threads_of_block(launch) / lanes;
  options.barriers *= blocks_of(launch) + 1;
  return options;
}

template <class Wanted> bool any_opcode(const Program& program, const Wanted& wanted) {
  return std::ranges::any_of(program.code,
                             [&](const Instruction& i) { return wanted(program.opcode(i).text); });
}
} // namespace

Emulator::Emulator(const Program& program, const Slice& slice, const Code& code,
                   const Launch& launch, bool loads_open)
    : program_(program), slice_(slice), code_(code), launch_(launch), blocks_(blocks_of(launch)),
      block_warps_((threads_of_block(launch) + lanes - 1) / lanes),
      threads_(threads_of_block(launch)), run_{.engine =
                                                   sync::Engine(engine_shape(launch),
                                                                engine_options(program, launch)),
                                               .stop = {},
                                               .doubts = {}},
      shared_(sources_.single({"shared memory that nobody has written", ""})),
      uninitialised_(sources_.single({"a register that nobody has written", ""})),
      schedule_(sources_.single({"the order in which threads run", ""})),
      convergence_(sources_.single({"which lanes the hardware runs together (activemask)", ""})),
      loads_open_(loads_open),
      fenced_(std::ranges::any_of(program.code,
                                  [&](const Instruction& i) { return program.opcode(i).fence; })),
      own_fences_(any_opcode(program,
                             [](const std::string& text) {
                               return text.starts_with("fence.proxy.async") &&
                                      text.find("shared::cta") != std::string::npos;
                             })),
      touches_together_(any_opcode(program,
                                   [](const std::string& text) {
                                     return text.starts_with("tcgen05.") ||
                                            text.starts_with("wgmma.");
                                   })),
      counting_(find_counting(program, code)), columns_given_(blocks_), relinquished_(blocks_),
      together_(blocks_ * block_warps_), arrived_(blocks_ * block_warps_), acted_(arrived_),
      unfenced_(arrived_), arrival_(arrived_.size()), live_(std::uint64_t{threads_} * blocks_) {
  for (std::uint32_t w = 0; w < blocks_ * block_warps_; ++w) {
    const std::uint32_t there = std::min(lanes, threads_ - w % block_warps_ * lanes);
    const Mask all = there == lanes ? ~Mask{0} : (Mask{1} << there) - 1;
    warps_.emplace_back(w, all, code.registers, uninitialised_);
    set_specials(warps_.back());
    if (slice.local_contents)
      warps_.back().local.assign(
          lanes, Contents(sources_.single({"local memory that nobody has written", ""})));
  }
  if (in_cluster()) begin_blocks();
}

void Emulator::halt(const Micro& m, std::string reason, SourceSet sources) const {
  throw Halt{{std::move(reason), m.instruction, sources_.list(sources)}};
}

// ---- special registers --------------------------------------------------------------------------

Datum Emulator::special(Special which, std::uint32_t number) const {
  const auto& block = launch_.block;
  const std::uint32_t thread = number % (block_warps_ * lanes);
  const std::uint32_t rank = number / (block_warps_ * lanes);
  const auto cta = block_at(launch_, rank);
  const std::uint32_t in_warp = thread % lanes;
  const auto known = [](std::uint64_t bits) { return Datum{bits & 0xffffffff, true, 0}; };
  switch (which) {
  case Special::tid_x:
    return known(thread % block[0]);
  case Special::tid_y:
    return known(thread / block[0] % block[1]);
  case Special::tid_z:
    return known(thread / block[0] / block[1]);
  case Special::ntid_x:
    return known(block[0]);
  case Special::ntid_y:
    return known(block[1]);
  case Special::ntid_z:
    return known(block[2]);
  case Special::ctaid_x:
    return known(cta[0]);
  case Special::ctaid_y:
    return known(cta[1]);
  case Special::ctaid_z:
    return known(cta[2]);
  case Special::nctaid_x:
  case Special::nctaid_y:
  case Special::nctaid_z:
    if (!launch_.grid) return {};
    return known(
        (*launch_.grid)[static_cast<unsigned>(which) - static_cast<unsigned>(Special::nctaid_x)]);
  case Special::laneid:
    return known(in_warp);
  case Special::warpid:
    return known(thread / lanes);
  case Special::nwarpid:
    return known(block_warps_);
  case Special::lanemask_eq:
    return known(std::uint64_t{1} << in_warp);
  case Special::lanemask_le:
    return known((std::uint64_t{2} << in_warp) - 1);
  case Special::lanemask_lt:
    return known((std::uint64_t{1} << in_warp) - 1);
  case Special::lanemask_ge:
    return known(~((std::uint64_t{1} << in_warp) - 1));
  case Special::lanemask_gt:
    return known(~((std::uint64_t{2} << in_warp) - 1));
  case Special::clusterid_x:
  case Special::clusterid_y:
  case Special::clusterid_z: {
    const auto axis = static_cast<unsigned>(which) - static_cast<unsigned>(Special::clusterid_x);
    if (!in_cluster() && program_.kernel->cluster) return {};
    return known(launch_.cta[axis] / launch_.cluster[axis]);
  }
  case Special::nclusterid_x:
  case Special::nclusterid_y:
  case Special::nclusterid_z: {
    const auto axis = static_cast<unsigned>(which) - static_cast<unsigned>(Special::nclusterid_x);
    if (!launch_.grid || (!in_cluster() && program_.kernel->cluster)) return {};
    return known((*launch_.grid)[axis] / launch_.cluster[axis]);
  }
  case Special::cluster_ctaid_x:
  case Special::cluster_ctaid_y:
  case Special::cluster_ctaid_z: {
    const auto axis =
        static_cast<unsigned>(which) - static_cast<unsigned>(Special::cluster_ctaid_x);
    if (!in_cluster() && program_.kernel->cluster) return {};
    return known(cta[axis] - launch_.cta[axis]);
  }
  case Special::cluster_ctarank:
  case Special::is_explicit_cluster:
    if (!in_cluster() && program_.kernel->cluster) return {};
    return known(which == Special::cluster_ctarank ? rank : in_cluster());
  case Special::cluster_nctaid_x:
  case Special::cluster_nctaid_y:
  case Special::cluster_nctaid_z:
    if (!in_cluster() && program_.kernel->cluster) return {};
    return known(launch_.cluster[static_cast<unsigned>(which) -
                                 static_cast<unsigned>(Special::cluster_nctaid_x)]);
  case Special::cluster_nctarank:
    if (!in_cluster() && program_.kernel->cluster) return {};
    return known(blocks_);
  case Special::total_smem_size:
  case Special::dynamic_smem_size:
  case Special::other:
    return {};
  }
  return {};
}

void Emulator::set_specials(Warp& warp) {
  for (const auto& [slot, which] : code_.specials) {
    Reg& reg = warp.registers[slot];
    reg.known = 0;
    const bool grid = which >= Special::nctaid_x && which <= Special::nctaid_z;
    reg.sources =
        sources_.single(grid ? Source{"the size of the grid", "--grid X,Y,Z"}
                             : Source{"a special register that differs from run to run", ""});
    for (unsigned l = 0; l < lanes; ++l) {
      const Datum value = special(which, warp.number * lanes + l);
      // the grid is one for all; what is left is anybody's own
      reg.value[l] = value.known ? value.bits
                     : grid      ? mix(static_cast<std::uint64_t>(which), 77)
                                 : unique();
      if (value.known) reg.known |= Mask{1} << l;
    }
  }
  for (const auto& [slot, at] : code_.own_addresses) {
    Reg& reg = warp.registers[slot];
    reg.known = ~Mask{0};
    reg.value.fill(at + (std::uint64_t{block_of(warp.number)} << Layout::block_shift));
  }
}

// ---- scheduling ---------------------------------------------------------------------------------

Run Emulator::run(Until until) {
  try {
    do {
      while (run_ready(until)) {
      }
      if (until == Until::racing_writes && run_.racing_writes) return std::move(run_);
    } while (unstick());
    check_countdowns();
    check_pairs();
    check_warpgroups();
    check_lanes();
    run_.engine.finish();
  } catch (Halt& halt) {
    run_.stop = std::move(halt.stop);
  }
  run_.doubts = sources_.list(doubts_);
  return std::move(run_);
}

// Only the last of all threads may see that the others have counted.
void Emulator::check_countdowns() {
  for (const auto& [where, threads] : counted_down_) {
    const auto& [address, atomic] = where;
    if (!threads) continue;
    const Datum left = shared_.load(address, 4, sources_);
    const auto count = static_cast<std::int32_t>(left.bits);
    if (!left.known || count < 0 || (count == 0 && threads != threads_))
      halt(code_.micros[atomic],
           "whether all threads have counted down here before one goes on depends on",
           left.known ? schedule_ : left.sources);
  }
}

void Emulator::note_racing_writes() {
  const auto writes = [](sync::Role role) {
    return role == sync::Role::write || role == sync::Role::copy_write;
  };
  const std::vector<sync::Finding>& all = run_.engine.findings();
  for (; findings_seen_ < all.size(); ++findings_seen_) {
    const sync::Finding& f = all[findings_seen_];
    run_.racing_writes |=
        f.kind == sync::FindingKind::race && writes(f.first.role) && writes(f.second.role);
  }
}

// Lets every split run as far as it gets. False: none could, or it was far enough.
bool Emulator::run_ready(Until until) {
  bool any = false;
  for (Warp& warp : warps_) {
    warp.merge_parked();
    while (true) {
      auto ready = std::ranges::find(warp.splits, Split::State::ready, &Split::state);
      if (ready == warp.splits.end()) {
        ready = std::ranges::find(warp.splits, Split::State::yields, &Split::state);
        if (ready == warp.splits.end()) break;
        ready->state = Split::State::ready;
      }
      any = true;
      turn(warp, static_cast<std::size_t>(ready - warp.splits.begin()));
      warp.merge_parked();
      note_racing_writes();
      if (until == Until::racing_writes && run_.racing_writes) return false;
    }
  }
  return any;
}

// Nobody can run. Lanes that wait for others where a branch ends need not: machines let them go on.
bool Emulator::unstick() {
  bool any = false;
  for (Warp& warp : warps_)
    any |= warp.release_joins();
  if (any) return true;
  for (Warp& warp : warps_)
    for (const Split& split : warp.splits)
      if (split.state == Split::State::parked && !waits_in_vain(warp, split))
        halt(code_.micros[split.pc],
             "the threads that this instruction names do not all come to it together");
  return false;
}

// Lanes that came to the barrier of the cluster without others of their warp, which wait: that is
// told of these.
bool Emulator::waits_in_vain(const Warp& warp, const Split& split) const {
  return code_.micros[split.pc].op == Op::bar &&
         std::ranges::any_of(
             warp.splits, [](const Split& other) { return other.state == Split::State::blocked; });
}

// Lanes that leave the kernel here need not wait for others to do so with them.
bool Emulator::leaves_at(Index pc) const {
  if (pc >= code_.micros.size()) return true;
  const Micro& m = code_.micros[pc];
  return (m.op == Op::exit || m.op == Op::ret) && m.guard == no_slot;
}

void Emulator::turn(Warp& warp, std::size_t split) {
  strong_loads_ = 0;
  warp_ = warp.number;
  block_ = block_of(warp.number);
  while (true) {
    Split& s = warp.splits[split];
    if (s.join != no_join && s.pc == s.meets && !(open_branches_ == 0 && leaves_at(s.pc)))
      return warp.join(split);
    if (s.pc >= code_.micros.size()) {
      leave(warp, split, s.mask, static_cast<Index>(program_.code.size() - 1));
      return;
    }
    const Micro& m = code_.micros[s.pc];
    if (++run_.steps > launch_.max_steps)
      halt(m, "more than " + std::to_string(launch_.max_steps) +
                  " instructions of warps were executed; is this loop endless? (--steps N allows "
                  "more)");
    if (step(warp, split, m) == Turn::ends) return;
  }
}

Emulator::Turn Emulator::step(Warp& warp, std::size_t split, const Micro& m) {
  Split& s = warp.splits[split];
  const auto guarded = [&] {
    return active(warp, m, s.mask, "whether this instruction is executed depends on");
  };
  const Mask doubtful = doubtful_;
  switch (m.op) {
  case Op::bra:
    return branch(warp, split, m);
  case Op::brx:
    return branch_list(warp, split, m);
  case Op::exit:
  case Op::ret:
  case Op::trap: {
    const Mask gone = guarded();
    if (gone != s.mask) ++s.pc;
    return gone ? leave(warp, split, gone, m.instruction) : Turn::goes_on;
  }
  case Op::bar:
    return is_of_cluster(m.opcode->bar) ? cluster_barrier(warp, split, m) : barrier(warp, split, m);
  case Op::bar_warp:
    return warp_barrier(warp, split, m);
  case Op::mbarrier:
    return mbarrier(warp, split, m);
  case Op::wgmma_commit:
  case Op::wgmma_wait:
    return matrix_group(warp, split, m);
  case Op::wgmma:
    matrix_product(warp, m, guarded());
    break;
  case Op::tcgen05:
    return tensor_operation(warp, split, m);
  case Op::shfl:
  case Op::vote:
  case Op::match:
  case Op::activemask:
  case Op::elect:
  case Op::redux:
    if (!together(warp, split, m)) return Turn::ends;
    break;
  case Op::ld:
    load(warp, m, s.mask);
    break;
  case Op::st:
    store(warp, m, possible(warp, m, s.mask));
    break;
  case Op::atom:
  case Op::red:
    atomic(warp, m, possible(warp, m, s.mask));
    break;
  case Op::ldmatrix:
  case Op::stmatrix:
    matrices(warp, m, possible(warp, m, s.mask));
    break;
  case Op::st_bulk:
    fill(warp, m, guarded());
    break;
  case Op::st_async:
    store_async(warp, m, guarded());
    break;
  case Op::cp_async:
    async_copy(warp, m, guarded());
    break;
  case Op::cp_async_bulk:
    bulk_copy(warp, m, guarded());
    break;
  case Op::cp_async_tensor:
    tensor_copy(warp, m, guarded());
    break;
  case Op::cp_async_commit:
  case Op::cp_async_wait:
  case Op::cp_async_mbarrier:
  case Op::cp_async_bulk_commit:
  case Op::cp_async_bulk_wait:
    copy_group(warp, m, guarded());
    break;
  case Op::call:
    if (guarded()) halt(m, why_not_called(m));
    break;
  case Op::unsupported:
    if (guarded()) halt(m, "'" + m.opcode->text + "' is not understood");
    break;
  case Op::proxy_fence:
    if (const Mask on = guarded()) {
      if (m.opcode->init_fence) unfenced_[warp.number] &= ~on | acted_[warp.number];
      run_.engine.fence(who(warp, on),
                        m.opcode->init_fence ? sync::Fence::mbarrier_init : sync::Fence::async);
    }
    break;
  case Op::map_change:
    if (const Mask on = guarded()) change_map(warp, m, on);
    break;
  case Op::map_fence:
    if (const Mask on = guarded()) map_fence(warp, m, on);
    break;
  case Op::nothing:
    if (m.opcode->wide_fence) unfenced_[warp.number] &= ~guarded();
    if (m.opcode->sets_registers)
      if (const Mask on = guarded()) with_warpgroup(warp, m, on);
    break;
  case Op::mapa:
  case Op::getctarank:
    map_address(warp, m, s.mask);
    break;
  case Op::cvta:
    address_conversion(warp, m, s.mask);
    break;
  case Op::isspacep:
    in_space(warp, m, s.mask);
    break;
  case Op::mov:
    if (m.count > 0) {
      move_parts(warp, m, s.mask);
      break;
    }
    arithmetic(warp, m, s.mask);
    break;
  default:
    arithmetic(warp, m, s.mask);
    break;
  }
  doubtful_ = doubtful; // as it was before an unknown guard
  ++warp.splits[split].pc;
  return Turn::goes_on;
}

std::string Emulator::why_not_called(const Micro& m) const {
  const Instruction& i = program_.code[m.instruction];
  for (unsigned n = 0; n < i.operand_count; ++n) {
    const Operand& o = program_.operand(i, n);
    if (o.kind != Operand::Kind::function) continue;
    const std::string& name = program_.module->names[o.index];
    const bool defined = std::ranges::any_of(
        program_.module->functions, [&](const Function& f) { return f.defined && f.name == name; });
    if (defined)
      return "'" + name + "' calls itself, or is called with other parameters than it has";
    const bool declared = std::ranges::any_of(program_.module->functions,
                                              [&](const Function& f) { return f.name == name; });
    if (declared) return "the file has no body of '" + name + "', which is called here";
  }
  return "calls through pointers are not followed";
}

// ---- branches -----------------------------------------------------------------------------------

Emulator::Turn Emulator::branch(Warp& warp, std::size_t split, const Micro& m) {
  Split& s = warp.splits[split];
  if (m.skips) {
    s.pc = m.meets;
    return Turn::goes_on;
  }
  if (counting_.last.contains(s.pc)) { // who is last ends the lives of mbarriers, and nothing else
    run_.used_countdown = true;
    s.pc = m.target;
    return Turn::goes_on;
  }
  if (m.guard != no_slot && s.mask & ~read(warp, m.guard).known) {
    run_both(warp, split, m);
    return Turn::goes_on;
  }
  const Mask taken = active(warp, m, s.mask, "whether this branch is taken depends on");
  if (taken == s.mask)
    s.pc = m.target;
  else if (taken == 0)
    ++s.pc;
  else
    return go_apart(warp, split, m, {{s.pc + 1, s.mask & ~taken}, {m.target, taken}});
  return Turn::goes_on;
}

Emulator::Turn Emulator::branch_list(Warp& warp, std::size_t split, const Micro& m) {
  Split& s = warp.splits[split];
  const Mask taken = active(warp, m, s.mask, "whether this branch is taken depends on");
  std::map<Index, Mask> parts;
  if (taken != s.mask) parts[s.pc + 1] |= s.mask & ~taken;
  const Reg& index =
      known_operand(warp, m, m.source[0], taken, "the target of this branch depends on");
  for (unsigned l = 0; l < lanes; ++l) {
    if (!(taken >> l & 1)) continue;
    if (index.value[l] >= m.count) halt(m, "the index of this branch is beyond its list");
    parts[code_.targets[m.first + index.value[l]]] |= Mask{1} << l;
  }
  if (parts.size() > 1) return go_apart(warp, split, m, {parts.begin(), parts.end()});
  s.pc = parts.begin()->first;
  return Turn::goes_on;
}

Emulator::Turn Emulator::go_apart(Warp& warp, std::size_t split, const Micro& m,
                                  const std::vector<std::pair<Index, Mask>>& parts) {
  warp.diverge(split, m.meets, parts);
  return Turn::goes_on;
}

Emulator::Turn Emulator::leave(Warp& warp, std::size_t split, Mask gone, Index at) {
  const bool all = gone == warp.splits[split].mask;
  if (in_cluster()) leave_cluster(warp, gone, at);
  warp.exit(split, gone);
  wake(run_.engine.exit(who(warp, gone)).woken);
  return all ? Turn::ends : Turn::goes_on;
}

Run emulate(const Program& program, const Slice& slice, const Code& code, const Launch& launch,
            Until until) {
  Run run = Emulator(program, slice, code, launch, false).run(until);
  if (!run.load_may_differ || !slice.shared_contents) return run; // nobody looks at what is loaded
  return Emulator(program, slice, code, launch, true).run(until);
}

} // namespace heddle::ptx
