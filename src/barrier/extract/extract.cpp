#include "barrier/extract/extract.hpp"

#include "barrier/extract/extract_ended.hpp"
#include "barrier/extract/extract_walk.hpp"
#include "core/clusters.hpp"
#include "core/meetings.hpp"
#include "protocol/loops.hpp"
#include "support/matrix_layout.hpp"
#include "support/tensor_core.hpp"

#include <algorithm>
#include <map>

namespace heddle::barrier {

namespace {

constexpr std::uint32_t warpgroup = 4; // warps
constexpr std::size_t max_cases = 32;
constexpr std::int64_t max_difference = 8; // of trip counts that are not equal by their text

bool same_role(const WarpProgram& a, const WarpProgram& b) {
  const auto same = [](const WarpSection& x, const WarpSection& y) {
    return x.loop == y.loop && x.trips == y.trips && x.operations == y.operations &&
           x.part == y.part;
  };
  return a.standing == b.standing && std::ranges::equal(a.sections, b.sections, same);
}

// Warpgroups make matrix products by themselves.
bool waits_for_products(const WarpProgram& program) {
  return std::ranges::any_of(program.sections, [](const WarpSection& section) {
    return std::ranges::count(section.operations, Operation::Kind::matrix_wait, &Operation::kind);
  });
}

// "warps 0-3, 6".
std::string named(const char* what, const std::vector<std::uint32_t>& numbers) {
  return std::string(what) + (numbers.size() == 1 ? " " : "s ") + ranges(numbers);
}

// Likewise of the blocks of a cluster, each with so many: "warps 0-3 of block 0, warp 4 of block
// 1".
std::string named(const char* what, const std::vector<std::uint32_t>& numbers,
                  std::uint32_t of_block) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> own;
  for (const std::uint32_t number : numbers)
    own[number / of_block].push_back(number % of_block);
  std::string text;
  for (const auto& [block, list] : own)
    text += (text.empty() ? "" : ", ") + named(what, list) + " of block " + std::to_string(block);
  return text + " of the cluster";
}

class Extractor {
public:
  Extractor(const protocol::Protocol& protocol, Threads& threads, const Prover& prover)
      : protocol_(protocol), pool_(*protocol.pool), threads_(threads), prover_(prover) {}

  Extraction run() {
    explore({});
    return std::move(out_);
  }

private:
  void explore(const Decisions& decisions) {
    try {
      for (Extracted& part : one_case(decisions))
        out_.cases.push_back(std::move(part));
    } catch (const Split& split) {
      if (++splits_ > max_cases)
        return unknown("too many conditions of the whole block around barriers",
                       protocol_.kernel->loc);
      for (bool holds : {true, false}) {
        Decisions more = decisions;
        more.emplace_back(split.cond, holds);
        if (!prover_({condition(more)}, pool_.boolean(false))) explore(more);
      }
    } catch (const NotUnderstood& what) {
      unknown(what.what(), what.loc);
    }
  }

  void unknown(const std::string& reason, Loc loc) {
    std::pair<std::string, Loc> entry{reason, loc};
    if (!std::ranges::count(out_.unknowns, entry)) out_.unknowns.push_back(std::move(entry));
  }

  Expr condition(const Decisions& decisions) {
    std::vector<Expr> parts;
    for (const auto& [cond, holds] : decisions)
      parts.push_back(holds ? cond : pool_.logical_not(cond));
    return pool_.all(parts);
  }

  // As one loop behind the other, if that can be: there the orders are exact. In parts where loops
  // have nothing to do with each other.
  std::vector<Extracted> one_case(const Decisions& decisions) {
    CaseTables tables;
    try {
      return one_case(decisions, tables, LoopForm::flat);
    } catch (const NotUnderstood&) {
      if (tables.adjacent)
        if (auto joined = in_joined_loops(decisions)) return *joined;
      if (!tables.nest) throw;
    }
    CaseTables again;
    return one_case(decisions, again, LoopForm::nested);
  }

  std::optional<std::vector<Extracted>> in_joined_loops(const Decisions& decisions) {
    CaseTables tables;
    try {
      return one_case(decisions, tables, LoopForm::joined);
    } catch (const NotUnderstood&) {
      return std::nullopt; // the reason is the one that the loops were not understood for alone
    }
  }

