#include "check/witness/search.hpp"

#include "check/witness/cells.hpp"
#include "check/witness/concrete.hpp"
#include "check/witness/witness.hpp"
#include "core/join_blocks.hpp"
#include "core/visit.hpp"
#include "protocol/split/split_geometry.hpp"
#include "support/clock.hpp"

#include <algorithm>
#include <bit>
#include <set>

namespace heddle::check {

namespace {

constexpr std::int64_t largest = 4;      // value of a parameter
constexpr std::size_t free_params = 3;   // that take different values; with more, all take the same
constexpr std::uint64_t steps = 400'000; // of a launch
constexpr double patience = 0.8;         // seconds

std::string message(FindingKind kind) {
  switch (kind) {
  case FindingKind::barrier_id:
    return "there is no such barrier";
  case FindingKind::alignment:
    return "an aligned barrier to which only part of a warp comes";
  default:
    return synchronization_message(kind, kind == FindingKind::lapped ? "an mbarrier" : "a barrier");
  }
}

class Search {
public:
  explicit Search(const Environment& env) : env_(env), kernel_(env.kernel), pool_(env.pool()) {
    for (const core::Parameter& p : kernel_.params)
      if (p.symbol && pool_.symbol(*p.symbol).type.is_int()) params_.push_back(*p.symbol);
  }

  Decision run() {
    if (!set_sizes()) return {};
    const ThreadClock clock;
    const double end = clock.now() + patience;
    for (const std::vector<std::int64_t>& values : choices()) {
      if (clock.now() > end) break;
      for (std::size_t i = 0; i < params_.size(); ++i)
        launch_.params[params_[i]] = within_bounds(params_[i], values[i]);
      env_.statistics.count("small launches run");
      const auto run = barrier::run_block(kernel_, launch_, {0, 0, 0}, {steps},
                                          {.several_places_warn = true, .proxies = true});
      Decision found = report(run);
      if (!found.findings.empty()) return found;
    }
    return {};
  }

private:
  // The block's size must be known; of the grid the smallest will do.
  bool set_sizes() {
    const protocol::Geometry geometry(kernel_, pool_);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      Expr block = geometry.folded(pool_.symbol_ref(kernel_.block_dim[axis]));
      const auto size = block ? constant_value(block) : std::nullopt;
      if (!size) return false;
      launch_.block_dim[axis] = *size;
      const Symbol& grid = pool_.symbol(kernel_.grid_dim[axis]);
      launch_.grid_dim[axis] = std::max<std::int64_t>(1, grid.low.value_or(1));
    }
    launch_.memory = [](core::ArrayId array, std::int64_t offset, unsigned size) {
      return std::optional<std::int64_t>(1 + (offset / std::max(1u, size) + array * 131) % 127);
    };
    return true;
  }

  // The nth value, counted from the least that is not negative.
  std::int64_t within_bounds(SymbolId id, std::int64_t nth) const {
    const Symbol& s = pool_.symbol(id);
    const std::int64_t value = std::max<std::int64_t>(0, s.low.value_or(0)) + nth;
    return s.high ? std::min(value, *s.high) : value;
  }

  // Small ones first.
  std::vector<std::vector<std::int64_t>> choices() const {
    std::vector<std::vector<std::int64_t>> all;
    const std::size_t n = std::min(params_.size(), free_params);
    std::vector<std::int64_t> values(params_.size(), 0);
    const bool same = params_.size() > free_params;
    for (std::size_t code = 0; code < (same ? largest + 1 : power(n)); ++code) {
      std::size_t rest = code;
      for (std::int64_t& v : values) {
        v = same ? static_cast<std::int64_t>(code)
                 : static_cast<std::int64_t>(rest % (largest + 1));
        rest /= largest + 1;
      }
      all.push_back(values);
    }
    std::ranges::stable_sort(all, {}, [](const auto& v) {
      std::int64_t sum = 0;
      for (std::int64_t x : v)
        sum += x;
      return sum;
    });
    return all;
  }
  static std::size_t power(std::size_t n) {
    std::size_t result = 1;
    while (n--)
      result *= largest + 1;
    return result;
  }

