#include "cuda/lower/sync/halves.hpp"

#include "core/visit.hpp"
#include "cuda/lower/sync/halves_apart.hpp"

#include <algorithm>
#include <set>

namespace heddle::cuda {

namespace {

constexpr unsigned halves = core::cluster_arrives | core::cluster_waits;

// What is between the halves, once more for behind the barrier. Values are those of the first time:
// each variable has one value there.
class Between {
public:
  // `looks`: `again` is called for the sake of `understood` alone.
  explicit Between(core::Kernel& kernel, bool looks = false) : kernel_(kernel), looks_(looks) {}

  bool understood() const {
    return plain_ && std::ranges::none_of(set_, [&](core::VarId v) { return used_.contains(v); });
  }

  core::Block again(std::span<const core::Stmt> block) {
    core::Block copies;
    for (const core::Stmt& s : block)
      std::visit([&](const auto& node) { repeat(node, s, copies); }, s.node);
    return copies;
  }

private:
  void use(Expr e) {
    if (!e) return;
    for (const Expr atom : atoms(e))
      if (atom->op == Op::symbol && !set_.contains(static_cast<core::VarId>(atom->value)))
        used_.insert(static_cast<core::VarId>(atom->value));
  }
  void assign(core::VarId var) { plain_ &= set_.insert(var).second; }

  void repeat(const core::Assign& s, const core::Stmt&, core::Block&) {
    use(s.value);
    assign(s.var);
  }
  void repeat(const core::Havoc& s, const core::Stmt&, core::Block&) { assign(s.var); }
  void repeat(const core::Assume& s, const core::Stmt&, core::Block&) { use(s.cond); }
  void repeat(const core::Read& s, const core::Stmt& at, core::Block& copies) {
    use(s.offset);
    assign(s.var);
    if (looks_) return;
    core::Read copy = s;
    Symbol symbol = kernel_.pool->symbol(s.var);
    symbol.name += "'";
    copy.var = kernel_.pool->new_symbol(std::move(symbol));
    kernel_.vars.push_back(copy.var);
    copies.push_back({std::move(copy), at.loc, at.call});
  }
  void repeat(const core::Write& s, const core::Stmt& at, core::Block& copies) {
    use(s.offset);
    use(s.value);
    copies.push_back({s, at.loc, at.call});
  }
  void repeat(const core::If& s, const core::Stmt& at, core::Block& copies) {
    use(s.cond);
    core::Block yes = again(s.then_block), no = again(s.else_block);
    if (!yes.empty() || !no.empty())
      copies.push_back({core::If{s.cond, std::move(yes), std::move(no)}, at.loc, at.call});
  }
  void repeat(const core::Barrier& s, const core::Stmt& at, core::Block& copies) {
    plain_ &= s.scope < Scope::cluster && !s.mask;
    copies.push_back({s, at.loc, at.call});
  }
  void repeat(const core::Fence&, const core::Stmt&, core::Block&) {}
  void repeat(const auto&, const core::Stmt&, core::Block&) { plain_ = false; }

  core::Kernel& kernel_;
  bool looks_;
  std::set<core::VarId> set_, used_; // used before it is set
  bool plain_ = true;
};

class Joiner {
public:
  explicit Joiner(core::Kernel& kernel) : kernel_(kernel) {}

  void join(core::Block& block) {
    core::Block out;
    for (std::size_t i = 0; i < block.size(); ++i) {
      inside(block[i]);
      const std::size_t end = half_of(block[i]) == core::cluster_arrives ? wait(block, i) : 0;
      if (end != 0) {
        put_together(block, i, end, out);
        i = end;
      } else if (half_of(block[i]) != 0) {
        const core::Stmt& s = block[i];
        const std::string text = std::get<core::Barrier>(s.node).text;
        out.push_back(
            {core::Unsupported{"'" + text + "' apart from its other half"}, s.loc, s.call});
      } else {
        out.push_back(std::move(block[i]));
      }
    }
    block = std::move(out);
  }

  // Of the arrival at `arrival`.
  bool joins(const core::Block& block, std::size_t arrival) const {
    const std::size_t end = wait(block, arrival);
    Between between(kernel_, true);
    if (end != 0) between.again(std::span(block).subspan(arrival + 1, end - arrival - 1));
    return end != 0 && between.understood();
  }

private:
  void inside(core::Stmt& s) {
    core::for_each_part(s, [&](core::Block& part) { join(part); });
  }

  // The wait for the arrival at `arrival`; 0: none that is found.
  static std::size_t wait(const core::Block& block, std::size_t arrival) {
    for (std::size_t i = arrival + 1; i < block.size(); ++i)
      if (half_of(block[i]) != 0) return half_of(block[i]) == core::cluster_waits ? i : 0;
    return 0;
  }

  void put_together(core::Block& block, std::size_t begin, std::size_t end, core::Block& out) {
    Between between(kernel_);
    for (std::size_t i = begin + 1; i < end; ++i)
      inside(block[i]);
    core::Block again = between.again(std::span(block).subspan(begin + 1, end - begin - 1));
    core::Stmt barrier = std::move(block[end]);
    std::get<core::Barrier>(barrier.node).group_size &= ~halves;
    if (!between.understood())
      out.push_back({core::Unsupported{"what is between the halves of a cluster's barrier"},
                     barrier.loc, barrier.call});
    std::move(block.begin() + static_cast<std::ptrdiff_t>(begin) + 1,
              block.begin() + static_cast<std::ptrdiff_t>(end), std::back_inserter(out));
    out.push_back(std::move(barrier));
    if (between.understood()) std::ranges::move(again, std::back_inserter(out));
  }

  core::Kernel& kernel_;
};

} // namespace

bool join_halves(core::Kernel& kernel, const std::optional<core::ClusterShape>& together) {
  Joiner joiner(kernel);
  HalvesApart apart(kernel, together);
  for (std::size_t i = 0; i < kernel.body.size(); ++i)
    if (half_of(kernel.body[i]) == core::cluster_arrives && !joiner.joins(kernel.body, i))
      apart.replace(i);
  joiner.join(kernel.body);
  apart.initialise();
  return apart.any();
}

} // namespace heddle::cuda
