// `heddle repair` as a user runs it: what it prints is applied by patch(1), and the checker judges.
#include "cli/repairing.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

namespace heddle::cli_test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(Repair, AddsAMissingBarrier) {
  EXPECT_EQ(repaired("one.cu", exchange),
            replaced(exchange, "// load\n", "// load\n  __syncthreads();\n"));
}

// All 256 threads would come to it under the condition, too, but no other block's.
TEST(Repair, PutsNoBarrierUnderAConditionOnTheThread) {
  const std::string text = "__global__ void hist(unsigned *out, const unsigned char *in) {\n"
                           "  __shared__ unsigned h[256];\n"
                           "  const int t = threadIdx.x;\n"
                           "  if (t < 256) h[t] = 0;\n"
                           "  atomicAdd(&h[in[t]], 1u);\n"
                           "  __syncthreads();\n"
                           "  if (t < 256) atomicAdd(&out[t], h[t]);\n"
                           "}\n";
  const std::string line = "  if (t < 256) h[t] = 0;\n";
  EXPECT_EQ(repaired("hist.cu", text, "--block 256"),
            replaced(text, line, line + "  __syncthreads();\n"));
}

// A flag orders blocks, once a barrier makes it speak for all threads of its block.
TEST(Repair, JoinsThreadsBeforeAFlagIsSet) {
  const std::string text = "__global__ void k(int *data, int *ready, int *out) {\n"
                           "  int t = threadIdx.x;\n"
                           "  if (blockIdx.x == 0) {\n"
                           "    data[t] = t;\n"
                           "    if (t == 0) {\n"
                           "      __threadfence();\n"
                           "      atomicExch(ready, 1);\n"
                           "    }\n"
                           "  } else {\n"
                           "    if (t == 0) {\n"
                           "      while (atomicAdd(ready, 0) == 0) {}\n"
                           "      __threadfence();\n"
                           "    }\n"
                           "    __syncthreads();\n"
                           "    out[blockIdx.x * blockDim.x + t] = data[t];\n"
                           "  }\n"
                           "}\n";
  file("flag.cu", text);
  const Finished got = run("heddle repair flag.cu --block 256");
  EXPECT_EQ(got.exit_code, 0);
  EXPECT_TRUE(contains(got.out, "     data[t] = t;\n+    __syncthreads();\n     if (t == 0) {\n"))
      << got.out;
}

// With barriers everywhere, in the loop as well, the checker does not see it.
TEST(Repair, JoinsThreadsBeforeATicketIsDrawn) {
  const std::string text =
      "__global__ void k(float *partial, float *out, unsigned *done) {\n"
      "  __shared__ bool last;\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  partial[i] = i;\n"
      "  __threadfence();\n"
      "  if (threadIdx.x == 0) last = atomicAdd(done, 1) == gridDim.x - 1;\n"
      "  __syncthreads();\n"
      "  if (last) {\n"
      "    __threadfence();\n"
      "    float sum = 0;\n"
      "    for (int j = threadIdx.x; j < gridDim.x * blockDim.x; j += blockDim.x)\n"
      "      sum += partial[j];\n"
      "    out[threadIdx.x] = sum;\n"
      "  }\n"
      "}\n";
  file("ticket.cu", text);
  const Finished got = run("heddle repair ticket.cu");
  EXPECT_EQ(got.exit_code, 0) << got.err;
  EXPECT_TRUE(contains(got.out, "   __threadfence();\n+  __syncthreads();\n   if (threadIdx.x") ||
              contains(got.out, "   partial[i] = i;\n+  __syncthreads();\n   __threadfence();"))
      << got.out;
}

