#include "oracle_answers.hpp"

#include <algorithm>
#include <functional>

namespace heddle::protocol::oracle {

namespace {

class SymbolCache {
public:
  const std::vector<Expr>& operator()(Expr e) {
    auto [it, inserted] = cache_.try_emplace(e);
    if (inserted) {
      it->second = atoms(e);
      std::erase_if(it->second, [](Expr x) { return x->op != Op::symbol; });
    }
    return it->second;
  }

private:
  std::unordered_map<Expr, std::vector<Expr>> cache_;
};

// A fact about iterations of both threads.
struct Relating {
  Expr fact;
  std::vector<Expr> symbols;
};

// A set of conditions over named unknowns, solved by trying all values; a condition is tested as
// soon as its symbols have values.
class Search {
public:
  Search(Env& env, SymbolCache& symbols, std::int64_t top)
      : env_(env), symbols_of(symbols), top_(top) {}

  void require(Expr cond) { conds_.push_back(cond); }
  void mention(Expr e) {
    for (Expr s : symbols_of(e))
      if (!env_.has(s) && std::ranges::find(unknowns_, s) == unknowns_.end())
        unknowns_.push_back(s);
  }
  // Conditions with symbols that were not mentioned are left out.
  void run(const std::function<void()>& found) {
    std::vector<std::vector<Expr>> ready(unknowns_.size() + 1);
    for (Expr c : conds_) {
      std::size_t level = 0;
      bool all = true;
      for (Expr s : symbols_of(c)) {
        if (env_.has(s)) continue;
        const auto it = std::ranges::find(unknowns_, s);
        all = all && it != unknowns_.end();
        level = std::max(level, static_cast<std::size_t>(it - unknowns_.begin()) + 1);
      }
      if (all) ready[level].push_back(c);
    }
    step(0, ready, found);
  }

private:
public:
  const std::vector<Expr>& unknowns() const { return unknowns_; }

private:
  void step(std::size_t level, const std::vector<std::vector<Expr>>& ready,
            const std::function<void()>& found) {
    for (Expr c : ready[level])
      if (!env_(c)) return;
    if (level == unknowns_.size()) return found();
    for (std::int64_t v = 0; v <= top_; ++v) {
      env_.set(unknowns_[level], v);
      step(level + 1, ready, found);
    }
    env_.unset(unknowns_[level]);
  }

  Env& env_;
  SymbolCache& symbols_of;
  std::int64_t top_;
  std::vector<Expr> conds_, unknowns_;
};

Values iterations(const Env& env, const std::vector<std::pair<std::string, Expr>>& loops) {
  Values result;
  for (const auto& [name, e] : loops)
    result.push_back(env(e));
  return result;
}

class Enumerator {
public:
  Enumerator(const Setting& s, std::int64_t last, Symbolic& out)
      : setting_(s), pool_(*s.protocol->pool), top_(last + 1), env_(s.env), out_(out) {}

  void trace(const Trace& t) {
    each_pair(t.pairs, t.threads, [&](Place x, Place y) { meet(t, x, y); });
  }

  void obligation(const Obligation& o) {
    const bool diverges = o.kind == Obligation::Kind::divergence;
    auto& found = diverges ? out_.divergent : out_.exited;
    auto& exact = diverges ? out_.exact_divergent : out_.exact_exited;
    each_pair(o.pairs, o.threads, [&](Place x, Place y) {
      Search search(env_, symbols_of, top_);
      for (Expr f : o.facts) {
        search.require(f);
        search.mention(f);
      }
      search.require(o.violation);
      search.mention(o.violation);
      for (const auto& [name, e] : o.loops)
        search.mention(e);
      search.run([&] {
        const Miss miss{o.text, x, y, iterations(env_, o.loops)};
        found.insert(miss);
        if (o.exact) exact.insert(miss);
      });
    });
  }

private:
  bool is_private(Expr symbol) const {
    const std::string& name = pool_.symbol(symbol).name;
    return name.find('#') != std::string::npos;
  }

  bool place(const ThreadSymbols& symbols, Place p) {
    const auto put = [&](Expr e, std::int64_t v) {
      if (e->op == Op::constant) return e->value == v;
      env_.set(e, v);
      return true;
    };
    bool fits = put(symbols.thread[0], p.thread) && put(symbols.block[0], p.block);
    for (std::size_t axis = 1; axis < 3; ++axis)
      fits = fits && put(symbols.thread[axis], 0) && put(symbols.block[axis], 0);
    return fits;
  }

