// `heddle ptx` as seen from outside: drawings, figures, and inputs that make no sense.
#include "cli/process.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace heddle::cli_test {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string golden(const std::string& name) {
  return std::string(HEDDLE_SOURCE_DIR) + "/tests/golden/ptx/" + name + ".ptx";
}

std::string contents(const std::string& path) {
  std::stringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++n;
  return n;
}

// A kernel of one warp with this body.
std::string kernel(const std::string& body, const std::string& before = "") {
  return file("small.ptx", ".version 7.0\n.target sm_75\n.address_size 64\n" + before +
                               ".visible .entry k()\n{\n.reg .pred %p<4>;\n.reg .b32 %r<8>;\n" +
                               body + "}\n");
}

TEST(Ptx, DrawsTheBarrierGraph) {
  // warps 0 and 1 pass barrier 0 together, then 1 arrives where 0 waits
  kernel("mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 32;\nbar.sync 0;\n@%p1 bra $W;\n"
         "bar.arrive 1, 64;\nret;\n$W: bar.sync 1, 64;\nret;\n");
  const Finished got = run("heddle ptx small.ptx --block 64 --graph g.svg --graph g.svg");
  EXPECT_EQ(got.exit_code, 2); // given twice
  EXPECT_EQ(run("heddle ptx small.ptx --block 64 --graph g.svg").exit_code, 0);
  const std::string svg = run("cat g.svg").out;
  EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
  EXPECT_EQ(count(svg, "generation 0"), 2u);
  for (const char* lane : {">warp 0<", ">warp 1<"})
    EXPECT_EQ(count(svg, lane), 1u);
  EXPECT_EQ(count(svg, ">sync (PTX "), 3u);
  EXPECT_EQ(count(svg, ">arrive (PTX "), 1u);
  EXPECT_EQ(run("heddle ptx small.ptx --block 64 --graph g.dot").exit_code, 0);
  const std::string dot = run("cat g.dot").out;
  EXPECT_TRUE(dot.starts_with("digraph barriers {"));
  EXPECT_TRUE(contains(dot, "n0 -> n1 [label=\"warp 1 arrive\", style=dashed]"));
  EXPECT_EQ(run("heddle ptx small.ptx --block 64 --graph no/folder.dot").exit_code, 2);
}

TEST(Ptx, AsksWhatAScriptCanAnswer) {
  file("asks.ptx", ".version 7.0\n.target sm_75\n.address_size 64\n"
                   ".visible .entry _Z1kPii(.param .u64 _Z1kPii_param_0, .param .u32 "
                   "_Z1kPii_param_1)\n{\n.reg .pred %p<4>;\n.reg .b32 %r<8>;\n"
                   "ld.param.u32 %r1, [_Z1kPii_param_1];\nsetp.lt.s32 %p1, %r1, 3;\n"
                   "@%p1 bra $END;\nbar.sync 0;\n$END: ret;\n}\n");
  Finished got = run("heddle ptx asks.ptx --questions json");
  EXPECT_EQ(got.exit_code, 3);
  EXPECT_TRUE(contains(got.out, "\"option\": \"--block\"")) << got.out;
  got = run("heddle ptx asks.ptx --questions json --block 64");
  EXPECT_EQ(got.exit_code, 3);
  for (const char* part : {"\"option\": \"--param\"", "\"name\": \"param_1\"", "\"type\": \"int\"",
                           "\"bytes\": 4", "\"kernel\": \"k\"", "\"why\": \"whether this branch"})
    EXPECT_TRUE(contains(got.out, part)) << part << got.out;
  got = run("heddle ptx asks.ptx --questions json --block 64 --param param_1=2");
  EXPECT_EQ(got.exit_code, 0);
  EXPECT_EQ(got.out, "[]\n");
  EXPECT_EQ(run("heddle ptx asks.ptx --questions text").exit_code, 2);
}

// The value of an attribute of the drawing.
int extent(const std::string& svg, const std::string& name) {
  return std::stoi(svg.substr(svg.find(name + "=\"") + name.size() + 2));
}

TEST(Ptx, DrawsLongRunsSmall) {
  // warp 0 arrives 500 times without waiting for warp 1
  kernel("mov.u32 %r1, %tid.x;\nmov.u32 %r2, 0;\nsetp.lt.u32 %p1, %r1, 32;\n"
         "$L: @%p1 bra $A;\nbar.sync 1, 64;\nbra $N;\n$A: bar.arrive 1, 64;\n"
         "$N: add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p2, %r2, 500;\n@%p2 bra $L;\nret;\n");
  const Finished got = run("heddle ptx small.ptx --block 64 --graph g.svg");
  EXPECT_EQ(got.exit_code, 1);
  EXPECT_TRUE(contains(got.out, ": nothing orders line ")) << got.out;
  EXPECT_TRUE(contains(got.out, "(generation 249) before line ")) << got.out;
  const std::string svg = run("cat g.svg").out;
  EXPECT_TRUE(contains(svg, "generations like these"));
  EXPECT_EQ(count(svg, ">order missing<"), 1u);
  EXPECT_LE(extent(svg, "width"), 4000);
  EXPECT_LE(extent(svg, "height"), 4000);
}