TEST(Repair, IsHintedAtByACheck) {
  const std::string text = "__global__ void k(int *a) {\n"
                           "  __shared__ int s[64];\n"
                           "  s[threadIdx.x] = a[threadIdx.x];\n"
                           "  a[threadIdx.x] = s[63 - threadIdx.x];\n"
                           "}\n";
  file("hint.cu", text);
  const std::string hint = "note: a barrier behind line 3 orders this (heddle repair)";
  EXPECT_TRUE(contains(run("heddle check hint.cu --block 64").out, hint));
  EXPECT_TRUE(contains(run("heddle check - --block 64 < hint.cu").out, hint));
  EXPECT_FALSE(contains(run("heddle check hint.cu --block 64 --no-hints").out, hint));
  EXPECT_FALSE(contains(run("heddle check hint.cu --block 64 --format json").out, "repair"));
  run("heddle check hint.cu --block 64 --format json --html hint.html");
  EXPECT_TRUE(contains(run("cat hint.html").out, "A barrier behind line 3 orders this"));
}

TEST(Repair, HintsAtBarriersInLoopsOfTemplates) {
  file("loop.cu", "template <class T> __global__ void k(T *a) {\n"
                  "  for (int d = 32; d > 0; d /= 2)\n"
                  "    if (threadIdx.x < d) a[threadIdx.x] += a[threadIdx.x + d];\n"
                  "}\n"
                  "void f(float *x, int *y) {\n  k<<<1, 64>>>(x);\n  k<<<1, 64>>>(y);\n}\n");
  const Finished got = run("heddle check loop.cu");
  const std::string hint = "__syncwarp() behind line 3, in braces with it, orders this";
  EXPECT_TRUE(contains(got.out, hint)) << got.out;
}

TEST(Repair, IsNotHintedAtWhereNoBarrierHelps) {
  file("blocks.cu", "__global__ void k(int *a) { a[threadIdx.x] = blockIdx.x; }\n");
  const Finished got = run("heddle check blocks.cu");
  EXPECT_EQ(got.exit_code, 1);
  EXPECT_FALSE(contains(got.out, "heddle repair")) << got.out;
}

TEST(Repair, KeepsTheEndsOfLines) {
  const std::string dos = replaced(exchange, "\n", "\r\n");
  EXPECT_EQ(repaired("dos.cu", dos),
            replaced(dos, "// load\r\n", "// load\r\n  __syncthreads();\r\n"));
}

TEST(Repair, KeepsTabs) {
  const std::string tabs = replaced(exchange, "  ", "\t");
  EXPECT_EQ(repaired("tabs.cu", tabs),
            replaced(tabs, "// load\n", "// load\n\t__syncthreads();\n"));
}

// Between two statements that a macro makes there is no place.
TEST(Repair, KeepsMacros) {
  const std::string macro = "#define LOAD s[t] = in[t]; t2 = t\n"
                            "__global__ void k(float *out, const float *in) {\n"
                            "  __shared__ float s[256];\n"
                            "  int t = threadIdx.x, t2;\n"
                            "  LOAD;\n"
                            "  out[t2] = s[255 - t];\n"
                            "}\n"
                            "void launch(float *o, float *i) { k<<<1, 256>>>(o, i); }\n";
  EXPECT_EQ(repaired("macro.cu", macro),
            replaced(macro, "  LOAD;\n", "  LOAD;\n  __syncthreads();\n"));
}

TEST(Repair, AddsBraces) {
  const std::string bare = "__global__ void k(float *out, int n) {\n"
                           "  __shared__ float s[256];\n"
                           "  int t = threadIdx.x;\n"
                           "  s[t] = t;\n"
                           "  if (n > 3) // uniform\n"
                           "    out[t] = s[255 - t];\n"
                           "  else out[t] = 0;\n"
                           "}\n"
                           "void launch(float *o, int n) { k<<<1, 256>>>(o, n); }\n";
  const std::string text = repaired("bare.cu", bare);
  EXPECT_TRUE(contains(text, "  if (n > 3) { // uniform\n"
                             "    __syncthreads();\n"
                             "    out[t] = s[255 - t];\n"
                             "  }\n"
                             "  else out[t] = 0;\n"))
      << text;
}

