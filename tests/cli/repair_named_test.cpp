// `heddle repair --optimize` among named barriers: what waits for nothing goes, or only arrives.
#include "cli/repairing.hpp"

#include <nlohmann/json.hpp>

namespace heddle::cli_test {
namespace {

const std::string wrappers =
    "__device__ __forceinline__ void bar_sync(int id, int threads) {\n"
    "  asm volatile(\"bar.sync %0, %1;\" ::\"r\"(id), \"r\"(threads) : \"memory\");\n"
    "}\n"
    "__device__ __forceinline__ void bar_arrive(int id, int threads) {\n"
    "  asm volatile(\"bar.arrive %0, %1;\" ::\"r\"(id), \"r\"(threads) : \"memory\");\n"
    "}\n";

// A producer and a consumer, one tile at a time; both wait at each barrier.
const std::string stream = "__global__ void stream(float* out, const float* in, int n) {\n"
                           "  __shared__ float buf[32];\n"
                           "  int lane = threadIdx.x % 32;\n"
                           "  if (threadIdx.x < 32) {\n"
                           "    for (int k = 0; k < n; k++) {\n"
                           "      if (k > 0) bar_sync(2, 64);\n"
                           "      buf[lane] = in[k * 32 + lane];\n"
                           "      bar_sync(1, 64); // full\n"
                           "    }\n"
                           "  } else {\n"
                           "    for (int k = 0; k < n; k++) {\n"
                           "      bar_sync(1, 64);\n"
                           "      out[k * 32 + lane] = buf[31 - lane];\n"
                           "      if (k + 1 < n)\n"
                           "        bar_sync(2, 64); // empty\n"
                           "    }\n"
                           "  }\n"
                           "}\n";

TEST(RepairNamed, WeakensWhatNeedNotWait) {
  const std::string got = repaired("stream.cu", wrappers + stream, "--optimize", "--block 64");
  std::string wanted = replaced(stream, "bar_sync(1, 64); // full", "bar_arrive(1, 64); // full");
  wanted = replaced(wanted, "bar_sync(2, 64); // empty", "bar_arrive(2, 64); // empty");
  EXPECT_EQ(got, wrappers + wanted);
  // it is the least now
  const Finished again = run("heddle repair stream.cu --optimize --block 64");
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_EQ(again.out, "");
}

TEST(RepairNamed, TellsWhatItWeakens) {
  file("told.cu", wrappers + stream);
  const Finished text = run("heddle repair told.cu --optimize --block 64");
  EXPECT_TRUE(contains(text.err, "weaken bar_sync(1, 64) at 14:7 to bar_arrive(1, 64), cost 25"))
      << text.err;
  const auto told = nlohmann::json::parse(
      run("heddle repair told.cu --optimize --json --cost arrive=0.25 --block 64").out);
  const auto& change = told["groups"][0]["changes"][0];
  EXPECT_EQ(change["weakened"], "bar_arrive(1, 64)");
  EXPECT_EQ(change["barrier"], "bar_sync(1, 64)");
  EXPECT_EQ(change["cost"], 12.5);
}

// A barrier goes together with its partner; what the tile needs stays. The assembly stands in the
// kernel itself.
TEST(RepairNamed, RemovesBothSides) {
  const std::string text = "__global__ void hand_over(float* out, const float* in) {\n"
                           "  __shared__ float tile[32];\n"
                           "  int lane = threadIdx.x % 32;\n"
                           "  if (threadIdx.x < 32) {\n"
                           "    tile[lane] = in[lane];\n"
                           "    asm volatile(\"bar.sync 3, 64;\" ::: \"memory\");\n"
                           "    asm volatile(\"barrier.sync 4, 64;\" ::: \"memory\");\n"
                           "  } else {\n"
                           "    asm volatile(\"bar.sync 3, 64;\" ::: \"memory\");\n"
                           "    out[lane] = tile[lane ^ 1];\n"
                           "    asm volatile(\"barrier.sync 4, 64;\" ::: \"memory\");\n"
                           "  }\n"
                           "}\n";
  std::string wanted =
      replaced(text, "    asm volatile(\"barrier.sync 4, 64;\" ::: \"memory\");\n", "");
  wanted.replace(wanted.find("bar.sync"), 8, "bar.arrive");
  EXPECT_EQ(repaired("both.cu", text, "--optimize", "--block 64"), wanted);
}

// Without a function that arrives the assembly is written out. CRLF and tabs stay.
TEST(RepairNamed, WritesArrivalsOut) {
  std::string text = wrappers.substr(0, wrappers.find("__device__", 1)) +
                     "__global__ void hand_over(float* out, const float* in) {\n"
                     "  __shared__ float tile[32];\n"
                     "  int lane = threadIdx.x % 32, id = 3;\n"
                     "  if (threadIdx.x < 32) {\n"
                     "    tile[lane] = in[lane];\n"
                     "    bar_sync(id, 64); /* full */\n"
                     "  } else {\n"
                     "    bar_sync(id, 64);\n"
                     "    out[lane] = tile[lane ^ 1];\n"
                     "  }\n"
                     "}\n";
  text = replaced(replaced(text, "  ", "\t"), "\n", "\r\n");
  EXPECT_EQ(repaired("written.cu", text, "--optimize", "--block 64"),
            replaced(text, "bar_sync(id, 64); /*",
                     "asm volatile(\"bar.arrive %0, 64;\" ::\"r\"(id) : \"memory\"); /*"));
}

// The functions of CUDA's headers have no counterpart that arrives.
TEST(RepairNamed, KnowsBarriersOfTheHeaders) {
  const std::string text = "__global__ void hand_over(float* out, const float* in) {\n"
                           "  __shared__ float tile[32];\n"
                           "  int lane = threadIdx.x % 32;\n"
                           "  if (threadIdx.x < 32) {\n"
                           "    tile[lane] = in[lane];\n"
                           "    __barrier_sync_count(3, 64); // full\n"
                           "    __barrier_sync(2);\n"
                           "  } else {\n"
                           "    __barrier_sync_count(3, 64);\n"
                           "    out[lane] = tile[lane ^ 1];\n"
                           "    __barrier_sync(2);\n"
                           "  }\n"
                           "}\n";
  const std::string fewer = replaced(text, "    __barrier_sync(2);\n", "");
  EXPECT_EQ(repaired("headers.cu", text, "--optimize", "--block 64"),
            replaced(fewer, "__barrier_sync_count(3, 64); // full",
                     "asm volatile(\"barrier.arrive 3, 64;\" ::: \"memory\"); // full"));
}

// Both write and read: each has to wait.
TEST(RepairNamed, KeepsWhatBothNeed) {
  const std::string text = wrappers + "__global__ void swap(float* out, const float* in) {\n"
                                      "  __shared__ float tile[64];\n"
                                      "  tile[threadIdx.x] = in[threadIdx.x];\n"
                                      "  if (threadIdx.x < 32) {\n"
                                      "    bar_sync(1, 64);\n"
                                      "    out[threadIdx.x] = tile[threadIdx.x + 32];\n"
                                      "  } else {\n"
                                      "    bar_sync(1, 64);\n"
                                      "    out[threadIdx.x] = tile[threadIdx.x - 32];\n"
                                      "  }\n"
                                      "}\n";
  file("needed.cu", text);
  const Finished got = run("heddle repair needed.cu --optimize --block 64");
  EXPECT_EQ(got.exit_code, 0) << got.err;
  EXPECT_EQ(got.out, "");
  EXPECT_TRUE(contains(got.err, "nothing to repair")) << got.err;
}

// What an argument changes would go with the barrier: it stays. The other one is of no use.
TEST(RepairNamed, KeepsWhatArgumentsDo) {
  const std::string text = wrappers + "__global__ void k(float* out) {\n"
                                      "  int id = 1;\n"
                                      "  bar_sync(id++, 64);\n"
                                      "  bar_sync(id, 64);\n"
                                      "  out[threadIdx.x] = id;\n"
                                      "}\n";
  EXPECT_EQ(repaired("does.cu", text, "--optimize", "--block 64"),
            replaced(text, "  bar_sync(id, 64);\n", ""));
}

// The block's own barrier among them, in a branch without braces, too.
TEST(RepairNamed, RemovesBarriersOfTheBlockToo) {
  const std::string text = wrappers + "__global__ void one(float* out, const float* in, int n) {\n"
                                      "  __shared__ float tile[32];\n"
                                      "  int lane = threadIdx.x % 32;\n"
                                      "  if (n > 0)\n"
                                      "    __syncthreads();\n"
                                      "  if (threadIdx.x < 32) {\n"
                                      "    tile[lane] = in[lane];\n"
                                      "    bar_arrive(1, 64);\n"
                                      "  } else {\n"
                                      "    bar_sync(1, 64);\n"
                                      "    out[lane] = tile[31 - lane];\n"
                                      "  }\n"
                                      "}\n";
  EXPECT_EQ(repaired("block.cu", text, "--optimize", "--block 64"),
            replaced(text, "    __syncthreads();\n", "    ;\n"));
}

TEST(RepairNamed, AsksForARightKernelFirst) {
  const std::string early = replaced(stream, "bar_sync(1, 64);\n      out", "out");
  file("early.cu", wrappers + early);
  const Finished got = run("heddle repair early.cu --optimize --block 64");
  EXPECT_EQ(got.exit_code, 3) << got.err;
  EXPECT_TRUE(contains(got.err, "not verified as it is")) << got.err;
}

// What other kernels need is synthesis of named barriers, which is not done.
TEST(RepairNamed, AddsNone) {
  const std::string missing = replaced(stream, "bar_sync(1, 64); // full\n", "\n");
  file("no_signal.cu", wrappers + missing);
  const Finished got = run("heddle repair no_signal.cu --block 64 --limit 2");
  EXPECT_EQ(got.exit_code, 3) << got.err;
  EXPECT_EQ(got.out, "");
  EXPECT_TRUE(contains(got.err, "named barriers and inline assembly are neither added nor removed"))
      << got.err;
}

} // namespace
} // namespace heddle::cli_test
