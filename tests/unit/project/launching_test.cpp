#include "project/launching.hpp"

#include "project/kernel_heads.hpp"

#include <gtest/gtest.h>

namespace heddle::project {
namespace {

using Names = std::set<std::string>;
using Files = std::map<std::size_t, Names>;

TEST(KernelHeads, AreKernelsWithABodyOrWithout) {
  const std::string text =
      "__global__ void a(int);\n"
      "template <int N> __global__ void __launch_bounds__(64, 2) b(int *p) {}\n"
      "extern \"C\" __global__ void\nc (int *p)\n{\n}\n"
      "#define KERNEL __global__\n";
  EXPECT_EQ(kernels_in(text, true), (Names{"b", "c"}));
  EXPECT_EQ(kernels_in(text, false), (Names{"a"}));
}

TEST(KernelHeads, AreLaunched) {
  EXPECT_EQ(launched_in("a<<<1, 2>>>(p); ns::b <<<g, t>>> (); c<int, f<2>><<<1, 1>>>();\n"
                        "(*pointer)<<<1, 1>>>();  x << 3;  <<<"),
            (Names{"a", "b", "c"}));
}

const std::string kernel = "__global__ void k(int *a) {}\n";
const std::string launch = "__global__ void k(int *a);\nvoid f(int *a) { k<<<1, 1>>>(a); }\n";

TEST(LaunchIndex, FindsWhoLaunchesWhatAnotherFileHas) {
  LaunchIndex index;
  index.add("t/kernel.cu", kernel, {});
  index.add("t/main.cu", launch, {});
  index.add("t/other.cu", "__global__ void k(int *a) ;\n", {});    // launches nothing
  index.add("t/own.cu", "void g(int *a) { k<<<1, 1>>>(a); }", {}); // does not declare it
  EXPECT_EQ(index.launching(0), (Files{{1, {"k"}}}));
  EXPECT_EQ(index.launching(1), Files{});
}

TEST(LaunchIndex, LeavesKernelsToTheirOwnLaunches) {
  LaunchIndex index;
  index.add("t/kernel.cu", kernel + "void g(int *a) { k<<<1, 1>>>(a); }\n", {});
  index.add("t/main.cu", launch, {});
  EXPECT_EQ(index.launching(0), Files{});
}

TEST(LaunchIndex, TakesTheNearestOfSeveral) {
  LaunchIndex index;
  index.add("t/one/kernel.cu", kernel, {});
  index.add("t/one/main.cu", launch, {});
  index.add("t/two/sub/kernel.cu", kernel, {});
  index.add("t/two/main.cu", launch, {});
  EXPECT_EQ(index.launching(0), (Files{{1, {"k"}}}));
  EXPECT_EQ(index.launching(2), (Files{{3, {"k"}}}));
  index.add("t/two/other/kernel.cu", kernel, {}); // now two are as near
  EXPECT_EQ(index.launching(2), Files{});
  EXPECT_EQ(index.launching(4), Files{});
}

TEST(LaunchIndex, KnowsNothingOfTooMany) {
  LaunchIndex index;
  index.add("t/kernel.cu", kernel, {});
  for (int i = 0; i < 9; ++i)
    index.add("t/main" + std::to_string(i) + ".cu", launch, {});
  EXPECT_EQ(index.launching(0), Files{});
}

TEST(LaunchIndex, CountsLaunchingFilesForEachKernel) {
  LaunchIndex index;
  index.add("t/kernel.cu", kernel + "__global__ void one(int *a) {}\n", {});
  const std::string both = launch + "__global__ void one(int *a);\n"
                                    "void g(int *a) { one<<<1, 1>>>(a); }\n";
  for (int i = 0; i < 9; ++i)
    index.add("t/main" + std::to_string(i) + ".cu", i == 4 ? both : launch, {});
  EXPECT_EQ(index.launching(0), (Files{{5, {"one"}}}));
}

using Calls = std::vector<std::tuple<std::string, unsigned, unsigned, unsigned>>;
Calls calls_in(const std::string& text) {
  Calls found;
  for (const RepeatedCall& call : repeated_calls(text))
    found.emplace_back(call.function, call.arguments, call.first, call.second);
  return found;
}

TEST(RepeatedCalls, AreThoseThatMayPassOnePointerTwice) {
  EXPECT_EQ(
      calls_in("f(p, p); ns::g<int>(n, a.b[0], a . b[0]); x->h(&v, 3, &v, &v)"),
      (Calls{{"f", 2, 0, 1}, {"g", 3, 1, 2}, {"h", 4, 0, 2}, {"h", 4, 0, 3}, {"h", 4, 2, 3}}));
  EXPECT_EQ(calls_in("f(g(p, p), p + n, q, p+n)"), (Calls{{"f", 4, 1, 3}, {"g", 2, 0, 1}}));
  EXPECT_EQ(calls_in("f(v.data(), v.data())"), (Calls{{"f", 2, 0, 1}}));
}

TEST(RepeatedCalls, AreNoTextsNumbersOrDeclarations) {
  EXPECT_EQ(
      calls_in("f(1, 1); g(p, q); void h(const float*, const float*); k(float *p, float *p);\n"
               "// f(p, p)\n/* f(p, p) */ \"f(p, p)\"; u(n * 4, n * 4); w(','), p, p;"),
      Calls{});
  EXPECT_EQ(calls_in("f(p /* a, b */, '\\'', \"a, \\\"b\", // c, d\n p)"), (Calls{{"f", 4, 0, 3}}));
}

TEST(RepeatedCalls, AreOfTheNearestFunctions) {
  LaunchIndex index;
  const std::string launch = "void f(int *a, int *b) { k<<<1, 1>>>(a, b); }\n";
  index.add("a/one.cu", launch, {});
  index.add("b/two.cu", launch, {});
  index.add("b/none.cu", "void f(int *a, int *b) { a[0] = b[0]; }\n", {});
  index.add_calls("a/sub/main.cpp", "int main() {\n  f(p, p);\n  f(q, q);\n}\n");
  index.add_calls("a/one.cu", "f(p, p);"); // itself
  EXPECT_EQ(index.calls_with_one(0),
            (std::vector<CallWithOne>{{"f", 2, 0, 1, "a/sub/main.cpp:2"}}));
  EXPECT_TRUE(index.calls_with_one(1).empty());
  EXPECT_TRUE(index.calls_with_one(2).empty());
}

} // namespace
} // namespace heddle::project