TEST(Repair, AddsBracesOnOneLine) {
  const std::string bare = "__global__ void k(float *out, int n) {\n"
                           "  __shared__ float s[256];\n"
                           "  int t = threadIdx.x;\n"
                           "  s[t] = t;\n"
                           "  if (n > 3) out[t] = s[255 - t]; else out[t] = 0;\n"
                           "}\n"
                           "void launch(float *o, int n) { k<<<1, 256>>>(o, n); }\n";
  const std::string text = repaired("line.cu", bare);
  EXPECT_TRUE(contains(text, "if (n > 3) { __syncthreads(); out[t] = s[255 - t]; } else")) << text;
}

TEST(Repair, StandsAtTheEndOfALoopBehindALabel) {
  const std::string loop = "__global__ void k(float *out, const float *in, int n) {\n"
                           "  __shared__ float s[256];\n"
                           "  int t = threadIdx.x;\n"
                           "  for (int i = 0; i < n; ++i) {\n"
                           "    s[t] = in[i * 256 + t];\n"
                           "    __syncthreads();\n"
                           "  again: out[i * 256 + t] = s[255 - t];\n"
                           "  }\n"
                           "}\n"
                           "void launch(float *o, float *i, int n) { k<<<1, 256>>>(o, i, n); }\n";
  const std::string text = repaired("label.cu", loop);
  EXPECT_TRUE(contains(text, "for (int i = 0; i < n; ++i) {\n    __syncthreads();\n") ||
              contains(text, "s[255 - t];\n    __syncthreads();\n  }\n"))
      << text;
}

TEST(Repair, LooksThroughCalls) {
  const std::string calls = "__device__ float first(float v, float *s) {\n"
                            "  s[threadIdx.x] = v;\n"
                            "  return s[0];\n"
                            "}\n"
                            "__global__ void k(float *out, const float *in) {\n"
                            "  __shared__ float s[256];\n"
                            "  out[threadIdx.x] = first(in[threadIdx.x], s);\n"
                            "}\n"
                            "void launch(float *o, float *i) { k<<<1, 256>>>(o, i); }\n";
  EXPECT_EQ(repaired("calls.cu", calls), replaced(calls, "= v;\n", "= v;\n  __syncthreads();\n"));
}

TEST(Repair, LooksThroughConstructors) {
  const std::string made = "struct Turned {\n"
                           "  float *s;\n"
                           "  __device__ Turned(float *to, float v) : s(to) {\n"
                           "    s[threadIdx.x] = v;\n"
                           "    s[255 - threadIdx.x] += 1;\n"
                           "  }\n"
                           "};\n"
                           "__global__ void k(float *out, const float *in) {\n"
                           "  __shared__ float s[256];\n"
                           "  Turned turned(s, in[threadIdx.x]);\n"
                           "  out[threadIdx.x] = turned.s[255 - threadIdx.x];\n"
                           "}\n"
                           "void launch(float *o, float *i) { k<<<1, 256>>>(o, i); }\n";
  EXPECT_EQ(repaired("made.cu", made), replaced(made, "= v;\n", "= v;\n    __syncthreads();\n"));
}

const std::string too_many = "__global__ void k(float *out, const float *in, int n) {\n"
                             "  __shared__ float s[256];\n"
                             "  int t = threadIdx.x;\n"
                             "  __syncthreads();\n"
                             "  for (int i = 0; i < n; ++i) {\n"
                             "    s[t] = in[i * 256 + t];\n"
                             "    __syncthreads(); // needed\n"
                             "    out[i * 256 + t] = s[255 - t];\n"
                             "    __syncthreads();\n"
                             "    __syncthreads();\n"
                             "  }\n"
                             "  __syncthreads();\n"
                             "}\n"
                             "void launch(float *o, float *i, int n) { k<<<1, 256>>>(o, i, n); }\n";

