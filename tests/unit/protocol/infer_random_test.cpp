// Random kernels: what each thread does, run concretely, is what the inferred protocol says it does
// (at least that, where the protocol has unknown values).
#include "protocol/protocol.hpp"
#include "unit/core/builder.hpp"
#include "unit/protocol/infer_concrete.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace heddle::protocol {
namespace {

using core::Block;
using core::LabelId;
using core::Stmt;
using core::VarId;

class Generator {
public:
  explicit Generator(unsigned seed) : random_(seed) {}

  core::Kernel make() {
    n_ = b_.param("n");
    out_ = b_.array("out");
    in_ = b_.array("in");
    for (const char* name : {"i", "j", "s", "p", "q"})
      vars_.push_back(b_.var(name));
    unsigned_ = b_.var("u", Type::u32());
    flag_ = b_.var("flag", Type::boolean());
    b_.add(b_.assign(unsigned_, b_.c(below(5), Type::u32())));
    b_.add(b_.assign(flag_, p().boolean(chance(50))));
    for (VarId v : vars_)
      b_.add(b_.assign(v, b_.c(below(4))));
    for (VarId v : vars_)
      if (chance(30)) b_.add(b_.assign(v, plain()));
    for (Stmt& s : block(0))
      b_.add(std::move(s));
    return std::move(b_.kernel);
  }

private:
  Pool& p() { return b_.pool(); }
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  VarId var() { return vars_[static_cast<std::size_t>(below(static_cast<int>(vars_.size())))]; }

  Expr plain() {
    if (!counters_.empty() && chance(30))
      return b_.ref(counters_[static_cast<std::size_t>(below(static_cast<int>(counters_.size())))]);
    switch (below(6)) {
    case 0:
      return b_.c(below(5));
    case 1:
      return b_.tid();
    case 2:
      return n_;
    case 3:
      return p().cast(b_.ref(unsigned_), Type::i32());
    default:
      return b_.ref(var());
    }
  }
  Expr value() {
    switch (below(8)) {
    case 0:
      return p().add(plain(), plain());
    case 1:
      return p().sub(plain(), plain());
    case 2:
      return p().mul(plain(), b_.c(below(3) + 1));
    case 3:
      return p().rem(p().add(plain(), b_.c(below(3))), b_.c(below(4) + 2));
    case 4:
      return p().div(plain(), b_.c(2));
    default:
      return plain();
    }
  }
  Expr cond() {
    switch (below(6)) {
    case 0:
      return p().eq(p().rem(plain(), b_.c(2)), b_.c(0));
    case 1:
      return p().lt(plain(), plain());
    case 2:
      return p().ne(plain(), b_.c(below(4)));
    case 3:
      return b_.ref(flag_);
    case 4:
      return p().eq(plain(), plain());
    default:
      return p().le(plain(), b_.c(below(5)));
    }
  }

  Block block(int depth) {
    Block out;
    const int count = 1 + below(depth == 0 ? 6 : 4);
    for (int i = 0; i < count; ++i)
      statement(out, depth);
    return out;
  }

  void statement(Block& out, int depth) {
    const int kind = below(100);
    if (kind < 22) return out.push_back(b_.write(out_, value(), plain()));
    if (kind < 38) return out.push_back(update());
    if (kind < 45) return out.push_back(b_.sync());
    if (kind < 50) return out.push_back(b_.read(var(), in_, value()));
    if (kind < 52) return out.push_back(b_.read(var(), out_, value()));
    if (kind < 55 && depth > 0) return out.push_back(b_.at(core::Exit{}));
    if (kind < 63 && !labels_.empty()) return out.push_back(jump());
    if (depth >= 4) return out.push_back(update());
    if (kind < 78)
      return out.push_back(
          b_.branch(cond(), block(depth + 1), chance(50) ? block(depth + 1) : Block{}));
    if (kind < 84) {
      labels_.push_back({next_label_++, false});
      const LabelId label = labels_.back().first;
      Block body = block(depth + 1);
      labels_.pop_back();
      return out.push_back(b_.at(core::Labeled{label, std::move(body)}));
    }
    loop(out, depth);
  }

  Stmt jump() {
    const auto [label, is_loop] =
        labels_[static_cast<std::size_t>(below(static_cast<int>(labels_.size())))];
    if (is_loop && chance(40)) return b_.at(core::Continue{label});
    return b_.at(core::Break{label});
  }