  std::vector<Extracted> one_case(const Decisions& decisions, CaseTables& tables, LoopForm form) {
    const bool nested = form == LoopForm::nested;
    Extracted result;
    result.condition = condition(decisions);
    result.skeleton.of_cluster = core::blocks_of(protocol_.kernel->joined) > 1;
    const Prover prover = [this, given = result.condition](const std::vector<Expr>& facts,
                                                           Expr claim) {
      std::vector<Expr> all = facts;
      all.push_back(given);
      return prover_(all, claim);
    };
    std::vector<WarpProgram> programs;    // by role
    std::vector<std::vector<Unit>> units; // likewise
    const std::uint32_t warps = (threads_.count() + core::lanes_of_warp - 1) / core::lanes_of_warp;
    for (std::uint32_t w = 0; w < warps; ++w)
      for (auto& [unit, program] : units_of(w, decisions, prover, tables, form)) {
        const std::size_t role = role_of(unit, program, units, programs);
        if (role == programs.size()) {
          programs.push_back(std::move(program));
          units.emplace_back();
        }
        units[role].push_back(std::move(unit));
      }
    result.places = std::move(tables.places);
    result.misuses = std::move(tables.misuses);
    result.missed = std::move(tables.missed);
    for (const auto& [loop, trips] : tables.told)
      if (trips) result.told.insert(loop);
    result.skeleton.mbarriers = tables.objects.all(*protocol_.kernel);
    if (result.skeleton.of_cluster) add_endings(result, programs, units, pool_);
    count_all_threads(programs, units);
    if (nested) split_straight(programs);
    for (std::size_t r = 0; r < programs.size(); ++r)
      fill_role(result, programs[r], units[r]);
    resolve_own_waits(result, nested);
    std::vector<Extracted> parts;
    if (nested) {
      relate_outer_trips(result, programs, prover);
      nest(result, programs);
      relate_trips(result, prover);
      set_offsets(result);
      parts.push_back(std::move(result));
    } else {
      parts = related_parts(std::move(result), prover);
    }
    return parts;
  }

  std::vector<Extracted> related_parts(Extracted whole, const Prover& prover) {
    std::vector<Extracted> parts;
    try {
      relate_trips(whole, prover);
      parts.push_back(std::move(whole));
    } catch (const NotUnderstood&) {
      parts = parts_between_meetings(whole);
      if (parts.empty()) throw;
      for (Extracted& part : parts)
        relate_trips(part, prover);
    }
    return parts;
  }

  // Warps that only never come to a barrier of all threads are missing (barrier divergence).
  static void count_all_threads(std::vector<WarpProgram>& programs,
                                const std::vector<std::vector<Unit>>& units) {
    std::uint32_t all = 0;
    for (const std::vector<Unit>& role : units)
      for (const Unit& unit : role)
        all += unit.weight;
    for (WarpProgram& program : programs)
      for (WarpSection& section : program.sections)
        for (Operation& op : section.operations)
          if (waits_for_all(op)) op.count = all;
  }

  using Units = std::vector<std::pair<Unit, WarpProgram>>;

  // The programs of a warp: one, unless some of its threads go their own way.
  Units units_of(std::uint32_t warp, const Decisions& decisions, const Prover& prover,
                 CaseTables& tables, LoopForm form) {
    Unit whole{warp, true, core::lanes_of_warp, {}};
    for (std::uint32_t t = warp * core::lanes_of_warp;
         t < std::min((warp + 1) * core::lanes_of_warp, threads_.count()); ++t)
      whole.threads.push_back(t);
    const auto missing = core::lanes_of_warp - static_cast<std::uint32_t>(whole.threads.size());
    std::vector<Unit> todo{whole};
    Units done;
    while (!todo.empty()) {
      const Unit unit = todo.back();
      todo.pop_back();
      try {
        WarpProgram program = Walk(protocol_, threads_, prover, decisions, tables, form).run(unit);
        done.emplace_back(unit, std::move(program));
      } catch (const UnitSplit& split) {
        Unit one{warp, false, 0, split.threads}, other{warp, false, 0, {}};
        std::ranges::set_difference(unit.threads, split.threads, std::back_inserter(other.threads));
        for (Unit* part : {&one, &other}) {
          part->weight = static_cast<std::uint32_t>(part->threads.size());
          // a short warp counts as a whole one
          if (part->threads.front() == whole.threads.front()) part->weight += missing;
          todo.push_back(*part);
        }
      }
    }
    check_lanes(whole, tables);
    return done;
  }

  // Where one lane touches memory for all of its warp, none of the others may lack what it has:
  // an arrival, a wait or a fence of some lanes, it among them.
  static void check_lanes(const Unit& warp, const CaseTables& tables) {
    const bool moves = tables.moving.contains(warp.warp);
    const bool multiplies = tables.multiplying.contains(warp.warp);
    for (const auto& [where, come] : tables.come) {
      const auto has = [&](std::uint32_t lane) {
        return come.threads.contains(warp.warp * core::lanes_of_warp + lane);
      };
      const bool counts =
          (moves && has(moving_lane)) || (multiplies && come.waits && has(multiplying_lane));
      if (where.warp != warp.warp || !counts || come.threads.size() == warp.threads.size())
        continue;
      const Place& at = tables.places.at(where.place);
      throw NotUnderstood("'" + at.text + "' of some lanes of a warp that " +
                              (moves ? "moves tensor memory" : "multiplies matrices") +
                              ": what the others have done by then, or know, is not followed",
                          at.loc);
    }
  }