TEST(Repair, RemovesWhatIsRedundant) {
  for (const char* how : {"--optimize", "--from-scratch"}) {
    const std::string text = repaired("many.cu", too_many, how);
    EXPECT_EQ(text, "__global__ void k(float *out, const float *in, int n) {\n"
                    "  __shared__ float s[256];\n"
                    "  int t = threadIdx.x;\n"
                    "  for (int i = 0; i < n; ++i) {\n"
                    "    s[t] = in[i * 256 + t];\n"
                    "    __syncthreads(); // needed\n"
                    "    out[i * 256 + t] = s[255 - t];\n"
                    "    __syncthreads();\n"
                    "  }\n"
                    "}\n"
                    "void launch(float *o, float *i, int n) { k<<<1, 256>>>(o, i, n); }\n")
        << how;
  }
}

// Equal values are written on both sides: only a flag lets the barrier go.
TEST(Repair, KeepsWhatOrdersEqualValues) {
  const std::string same = "__global__ void k(int *out) {\n"
                           "  __shared__ int s;\n"
                           "  s = 1;\n"
                           "  __syncthreads();\n"
                           "  if (threadIdx.x == 0) out[0] = 2;\n"
                           "  __syncthreads();\n"
                           "  if (threadIdx.x == 1) out[0] = 2;\n"
                           "}\n"
                           "void launch(int *o) { k<<<1, 256>>>(o); }\n";
  const std::string kept = repaired("same.cu", same, "--optimize");
  EXPECT_TRUE(contains(kept, "out[0] = 2;\n  __syncthreads();\n  if")) << kept;
  const std::string dropped = repaired("same.cu", same, "--optimize --drop-same-value");
  EXPECT_FALSE(contains(dropped, "__syncthreads")) << dropped;
}

// What a macro makes is checked, but not edited.
TEST(Repair, OverlooksNoKernel) {
  file("macro_kernel.cu", "#define KERNEL(name) __global__ void name(int *o) { \\\n"
                          "  __shared__ int s[32]; int t = threadIdx.x; \\\n"
                          "  s[t] = t; o[t] = s[31 - t]; }\n"
                          "KERNEL(a)\n"
                          "void launch(int *o) { a<<<1, 32>>>(o); }\n");
  const Finished got = run("heddle repair macro_kernel.cu");
  EXPECT_EQ(got.exit_code, 3) << got.err;
  EXPECT_TRUE(contains(got.err, "made by a macro")) << got.err;
}

// The pragma stays with its loop, and the indentation is that of the statements.
TEST(Repair, KeepsPragmas) {
  const std::string pragma = "__global__ void k(float *out, const float *in) {\n"
                             "  __shared__ float s[256];\n"
                             "  int t = threadIdx.x;\n"
                             "  s[t] = in[t];\n"
                             "#pragma unroll\n"
                             "  for (int i = 0; i < 4; ++i)\n"
                             "    out[t] += s[(t + i) % 256];\n"
                             "  s[t] = 0;\n"
                             "}\n"
                             "void launch(float *o, float *i) { k<<<1, 256>>>(o, i); }\n";
  std::string wanted = replaced(pragma, "= in[t];\n", "= in[t];\n  __syncthreads();\n");
  wanted = replaced(wanted, "% 256];\n", "% 256];\n  __syncthreads();\n");
  EXPECT_EQ(repaired("pragma.cu", pragma), wanted);
}

// What other threads wrote decides whether these writes happen: with the barrier that the first
// race needs, all threads see the same, and no other one is needed.
TEST(Repair, TakesBackWhatRestsOnMemory) {
  const std::string memory = "__global__ void own(const int* in) {\n"
                             "  int t = threadIdx.x;\n"
                             "  __shared__ int mark[128];\n"
                             "  __shared__ int s[65];\n"
                             "  mark[t] = in[t];\n"
                             "  if (mark[0] == 1) s[t] = 1;\n"
                             "  if (mark[0] == 2) s[t + 1] = 2;\n"
                             "}\n"
                             "void launch(int *i) { own<<<1, 64>>>(i); }\n";
  EXPECT_EQ(repaired("memory.cu", memory),
            replaced(memory, "= in[t];\n", "= in[t];\n  __syncthreads();\n"));
}

