// `heddle repair` where errors say little of the place: among named barriers, and where no
// placement helps.
#include "cli/repairing.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>

namespace heddle::cli_test {
namespace {

std::string golden(const std::string& name) {
  std::ifstream in(std::string(HEDDLE_SOURCE_DIR) + "/tests/golden/" + name);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Repairs what has roles: the best that was found, of some cost.
double cost_of_repair(const std::string& name, const std::string& text,
                      const std::string& options) {
  file(name, text);
  const Finished got = run("heddle repair " + name + " --in-place --json " + options);
  EXPECT_EQ(got.exit_code, 0) << got.out << got.err;
  const Finished check = run("heddle check " + name + " --block 64");
  EXPECT_EQ(check.exit_code, 0) << check.out;
  const auto told = nlohmann::json::parse(got.out, nullptr, false);
  return told.is_object() ? double(told["groups"][0]["cost_after"]) : -1;
}

TEST(RepairRoles, PutsBackWhatRingsNeed) {
  const std::string ring = golden("named/mbarrier_ring_elected.cu");
  const std::string bare =
      replaced(replaced(ring, "      __syncwarp();\n", ""), "  __syncthreads();\n", "");
  ASSERT_NE(ring, bare);
  EXPECT_EQ(cost_of_repair("bare.cu", bare, "--block 64"), 6);
  const std::string text = run("cat bare.cu").out;
  EXPECT_TRUE(contains(text, "      __syncwarp();\n")) << text;
  EXPECT_TRUE(contains(text, "\n  __syncthreads();\n")) << text;
  EXPECT_LE(cost_of_repair("kept.cu", ring, "--block 64 --from-scratch"), 6);
}

// Of a tile and its warp the warp orders more, where both may stand.
TEST(RepairRoles, TakesTheWarpBeforeItsTiles) {
  const std::string ring =
      replaced(golden("named/mbarrier_ring_elected.cu"), "  int lane = ",
               "  auto four = "
               "cooperative_groups::tiled_partition<4>(cooperative_groups::this_thread_block());\n"
               "  int lane = ");
  const std::string bare =
      "#include <cooperative_groups.h>\n" + replaced(ring, "      __syncwarp();\n", "");
  EXPECT_EQ(cost_of_repair("four.cu", bare, "--block 64"), 6);
  EXPECT_TRUE(contains(run("cat four.cu").out, "      __syncwarp();\n"));
}

// When the time is over, what stands there is as good as it was.
TEST(RepairRoles, KeepsWhatIsRightWhenTimeIsOver) {
  const std::string right = replaced(exchange, "// load\n", "// load\n  __syncthreads();\n");
  file("late.cu", right);
  file("ring.cu", golden("named/mbarrier_ring_elected.cu"));
  for (const char* what : {"late.cu", "ring.cu --block 64"}) {
    const Finished got = run(std::string("heddle repair --from-scratch --limit 0.01 ") + what);
    EXPECT_EQ(got.exit_code, 0) << got.err;
    EXPECT_EQ(got.out, "");
    EXPECT_TRUE(contains(got.err, "note: kept as it is: ")) << got.err;
  }
}

// Without the barrier, what is read from `s` may be anything, and the writes to `out` meet.
TEST(RepairRoles, MendsElsewhereWhatRestsOnMemory) {
  const std::string known = golden("data/phase_known_guarded_clean.cu");
  const std::string bare = replaced(known, "  __syncthreads();\n", "");
  for (const char* where : {"blockIdx.x * 3072", "blockIdx.x * 3000 + 2999 * blockIdx.x"}) {
    const std::string text = replaced(bare, "blockIdx.x * 3072", where);
    file("memory.cu", text);
    const Finished got = run("heddle repair memory.cu --in-place --block 64");
    EXPECT_EQ(got.exit_code, 0) << got.err;
    EXPECT_EQ(run("cat memory.cu").out, replaced(known, "blockIdx.x * 3072", where));
    EXPECT_EQ(run("heddle check memory.cu --block 64").exit_code, 0);
  }
}

TEST(RepairRoles, PutsBackWhatTilesNeed) {
  const std::string tiles = golden("named/tiles_anew.cu");
  const std::string bare = replaced(tiles, "    __syncthreads();\n", "");
  ASSERT_NE(tiles, bare);
  EXPECT_EQ(cost_of_repair("tiles.cu", bare, "--block 64"), 100);
  EXPECT_TRUE(contains(run("cat tiles.cu").out, "\n    __syncthreads();\n"));
}

// A wait on the wrong parity, an arrival that never comes: with barriers everywhere they are there.
TEST(RepairRoles, RefusesWhatNoBarrierMends) {
  for (const char* name : {"named/last_tile_wrong_barrier.cu", "named/mbarrier_ring_parity.cu"}) {
    file("fault.cu", golden(name));
    const Finished got = run("heddle repair fault.cu --json --block 64");
    EXPECT_EQ(got.exit_code, 3) << got.out;
    const auto told = nlohmann::json::parse(got.out, nullptr, false);
    ASSERT_TRUE(told.is_object());
    EXPECT_LE(told["groups"][0]["checks"], 30) << name;
    EXPECT_TRUE(contains(got.out, "named barriers are neither placed nor moved")) << got.out;
  }
}

// Each wrong placement shows the race anew; soon all are tried together.
TEST(RepairRoles, SeesSoonThatNoPlaceHelps) {
  file("step.cu", "__global__ void k(int* out, int n) {\n"
                  "  __shared__ int s[64];\n"
                  "  int t = threadIdx.x;\n"
                  "  for (int i = t; i < 64; i += n) s[i] = t;\n"
                  "  out[blockIdx.x * blockDim.x + t] = n;\n"
                  "}\n");
  const Finished got = run("heddle repair step.cu --json");
  EXPECT_EQ(got.exit_code, 3) << got.out;
  EXPECT_TRUE(contains(got.out, "the write at 4:35 and the write at 4:35 of 's': not all threads"))
      << got.out;
  const auto told = nlohmann::json::parse(got.out, nullptr, false);
  EXPECT_LE(told["groups"][0]["checks"], 20);
}

// The body of a copy that the compiler writes is no text.
TEST(RepairRoles, PutsNothingIntoWhatTheCompilerWrites) {
  file("copy.cu", "struct Big { int a[300]; };\n"
                  "__global__ void k(Big* out, const Big* in) {\n"
                  "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                  "  Big mine = in[i];\n"
                  "  mine.a[3] = 5;\n"
                  "  out[i / 2] = mine;\n"
                  "}\n");
  const Finished got = run("heddle repair copy.cu");
  EXPECT_EQ(got.exit_code, 1) << got.err;
  EXPECT_TRUE(contains(got.err, "6:14 and 6:14: both accesses are in one statement")) << got.err;
}

// An arm that an instance leaves away stays as it is.
TEST(RepairRoles, LeavesDiscardedArmsAlone) {
  const std::string text = "template <bool Wait>\n"
                           "__global__ void reversed(int* out) {\n"
                           "  __shared__ int s[64];\n"
                           "  const int t = threadIdx.x;\n"
                           "  s[t] = t;\n"
                           "  if constexpr (Wait) __syncthreads();\n"
                           "  out[blockIdx.x * 64 + t] = s[63 - t];\n"
                           "}\n"
                           "void run(int* out, bool wait) {\n"
                           "  if (wait) reversed<true><<<4, 64>>>(out);\n"
                           "  else reversed<false><<<4, 64>>>(out);\n"
                           "}\n";
  const std::string got = repaired("arm.cu", text);
  EXPECT_TRUE(contains(got, "  if constexpr (Wait) __syncthreads();\n")) << got;
  EXPECT_TRUE(contains(got, "\n  __syncthreads();\n")) << got;
}

} // namespace
} // namespace heddle::cli_test