  static std::size_t role_of(const Unit& unit, const WarpProgram& program,
                             const std::vector<std::vector<Unit>>& units,
                             const std::vector<WarpProgram>& programs) {
    const auto fits = [&](std::size_t r) { // units of one warp are told apart
      return units[r].front().weight == unit.weight && units[r].back().warp != unit.warp &&
             (!waits_for_products(program) ||
              units[r].front().warp / warpgroup == unit.warp / warpgroup) &&
             same_role(programs[r], program);
    };
    std::size_t r = 0;
    while (r < programs.size() && !fits(r))
      ++r;
    return r;
  }

  void fill_role(Extracted& result, WarpProgram& program, const std::vector<Unit>& units) {
    Role& role = result.skeleton.roles.emplace_back();
    RoleAccesses accesses;
    std::vector<std::uint32_t> threads;
    for (const Unit& unit : units) {
      role.warps.push_back(unit.warp);
      threads.insert(threads.end(), unit.threads.begin(), unit.threads.end());
      accesses.first_threads.push_back(unit.threads.front());
      accesses.lanes = std::max(accesses.lanes, static_cast<std::uint32_t>(unit.threads.size()));
    }
    role.threads = units.front().weight;
    const bool whole = units.front().whole;
    const char* what = whole ? "warp" : "thread";
    const std::vector<std::uint32_t>& numbers = whole ? role.warps : threads;
    const std::uint32_t blocks = core::blocks_of(protocol_.kernel->joined);
    const std::uint32_t of_block = threads_.count() / blocks / (whole ? core::lanes_of_warp : 1);
    role.name = blocks > 1 ? named(what, numbers, of_block) : named(what, numbers);
    accesses.member = threads_.among(threads);
    accesses.segments = std::move(program.segments);
    for (WarpSection& section : program.sections) {
      role.sections.push_back({section.trips != nullptr, 0, std::move(section.operations)});
      accesses.loops.push_back(section.loop);
      accesses.trips.push_back(section.trips);
    }
    result.roles.push_back(std::move(accesses));
  }

  // ---- nested skeletons

  static bool of_all(const Operation& op) {
    return op.kind == Operation::Kind::sync && op.barriers == std::vector<BarrierIndex>{0};
  }

  // A role that is in no outer loop comes to barriers of all threads that others have behind it:
  // what follows the ones that they have before it is behind it, too.
  static void split_straight(std::vector<WarpProgram>& programs) {
    const auto looping = std::ranges::find_if(programs, [](const auto& p) { return p.outer; });
    if (looping == programs.end()) return;
    const auto before = std::ranges::count_if(looping->sections.front().operations, of_all);
    for (WarpProgram& program : programs) {
      if (program.outer) continue;
      auto& operations = program.sections.front().operations;
      std::ptrdiff_t passed = 0;
      auto cut = operations.begin();
      while (cut != operations.end() && !(of_all(*cut) && passed == before))
        passed += of_all(*cut++) ? 1 : 0;
      const auto index = static_cast<std::uint32_t>(cut - operations.begin());
      program.sections.push_back({nullptr, nullptr, {cut, operations.end()}, NestPart::after});
      auto& first = program.sections.front().operations;
      first.erase(first.begin() + index, first.end());
      for (Segment& s : program.segments)
        if (s.index > index || (s.copy && s.index == index)) {
          s.section = 1;
          s.index -= index;
        }
    }
  }

  // All outer loops make equally many iterations; their binders become one.
  void relate_outer_trips(Extracted& result, std::vector<WarpProgram>& programs,
                          const Prover& prover) {
    for (std::size_t r = 0; r < programs.size(); ++r) {
      const protocol::Loop* outer = programs[r].outer;
      if (!outer) continue;
      Expr t = pool_.symbol_ref(outer->binder), trips = programs[r].outer_trips;
      if (!result.outer_trips) {
        result.outer_trips = trips;
        result.outer_binder = t;
      } else if (result.outer_trips != trips &&
                 !prover({}, same_count(trips, result.outer_trips))) {
        throw NotUnderstood(
            "the outer loops around barriers are not known to run equally often: '" +
                to_string(pool_, result.outer_trips) + "' and '" + to_string(pool_, trips) + "'",
            outer->loc);
      }
      for (Expr& e : result.roles[r].trips)
        if (e && result.outer_binder != t)
          e = protocol::replace(pool_, e, t, pool_.cast(result.outer_binder, t->type));
    }
  }