TEST(Repair, TakesInstancesThatAreAskedFor) {
  file("asked.cu", "template <class T, int N> __global__ void turn(T* out) {\n"
                   "  __shared__ T line[N];\n"
                   "  int t = threadIdx.x;\n"
                   "  line[t] = out[blockIdx.x * N + t];\n"
                   "  out[blockIdx.x * N + t] = line[N - 1 - t];\n"
                   "}\n");
  const Finished got = run("heddle repair asked.cu --kernel 'turn<float, 64>' --block 64");
  EXPECT_EQ(got.exit_code, 0) << got.err;
  EXPECT_TRUE(contains(got.out, "+  __syncthreads();\n")) << got.out;
}

TEST(Repair, LeavesWaitingKernelsAlone) {
  const std::string waits = "__global__ void k(volatile int *flag, int *out) {\n"
                            "  __shared__ int s[64];\n"
                            "  s[threadIdx.x] = flag[1];\n"
                            "  __syncthreads();\n"
                            "  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x];\n"
                            "}\n"
                            "void launch(int *f, int *o) { k<<<4, 64>>>(f, o); }\n";
  const std::string spins =
      replaced(replaced(waits, "volatile ", ""), "flag[1];\n",
               "1;\n  if (threadIdx.x == 0)\n    while (atomicAdd(flag, 0) == 0) {}\n");
  for (const std::string& text : {waits, spins}) {
    file("waits.cu", text);
    const Finished got = run("heddle repair waits.cu --optimize");
    EXPECT_EQ(got.exit_code, 0);
    EXPECT_EQ(got.out, "");
    EXPECT_TRUE(contains(got.err, "left alone")) << got.err;
  }
}

TEST(Repair, SaysWhyNoBarrierHelps) {
  const auto reason = [](const std::string& body) {
    file("no.cu", "__global__ void k(int *a, const int *b) {\n" + body + "\n}\n");
    const Finished got = run("heddle repair no.cu");
    EXPECT_EQ(got.exit_code, 1) << got.err;
    EXPECT_EQ(got.out, "");
    return got.err;
  };
  EXPECT_TRUE(contains(reason("__shared__ int s; s = threadIdx.x; a[blockIdx.x] = s;"),
                       "both accesses are in one statement"));
  EXPECT_TRUE(contains(reason("a[threadIdx.x] = blockIdx.x;"), "between blocks"));
  EXPECT_TRUE(contains(reason("__shared__ int s[64]; int t = threadIdx.x;\n"
                              "if (t < 40) { s[t] = b[t]; a[blockIdx.x * 64 + t] = s[39 - t]; }"),
                       "not all threads reach"));
}

TEST(Repair, WritesInPlaceAndTellsPrograms) {
  file("place.cu", exchange);
  const Finished got = run("heddle repair place.cu --in-place --json");
  ASSERT_EQ(got.exit_code, 0) << got.err;
  const json told = json::parse(got.out);
  EXPECT_EQ(told["groups"][0]["outcome"], "repaired");
  EXPECT_EQ(told["groups"][0]["cost_after"], 1);
  EXPECT_EQ(told["groups"][0]["changes"][0]["line"], 4);
  EXPECT_EQ(told["after"]["kernels"][0]["verdict"], "verified");
  EXPECT_TRUE(contains(run("cat place.cu").out, "// load\n  __syncthreads();\n"));
  EXPECT_EQ(run("heddle repair place.cu").out, "");
  EXPECT_EQ(run("heddle repair missing.cu").exit_code, 2);
  EXPECT_EQ(run("heddle repair place.cu --cost loop").exit_code, 2);
  EXPECT_EQ(run("heddle repair place.cu --optimize --from-scratch").exit_code, 2);
}

