// Inference, text against text.
#include "protocol/protocol.hpp"
#include "unit/core/builder.hpp"

#include <gtest/gtest.h>

namespace heddle::protocol {
namespace {

using core::Block;
using core::Builder;
using core::Space;
using core::VarId;

class Infer : public ::testing::Test {
protected:
  Builder b{"f"};
  Pool& p = b.pool();
  core::ArrayId out = b.array("out"), in = b.array("in");

  Expr v(VarId id) { return b.ref(id); }
  Expr plus(Expr e, std::int64_t c) { return p.add(e, b.c(c, e->type)); }

  // for (; cond; step) body
  core::Stmt loop(Expr cond, Block body, Block step = {}, Block head = {}) {
    return b.at(core::Loop{next_label_++, std::move(head), cond, std::move(body), std::move(step)});
  }
  core::Stmt leave(core::LabelId label) { return b.at(core::Break{label}); }
  core::Stmt exit() { return b.at(core::Exit{}); }
  core::LabelId label() const { return next_label_; }

  std::string text() {
    EXPECT_EQ(core::check(b.kernel), std::vector<std::string>{});
    Ctx ctx;
    const Protocol protocol = infer(b.kernel, ctx);
    EXPECT_EQ(check(protocol), std::vector<std::string>{});
    return to_string(protocol);
  }

private:
  core::LabelId next_label_ = 1;
};

TEST_F(Infer, UpwardLoop) {
  Expr n = b.param("n");
  VarId i = b.var("i");
  b.add(b.assign(i, b.c(0)));
  b.add(loop(p.lt(v(i), n), {b.write(out, v(i), nullptr), b.sync()}, {b.assign(i, plus(v(i), 1))}));
  EXPECT_EQ(text(), "protocol f\n"
                    "  for k while k < n, i = k // line 50\n"
                    "    write out[(i64)k * 4 .. +4]\n"
                    "    sync block\n");
}

} // namespace
} // namespace heddle::protocol