TEST(Ptx, CountsWhatItRan) {
  kernel(".shared .align 4 .b32 s[64];\nmov.u32 %r1, %tid.x;\nshl.b32 %r2, %r1, 2;\n"
         "mov.u32 %r3, s;\nadd.s32 %r4, %r3, %r2;\nst.shared.u32 [%r4], %r1;\nbar.sync 0;\n"
         "ld.shared.u32 %r5, [s];\nret;\n");
  const Finished got = run("heddle ptx small.ptx --block 64 --stats");
  EXPECT_EQ(got.exit_code, 0);
  for (const char* line : {"64 threads", "1 dynamic barriers", "64 shared addresses",
                           "128 accesses", "64 race tests of a pairwise checker"})
    EXPECT_TRUE(contains(got.out, line)) << line << "\n" << got.out;
}

TEST(Ptx, SaysThatThereAreNoClusters) {
  kernel("ret;\n");
  EXPECT_TRUE(contains(run("heddle ptx small.ptx --block 32").out, "the grid has no clusters"));
}

// One clear error each, and the exit code of a wrong input.
TEST(Ptx, RefusesWhatMakesNoSense) {
  const auto refused = [](const std::string& arguments, const std::string& why) {
    const Finished got = run("heddle ptx " + arguments);
    EXPECT_EQ(got.exit_code, 2) << arguments;
    EXPECT_EQ(count(got.err, "error: "), 1u) << got.err;
    EXPECT_TRUE(contains(got.err, why)) << got.err;
  };
  kernel("ret;\n");
  refused("missing.ptx --block 32", "cannot read the file");
  refused(". --block 32", "is a folder");
  refused("small.ptx", "the block size of 'k' is not known; give --block");
  refused("small.ptx --block 2048", "a block has 1 to 1024 threads");
  refused("small.ptx --block 512,4", "a block has 1 to 1024 threads");
  refused("small.ptx --block 32 --grid 2 --cta 2", "--cta is outside of --grid");
  refused("small.ptx --block 32 --param n=1", "no kernel has a parameter or variable 'n'");
  refused("small.ptx --block 32 --kernel other", "other");
  kernel(".shared .b32 s[99999999];\nmov.u32 %r1, s;\nst.shared.u32 [%r1], 0;\nret;\n");
  refused("small.ptx --block 32", "variable 's' is larger than any machine's memory");
  kernel(".reg .b32 %x<99999999>;\nret;\n");
  refused("small.ptx --block 32", "too many registers");
  kernel(".shared .b32 s[9999999999][9999999999];\nret;\n");
  refused("small.ptx --block 32", "an absurd size");
  kernel("bra $NOWHERE;\nret;\n");
  refused("small.ptx --block 32", "unknown name '$NOWHERE'");
  kernel("add.s32 %r1, %r2;\nst.shared.u32 [%r1], 0;\nret;\n");
  refused("small.ptx --block 32", "too few operands");
  file("cut.ptx", contents(golden("ring")).substr(0, 1500));
  refused("cut.ptx", "");
  file("empty.ptx", "");
  refused("empty.ptx --block 32", "no kernel found");
  file("bytes.ptx", std::string("\x7f\x46\x4c\x46\x00\x01\xff", 7));
  refused("bytes.ptx --block 32", "unexpected");
  file("deep.ptx", ".version 7.0\n.visible .entry k()\n{\nmov.u32 " + std::string(5000, '{'));
  refused("deep.ptx --block 32", "nests too deeply");
}

TEST(Ptx, DoesNotFollowAbsurdAmountsOfLocalMemory) {
  kernel(".local .align 4 .b8 a[1048576];\n.shared .align 4 .b32 s[64];\n"
         "st.local.u32 [a+1048572], 4;\nld.local.u32 %r1, [a+1048572];\nmov.u32 %r2, s;\n"
         "add.s32 %r3, %r2, %r1;\nld.shared.u32 %r4, [%r3];\nret;\n");
  EXPECT_EQ(run("heddle ptx small.ptx --block 32").exit_code, 0);
  const Finished got = run("heddle ptx small.ptx --block 1024");
  EXPECT_EQ(got.exit_code, 3);
  EXPECT_TRUE(contains(got.out, "the threads keep more in local memory than is followed"));
}

