// From text to what is executed: calls put in place, where branches meet, the slice.
#include "ptx/read/parse.hpp"
#include "ptx/slice.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace heddle::ptx {
namespace {

struct Loaded {
  Ctx ctx;
  Module module;
  std::optional<Program> program;
  Flow flow;

  // Instructions of one kernel `k`; `functions` stand before it.
  explicit Loaded(const std::string& body, const std::string& functions = "") {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    const auto path = std::filesystem::temp_directory_path() /
                      ("heddle-ptx-" + std::string(test->name()) + ".ptx");
    std::ofstream(path) << ".version 7.0\n.target sm_75\n.address_size 64\n"
                        << functions
                        << "\n.visible .entry k(.param .u64 p)\n{\n.reg .pred %p<8>;\n"
                           ".reg .b32 %r<16>;\n.reg .b64 %rd<16>;\n.reg .f32 %f<16>;\n"
                           ".shared .align 4 .b32 s[64];\n"
                        << body << "}\n";
    if (auto parsed = parse(path.string(), ctx, [](const std::string&) { return true; }))
      module = std::move(*parsed);
    std::filesystem::remove(path);
    if (module.functions.empty()) return;
    program = flatten(module, module.functions.back(), 0, ctx);
    if (program) flow = analyse_flow(*program);
  }
  std::string errors() const {
    std::string out;
    for (const Diagnostic& d : ctx.diagnostics)
      out += d.message + "\n";
    return out;
  }
  // Instructions whose opcode begins with this.
  std::vector<Index> all(std::string_view text) const {
    std::vector<Index> out;
    for (Index i = 0; i < program->code.size(); ++i)
      if (program->opcode(program->code[i]).text.starts_with(text)) out.push_back(i);
    return out;
  }
  Index only(std::string_view text) const {
    const auto found = all(text);
    EXPECT_EQ(found.size(), 1u) << text;
    return found.empty() ? 0 : found.front();
  }
  // The instruction where the lanes of a branch meet again; the size of the code for the exit.
  Index meets(Index branch) const {
    const Index block = flow.blocks[flow.block_of[branch]].meets;
    return block == flow.exit() ? static_cast<Index>(program->code.size())
                                : flow.blocks[block].begin;
  }
};

TEST(Flow, SidesOfABranchMeetBehindBoth) {
  const Loaded k("setp.eq.s32 %p1, %r1, 0;\n@%p1 bra $A;\nmov.u32 %r2, 1;\nbra.uni $B;\n"
                 "$A: mov.u32 %r2, 2;\n$B: st.shared.u32 [s], %r2;\nret;\n");
  ASSERT_TRUE(k.program) << k.errors();
  EXPECT_EQ(k.meets(k.all("bra")[0]), k.only("st"));
}

TEST(Flow, LeavingALoopInTheMiddle) {
  const Loaded k("$L: setp.eq.s32 %p1, %r1, 0;\n@%p1 bra $OUT;\nadd.s32 %r1, %r1, 1;\n"
                 "setp.lt.s32 %p2, %r1, 9;\n@%p2 bra $L;\n$OUT: st.shared.u32 [s], %r1;\nret;\n");
  ASSERT_TRUE(k.program) << k.errors();
  for (const Index branch : k.all("bra"))
    EXPECT_EQ(k.meets(branch), k.only("st"));
}

TEST(Flow, ReturnsOnOneSideMeetAtTheExit) {
  const Loaded k(
      "setp.eq.s32 %p1, %r1, 0;\n@%p1 bra $A;\nret;\n$A: st.shared.u32 [s], %r1;\nret;\n");
  ASSERT_TRUE(k.program) << k.errors();
  EXPECT_EQ(k.meets(k.only("bra")), k.program->code.size());
}

TEST(Flow, ALoopWithoutAnEndHasAPostDominatorToo) {
  const Loaded k("setp.eq.s32 %p1, %r1, 0;\n@%p1 bra $E;\n$L: add.s32 %r1, %r1, 1;\nbra.uni $L;\n"
                 "$E: ret;\n");
  ASSERT_TRUE(k.program) << k.errors();
  EXPECT_EQ(k.meets(k.all("bra")[0]), k.program->code.size());
}

TEST(Flow, TargetsOfAnIndexedBranchMeet) {
  const Loaded k("mov.u32 %r1, %tid.x;\n$T: .branchtargets $A, $B, $C;\nbrx.idx %r1, $T;\n"
                 "$A: mov.u32 %r2, 1;\nbra.uni $D;\n$B: mov.u32 %r2, 2;\nbra.uni $D;\n"
                 "$C: mov.u32 %r2, 3;\n$D: st.shared.u32 [s], %r2;\nret;\n");
  ASSERT_TRUE(k.program) << k.errors();
  const Index branch = k.only("brx");
  EXPECT_EQ(k.flow.blocks[k.flow.block_of[branch]].successors.size(), 3u);
  EXPECT_EQ(k.meets(branch), k.only("st"));
}

TEST(Flatten, ACallIsPutInPlaceWithItsParameters) {
  const Loaded k("{\n.param .b32 a;\nst.param.b32 [a+0], 5;\n.param .b32 r;\n"
                 "call.uni (r), twice, (a);\nld.param.b32 %r1, [r+0];\n}\n"
                 "st.shared.u32 [s], %r1;\nret;\n",
                 ".func (.param .b32 out) twice(.param .b32 in)\n{\n.reg .b32 %r<3>;\n"
                 "ld.param.u32 %r1, [in];\nadd.s32 %r2, %r1, %r1;\nst.param.b32 [out+0], %r2;\n"
                 "ret;\n}\n");
  ASSERT_TRUE(k.program) << k.errors();
  EXPECT_TRUE(k.all("call").empty());
  const Index sum = k.only("add");
  ASSERT_NE(k.program->call_of[sum], nowhere);
  EXPECT_EQ(k.program->calls.size(), 1u);
  EXPECT_EQ(k.all("ret").size(), 1u); // the callee's is a branch behind its body
}

TEST(Flatten, ARecursiveCallStays) {
  const Loaded k("call.uni again;\nret;\n", ".func again()\n{\ncall.uni again;\nret;\n}\n");
  ASSERT_TRUE(k.program) << k.errors();
  EXPECT_EQ(k.program->code[k.only("call.uni")].line, 6u);
}

TEST(Slicing, KeepsAddressesAndDropsWhatIsOnlyStored) {
  const Loaded k("mov.u32 %r1, %tid.x;\nmov.u32 %r2, s;\nshl.b32 %r3, %r1, 2;\n"
                 "add.s32 %r4, %r2, %r3;\ncvt.rn.f32.u32 %f1, %r1;\nsin.approx.f32 %f2, %f1;\n"
                 "st.shared.f32 [%r4], %f2;\nret;\n");
  ASSERT_TRUE(k.program) << k.errors();
  const Slice needed = slice(*k.program, k.flow, false);
  EXPECT_TRUE(needed.needed[k.only("shl")]);
  EXPECT_TRUE(needed.needed[k.only("st")]);
  EXPECT_FALSE(needed.needed[k.only("sin")]);
  EXPECT_FALSE(needed.shared_contents);
  const Slice valued = slice(*k.program, k.flow, true);
  EXPECT_TRUE(valued.needed[k.only("sin")]);
}

TEST(Slicing, AnAddressFromSharedMemoryNeedsItsContents) {
  const Loaded k("st.shared.u32 [s], 8;\nld.shared.u32 %r1, [s];\nmov.u32 %r2, s;\n"
                 "add.s32 %r3, %r2, %r1;\nst.shared.u32 [%r3], %r1;\nret;\n");
  ASSERT_TRUE(k.program) << k.errors();
  EXPECT_TRUE(slice(*k.program, k.flow, false).shared_contents);
}

TEST(Slicing, ConditionsAroundABarrierAreNeeded) {
  const Loaded k("mov.u32 %r1, %tid.x;\nmul.lo.s32 %r2, %r1, 3;\nmul.lo.s32 %r3, %r1, 5;\n"
                 "setp.lt.s32 %p1, %r2, 9;\nsetp.lt.s32 %p2, %r3, 9;\n@%p1 bra $A;\nbar.sync 0;\n"
                 "$A: @%p2 bra $B;\nst.global.u32 [%rd1], %r1;\n$B: ret;\n");
  ASSERT_TRUE(k.program) << k.errors();
  const Slice needed = slice(*k.program, k.flow, false);
  EXPECT_TRUE(needed.needed[k.all("mul")[0]]);
  EXPECT_FALSE(needed.needed[k.all("mul")[1]]);
}

TEST(Slicing, CarriesLinkTheHalvesOfASum) {
  const Loaded k("mov.u32 %r1, %tid.x;\nadd.cc.u32 %r2, %r1, -1;\naddc.u32 %r3, 0, 0;\n"
                 "mov.u32 %r4, s;\nadd.s32 %r5, %r4, %r3;\nst.shared.u8 [%r5], %r1;\nret;\n");
  ASSERT_TRUE(k.program) << k.errors();
  EXPECT_TRUE(slice(*k.program, k.flow, false).needed[k.only("add.cc")]);
}

} // namespace
} // namespace heddle::ptx
