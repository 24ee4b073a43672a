// The diff of `heddle repair` in text that is laid out in this or that way: patch(1) takes it, the
// checker verifies what comes out, and nothing else has changed.
#include "cli/repairing.hpp"

namespace heddle::cli_test {
namespace {

// A kernel of one block with `body`, where `t` is the thread.
std::string kernel(const std::string& body) {
  return "__global__ void k(float *out, const float *in, int n) {\n"
         "  __shared__ float s[256];\n"
         "  int t = threadIdx.x;\n" +
         body +
         "}\n"
         "void launch(float *o, float *i, int n) { k<<<1, 256>>>(o, i, n); }\n";
}

// What becomes of `body`.
std::string body_of(const std::string& body, const std::string& options = "") {
  const std::string before = kernel("@"), text = repaired("laid_out.cu", kernel(body), options);
  const std::size_t at = before.find('@'), behind = before.size() - at - 1;
  EXPECT_EQ(text.substr(0, at), before.substr(0, at));
  EXPECT_EQ(text.substr(text.size() - behind), before.substr(at + 1));
  return text.substr(at, text.size() - behind - at);
}

TEST(RepairText, StandsBehindCaseLabels) {
  EXPECT_EQ(body_of("  s[t] = in[t];\n"
                    "  switch (n) {\n"
                    "  case 1:\n"
                    "    out[t] = s[255 - t];\n"
                    "    break;\n"
                    "  default: out[t] = 0;\n"
                    "  }\n"),
            "  s[t] = in[t];\n"
            "  switch (n) {\n"
            "  case 1:\n"
            "    __syncthreads();\n"
            "    out[t] = s[255 - t];\n"
            "    break;\n"
            "  default: out[t] = 0;\n"
            "  }\n");
  EXPECT_EQ(body_of("  s[t] = in[t];\n"
                    "  switch (n) {\n"
                    "  case 1: out[t] = 0; break;\n"
                    "  case 2: case 3: out[t] = s[255 - t]; break;\n"
                    "  }\n"),
            "  s[t] = in[t];\n"
            "  switch (n) {\n"
            "  case 1: out[t] = 0; break;\n"
            "  case 2: case 3: __syncthreads(); out[t] = s[255 - t]; break;\n"
            "  }\n");
}

// `[[fallthrough]];` has to come right before the next label.
TEST(RepairText, StandsBeforeWhatFallsThrough) {
  EXPECT_EQ(body_of("  switch (n) {\n"
                    "  case 1:\n"
                    "    s[t] = in[t];\n"
                    "    [[fallthrough]];\n"
                    "  case 2:\n"
                    "    out[t] = s[255 - t];\n"
                    "  }\n"),
            "  switch (n) {\n"
            "  case 1:\n"
            "    s[t] = in[t];\n"
            "    __syncthreads();\n"
            "    [[fallthrough]];\n"
            "  case 2:\n"
            "    out[t] = s[255 - t];\n"
            "  }\n");
}

TEST(RepairText, GivesBracesToElse) {
  EXPECT_EQ(body_of("  s[t] = in[t];\n"
                    "  if (n > 3)\n"
                    "    out[t] = 0;\n"
                    "  else // all\n"
                    "    out[t] = s[255 - t];\n"),
            "  s[t] = in[t];\n"
            "  if (n > 3)\n"
            "    out[t] = 0;\n"
            "  else { // all\n"
            "    __syncthreads();\n"
            "    out[t] = s[255 - t];\n"
            "  }\n");
  EXPECT_EQ(body_of("  s[t] = in[t];\n"
                    "  if (n > 3) out[t] = 0;\n"
                    "  else out[t] = s[255 - t];\n"),
            "  s[t] = in[t];\n"
            "  if (n > 3) out[t] = 0;\n"
            "  else { __syncthreads(); out[t] = s[255 - t]; }\n");
  EXPECT_EQ(body_of("  s[t] = in[t];\n"
                    "  if (n > 3)\n"
                    "    out[t] = 0;\n"
                    "  else if (n > 2)\n"
                    "    out[t] = s[255 - t];\n"
                    "  else\n"
                    "    out[t] = 1;\n"),
            "  s[t] = in[t];\n"
            "  if (n > 3)\n"
            "    out[t] = 0;\n"
            "  else if (n > 2) {\n"
            "    __syncthreads();\n"
            "    out[t] = s[255 - t];\n"
            "  }\n"
            "  else\n"
            "    out[t] = 1;\n");
}

// One barrier where iterations follow each other.
TEST(RepairText, GivesBracesToLoops) {
  const std::string start = "  s[t] = in[t];\n";
  EXPECT_EQ(body_of(start + "  for (int i = 0; i < n; ++i)\n"
                            "    s[(t + i) % 256] += 1; // turn\n"),
            start + "  for (int i = 0; i < n; ++i) {\n"
                    "    __syncthreads();\n"
                    "    s[(t + i) % 256] += 1; // turn\n"
                    "  }\n");
  EXPECT_EQ(body_of(start + "  int i = 0;\n"
                            "  while (i < n) s[(t + i++) % 256] = in[t];\n"),
            start + "  int i = 0;\n"
                    "  while (i < n) { __syncthreads(); s[(t + i++) % 256] = in[t]; }\n");
  EXPECT_EQ(body_of(start + "  int i = 0;\n"
                            "  do\n"
                            "    s[(t + i) % 256] = in[t];\n"
                            "  while (++i < n);\n"),
            start + "  int i = 0;\n"
                    "  do {\n"
                    "    __syncthreads();\n"
                    "    s[(t + i) % 256] = in[t];\n"
                    "  }\n"
                    "  while (++i < n);\n");
  EXPECT_EQ(body_of(start + "  int i = 0;\n"
                            "  do s[(t + i) % 256] = in[t]; while (++i < n);\n"),
            start + "  int i = 0;\n"
                    "  do { __syncthreads(); s[(t + i) % 256] = in[t]; } while (++i < n);\n");
}

// All that end at one place close in their order, whatever comes behind them.
TEST(RepairText, GivesBracesToNestedArms) {
  const std::string start = "  s[t] = in[t];\n";
  EXPECT_EQ(body_of(start + "  if (n > 3)\n"
                            "    if (n < 9)\n"
                            "      out[t] = s[255 - t];\n"),
            start + "  if (n > 3)\n"
                    "    if (n < 9) {\n"
                    "      __syncthreads();\n"
                    "      out[t] = s[255 - t];\n"
                    "    }\n");
  EXPECT_EQ(body_of(start + "  if (n > 3) if (n < 9) out[t] = s[255 - t]; else out[t] = 1;\n"),
            start + "  if (n > 3) if (n < 9) { __syncthreads(); out[t] = s[255 - t]; } "
                    "else out[t] = 1;\n");
  EXPECT_EQ(body_of("  if (n > 3) for (int i = 0; i < n; ++i)\n"
                    "    s[(t + i) % 256] = in[t]; // turn\n"
                    "  out[t] = 1;\n"),
            "  if (n > 3) for (int i = 0; i < n; ++i) {\n"
            "    __syncthreads();\n"
            "    s[(t + i) % 256] = in[t]; // turn\n"
            "  }\n"
            "  out[t] = 1;\n");
  EXPECT_EQ(body_of(start + "  if (n > 3) for (int i = 0; i < n; ++i)\n"
                            "    out[t] += s[(t + i) % 256]; // sum\n"
                            "  out[t] = 1;\n"),
            start + "  if (n > 3) { __syncthreads(); for (int i = 0; i < n; ++i)\n"
                    "    out[t] += s[(t + i) % 256]; // sum\n"
                    "  }\n"
                    "  out[t] = 1;\n");
  EXPECT_EQ(body_of(start + "  if (n > 3) for (int i = 0; i < n; ++i)\n"
                            "    s[(t + 7 * i) % 256] = in[t]; // turn\n"
                            "  if (n > 3) out[t] = s[255 - t];\n"),
            start + "  if (n > 3) for (int i = 0; i < n; ++i) {\n"
                    "    s[(t + 7 * i) % 256] = in[t]; // turn\n"
                    "    __syncthreads();\n"
                    "  }\n"
                    "  if (n > 3) out[t] = s[255 - t];\n");
}

TEST(RepairText, NeedsNoLastNewline) {
  const std::string text = exchange.substr(0, exchange.find("void launch"));
  const std::string bare = text.substr(0, text.size() - 1);
  const std::string wanted = replaced(bare, "// load\n", "// load\n  __syncthreads();\n");
  EXPECT_EQ(repaired("bare.cu", bare, "", "--block 256 --grid 1"), wanted);
  const std::string line = "__global__ void k(int *a) { __shared__ int s; if (threadIdx.x == 0) "
                           "s = 1; a[threadIdx.x] = s; }";
  EXPECT_EQ(repaired("line.cu", line, "", "--block 256 --grid 1"),
            replaced(line, "s = 1; ", "s = 1; __syncthreads(); "));
  const std::string dos = replaced(bare, "\n", "\r\n");
  EXPECT_EQ(repaired("bare_dos.cu", dos, "", "--block 256 --grid 1"),
            replaced(wanted, "\n", "\r\n"));
}

TEST(RepairText, StandsBehindTheStatementOfALabel) {
  EXPECT_EQ(body_of("  for (int i = 0; i < n; ++i) {\n"
                    "    out[i * 256 + t] = s[255 - t];\n"
                    "    __syncthreads();\n"
                    "  last:\n"
                    "    s[t] = in[i * 256 + t];\n"
                    "  }\n",
                    "--cost branch=2"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    __syncthreads();\n"
            "    out[i * 256 + t] = s[255 - t];\n"
            "    __syncthreads();\n"
            "  last:\n"
            "    s[t] = in[i * 256 + t];\n"
            "  }\n");
  EXPECT_EQ(body_of("  for (int i = 0; i < n; ++i) {\n"
                    "    s[t] = in[i * 256 + t];\n"
                    "  last: ;\n"
                    "    out[i * 256 + t] = s[255 - t]; /* read\n"
                    "       back */ __syncthreads();\n"
                    "  }\n"),
            "  for (int i = 0; i < n; ++i) {\n"
            "    s[t] = in[i * 256 + t];\n"
            "    __syncthreads();\n"
            "  last: ;\n"
            "    out[i * 256 + t] = s[255 - t]; /* read\n"
            "       back */ __syncthreads();\n"
            "  }\n");
}

// A label needs a statement.
TEST(RepairText, LeavesLabelsTheirStatement) {
  EXPECT_EQ(body_of("  switch (n) {\n"
                    "  case 1: out[t] = s[t]; break;\n"
                    "  default: __syncthreads();\n"
                    "  }\n",
                    "--optimize"),
            "  switch (n) {\n"
            "  case 1: out[t] = s[t]; break;\n"
            "  default: ;\n"
            "  }\n");
  EXPECT_EQ(body_of("last:\n"
                    "  __syncthreads();\n"
                    "  __syncthreads();\n"
                    "  int i = t;\n"
                    "  out[i] = 1;\n"
                    "next:\n"
                    "  __syncthreads();\n"
                    "  out[i] = 2;\n",
                    "--optimize"),
            "last:\n"
            "  ;\n"
            "  int i = t;\n"
            "  out[i] = 1;\n"
            "next:\n"
            "  out[i] = 2;\n");
}

TEST(RepairText, KeepsCommentsBehindStatements) {
  EXPECT_EQ(body_of("  s[t] = in[t]; /* one */ /* two */ // three\n"
                    "  out[t] = s[255 - t];\n"),
            "  s[t] = in[t]; /* one */ /* two */ // three\n"
            "  __syncthreads();\n"
            "  out[t] = s[255 - t];\n");
  EXPECT_EQ(body_of("  s[t] = in[t]; /* goes\n"
                    "  on */ out[t] = s[255 - t];\n"),
            "  s[t] = in[t]; __syncthreads(); /* goes\n"
            "  on */ out[t] = s[255 - t];\n");
  EXPECT_EQ(body_of("  s[t] = in[t]; // goes on \\\n"
                    "  here\n"
                    "  out[t] = s[255 - t];\n"),
            "  s[t] = in[t]; __syncthreads(); // goes on \\\n"
            "  here\n"
            "  out[t] = s[255 - t];\n");
  EXPECT_EQ(body_of("  s[t] = in[t]; /* then */ out[t] = s[255 - t]; // both\n"),
            "  s[t] = in[t]; __syncthreads(); /* then */ out[t] = s[255 - t]; // both\n");
  EXPECT_EQ(body_of("  __syncthreads(); // kept\n"
                    "  s[t] = in[t];\n"
                    "  /* first */ __syncthreads(); /* last */\n"
                    "  out[t] = s[t];\n",
                    "--optimize"),
            "  // kept\n"
            "  s[t] = in[t];\n"
            "  /* first */ /* last */\n"
            "  out[t] = s[t];\n");
}

// Each line keeps its own end.
TEST(RepairText, KeepsMixedEndsOfLines) {
  EXPECT_EQ(body_of("  s[t] = in[t];\r\n"
                    "  out[t] = s[255 - t];\n"
                    "  s[t] = 1;\n"),
            "  s[t] = in[t];\r\n"
            "  __syncthreads();\r\n"
            "  out[t] = s[255 - t];\n"
            "  __syncthreads();\n"
            "  s[t] = 1;\n");
}

// Braces around part of a group of `#if` would be there under its condition alone.
TEST(RepairText, LeavesConditionalTextWhole) {
  EXPECT_EQ(body_of("  s[t] = in[t];\n"
                    "  if (n > 3)\n"
                    "#ifdef OTHER\n"
                    "    out[t] = 0;\n"
                    "#else\n"
                    "    out[t] = s[255 - t];\n"
                    "#endif\n"),
            "  s[t] = in[t];\n"
            "  __syncthreads();\n"
            "  if (n > 3)\n"
            "#ifdef OTHER\n"
            "    out[t] = 0;\n"
            "#else\n"
            "    out[t] = s[255 - t];\n"
            "#endif\n");
  EXPECT_EQ(body_of("  s[t] = in[t];\n"
                    "  if (n > 3)\n"
                    "    for (int i = 0; i < n; ++i) {\n"
                    "#ifdef OTHER\n"
                    "      out[t] = 0;\n"
                    "#endif\n"
                    "      out[t] += s[255 - t];\n"
                    "    }\n"),
            "  s[t] = in[t];\n"
            "  if (n > 3) {\n"
            "    __syncthreads();\n"
            "    for (int i = 0; i < n; ++i) {\n"
            "#ifdef OTHER\n"
            "      out[t] = 0;\n"
            "#endif\n"
            "      out[t] += s[255 - t];\n"
            "    }\n"
            "  }\n");
}

// The arm that the first instance leaves away is text, too.
TEST(RepairText, ReachesWhatSomeInstancesLeaveAway) {
  const std::string text = "template <bool Turned>\n"
                           "__global__ void k(int* out) {\n"
                           "  __shared__ int s[64];\n"
                           "  const int t = threadIdx.x;\n"
                           "  s[t] = t;\n"
                           "  if constexpr (!Turned) {\n"
                           "    out[blockIdx.x * 64 + t] = s[t];\n"
                           "  } else {\n"
                           "    out[blockIdx.x * 64 + t] = s[63 - t];\n"
                           "  }\n"
                           "}\n"
                           "void run(int* out) {\n"
                           "  k<false><<<4, 64>>>(out);\n"
                           "  k<true><<<4, 64>>>(out);\n"
                           "}\n";
  EXPECT_EQ(repaired("instances.cu", text),
            replaced(text, "else {\n", "else {\n    __syncthreads();\n"));
}

// The host has no barriers.
TEST(RepairText, PutsNothingIntoFunctionsOfTheHost) {
  const std::string text = "__host__ __device__ inline float turned(float *s, int t) {\n"
                           "  s[t] += 1;\n"
                           "  return s[t];\n"
                           "}\n"
                           "__global__ void k(float *out, const float *in) {\n"
                           "  __shared__ float s[256];\n"
                           "  s[255 - threadIdx.x] = in[threadIdx.x];\n"
                           "  out[threadIdx.x] = turned(s, threadIdx.x);\n"
                           "}\n"
                           "void launch(float *o, float *i) { k<<<1, 256>>>(o, i); }\n";
  EXPECT_EQ(repaired("host.cu", text),
            replaced(text, "in[threadIdx.x];\n", "in[threadIdx.x];\n  __syncthreads();\n"));
  file("only.cu", replaced(replaced(text, "s[t] += 1;\n", "s[t] += 1;\n  s[255 - t] = 2;\n"),
                           "  s[255 - threadIdx.x] = in[threadIdx.x];\n", ""));
  const Finished got = run("heddle repair only.cu");
  EXPECT_EQ(got.exit_code, 1) << got.out;
  EXPECT_TRUE(contains(got.err, "no barrier fits between the two")) << got.err;
}

// What a destructor does comes at the end of the block.
TEST(RepairText, KnowsWhenDestructorsRun) {
  const std::string text = "struct Clear {\n"
                           "  float *s;\n"
                           "  __device__ ~Clear() { s[threadIdx.x] = 0; }\n"
                           "};\n"
                           "__global__ void k(float *out, const float *in) {\n"
                           "  __shared__ float s[256];\n"
                           "  s[threadIdx.x] = in[threadIdx.x];\n"
                           "  __syncthreads();\n"
                           "  Clear clear{s};\n"
                           "  out[threadIdx.x] = s[255 - threadIdx.x];\n"
                           "}\n"
                           "void launch(float *o, float *i) { k<<<1, 256>>>(o, i); }\n";
  EXPECT_EQ(repaired("guard.cu", text),
            replaced(text, "- threadIdx.x];\n", "- threadIdx.x];\n  __syncthreads();\n"));
}

TEST(RepairText, NamesFilesWithSpaces) {
  file("a b.cu", exchange);
  const Finished got = run("heddle repair 'a b.cu'");
  ASSERT_EQ(got.exit_code, 0) << got.err;
  file("spaces.diff", got.out);
  EXPECT_EQ(run("patch -p0 < spaces.diff").exit_code, 0) << got.out;
  EXPECT_EQ(run("heddle check 'a b.cu'").exit_code, 0);
}

// Kernels that share a function are right together, whichever is asked for.
TEST(RepairText, ChecksAllThatShareAFunction) {
  const std::string text = "__device__ float turned(float *s, float v) {\n"
                           "  s[threadIdx.x] = v;\n"
                           "  return s[255 - threadIdx.x];\n"
                           "}\n"
                           "__global__ void one(float *out, const float *in) {\n"
                           "  __shared__ float s[256];\n"
                           "  out[threadIdx.x] = turned(s, in[threadIdx.x]);\n"
                           "}\n"
                           "__global__ void two(float *out, const float *in) {\n"
                           "  __shared__ float s[256];\n"
                           "  out[threadIdx.x] = turned(s, in[threadIdx.x]) + 1;\n"
                           "}\n"
                           "void launch(float *o, float *i) {\n"
                           "  one<<<1, 256>>>(o, i);\n"
                           "  two<<<1, 256>>>(o, i);\n"
                           "}\n";
  EXPECT_EQ(repaired("share.cu", text, "--kernel two"),
            replaced(text, "= v;\n", "= v;\n  __syncthreads();\n"));
}

} // namespace
} // namespace heddle::cli_test