  // The sections of the roles, by part.
  static void nest(Extracted& result, const std::vector<WarpProgram>& programs) {
    NestedSkeleton& nested = result.nested.emplace();
    nested.mbarriers = result.skeleton.mbarriers;
    for (std::size_t r = 0; r < programs.size(); ++r) {
      const Role& role = result.skeleton.roles[r];
      NestedRole& out = nested.roles.emplace_back();
      out.name = role.name;
      out.warps = role.warps;
      out.threads = role.threads;
      result.roles[r].outer = programs[r].outer;
      for (std::size_t s = 0; s < role.sections.size(); ++s) {
        const NestPart part = programs[r].sections[s].part;
        auto& list = sections_of(out, part);
        result.roles[r].parts.emplace_back(part, static_cast<std::uint32_t>(list.size()));
        list.push_back(role.sections[s]);
      }
    }
  }

  static void set_offsets(Extracted& result) {
    for (std::size_t r = 0; r < result.roles.size(); ++r)
      for (std::size_t s = 0; s < result.roles[r].parts.size(); ++s) {
        const auto [part, number] = result.roles[r].parts[s];
        sections_of(result.nested->roles[r], part)[number].offset =
            result.skeleton.roles[r].sections[s].offset;
      }
  }

  static std::vector<Section>& sections_of(NestedRole& role, NestPart part) {
    return part == NestPart::before  ? role.before
           : part == NestPart::block ? role.block
                                     : role.after;
  }

  // Facts about any outer iteration.
  std::vector<Expr> in_outer(const Extracted& result) {
    if (!result.nested || !result.outer_binder) return {};
    Expr t = pool_.cast(result.outer_binder, Type::i64());
    return {pool_.le(pool_.constant(0, Type::i64()), t), pool_.lt(t, result.outer_trips)};
  }

  // Trip counts of all loops as max(0, n + c), c <= 0, n the largest of them.
  void relate_trips(Extracted& result, const Prover& prover) {
    std::vector<std::pair<Expr, std::int64_t>> offsets; // from the first
    Expr base = nullptr;
    for (const RoleAccesses& role : result.roles)
      for (std::size_t s = 0; s < role.trips.size(); ++s) {
        Expr trips = role.trips[s];
        if (!trips || std::ranges::count(offsets, trips, [](const auto& o) { return o.first; }))
          continue;
        if (!base) base = trips;
        offsets.emplace_back(trips, offset(trips, base, in_outer(result), prover));
      }
    if (!base) return;
    const auto largest =
        std::ranges::max_element(offsets, {}, [](const auto& o) { return o.second; });
    result.n = largest->first;
    for (std::size_t r = 0; r < result.roles.size(); ++r)
      for (std::size_t s = 0; s < result.roles[r].trips.size(); ++s)
        for (const auto& [trips, c] : offsets)
          if (trips == result.roles[r].trips[s])
            result.skeleton.roles[r].sections[s].offset = c - largest->second;
  }

  // max(0, a) = max(0, b)
  Expr same_count(Expr a, Expr b) {
    Expr zero = pool_.constant(0, Type::i64());
    Expr none = pool_.logical_and(pool_.le(a, zero), pool_.le(b, zero));
    return pool_.logical_or(none, pool_.eq(a, b));
  }

  std::int64_t offset(Expr trips, Expr base, const std::vector<Expr>& facts, const Prover& prover) {
    if (trips == base) return 0;
    const protocol::Linear d =
        protocol::linear_exact(pool_, trips).minus(protocol::linear_exact(pool_, base));
    if (d.terms.empty()) return d.constant;
    for (std::int64_t size = 0; size <= max_difference; ++size)
      for (std::int64_t c : {size, -size})
        if (prover(facts, same_count(trips, pool_.add(base, pool_.constant(c, Type::i64())))))
          return c;
    throw NotUnderstood("the loops around barriers run numbers of times that are not known to "
                        "differ by a constant: '" +
                            to_string(pool_, base) + "' and '" + to_string(pool_, trips) + "'",
                        protocol_.kernel->loc);
  }

  const protocol::Protocol& protocol_;
  Pool& pool_;
  Threads& threads_;
  const Prover& prover_;
  Extraction out_;
  std::size_t splits_ = 0;
};

} // namespace

Extraction extract(const protocol::Protocol& protocol, const Prover& prover) {
  auto threads = Threads::of(protocol);
  if (!threads) {
    Extraction none;
    none.unknowns.emplace_back("named barriers need a known block size: --block X,Y,Z, or a launch "
                               "in this file",
                               protocol.kernel->loc);
    return none;
  }
  if (!protocol.root) return {};
  return Extractor(protocol, *threads, prover).run();
}

} // namespace heddle::barrier