  // What loops do to their variables.
  Stmt update() {
    const VarId v = var();
    Expr e = b_.ref(v);
    switch (below(14)) {
    case 0:
    case 1:
      return b_.assign(v, p().add(e, b_.c(below(3) + 1)));
    case 2:
      return b_.assign(v, p().sub(e, b_.c(below(2) + 1)));
    case 3:
      return b_.assign(v, p().mul(e, b_.c(2)));
    case 4:
      return b_.assign(v, p().shr(e, b_.c(1)));
    case 5:
      return b_.assign(v, p().sub(b_.c(below(3)), e));
    case 6:
      return b_.assign(v, p().rem(p().add(e, b_.c(below(2) + 1)), b_.c(below(3) + 2)));
    case 7:
      return b_.assign(v, p().bit_xor(e, b_.c(1)));
    case 8:
      return b_.assign(flag_, p().logical_not(b_.ref(flag_)));
    case 9:
      return b_.assign(flag_, cond());
    case 10:
      return b_.assign(unsigned_, p().sub(b_.ref(unsigned_), b_.c(1, Type::u32())));
    case 11:
      return b_.assign(unsigned_, p().add(b_.ref(unsigned_), b_.c(2, Type::u32())));
    case 12:
      return b_.assign(v, p().add(e, b_.tid()));
    default:
      return b_.assign(v, value());
    }
  }

  void loop(Block& out, int depth) {
    const LabelId label = next_label_++;
    const VarId v = chance(70) ? b_.var("x" + std::to_string(label)) : var();
    Expr e = b_.ref(v), limit = chance(60) ? b_.c(below(6)) : plain(), cond = nullptr;
    Block head, body, step;
    if (!std::ranges::count(vars_, v)) {
      out.push_back(b_.assign(v, b_.c(below(3))));
      counters_.push_back(v);
    }
    labels_.push_back({label, true});
    body = block(depth + 1);
    switch (below(8)) {
    case 0:
    case 1: // for (v = ..; v < limit; v += c)
      out.push_back(b_.assign(v, chance(60) ? b_.c(below(3)) : plain()));
      cond = chance(80) ? p().lt(e, limit) : p().ne(e, limit);
      step.push_back(b_.assign(v, p().add(e, b_.c(chance(70) ? 1 : 2))));
      break;
    case 2: // for (v = limit; v > 0; v -= c)
      out.push_back(b_.assign(v, limit));
      cond = chance(70) ? p().lt(b_.c(0), e) : p().le(b_.c(0), e);
      step.push_back(b_.assign(v, p().sub(e, b_.c(chance(80) ? 1 : 2))));
      break;
    case 3: // for (v = limit; v > 0; v >>= 1)
      out.push_back(b_.assign(v, p().add(limit, b_.c(below(5)))));
      cond = p().lt(b_.c(0), e);
      step.push_back(b_.assign(v, chance(50) ? p().shr(e, b_.c(1)) : p().div(e, b_.c(2))));
      break;
    case 4: // for (v = 1; v < limit; v *= 2)
      out.push_back(b_.assign(v, b_.c(1)));
      cond = p().lt(e, p().add(limit, b_.c(below(9))));
      step.push_back(b_.assign(v, p().mul(e, b_.c(2))));
      break;
    case 5: { // do .. while
      cond = p().boolean(true);
      step.push_back(b_.assign(v, p().add(e, b_.c(1))));
      step.push_back(b_.branch(p().le(limit, e), {b_.at(core::Break{label})}));
      break;
    }
    case 6: // while (true) { if (..) break; .. }
      cond = p().boolean(true);
      body.insert(body.begin(), b_.branch(p().le(limit, e), {b_.at(core::Break{label})}));
      step.push_back(b_.assign(v, p().add(e, b_.c(1))));
      break;
    default: { // while (u-- > 0), while (in[v] != c)
      if (chance(50)) {
        Expr u = b_.ref(unsigned_);
        const VarId old = b_.var("old", Type::u32());
        head.push_back(b_.assign(old, u));
        head.push_back(b_.assign(unsigned_, p().sub(u, b_.c(1, Type::u32()))));
        cond = p().lt(b_.c(0, Type::u32()), b_.ref(old));
      } else {
        const VarId t = b_.var("t");
        head.push_back(b_.read(t, in_, e));
        cond = p().ne(b_.ref(t), b_.c(below(6)));
        step.push_back(b_.assign(v, p().add(e, b_.c(1))));
      }
      break;
    }
    }
    labels_.pop_back();
    if (!counters_.empty() && counters_.back() == v) counters_.pop_back();
    out.push_back(
        b_.at(core::Loop{label, std::move(head), cond, std::move(body), std::move(step)}));
  }

