// The verdicts that proofs/ProtocolVectors.v computes, against align, split and uniform: who misses
// which barrier, which accesses may meet, which of these have a byte in common (theory.md section
// 2).
#include "oracle_answers.hpp"
#include "split_fixture.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

namespace heddle::protocol::oracle {
namespace {

using Facts = std::set<std::string>;

struct Case {
  std::string verdict;
  int threads = 0, n = 0;
  std::string kernel;
  Facts facts;
};

// VERDICT THREADS N KERNEL | FACT ..
Case read_case(const std::string& line) {
  Case c;
  const auto bar = line.find(" |");
  std::istringstream head(line.substr(0, bar)), tail(line.substr(bar + 2));
  head >> c.verdict >> c.threads >> c.n >> std::ws;
  std::getline(head, c.kernel);
  for (std::string fact; tail >> fact;)
    c.facts.insert(fact);
  return c;
}

std::vector<Case> read_cases() {
  std::ifstream in(HEDDLE_SOURCE_DIR "/proofs/vectors/protocols.txt");
  std::vector<Case> cases;
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with('#')) cases.push_back(read_case(line));
  return cases;
}

// A kernel from its text: operators before their operands.
class Builder : public testing_support::SplitTest {
public:
  explicit Builder(const Case& c) : case_(c), words_(c.kernel), n_(param("n")) {
    kernel.grid_axes = 0;
    questions = ask_about(part());
    EXPECT_TRUE((words_ >> std::ws).eof()) << c.kernel;
  }
  void TestBody() override {}

  Setting setting() {
    Env env(*pool, 0);
    env.set(n_, case_.n);
    for (std::size_t a = 0; a < 3; ++a) {
      env.set(pool->symbol_ref(kernel.block_dim[a]), a == 0 ? case_.threads : 1);
      env.set(pool->symbol_ref(kernel.grid_dim[a]), 1);
    }
    return {&protocol,
            env,
            pool->symbol_ref(kernel.thread_index[0]),
            pool->symbol_ref(kernel.block_index[0]),
            nullptr,
            case_.threads,
            1};
  }
  const std::string& label(const Access* access) const { return labels_.at(access); }

  Questions questions;

private:
  std::string word() {
    std::string w;
    words_ >> w;
    return w;
  }
  Expr number() {
    const std::string w = word();
    if (w == "n") return n_;
    if (w == "t") return tid();
    if (w[0] == 'i') return binders_.at(binders_.size() - 1 - std::stoul(w.substr(1)));
    if (w != "+" && w != "-" && w != "%") return c(std::stoi(w));
    Expr a = number(), b = number();
    return w == "+" ? pool->add(a, b) : w == "-" ? pool->sub(a, b) : pool->rem(a, b);
  }
  Expr condition() {
    const std::string w = word();
    Expr a = number(), b = number();
    return w == "<" ? pool->lt(a, b) : pool->eq(a, b);
  }
  NodePtr access_of(AccessKind kind) {
    const std::string label = word();
    const auto array = static_cast<ArrayId>(std::stoul(word()));
    const auto size = static_cast<unsigned>(std::stoul(word()));
    Access a = std::get<Access>(access(kind, array, number())->node);
    a.size = size;
    a.value = c(std::stoi(label)); // else equal accesses count once
    NodePtr result = node(a);
    labels_[&std::get<Access>(result->node)] = label;
    return result;
  }
  NodePtr repetition() {
    Expr trips = number();
    Expr k = binder(("k" + std::to_string(++loops_)).c_str());
    binders_.push_back(k);
    NodePtr body = part();
    binders_.pop_back();
    return loop(k, pool->lt(k, trips), body);
  }
  NodePtr part() {
    const std::string w = word();
    if (w == "skip") return seq({});
    if (w == "read") return access_of(AccessKind::read);
    if (w == "write") return access_of(AccessKind::write);
    if (w == "atomic") return access_of(AccessKind::atomic);
    if (w == "for") return repetition();
    if (w == "bar") {
      Barrier b;
      b.text = word();
      return node(b);
    }
    EXPECT_TRUE(w == "seq" || w == "if") << case_.kernel;
    Expr cond = w == "if" ? condition() : nullptr;
    NodePtr first = part(), second = part();
    return cond ? branch(cond, first, second) : seq({first, second});
  }

