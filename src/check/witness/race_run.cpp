#include "check/witness/race_run.hpp"

#include "check/witness/cells.hpp"
#include "check/witness/concrete.hpp"
#include "check/witness/lane_rows.hpp"
#include "core/aliases.hpp"
#include "core/visit.hpp"

#include <algorithm>

namespace heddle::check {

using protocol::PairClass;
using protocol::TraceAccess;

namespace {

// Of the run of a model; its steps are few, as longer runs show what shorter ones of other models
// do.
constexpr core::ReplayLimits first_limits{2'000'000};
// Of each run with other contents than the first.
constexpr core::ReplayLimits further_limits{500'000};
// Of that, behind one of them that took all: mostly the next would do so, too.
constexpr std::uint64_t share_behind_long = 4;

std::string text_of(Contents contents) {
  switch (contents) {
  case Contents::plain:
    return "";
  case Contents::varied:
    return "with integers in memory that differ from each other";
  case Contents::ascending:
    return "with floating-point numbers in memory that grow with their place";
  case Contents::descending:
    return "with negative floating-point numbers in memory that fall with their place";
  case Contents::zero:
    return "with floating-point numbers in memory that are zero";
  case Contents::mixed:
    return "with floating-point numbers of both signs in memory";
  }
  return "";
}

std::vector<Expr> places_of(const Pair& pair) {
  return {pair.a->guard, pair.b->guard, pair.a->offset, pair.b->offset};
}

} // namespace

// "The last block to arrive reads what the others wrote": one block's way depends on what it
// read, and the kernel has atomics that may tell it of the other's progress.
bool RaceRun::perhaps_ordered_by_atomics(const std::vector<Expr>& relied) const {
  if (trace_.pairs != PairClass::different_blocks || !env_.has_atomics) return false;
  return std::ranges::any_of(relied, [&](Expr e) { return e && reads(e); });
}

// Nothing is where no atomic acquires or releases and no fence does: whatever atomics tell, they
// order no other access. Likewise where all that they order is followed, unless memory that is
// written may hold what they told.
bool RaceRun::perhaps_ordered(const Pair& pair, const std::vector<Expr>& relied) const {
  const auto is_load = [&](Expr atom) {
    return changes(atom) && env_.pool().function(atom).flavour == Flavour::load;
  };
  if (!env_.has_fences) return false;
  if (pair.order)
    return !pair.order->followed || std::ranges::any_of(relied, [&](Expr e) {
      return e && std::ranges::any_of(atoms(e), is_load);
    });
  return env_.acquires || perhaps_ordered_by_atomics(relied);
}

bool RaceRun::reads(Expr e) const {
  return std::ranges::any_of(atoms(e), [&](Expr atom) { return changes(atom); });
}

// Is this a value that other threads of the grid may have changed?
bool RaceRun::changes(Expr atom) const {
  if (atom->op != Op::apply) return false;
  const Function& f = env_.pool().function(atom);
  if (f.flavour == Flavour::unknown) return true;
  if (f.flavour != Flavour::load) return false;
  const protocol::Load* load = protocol::find_load(env_.protocol, atom);
  return !load || load->written; // a copy made for one thread
}

// A store of a fragment writes several cells at once here, and each of them by itself in truth.
bool RaceRun::stores_cells(const TraceAccess& a) const {
  bool found = false;
  core::for_each_statement(env_.kernel.body, [&](const core::Stmt& s) {
    const auto* havoc = std::get_if<core::Havoc>(&s.node);
    found = found || (havoc && havoc->choice == core::Havoc::Choice::lane &&
                      s.loc == a.access->loc && s.call == a.access->call);
  });
  return found;
}

// Two writes of one size to one place, of which a value is not known: perhaps the same.
bool RaceRun::values_open(const Pair& pair) const {
  const auto is_write = [](const TraceAccess* a) {
    return a->access->kind == protocol::AccessKind::write;
  };
  return !env_.ctx.options.strict_writes && is_write(pair.a) && is_write(pair.b) &&
         (!pair.a->value || !pair.b->value) &&
         (pair.a->access->size == pair.b->access->size || stores_cells(*pair.a) ||
          stores_cells(*pair.b));
}

// Is it a race only where the two store different values? Of a run among named barriers they are
// not known.
bool RaceRun::compares(const Pair& pair, const Finding& finding) const {
  return finding.kind == FindingKind::race &&
         (pair.compares_values || (values_open(pair) && !is_named()));
}

bool RaceRun::stays_possible(const Pair& pair) const {
  return (is_named() && values_open(pair)) || perhaps_ordered(pair, places_of(pair));
}

std::vector<Expr> RaceRun::relied_on(const Pair& pair, const Finding& finding) const {
  std::vector<Expr> relied = places_of(pair);
  if (pair.compares_values && finding.kind == FindingKind::race)
    relied.insert(relied.end(), {pair.a->value, pair.b->value});
  return relied;
}

// In a run in which the two are one array, others that may be either need not be.
const core::Kernel& RaceRun::kernel_of(const Pair& pair) const {
  auto aliases = core::aliases_of_run(env_.kernel, pair.a->access->array, pair.b->access->array);
  if (aliases == env_.kernel.aliases) return env_.kernel;
  if (!kernel_) kernel_ = std::make_unique<core::Kernel>(env_.kernel);
  kernel_->aliases = std::move(aliases);
  return *kernel_;
}

core::ReplayResult RaceRun::run(const Pair& pair, const Witness& witness,
                                const core::Launch& launch, FindingKind kind, bool as_error,
                                const core::ReplayLimits& limits) const {
  if (std::string broken = witness.broken_contract(); !broken.empty())
    return {false, false, false, std::move(broken)};
  const Loc a = pair.a->access->loc, b = pair.b->access->loc;
  if (is_named())
    return witness.judged(check::confirm(
        env_, launch, witness.block(trace_.threads[0]), kind, {a, b}, as_error,
        trace_.order.memory == protocol::Order::Memory::global ? core::Space::global
                                                               : core::Space::shared));
  core::ReplayTarget first = witness.target(trace_.threads[0], a, pair.a->access->call),
                     second = witness.target(trace_.threads[1], b, pair.b->access->call);
  first.misaligned = pair.a->access->misaligned;
  second.misaligned = pair.b->access->misaligned;
  if (has_plain_cells(pair)) { // what is told of loops is the model's, as are these cells
    first.offset = witness.offset(*pair.a);
    second.offset = witness.offset(*pair.b);
  }
  const Replay counted(env_.statistics, kind);
  if (trace_.lane) return run_row(pair, witness, launch, {first, second}, limits);
  return witness.judged(core::replay_race(kernel_of(pair), launch, first, second, limits));
}

core::ReplayResult RaceRun::run_row(const Pair& pair, const Witness& witness,
                                    const core::Launch& launch,
                                    std::array<core::ReplayTarget, 2> targets,
                                    const core::ReplayLimits& limits) const {
  const std::size_t row = row_of(pair);
  targets[row].by = lane_of_row(trace_, pair, witness);
  core::ReplayResult result = witness.judged(
      core::replay_race(kernel_of(pair), launch, targets[1 - row], targets[row], limits));
  if (result.offsets && row == 0) std::swap((*result.offsets)[0], (*result.offsets)[1]);
  return result;
}

// Does a run count the bytes of both arrays as the model does?
bool RaceRun::has_plain_cells(const Pair& pair) const {
  return env_.kernel.aliases.empty() &&
         std::ranges::all_of(std::array{pair.a, pair.b}, [&](const TraceAccess* access) {
           const core::Array& array = env_.kernel.arrays.at(access->access->array);
           return !array.holder && array.row_bytes == 0 && array.block_bytes == 0;
         });
}

// The cells of the run, where it found others than the model. Are they? Then it was in iterations
// of which the model says nothing.
bool RaceRun::tell_cells(const Pair& pair, const Witness& witness,
                         const std::array<std::int64_t, 2>& offsets, Finding& finding) const {
  if (!has_plain_cells(pair)) return false;
  const TraceAccess* accesses[] = {pair.a, pair.b};
  bool is_elsewhere = false;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::int64_t expected = witness.offset(*accesses[i]);
    const core::Array& array = env_.kernel.arrays.at(accesses[i]->access->array);
    if (expected != offsets[i]) finding.accesses[i].cell = cell_text(array, offsets[i]);
    is_elsewhere = is_elsewhere || !core::is_same_cell(expected, offsets[i]);
  }
  return is_elsewhere;
}

// Arrays that the kernel writes, and shared memory, of which the run has found out by what was
// there before anything was written.
void RaceRun::tell_contents(const std::vector<Expr>& relied, const Witness& witness,
                            Finding& finding) const {
  for (Expr e : relied) {
    if (!e) continue;
    for (Expr atom : atoms(e)) {
      if (atom->op != Op::apply) continue;
      const protocol::Load* load = protocol::find_load(env_.protocol, atom);
      if (!load || !witness.has_read(load->array)) continue;
      const core::Array& array = env_.kernel.arrays.at(load->array);
      const bool is_told = array.space == core::Space::shared || // others are told by explain()
                           (array.is_parameter && !load->initial);
      if (is_told && std::ranges::find(finding.contents, array.name) == finding.contents.end())
        finding.contents.push_back(array.name);
    }
  }
}

// May other contents lead the threads another way, or make them store other values?
bool RaceRun::rests_on_contents(const std::vector<Expr>& relied) const {
  return std::ranges::any_of(relied, [](Expr e) {
    return std::ranges::any_of(atoms(e), [](Expr a) { return a->op == Op::apply; });
  });
}

// Runs with other contents of memory, until one shows the race: the model's numbers for what it
// does not compute with, floating-point numbers above all, lead a run anywhere.
core::ReplayResult RaceRun::steer(const Pair& pair, const Witness& witness,
                                  core::ReplayResult first, Finding& finding) const {
  const bool equal = first.confirmed && first.same_value;
  if (!equal && (first.confirmed || first.obstacle != Obstacle::elsewhere)) return first;
  if (is_named() || finding.kind != FindingKind::race ||
      !(values_open(pair) || rests_on_contents(relied_on(pair, finding))))
    return first;
  const std::string& array = env_.kernel.arrays.at(pair.a->access->array).name;
  if (env_.is_in_vain(Experience::Sought::contents, array)) return first;
  const ThreadClock clock;
  const double start = clock.now();
  const auto note = [&](bool is_found) {
    env_.experience->note(Experience::Sought::contents, array, is_found, clock.now() - start);
  };
  // threads that have met do so again, with other values where sizes that were open are some
  core::ReplayLimits limits = equal ? first_limits : further_limits;
  for (const Contents contents : {Contents::varied, Contents::ascending, Contents::descending,
                                  Contents::zero, Contents::mixed}) {
    core::ReplayResult other =
        run(pair, witness, witness.launch(contents), finding.kind, false, limits);
    if (other.obstacle == Obstacle::steps) limits.steps /= share_behind_long;
    if (!other.confirmed || other.values_open || (other.same_value && compares(pair, finding)))
      continue;
    finding.why = text_of(contents);
    finding.witness = witness.values(contents);
    note(true);
    return other;
  }
  note(false);
  return first;
}

// Do they meet only where the host has chosen one array for two parameters?
bool RaceRun::is_of_chosen(const Pair& pair) const {
  return env_.kernel.chosen_aliases.contains(
      std::minmax(pair.a->access->array, pair.b->access->array));
}

RaceRun::Judged RaceRun::confirm(const Pair& pair, const Witness& witness, Finding& finding) const {
  const std::vector<Expr> relied = relied_on(pair, finding);
  finding.reads_memory = !trace_.exact || !witness.approximations(relied).empty() ||
                         std::ranges::any_of(relied, [&](Expr e) { return e && reads(e); });
  // where nobody fences what was written, a run in which somebody does confirms nothing
  const bool unfenced = trace_.order.proxy == protocol::Order::Proxy::unfenced &&
                        pair.a->access->kind != protocol::AccessKind::read;
  core::ReplayResult replay = steer(pair, witness,
                                    run(pair, witness, witness.launch(), finding.kind, unfenced,
                                        {env_.experience->steps_of_run(first_limits.steps)}),
                                    finding);
  const bool equal = replay.same_value && compares(pair, finding);
  // of writes that overlap in part, what they store to the bytes that they share may be the same
  const bool shifted = pair.a->access->size != pair.b->access->size ||
                       (replay.offsets && (*replay.offsets)[0] != (*replay.offsets)[1]);
  // what is written does not matter where a fence is missing
  const bool open =
      !of_proxies() &&
      (is_named() || shifted ? values_open(pair)
                             : replay.values_open && (pair.compares_values || values_open(pair)));
  const bool ordered = perhaps_ordered(pair, relied);
  if (!replay.confirmed || equal || open || ordered || is_of_chosen(pair))
    return doubt(pair, witness, std::move(replay), finding);
  finding.status = FindingStatus::confirmed;
  if (!of_proxies()) tell_contents(relied, witness, finding);
  if (replay.offsets && tell_cells(pair, witness, *replay.offsets, finding))
    return {true, {}, replay.offsets};
  return {true};
}

// Why the race is possible and no more.
RaceRun::Judged RaceRun::doubt(const Pair& pair, const Witness& witness, core::ReplayResult replay,
                               Finding& finding) const {
  const std::vector<Expr> relied = relied_on(pair, finding);
  const bool equal = replay.confirmed && replay.same_value && compares(pair, finding);
  finding.status = FindingStatus::possible;
  if (replay.confirmed && perhaps_ordered(pair, relied)) {
    finding.why = std::string(env_.acquires ? "the threads" : "the blocks") +
                  " may be ordered through atomics and fences, which is not understood";
    return {!equal};
  }
  finding.depends_on = witness.approximations(relied);
  if (replay.confirmed && !equal) {
    finding.why = is_of_chosen(pair)
                      ? "the host chooses which arrays it passes, and may not choose one for both"
                      : "the written values are not known: they may be equal";
    if (!replay.reason.empty()) finding.why += " (" + replay.reason + ")";
    return {true};
  }
  finding.why = equal ? "the replay stored equal values" : std::move(replay.reason);
  if (!replay.confirmed && env_.chosen_lanes && trace_.pairs == PairClass::same_warp)
    finding.why += "; the hardware chooses which threads coalesced_threads() and __activemask() "
                   "hold, so that their barriers surely order no two of them";
  return {false, replay.obstacle};
}

} // namespace heddle::check
