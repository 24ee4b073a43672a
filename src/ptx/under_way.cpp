#include "ptx/under_way.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace heddle::ptx {
namespace {

// An operation that uses a register by itself, and the groups that were committed since, its own
// included: 0 where it is in none yet.
struct Use {
  Index by = 0;
  std::int64_t groups = 0;
};

// Of the ways that lead to a place the one with the fewest groups counts.
struct State {
  std::map<Index, Use> written, read; // by register
  bool fenced = false;                // on some way a wgmma.fence came before
};

bool join(std::map<Index, Use>& into, const std::map<Index, Use>& from) {
  bool changed = false;
  for (const auto& [reg, use] : from) {
    const auto [at, added] = into.emplace(reg, use);
    if (!added && at->second.groups > use.groups)
      at->second = use;
    else if (!added)
      continue;
    changed = true;
  }
  return changed;
}

bool join(State& into, const State& from) {
  const bool fence = from.fenced && !into.fenced;
  into.fenced = into.fenced || from.fenced;
  const bool written = join(into.written, from.written);
  return join(into.read, from.read) || written || fence;
}

class UnderWay {
public:
  UnderWay(const Program& p, const Flow& flow) : p_(p), flow_(flow), entry_(flow.blocks.size()) {}

  RegisterUses run() {
    if (flow_.blocks.empty() || std::ranges::none_of(p_.code, [&](const Instruction& i) {
          return writes_later(p_.opcode(i));
        }))
      return {};
    std::set<Index> work{0};
    std::vector<bool> seen(flow_.blocks.size());
    seen[0] = true;
    while (!work.empty()) {
      const Index block = *work.begin();
      work.erase(work.begin());
      const State out = through(block, false);
      for (const Index next : flow_.blocks[block].successors)
        if (next != flow_.exit() && (join(entry_[next], out) || !seen[next])) {
          seen[next] = true;
          work.insert(next);
        }
    }
    for (Index block = 0; block < flow_.blocks.size(); ++block)
      if (seen[block]) through(block, true);
    return std::move(out_);
  }

private:
  static bool writes_later(const Opcode& o) {
    return o.op == Op::wgmma || (o.op == Op::tcgen05 && o.tensor == TensorOp::load);
  }
  bool is_product(Index instruction) const {
    return p_.opcode(p_.code[instruction]).op == Op::wgmma;
  }

  State through(Index block, bool tell) {
    State state = entry_[block];
    for (Index i = flow_.blocks[block].begin; i < flow_.blocks[block].end; ++i) {
      if (tell) look(state, i);
      const State before = p_.code[i].guard == nowhere ? State{} : state;
      step(state, i);
      if (p_.code[i].guard != nowhere) join(state, before);
    }
    return state;
  }

  // ---- what an instruction does to what is under way -------------------------------------------

  void step(State& state, Index at) {
    const Instruction& i = p_.code[at];
    const Opcode& o = p_.opcode(i);
    if (o.op == Op::wgmma_wait) {
      const std::int64_t open = i.operand_count > 0 ? p_.operand(i, 0).value : 0;
      const auto over = [&](const auto& use) {
        return is_product(use.second.by) && use.second.groups > open;
      };
      std::erase_if(state.written, over);
      std::erase_if(state.read, over);
    } else if (o.op == Op::wgmma_commit) {
      for (auto* uses : {&state.written, &state.read})
        for (auto& [reg, use] : *uses)
          if (is_product(use.by)) ++use.groups;
    } else if (o.op == Op::tcgen05 && o.tensor == TensorOp::wait_load) {
      std::erase_if(state.written, [&](const auto& use) { return !is_product(use.second.by); });
    } else if (o.text.starts_with("wgmma.fence")) {
      state.fenced = true;
    } else if (writes_later(o)) {
      start(state, at);
    } else if (const auto copy = copied(i)) {
      if (const auto use = state.written.find(copy->second); use != state.written.end())
        state.written[copy->first] = use->second;
    }
  }