  core::Builder b_{"random"};
  std::mt19937 random_;
  Expr n_ = nullptr;
  core::ArrayId out_ = 0, in_ = 0;
  std::vector<VarId> vars_;
  std::vector<VarId> counters_; // of enclosing loops, not changed in their bodies
  VarId unsigned_ = 0, flag_ = 0;
  std::vector<std::pair<LabelId, bool>> labels_;
  LabelId next_label_ = 1;
};

bool covers(const concrete::Event& may, const concrete::Event& is) {
  return may.kind == is.kind && may.array == is.array &&
         (!may.offset || !is.offset || may.offset == is.offset);
}

struct Tally {
  unsigned exact = 0, superset = 0, useless = 0;
};

// Events of a protocol without unknown conditions and offsets are the thread's own, in order.
bool same(const concrete::Events& is, const concrete::Events& said) {
  return std::ranges::equal(is, said, [](const concrete::Event& a, const concrete::Event& b) {
    return covers(b, a) && (!b.value || a.value == b.value);
  });
}

void compare(unsigned seed, Tally& tally) {
  const core::Kernel kernel = Generator(seed).make();
  ASSERT_EQ(core::check(kernel), std::vector<std::string>{}) << core::to_string(kernel);
  Ctx ctx;
  const Protocol protocol = infer(kernel, ctx);
  ASSERT_EQ(check(protocol), std::vector<std::string>{})
      << "seed " << seed << "\n"
      << core::to_string(kernel) << to_string(protocol);
  for (const auto& [reason, loc] : protocol.unknowns) // `q != 1` for q = 2, 3, ..
    ASSERT_NE(reason.find("ends at most when a variable overflows"), std::string::npos)
        << "seed " << seed << "\n"
        << core::to_string(kernel) << reason;
  if (!protocol.unknowns.empty()) return;
  for (std::int64_t t = 0; t < 4; ++t) {
    concrete::Inputs inputs;
    for (std::size_t a = 0; a < 3; ++a) {
      inputs[kernel.thread_index[a]] = a == 0 ? t : 0;
      inputs[kernel.block_index[a]] = 0;
      inputs[kernel.block_dim[a]] = a == 0 ? 4 : 1;
      inputs[kernel.grid_dim[a]] = 1;
    }
    inputs[*kernel.params[0].symbol] = (seed + t / 2) % 5;
    try {
      const concrete::Events is = concrete::run(kernel, inputs);
      const concrete::ProtocolRun said = concrete::run(protocol, inputs);
      const auto where = [&] {
        return "seed " + std::to_string(seed) + ", thread " + std::to_string(t) + "\n" +
               core::to_string(kernel) + to_string(protocol) + "kernel:\n" +
               concrete::to_string(is) + "protocol:\n" + concrete::to_string(said.events);
      };
      if (said.exact) {
        ++tally.exact;
        ASSERT_TRUE(same(is, said.events)) << where();
      } else {
        ++tally.superset;
        for (const concrete::Event& e : is)
          ASSERT_TRUE(
              std::ranges::any_of(said.events, [&](const auto& may) { return covers(may, e); }))
              << e.kind << " is missing, " << where();
      }
    } catch (const concrete::Useless&) {
      ++tally.useless;
    } catch (const std::logic_error& e) {
      FAIL() << e.what() << ", seed " << seed << "\n"
             << core::to_string(kernel) << to_string(protocol);
    }
  }
}

TEST(InferRandom, ProtocolsSayWhatThreadsDo) {
  Tally tally;
  const char* only = std::getenv("HEDDLE_SEED");
  const unsigned first = only ? static_cast<unsigned>(std::atoi(only)) : 1;
  for (unsigned seed = first; seed < first + (only ? 1 : 2500); ++seed) {
    compare(seed, tally);
    if (HasFatalFailure()) return;
  }

  std::printf("exact %u, superset %u, useless %u\n", tally.exact, tally.superset, tally.useless);
  if (!only) {
    EXPECT_GT(tally.exact, 2000u);
  }
}

} // namespace
} // namespace heddle::protocol
