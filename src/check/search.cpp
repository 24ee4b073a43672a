#include "check/search.hpp"

#include "barrier/concrete.hpp"
#include "protocol/split_geometry.hpp"

#include <algorithm>
#include <chrono>

namespace heddle::check {

namespace {

constexpr std::int64_t largest = 4;      // value of a parameter
constexpr std::size_t free_params = 3;   // that take different values; with more, all take the same
constexpr std::uint64_t steps = 400'000; // of a launch
constexpr auto patience = std::chrono::milliseconds(800);

FindingKind kind_of(sync::FindingKind kind) {
  using Kind = sync::FindingKind;
  switch (kind) {
  case Kind::deadlock:
    return FindingKind::deadlock;
  case Kind::count:
  case Kind::count_multiple:
    return FindingKind::count;
  case Kind::barrier_id:
    return FindingKind::barrier_id;
  case Kind::recycling:
    return FindingKind::recycling;
  case Kind::alignment:
    return FindingKind::alignment;
  case Kind::lapped:
    return FindingKind::lapped;
  case Kind::leftover:
    return FindingKind::leftover;
  case Kind::exited_threads:
    return FindingKind::exited_threads;
  case Kind::race:
    return FindingKind::race;
  case Kind::same_value_write:
    return FindingKind::same_value_write;
  }
  return FindingKind::race;
}

const char* word(sync::Role role) {
  switch (role) {
  case sync::Role::read:
  case sync::Role::copy_read:
    return "read";
  case sync::Role::write:
  case sync::Role::copy_write:
    return "write";
  case sync::Role::atomic:
    return "atomic";
  case sync::Role::arrive:
    return "arrive";
  case sync::Role::wait:
    return "wait";
  default:
    return "sync";
  }
}

const char* message(FindingKind kind) {
  switch (kind) {
  case FindingKind::deadlock:
    return "deadlock: threads wait for arrivals that never come";
  case FindingKind::count:
    return "registrations of one generation of a barrier disagree on the number of threads";
  case FindingKind::barrier_id:
    return "there is no such barrier";
  case FindingKind::recycling:
    return "unsafe recycling of a barrier: a registration for one generation may come before "
           "another "
           "of the generation before it";
  case FindingKind::alignment:
    return "an aligned barrier to which only part of a warp comes";
  case FindingKind::lapped:
    return "an mbarrier may complete the next phase before a wait looks at this one";
  case FindingKind::leftover:
    return "a barrier is left with arrivals that complete nothing";
  default:
    return "";
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
    const auto end = std::chrono::steady_clock::now() + patience;
    for (const std::vector<std::int64_t>& values : choices()) {
      if (std::chrono::steady_clock::now() > end) break;
      for (std::size_t i = 0; i < params_.size(); ++i)
        launch_.params[params_[i]] = within_bounds(params_[i], values[i]);
      const auto run = barrier::run_block(kernel_, launch_, {0, 0, 0}, {steps});
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
      if (f.warning || f.after_violation) continue;
      Finding finding;
      finding.kind = kind_of(f.kind);
      finding.status = FindingStatus::confirmed;
      finding.message = message(finding.kind);
      for (const sync::Participant* p : {&f.first, &f.second})
        if (p->role != sync::Role::none && f.blocked.empty())
          finding.accesses.push_back(access(run, f, *p));
      for (const sync::Blocked& b : f.blocked)
        finding.accesses.push_back(
            access(run, f, {b.who.warp * 32 + lowest(b.who.lanes), b.place, b.role}));
      for (std::size_t i = 0; i < params_.size(); ++i)
        finding.witness.emplace_back(pool_.symbol(params_[i]).name, launch_.params.at(params_[i]));
      found.findings.push_back(std::move(finding));
    }
    return found;
  }
  static std::uint32_t lowest(sync::LaneMask lanes) {
    std::uint32_t lane = 0;
    while (lane < 31 && !(lanes >> lane & 1))
      ++lane;
    return lane;
  }

  AccessReport access(const barrier::ConcreteResult& run, const sync::Finding& f,
                      const sync::Participant& p) const {
    AccessReport r;
    const Loc loc = p.place.pc < run.locs.size() ? run.locs[p.place.pc] : kernel_.loc;
    r.position = env_.position(loc);
    if (loc) r.source_line = std::string(env_.ctx.files.line(loc.file, loc.line));
    r.access = word(p.role);
    const std::int64_t t = p.thread;
    const auto& dim = launch_.block_dim;
    r.thread = {t % dim[0], t / dim[0] % dim[1], t / (dim[0] * dim[1])};
    if (f.kind != sync::FindingKind::race) {
      if (f.barrier.kind == sync::BarrierRef::Kind::named)
        r.array = "barrier " + std::to_string(f.barrier.id);
    } else if (const auto cell = run.cell(f.address)) {
      const core::Array& array = kernel_.arrays.at(cell->array);
      r.array = array.name;
      r.cell = array.element_size && cell->offset % array.element_size == 0
                   ? "[" + std::to_string(cell->offset / array.element_size) + "]"
                   : " byte " + std::to_string(cell->offset);
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