  void each_pair(PairClass pairs, const std::array<ThreadSymbols, 2>& threads,
                 const std::function<void(Place, Place)>& f) {
    const bool apart = pairs == PairClass::different_blocks;
    for (std::int64_t n = 0; n < setting_.blocks * setting_.blocks; ++n)
      for (std::int64_t m = 0; m < setting_.threads * setting_.threads; ++m) {
        const Place x{m % setting_.threads, n % setting_.blocks};
        const Place y{m / setting_.threads, n / setting_.blocks};
        if (x == y || (x.block != y.block) != apart) continue;
        env_ = setting_.env;
        env_.places = {x, y};
        if (place(threads[0], x) && place(threads[1], y)) f(x, y);
      }
  }

  // Facts over shared symbols select their values; then each side's accesses are solved alone,
  // and facts that relate both sides are tested on pairs.
  void meet(const Trace& t, Place x, Place y) {
    Search shared(env_, symbols_of, top_);
    std::vector<Expr> later;
    for (Expr f : t.facts) {
      bool own = false;
      for (Expr s : symbols_of(f))
        own = own || (is_private(s) && !env_.has(s));
      (own ? later : conds_).push_back(f);
    }
    for (Expr f : conds_) {
      shared.require(f);
      shared.mention(f);
    }
    conds_.clear();
    const auto mention_shared = [&](Expr e) {
      for (Expr s : symbols_of(e))
        if (!is_private(s)) shared.mention(s);
    };
    for (const auto* side : {&t.first, &t.second})
      for (const TraceAccess& a : *side) {
        mention_shared(a.guard);
        mention_shared(a.offset);
        for (const auto& [name, e] : a.loops)
          mention_shared(e);
      }
    std::vector<Relating> relating;
    for (Expr f : later) {
      std::vector<Expr> used = symbols_of(f);
      std::erase_if(used, [&](Expr e) { return !is_private(e) || env_.has(e); });
      const auto of = [&](const char* mark) {
        return std::ranges::any_of(used,
                                   [&](Expr e) { return pool_.symbol(e).name.ends_with(mark); });
      };
      if (of("#1") && of("#2")) relating.push_back({f, std::move(used)});
    }
    shared.run([&] {
      const auto first = instances(t.first, x, later), second = instances(t.second, y, later);
      for (const Found& a : first)
        for (const Found& b : second)
          if (compatible(a, b, relating)) {
            const Meeting m = std::minmax(a.instance, b.instance);
            out_.all.insert(m);
            if (t.exact) out_.exact.insert(m);
            if (a.begin < b.end && b.begin < a.end) out_.overlapping.insert(m);
          }
    });
  }

  struct Found {
    Instance instance;
    std::int64_t begin, end;                           // bytes
    std::vector<std::pair<Expr, std::int64_t>> values; // of the symbols of its thread
  };

  bool compatible(const Found& a, const Found& b, const std::vector<Relating>& facts) {
    if (facts.empty()) return true;
    for (const Found* f : {&a, &b})
      for (auto [symbol, value] : f->values)
        env_.set(symbol, value);
    const bool holds = std::ranges::all_of(facts, [&](const Relating& r) {
      return !std::ranges::all_of(r.symbols, [&](Expr e) { return env_.has(e); }) || env_(r.fact);
    });
    for (const Found* f : {&a, &b})
      for (auto [symbol, value] : f->values)
        env_.unset(symbol);
    return holds;
  }

  std::vector<Found> instances(const std::vector<TraceAccess>& side, Place p,
                               const std::vector<Expr>& facts) {
    std::vector<Found> result;
    for (const TraceAccess& a : side) {
      Search search(env_, symbols_of, top_);
      for (Expr f : facts)
        search.require(f);
      search.require(a.guard);
      search.mention(a.guard);
      for (const auto& [name, e] : a.loops)
        search.mention(e);
      search.run([&] {
        const std::int64_t begin = env_(a.offset);
        Found found{{p, a.access, iterations(env_, a.loops)}, begin, begin + a.access->size, {}};
        for (Expr s : search.unknowns())
          found.values.emplace_back(s, env_(s));
        result.push_back(std::move(found));
      });
    }
    return result;
  }

  const Setting& setting_;
  const Pool& pool_;
  std::int64_t top_;
  Env env_;
  Symbolic& out_;
  std::vector<Expr> conds_;
  SymbolCache symbols_of;
};

} // namespace

Symbolic by_enumeration(const Setting& s, const Questions& questions, PairClass pairs,
                        std::int64_t last_iteration) {
  Symbolic out;
  Enumerator enumerator(s, last_iteration, out);
  for (const Trace& t : questions.traces)
    if (t.pairs == pairs) enumerator.trace(t);
  for (const Obligation& o : questions.obligations)
    if (o.pairs == pairs && o.kind != Obligation::Kind::assertion) enumerator.obligation(o);
  return out;
}

} // namespace heddle::protocol::oracle
