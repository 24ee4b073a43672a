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

} // namespace
} // namespace heddle::project
