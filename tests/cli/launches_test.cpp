// Kernels whose launches differ: one verdict for each, joined.
#include "cli/kernels.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heddle::cli_test {
namespace {

using nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Safe at line 4 only.
std::string two_launches() {
  return file("fill.cu", "__global__ void fill(int *a, int stride) {\n"
                         "  a[blockIdx.x * stride + threadIdx.x] = blockIdx.x;\n"
                         "}\n"
                         "void x(int *a, int g) { fill<<<g, 64>>>(a, 64); }\n"
                         "void y(int *a, int g) { fill<<<g, 64>>>(a, 8); }\n");
}

TEST(Launches, HaveAVerdictEach) {
  const Finished got = run("heddle check " + two_launches());
  EXPECT_EQ(got.exit_code, 1);
  EXPECT_TRUE(contains(got.out, "fill: refuted (1 error)"));
  EXPECT_TRUE(contains(got.out, "\n  launch at fill.cu:4:25: verified\n"
                                "  launch at fill.cu:5:25: refuted\n"))
      << got.out;
  EXPECT_TRUE(contains(got.out, "\n  note: for the launch at fill.cu:5:25\n")) << got.out;
  EXPECT_TRUE(contains(got.out, "assuming stride == 64 (launch at fill.cu:4:25)")) << got.out;
  EXPECT_TRUE(contains(got.out, "assuming blockDim = (64, 1, 1), gridDim = (any, 1, 1) "
                                "(launch at fill.cu:4:25, fill.cu:5:25)\n"))
      << got.out;
}

TEST(Launches, StandInJson) {
  const Finished got = run("heddle check --format json " + two_launches());
  const json kernel = json::parse(got.out)["kernels"][0];
  EXPECT_EQ(kernel["verdict"], "refuted");
  ASSERT_EQ(kernel["launches"].size(), 2U);
  EXPECT_EQ(kernel["launches"][0]["places"], json::array({"fill.cu:4:25"}));
  EXPECT_EQ(kernel["launches"][0]["verdict"], "verified");
  EXPECT_EQ(kernel["launches"][1]["verdict"], "refuted");
  EXPECT_EQ(kernel["launches"][1]["assumptions"][0], "stride == 8 (launch at fill.cu:5:25)");
  EXPECT_EQ(kernel["findings"][0]["launches"], json::array({"fill.cu:5:25"}));
}

TEST(Launches, AreOverriddenByOptions) {
  const Finished fixed = run("heddle check --param stride=64 " + two_launches());
  EXPECT_EQ(fixed.exit_code, 0);
  EXPECT_FALSE(contains(fixed.out, "fill.cu:5:25: ")) << fixed.out; // one verdict for both
  const Finished ignored = run("heddle check --launches ignore " + two_launches());
  EXPECT_EQ(ignored.exit_code, 1);
  EXPECT_FALSE(contains(ignored.out, "launch at")) << ignored.out;
}

TEST(Launches, AreLeftOutWithANoteWhereAnAssumptionExcludesThem) {
  two_launches();
  const std::string three = file("three.cu", "#include \"fill.cu\"\n"
                                             "void z(int *a, int g) { fill<<<g, 64>>>(a, 16); }\n");
  const Finished other = run("heddle check --assume 'stride > 8' " + three);
  EXPECT_EQ(other.exit_code, 1) << other.out;
  EXPECT_FALSE(contains(other.out, "launch at fill.cu:5:25: ")) << other.out;
  EXPECT_TRUE(contains(other.err, "left out")) << other.err;
  EXPECT_TRUE(contains(other.err, "stride == 8")) << other.err;
}

// What both sides may call is declared once: Clang finds one of two such functions in what is
// precompiled.
TEST(Launches, KnowCallsOfTheRuntimeOnBothSides) {
  file("sides.cu", "#include <helper_cuda.h>\n"
                   "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n"
                   "int main() {\n  int n; cudaStream_t s; cudaEvent_t e;\n"
                   "  checkCudaErrors(cudaGetDevice(&n));\n  cudaGetDeviceCount(&n);\n"
                   "  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);\n"
                   "  cudaEventCreateWithFlags(&e, 0);\n  k<<<1, 64, 0, s>>>(nullptr);\n}\n");
  const Finished got = run("heddle check sides.cu");
  EXPECT_EQ(got.exit_code, 0) << got.out << got.err;
  EXPECT_EQ(got.out.find("though this is not"), std::string::npos) << got.out;
}

} // namespace
} // namespace heddle::cli_test