// Eight shapes of programs, each with its least cost and the most calls of the checker: no more,
// one against one, than the published tool needs (Table I of "Automatic Synchronization for GPU
// Kernels", AS-V).
TEST(Repair, ReachesTheMinimumOfSmallShapes) {
  std::vector<int> published{4, 2, 3, 2, 2, 5, 5, 4}, most;
  for (const auto& entry : fs::directory_iterator(HEDDLE_SOURCE_DIR "/tests/repair/micro")) {
    const std::string name = entry.path().filename().string(), text = read(entry.path());
    std::smatch cost, checks;
    ASSERT_TRUE(std::regex_search(text, cost, std::regex("// cost: ([0-9.]+)")));
    ASSERT_TRUE(std::regex_search(text, checks, std::regex("// checks: ([0-9]+)")));
    most.push_back(std::stoi(checks[1]));
    file(name, text);
    const Finished got = run("heddle repair --json " + name);
    ASSERT_EQ(got.exit_code, 0) << name << got.out;
    const json group = json::parse(got.out)["groups"][0];
    EXPECT_EQ(group["outcome"], "repaired") << name;
    EXPECT_EQ(group["cost_after"].get<double>(), std::stod(cost[1])) << name << got.out;
    EXPECT_TRUE(group["optimal"].get<bool>()) << name;
    EXPECT_LE(group["checks"].get<int>(), most.back()) << name;
  }
  std::ranges::sort(published);
  std::ranges::sort(most);
  ASSERT_EQ(most.size(), published.size());
  for (std::size_t i = 0; i < most.size(); ++i)
    EXPECT_LE(most[i], published[i]);
}

TEST(Repair, TakesFoldersAndGlobs) {
  run("mkdir -p kernels/deep");
  file("kernels/deep/one.cu", exchange);
  file("kernels/host.cu", "int host() { return 1; }\n");
  const Finished all = run("heddle repair kernels");
  EXPECT_EQ(all.exit_code, 0) << all.err;
  EXPECT_NE(all.out.find("+++ kernels/deep/one.cu\n"), std::string::npos) << all.out;
  EXPECT_NE(all.err.find("\n1 file without a kernel\n"), std::string::npos) << all.err;
  EXPECT_EQ(run("heddle repair 'kernels/**/o*.cu'").out, all.out);
  const Finished none = run("heddle repair 'kernels/h*.cu'");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_EQ(none.err, "error: no kernel found in 1 file\n");
}

// As `heddle check` does: with a block of one thread nothing is to be repaired.
TEST(Repair, TakesOptionsOfFoldersAndComments) {
  const std::string kernel = "__global__ void k(float *out, const float *in) {\n"
                             "  __shared__ float s[256];\n"
                             "  s[threadIdx.x] = in[threadIdx.x];\n"
                             "  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];\n"
                             "}\n";
  run("rm -rf told && mkdir -p told/sub");
  file("told/sub/k.cu", kernel);
  EXPECT_FALSE(run("heddle repair told --block 64").out.empty());
  file("told/.heddle", "block = 1\n");
  EXPECT_EQ(run("heddle repair told").out, "");
  EXPECT_FALSE(run("heddle repair told --block 64").out.empty()); // overrides
  file("told/sub/k.cu", "// heddle: block=64\n" + kernel);
  EXPECT_FALSE(run("heddle repair told").out.empty());
  file("told/.heddle", "blok = 1\n");
  const Finished got = run("heddle repair told");
  EXPECT_EQ(got.exit_code, 2);
  EXPECT_TRUE(contains(got.err, ".heddle:1:1: ")) << got.err;
}

} // namespace
} // namespace heddle::cli_test