  const Case& case_;
  std::istringstream words_;
  Expr n_;
  std::vector<Expr> binders_;
  std::map<const Access*, std::string> labels_;
  int loops_ = 0;
};

std::string text(const Values& iterations) {
  std::string s;
  for (std::int64_t i : iterations)
    s += (s.empty() ? "@" : ".") + std::to_string(i);
  return s;
}

Facts misses(const std::set<Miss>& all) {
  Facts facts;
  for (const auto& [barrier, x, y, iterations] : all)
    facts.insert(barrier + ":" + std::to_string(x.thread) + "/" + std::to_string(y.thread) +
                 text(iterations));
  return facts;
}

// Those of `all` that conflict; marked where they are in `overlapping`.
Facts pairs(const core::Kernel& kernel, const Builder& builder, const std::set<Meeting>& all,
            const std::set<Meeting>& overlapping) {
  const auto one = [&](const Instance& i) {
    return std::to_string(std::get<0>(i).thread) + ":" + builder.label(std::get<1>(i)) +
           text(std::get<2>(i));
  };
  Facts facts;
  for (const Meeting& m : all)
    if (conflicting(kernel, *std::get<1>(m.first), *std::get<1>(m.second), PairClass::same_block))
      facts.insert(one(m.first) + "~" + one(m.second) + (overlapping.contains(m) ? "!" : ""));
  return facts;
}

Facts without(Facts a, const Facts& b) {
  std::erase_if(a, [&](const std::string& fact) { return b.contains(fact); });
  return a;
}

// Were all guards eliminated exactly? Where not, more may be asked about than can happen (theory.md
// section 2, "Quantified guards").
bool compare(const Case& c) {
  Builder builder(c);
  const Setting setting = builder.setting();
  const Truth truth = by_execution(setting, PairClass::same_block);
  EXPECT_TRUE(truth.finished);
  const Symbolic found =
      by_enumeration(setting, builder.questions, PairClass::same_block, truth.last_iteration);
  const bool diverges = c.verdict == "diverges";
  EXPECT_EQ(misses(found.divergent), diverges ? c.facts : Facts{});
  EXPECT_EQ(found.divergent, found.exact_divergent);
  if (diverges) return true;
  const Facts meetings = pairs(*setting.protocol->kernel, builder, found.all, found.overlapping);
  const bool exact = found.exact == found.all;
  EXPECT_EQ(without(c.facts, meetings), Facts{}) << "missed";
  EXPECT_EQ(
      without(pairs(*setting.protocol->kernel, builder, found.exact, found.overlapping), c.facts),
      Facts{})
      << "spurious";
  if (!exact) return false;
  const bool racy = std::ranges::any_of(meetings, [](const auto& f) { return f.ends_with('!'); });
  EXPECT_EQ(racy, c.verdict == "racy");
  return true;
}

TEST(Vectors, ProtocolsAreAsTheProofsSay) {
  const std::vector<Case> cases = read_cases();
  std::map<std::string, int> verdicts;
  std::size_t exact = 0;
  for (const Case& c : cases) {
    SCOPED_TRACE(c.kernel + ", n = " + std::to_string(c.n) + ", " + std::to_string(c.threads) +
                 " threads");
    exact += compare(c);
    ++verdicts[c.verdict];
    if (HasFailure()) return;
  }
  for (const auto& [verdict, count] : verdicts)
    std::printf("%s: %d cases\n", verdict.c_str(), count);
  std::printf("%zu of %zu exact\n", exact, cases.size());
  EXPECT_GE(cases.size(), 300u);
  EXPECT_GE(exact * 20, cases.size() * 19);
  EXPECT_GE(verdicts["racy"], 100);
  EXPECT_GE(verdicts["free"], 60);
  EXPECT_GE(verdicts["diverges"], 60);
}

} // namespace
} // namespace heddle::protocol::oracle
