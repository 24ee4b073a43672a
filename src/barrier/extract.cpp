#include "barrier/extract.hpp"

#include "barrier/extract_walk.hpp"
#include "protocol/loops.hpp"

#include <algorithm>
#include <set>

namespace heddle::barrier {

namespace {

constexpr std::uint32_t warp_size = 32;
constexpr std::size_t max_cases = 32;
constexpr std::int64_t max_difference = 8; // of trip counts that are not equal by their text

bool equal(const Operation& a, const Operation& b) {
  return a.kind == b.kind && a.barriers == b.barriers && a.from == b.from && a.until == b.until &&
         a.count == b.count && a.aligned == b.aligned && a.arrivals == b.arrivals &&
         a.bytes == b.bytes && a.parity == b.parity && a.place == b.place;
}

bool same_role(const WarpProgram& a, const WarpProgram& b) {
  const auto same = [](const WarpSection& x, const WarpSection& y) {
    return x.loop == y.loop && x.trips == y.trips &&
           std::ranges::equal(x.operations, y.operations, equal);
  };
  return a.standing == b.standing && std::ranges::equal(a.sections, b.sections, same);
}

std::string role_name(const std::vector<std::uint32_t>& warps) {
  std::string text = warps.size() == 1 ? "warp " : "warps ";
  for (std::size_t i = 0; i < warps.size(); ++i) {
    std::size_t end = i;
    while (end + 1 < warps.size() && warps[end + 1] == warps[end] + 1)
      ++end;
    if (i) text += ", ";
    text += std::to_string(warps[i]);
    if (end > i) text += "-" + std::to_string(warps[end]);
    i = end;
  }
  return text;
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
      out_.cases.push_back(one_case(decisions));
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

  Extracted one_case(const Decisions& decisions) {
    Extracted result;
    result.condition = condition(decisions);
    std::map<const protocol::Node*, std::uint32_t> place_of;
    const Prover prover = [&](const std::vector<Expr>& facts, Expr claim) {
      std::vector<Expr> all = facts;
      all.push_back(result.condition);
      return prover_(all, claim);
    };
    std::vector<WarpProgram> programs; // by role
    const std::uint32_t warps = (threads_.count() + warp_size - 1) / warp_size;
    for (std::uint32_t w = 0; w < warps; ++w) {
      WarpProgram program =
          Walk(protocol_, threads_, prover, decisions, result.places, place_of, result.misuses)
              .run(w);
      const auto known = std::ranges::find_if(
          programs, [&](const WarpProgram& p) { return same_role(p, program); });
      const auto role = static_cast<std::size_t>(known - programs.begin());
      if (known == programs.end()) {
        programs.push_back(std::move(program));
        result.skeleton.roles.emplace_back();
      }
      result.skeleton.roles[role].warps.push_back(w);
    }
    count_all_threads(result, programs);
    for (std::size_t r = 0; r < programs.size(); ++r)
      fill_role(result, r, programs[r]);
    relate_trips(result, prover);
    return result;
  }

  // Barriers of all threads wait for those that have not returned; warps that only never come again
  // are missing (barrier divergence).
  void count_all_threads(const Extracted& result, std::vector<WarpProgram>& programs) {
    std::uint32_t present = 0;
    const auto for_all = [](Operation& op) {
      return op.kind == Operation::Kind::sync && op.count == Operation::all_threads;
    };
    for (std::size_t r = 0; r < programs.size(); ++r)
      if (!programs[r].exited)
        present += static_cast<std::uint32_t>(result.skeleton.roles[r].warps.size());
    for (WarpProgram& program : programs)
      for (WarpSection& section : program.sections)
        for (Operation& op : section.operations) {
          if (!for_all(op)) continue;
          if (program.exited)
            throw NotUnderstood("threads that leave the kernel between barriers of all threads",
                                result.places.at(op.place).loc);
          op.count = warp_size * present;
        }
  }

  void fill_role(Extracted& result, std::size_t r, WarpProgram& program) {
    Role& role = result.skeleton.roles[r];
    role.name = role_name(role.warps);
    RoleAccesses accesses{threads_.in_warps(role.warps), {}, {}, std::move(program.segments)};
    for (WarpSection& section : program.sections) {
      role.sections.push_back({section.trips != nullptr, 0, std::move(section.operations)});
      accesses.loops.push_back(section.loop);
      accesses.trips.push_back(section.trips);
    }
    result.roles.push_back(std::move(accesses));
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
        offsets.emplace_back(trips, offset(trips, base, prover));
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

  std::int64_t offset(Expr trips, Expr base, const Prover& prover) {
    if (trips == base) return 0;
    const protocol::Linear d =
        protocol::linear_exact(pool_, trips).minus(protocol::linear_exact(pool_, base));
    if (d.terms.empty()) return d.constant;
    for (std::int64_t size = 0; size <= max_difference; ++size)
      for (std::int64_t c : {size, -size})
        if (prover({}, pool_.eq(trips, pool_.add(base, pool_.constant(c, Type::i64()))))) return c;
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