  Decision report(const barrier::ConcreteResult& run) const {
    Decision found;
    for (const sync::Finding& f : run.findings) {
      if (f.warning || f.after_violation || is_of_guess(run, f)) continue;
      Finding finding;
      finding.kind = kind_of(f.kind);
      finding.status = FindingStatus::confirmed;
      finding.message = f.kind == sync::FindingKind::proxy
                            ? sync::proxy_message(f.detail, f.second.role)
                            : message(finding.kind);
      for (const sync::Participant* p : {&f.first, &f.second})
        if (p->role != sync::Role::none && f.blocked.empty())
          finding.accesses.push_back(access(run, f, *p, f.barrier));
      for (const sync::Blocked& b : f.blocked)
        finding.accesses.push_back(
            access(run, f, {first_thread(b.who), b.place, b.role}, b.barrier));
      for (std::size_t i = 0; i < params_.size(); ++i)
        finding.witness.emplace_back(pool_.symbol(params_[i]).name, launch_.params.at(params_[i]));
      found.findings.push_back(std::move(finding));
    }
    return found;
  }
  // A plain read for a guess, beside an atomic of its size, does no harm.
  bool is_of_guess(const barrier::ConcreteResult& run, const sync::Finding& f) const {
    if (f.kind != sync::FindingKind::race || env_.ctx.options.strict_reads) return false;
    const bool reads_first = f.first.role == sync::Role::read;
    const sync::Participant& read = reads_first ? f.first : f.second;
    const sync::Participant& atomic = reads_first ? f.second : f.first;
    if (read.role != sync::Role::read || atomic.role != sync::Role::atomic ||
        std::max(read.place.pc, atomic.place.pc) >= run.locs.size())
      return false;
    std::set<unsigned> sizes;
    bool is_guess = true;
    core::for_each_statement(kernel_.body, [&](const core::Stmt& s) {
      const auto* of_read = std::get_if<core::Read>(&s.node);
      const auto* of_atomic = std::get_if<core::Atomic>(&s.node);
      if (of_read && s.loc == run.locs[read.place.pc]) {
        is_guess = is_guess && of_read->guess == core::Trend::any;
        sizes.insert(of_read->size);
      } else if (of_atomic && s.loc == run.locs[atomic.place.pc]) {
        sizes.insert(of_atomic->size);
      }
    });
    return is_guess && sizes.size() == 1;
  }
  static std::uint32_t first_thread(const sync::Lanes& who) {
    return who.warp * 32 + static_cast<std::uint32_t>(std::countr_zero(who.lanes));
  }

  AccessReport access(const barrier::ConcreteResult& run, const sync::Finding& f,
                      const sync::Participant& p, const sync::BarrierRef& barrier) const {
    AccessReport r;
    const Loc loc = p.place.pc < run.locs.size() ? run.locs[p.place.pc] : kernel_.loc;
    r.position = env_.position(loc);
    if (loc) r.source_line = std::string(env_.ctx.files.line(loc.file, loc.line));
    r.access = sync::to_string(p.role);
    const core::Position3 at =
        core::apart(kernel_, {core::thread_index(p.thread, launch_.block_dim), {}});
    r.thread = at.thread;
    r.block = at.block;
    if (f.kind != sync::FindingKind::race && f.kind != sync::FindingKind::proxy) {
      if (barrier.kind == sync::BarrierRef::Kind::named)
        r.array = "barrier " + std::to_string(barrier.id);
    } else if (const auto cell = run.cell(f.address)) {
      const core::Array& array = kernel_.arrays.at(cell->array);
      if (core::is_lifetime(array)) // of a block, and of who uses it
        r.access = p.role == sync::Role::read || p.role == sync::Role::copy_read ? "use"
                   : loc == kernel_.loc                                          ? "start"
                                                                                 : "end";
      r.array = array.name;
      r.cell = cell_text(array, cell->offset);
    }
    return r;
  }

  const Environment& env_;
  const core::Kernel& kernel_;
  Pool& pool_;
  std::vector<SymbolId> params_;
  core::Launch launch_;
};

} // namespace

Decision search_small_launches(const Environment& env) { return Search(env).run(); }

} // namespace heddle::check