TEST(Ptx, StopsAtOpenBranchesThatNestTooDeeply) {
  const auto nested = [](int depth) {
    std::string text =
        ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 "
        "a)\n{\n.reg .pred %p<2>;\n.reg .b32 %r<4>;\n.reg .b64 %rd<2>;\n"
        ".shared .align 4 .b32 s[64];\nld.param.u64 %rd1, [a];\n"
        "mov.u32 %r1, %laneid;\nshl.b32 %r1, %r1, 2;\nmov.u32 %r2, s;\n"
        "add.s32 %r1, %r1, %r2;\n";
    for (int i = 0; i < depth; ++i) {
      const std::string n = std::to_string(i);
      text += "ld.global.u32 %r3, [%rd1+" + std::to_string(4 * i) +
              "];\nsetp.eq.s32 %p1, %r3, 0;\n@%p1 bra $X" + n + ";\n";
    }
    for (int i = depth; i-- > 0;)
      text += "$X" + std::to_string(i) + ": st.shared.u32 [%r1], " + std::to_string(i) + ";\n";
    file("nested.ptx", text + "ret;\n}\n");
  };
  nested(100);
  EXPECT_EQ(run("heddle ptx nested.ptx --block 32").exit_code, 0);
  nested(5000);
  const Finished got = run("heddle ptx nested.ptx --block 32");
  EXPECT_EQ(got.exit_code, 3);
  EXPECT_TRUE(contains(got.out, "nest too deeply here")) << got.out;
}

TEST(Ptx, StopsEndlessLoops) {
  kernel("$L: bar.sync 0;\nbra.uni $L;\n");
  const Finished got = run("heddle ptx small.ptx --block 32 --steps 1000");
  EXPECT_EQ(got.exit_code, 3);
  EXPECT_TRUE(contains(got.out, "more than 1000 instructions of warps were executed")) << got.out;
}

TEST(Ptx, SaysWhatParametersThereAre) {
  const Finished wrong = run("heddle ptx " + golden("open_trip_count") + " --param foo=3");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_TRUE(contains(wrong.err, "param_0 (1st, float const*)")) << wrong.err;
  EXPECT_TRUE(contains(wrong.err, "param_2 (3rd, int)")) << wrong.err;
  const Finished asked = run("heddle ptx " + golden("open_trip_count") + " --format json");
  EXPECT_EQ(asked.exit_code, 3);
  for (const char* part : {"\"questions\"", "\"name\": \"param_2\"", "\"option\": \"--param\"",
                           "\"type\": \"int\"", "\"bytes\": 4", "\"contents\": false"})
    EXPECT_TRUE(contains(asked.out, part)) << part << asked.out;
}

TEST(Ptx, KnowsOtherFilesThatAreGivenByMistake) {
  file("source.cu", "__global__ void k() {}\n");
  EXPECT_TRUE(contains(run("heddle ptx source.cu").err, "'heddle check FILE' reads it"));
  file("program.ptx", "\x7f"
                      "ELF\x02\x01");
  EXPECT_TRUE(contains(run("heddle ptx program.ptx").err, "'cuobjdump -ptx FILE'"));
  file("fat.ptx", "\x50\xed\x55\xba\x01");
  const Finished fat = run("heddle ptx fat.ptx");
  EXPECT_EQ(fat.exit_code, 2);
  EXPECT_TRUE(contains(fat.err, "fatbin")) << fat.err;
}

TEST(Ptx, TellsCopiesOfOneSourceLineOnce) {
  const auto body = [](bool lines) {
    const auto at = [&](int line) {
      return lines ? "\t.loc 1 " + std::to_string(line) + " 3\n" : std::string();
    };
    return ".shared .align 4 .b32 s[2];\n" + at(5) + "st.shared.u32 [s], %r1;\n" + at(5) +
           "st.shared.u32 [s], %r1;\n" + at(6) + "ret;\n";
  };
  kernel("mov.u32 %r1, %tid.x;\n" + body(false));
  EXPECT_EQ(count(run("heddle ptx small.ptx --block 32").out, "error: data race"), 3u);
  kernel("mov.u32 %r1, %tid.x;\n" + body(true), ".file 1 \"k.cu\"\n");
  const Finished got = run("heddle ptx small.ptx --block 32");
  EXPECT_EQ(count(got.out, "error: data race"), 1u) << got.out;
  EXPECT_TRUE(contains(got.out, "findings like this one")) << got.out;
}

} // namespace
} // namespace heddle::cli_test