  // To and from which register `mov` copies. Compilers move such copies about as they like: they
  // name a register anew, and become no instruction.
  std::optional<std::pair<Index, Index>> copied(const Instruction& i) const {
    if (p_.opcode(i).op != Op::mov || i.operand_count != 2) return std::nullopt;
    const Operand &to = p_.operand(i, 0), &from = p_.operand(i, 1);
    if (to.kind != Operand::Kind::reg || from.kind != Operand::Kind::reg) return std::nullopt;
    return std::pair{to.index, from.index};
  }

  void start(State& state, Index at) {
    const Instruction& i = p_.code[at];
    for (unsigned n = 0; n < std::min<unsigned>(i.operand_count, 2); ++n) {
      const Operand& operand = p_.operand(i, n);
      auto& uses = n == 0 ? state.written : state.read;
      if (n == 1 && (!is_product(at) || operand.kind != Operand::Kind::vector)) continue;
      each_register(operand, [&](Index reg) { uses[reg] = {at, 0}; });
    }
  }

  // ---- uses that come too early ----------------------------------------------------------------

  void look(const State& state, Index at) {
    const Instruction& i = p_.code[at];
    const Opcode& o = p_.opcode(i);
    if (o.op == Op::wgmma && !state.fenced)
      tell(at, at,
           "no wgmma.fence comes before this product: what threads did to its registers may come "
           "late");
    if (i.guard != nowhere) read(state, at, i.guard);
    const auto copy = copied(i);
    if (copy && state.written.contains(copy->second)) {
      out_.copies = true;
      return written(state, at, copy->first);
    }
    for (unsigned n = 0; n < i.operand_count; ++n) {
      const bool result = n == 0 && o.has_result;
      each_register(p_.operand(i, n), [&](Index reg) {
        if (!result) return read(state, at, reg);
        if (!follows(state, at, reg)) written(state, at, reg);
      });
    }
  }

  // Products of one shape that follow each other in the same accumulator are in order.
  bool follows(const State& state, Index at, Index reg) const {
    const auto use = state.written.find(reg);
    return use != state.written.end() && is_product(at) && is_product(use->second.by) &&
           shape(at) == shape(use->second.by);
  }
  // `m64n16k16` of `wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16`
  std::string_view shape(Index product) const {
    const std::string_view text = p_.opcode(p_.code[product]).text;
    const std::size_t from = text.find(".m64");
    return from == std::string_view::npos ? text
                                          : text.substr(from, text.find('.', from + 1) - from);
  }

  void read(const State& state, Index at, Index reg) {
    const auto use = state.written.find(reg);
    if (use != state.written.end())
      tell(at, use->second.by, text("reads", reg, "writing", use->second.by));
  }

  void written(const State& state, Index at, Index reg) {
    for (const auto* uses : {&state.written, &state.read})
      if (const auto use = uses->find(reg); use != uses->end())
        return tell(
            at, use->second.by,
            text("writes", reg, uses == &state.read ? "reading" : "writing", use->second.by));
  }

  std::string text(const char* how, Index reg, const char* way, Index by) const {
    const Instruction& i = p_.code[by];
    return fmt::format(
        "this {} register {}, which the {} of line {} may still be {}: on some way no "
        "{} that covers it comes between",
        how, p_.registers[reg].name, is_product(by) ? "wgmma.mma_async" : "tcgen05.ld", i.line, way,
        is_product(by) ? "wgmma.wait_group" : "tcgen05.wait::ld");
  }

  void tell(Index at, Index by, std::string reason) {
    if (told_.insert(by).second) out_.early.push_back({at, std::move(reason)});
  }

  template <class Visit> void each_register(const Operand& operand, Visit visit) const {
    const auto one = [&](const Operand& o) {
      if (const Index reg = register_of(o); reg != nowhere) visit(reg);
    };
    if (operand.kind != Operand::Kind::vector) return one(operand);
    for (unsigned e = 0; e < operand.count; ++e)
      one(p_.elements[operand.index + e]);
  }

  const Program& p_;
  const Flow& flow_;
  std::vector<State> entry_; // by block
  std::set<Index> told_;     // operations; nowhere: a product without a fence
  RegisterUses out_;
};

} // namespace

RegisterUses registers_under_way(const Program& program, const Flow& flow) {
  return UnderWay(program, flow).run();
}

} // namespace heddle::ptx
