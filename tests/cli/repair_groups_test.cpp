// `heddle repair` with the barriers of warps, tiles and grids: which one is cheaper, and that the
// text stays its author's around them.
#include "cli/repairing.hpp"

namespace heddle::cli_test {
namespace {

TEST(RepairGroups, OrdersAWarpByItsOwnBarrier) {
  const std::string text = "__global__ void k(int *a) {\n"
                           "  __shared__ int s[64];\n"
                           "  s[threadIdx.x] = a[threadIdx.x];\n"
                           "  a[threadIdx.x] = s[threadIdx.x ^ 1];\n"
                           "}\n";
  EXPECT_TRUE(contains(repaired("warp.cu", text, "", "--block 64"), "];\n  __syncwarp();\n  a["));
  EXPECT_TRUE(contains(repaired("even.cu", text, "--cost syncwarp=2", "--block 64"),
                       "];\n  __syncthreads();\n  a["));
  // beyond the warp
  std::string wider = text;
  wider.replace(wider.find("^ 1"), 3, "^ 32");
  EXPECT_TRUE(
      contains(repaired("wider.cu", wider, "", "--block 64"), "];\n  __syncthreads();\n  a["));
}

TEST(RepairGroups, WeakensWhatOrdersWarpsAlone) {
  const std::string text = "__global__ void k(int *a) {\n"
                           "  __shared__ int s[64];\n"
                           "  s[threadIdx.x] = a[threadIdx.x]; __syncthreads();\n"
                           "  a[threadIdx.x] = s[threadIdx.x ^ 1];\n"
                           "}\n";
  const std::string got = repaired("strong.cu", text, "--from-scratch", "--block 64");
  EXPECT_TRUE(contains(got, "__syncwarp();\n")) << got;
  EXPECT_FALSE(contains(got, "__syncthreads")) << got;
}

TEST(RepairGroups, UsesGroupsThatAreThere) {
  const std::string start = "#include <cooperative_groups.h>\n"
                            "namespace cg = cooperative_groups;\n";
  const std::string grid = "__global__ void k(int *a, int *b) {\n"
                           "  cg::grid_group all = cg::this_grid();\n"
                           "  int i = all.thread_rank();\n"
                           "  a[i] = i;\n"
                           "  b[i] = a[all.size() - 1 - i];\n"
                           "}\n";
  EXPECT_TRUE(
      contains(repaired("grid.cu", start + grid, "", "--block 64"), "= i;\n  all.sync();\n"));
  const std::string tile = "__global__ void k(int *a) {\n"
                           "  __shared__ int s[64];\n"
                           "  auto four = cg::tiled_partition<4>(cg::this_thread_block());\n"
                           "  s[threadIdx.x] = a[threadIdx.x];\n"
                           "  a[threadIdx.x] = s[threadIdx.x ^ 1];\n"
                           "}\n";
  const std::string got = repaired("tile.cu", start + tile, "", "--block 64");
  EXPECT_TRUE(contains(got, "four.sync();\n") || contains(got, "__syncwarp();\n")) << got;
  const std::string blocks = "__global__ void k(int *a) { a[threadIdx.x] = blockIdx.x; }\n";
  file("none.cu", blocks);
  EXPECT_TRUE(contains(run("heddle repair none.cu").err, "a grid barrier or two launches"));
}

// Barriers of groups that are there may go, and be moved.
TEST(RepairGroups, RemovesWhatIsRedundant) {
  const std::string text = "#include <cooperative_groups.h>\n"
                           "namespace cg = cooperative_groups;\n"
                           "__global__ void k(int *a) {\n"
                           "  __shared__ int s[64];\n"
                           "  auto block = cg::this_thread_block();\n"
                           "  auto two = cg::tiled_partition<2>(block);\n"
                           "  s[threadIdx.x] = a[threadIdx.x];\n"
                           "  two.sync();\n"
                           "  block.sync();\n"
                           "  cg::sync(block);\n"
                           "  a[threadIdx.x] = s[63 - threadIdx.x];\n"
                           "}\n";
  EXPECT_EQ(repaired("redundant.cu", text, "--optimize", "--block 64"),
            replaced(replaced(text, "  two.sync();\n", ""), "  cg::sync(block);\n", ""));
  const std::string late = replaced(
      replaced(replaced(text, "  two.sync();\n  block.sync();\n", ""), "  cg::sync(block);\n", ""),
      "];\n}", "];\n  block.sync();\n}");
  EXPECT_EQ(repaired("late.cu", late, "--from-scratch", "--block 64"),
            replaced(replaced(late, "  block.sync();\n", ""), "= a[threadIdx.x];\n",
                     "= a[threadIdx.x];\n  __syncthreads();\n"));
}

// One warp exchanges, in text that is laid out in this or that way.
const std::string in_warp = "__global__ void k(int *a, int n) {\n"
                            "  __shared__ int s[64];\n"
                            "  int t = threadIdx.x;\n"
                            "  s[t] = a[t]; // load\n"
                            "  a[t] = s[t ^ 1];\n"
                            "}\n";

TEST(RepairGroups, KeepsTheEndsOfLinesAndTabs) {
  const std::string dos = replaced(replaced(in_warp, "  ", "\t"), "\n", "\r\n");
  EXPECT_EQ(repaired("warp_dos.cu", dos, "", "--block 64"),
            replaced(dos, "// load\r\n", "// load\r\n\t__syncwarp();\r\n"));
}

TEST(RepairGroups, KeepsMacros) {
  const std::string macro =
      "#define LOAD s[t] = a[t]; \\\n  t2 = t\n" +
      replaced(replaced(in_warp, "s[t] = a[t]; // load", "int t2; LOAD;"), "s[t ^ 1]", "s[t2 ^ 1]");
  EXPECT_EQ(repaired("warp_macro.cu", macro, "", "--block 64"),
            replaced(macro, "LOAD;\n", "LOAD;\n  __syncwarp();\n"));
}

TEST(RepairGroups, AddsBraces) {
  const std::string bare = replaced(in_warp, "  a[t] = s[t ^ 1];\n",
                                    "  if (n > 3) // uniform\n"
                                    "    a[t] = s[t ^ 1];\n");
  EXPECT_EQ(repaired("warp_bare.cu", bare, "", "--block 64"),
            replaced(bare, "  if (n > 3) // uniform\n    a[t] = s[t ^ 1];\n",
                     "  if (n > 3) { // uniform\n"
                     "    __syncwarp();\n"
                     "    a[t] = s[t ^ 1];\n"
                     "  }\n"));
}

TEST(RepairGroups, StandsAtTheEndOfALoopBehindALabel) {
  const std::string loop = replaced(in_warp, "  s[t] = a[t]; // load\n  a[t] = s[t ^ 1];\n",
                                    "  for (int i = 0; i < n; ++i) {\n"
                                    "    s[t] = a[t];\n"
                                    "    __syncwarp();\n"
                                    "  again: a[t] = s[t ^ 1];\n"
                                    "  }\n");
  const std::string text = repaired("warp_label.cu", loop, "", "--block 64");
  EXPECT_TRUE(contains(text, "++i) {\n    __syncwarp();\n") ||
              contains(text, "s[t ^ 1];\n    __syncwarp();\n  }\n"))
      << text;
}

// A barrier gives way to another one in its place, also where it is all of a branch.
TEST(RepairGroups, TakesThePlaceOfAnother) {
  const std::string weak = replaced(replaced(in_warp, "s[t ^ 1]", "s[t ^ 32]"), "// load\n",
                                    "\n  __syncwarp(); // all\n");
  EXPECT_EQ(repaired("place_of.cu", weak, "--from-scratch --cost syncwarp=0.5", "--block 64"),
            replaced(weak, "\n  __syncwarp(); // all\n", "\n  __syncthreads(); // all\n"));
  const std::string arm = replaced(weak, "  __syncwarp(); // all\n",
                                   "  if (n > 3)\n    __syncwarp(); // all\n"
                                   "  if (n > 3)\n  ");
  const std::string text = repaired("arm.cu", arm, "--from-scratch", "--block 64");
  EXPECT_FALSE(contains(text, "__syncwarp")) << text;
}

} // namespace
} // namespace heddle::cli_test
