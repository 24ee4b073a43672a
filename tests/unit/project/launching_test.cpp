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

TEST(LaunchIndex, FindsOthersBesideOwnLaunches) {
  LaunchIndex index;
  index.add("t/kernel.cu", kernel + "void g(int *a) { k<<<1, 1>>>(a); }\n", {});
  index.add("t/main.cu", launch, {});
  EXPECT_EQ(index.launching(0), (Files{{1, {"k"}}}));
  EXPECT_TRUE(index.launched_by_too_many(0).empty());
  for (int i = 0; i < 8; ++i)
    index.add("t/main" + std::to_string(i) + ".cu", launch, {});
  EXPECT_EQ(index.launching(0), Files{});
  EXPECT_EQ(index.launched_by_too_many(0), LaunchIndex::Names{"k"});
}

TEST(LaunchIndex, FindsWhoGivesAKernelAway) {
  LaunchIndex index;
  index.add("t/kernel.cu", kernel, {});
  const std::string declared = "__global__ void k(int *a);\n";
  index.add("t/a.cu", declared + "void f(void **a) { cudaLaunchKernel((void*)k, 1, 1, a); }", {});
  index.add("t/b.cu", declared + "void g(int *a) { run(k, a); }\n", {});
  index.add("t/c.cu", declared + "int kk, my_k;\n", {});
  EXPECT_EQ(index.launching(0), (Files{{1, {"k"}}, {2, {"k"}}}));
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
  EXPECT_TRUE(index.launched_by_too_many(0).empty()); // it launches none itself
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
  EXPECT_EQ(calls_in("f(nullptr, n, nullptr); g(NULL, NULL);"), Calls{});
  EXPECT_EQ(calls_in("f(p /* a, b */, '\\'', \"a, \\\"b\", // c, d\n p)"), (Calls{{"f", 4, 0, 3}}));
}

TEST(RepeatedCalls, AreNotOfTheTextsOwnFunctions) {
  EXPECT_EQ(calls_in("namespace a {\n__global__ void k(int *a, int *b) { a[0] = b[0]; }\n}\n"
                     "extern \"C\" { static void f(int *a, int *b) { k<<<1, 1>>>(a, a); } }\n"
                     "int main() { f(p, p); k<<<1, 32>>>(p, p); }"),
            Calls{});
  // another one: with a parameter more, of an object, of a namespace; that of a class is not meant
  EXPECT_EQ(
      calls_in("void f(int *a, int *b, int n) { f(a, a); x.f(a, a, n); n::f(a, a, n); }\n"
               "struct S { void g(int *a, int *b) { } };\n"
               "void T::h(int *a, int *b) { g(a, a); h(a, a); }\n"),
      (Calls{{"f", 2, 0, 1}, {"f", 3, 0, 1}, {"f", 3, 0, 1}, {"g", 2, 0, 1}, {"h", 2, 0, 1}}));
}

TEST(RepeatedCalls, ThroughVariablesAreOfWhatIsGivenAway) {
  EXPECT_EQ(
      calls_in("int reduce(float *o, float *i);\n"
               "void bench(int (*f)(float *, float *), float *o) { f(o, o); }\n"
               "int main() { bench(reduce, d); }"),
      (Calls{{"f", 2, 0, 1}, {"d", 2, 0, 1}, {"i", 2, 0, 1}, {"o", 2, 0, 1}, {"reduce", 2, 0, 1}}));
  // nothing is called through a variable, or what is given away is the text's own
  EXPECT_EQ(calls_in("void main() { f(o, o); bench(reduce, d); }"), (Calls{{"f", 2, 0, 1}}));
  EXPECT_EQ(calls_in("void reduce(float *o, float *i) {}\n"
                     "void main() { auto f = reduce; f(o, o); }"),
            (Calls{{"f", 2, 0, 1}, {"i", 2, 0, 1}, {"o", 2, 0, 1}}));
  LaunchIndex index;
  index.add("red.cu", "int reduce(int *a, int *b) { k<<<1, 1>>>(a, b); return 0; }\n", {});
  index.add_calls("main.cpp", "int reduce(int *, int *);\n"
                              "void bench(int (*f)(int *, int *), int *o) { f(o, o); }\n"
                              "int main() { bench(reduce, d); }\n");
  ASSERT_EQ(index.calls_with_one(0).size(), 1U);
  EXPECT_EQ(index.calls_with_one(0)[0].function, "reduce");
}

TEST(RepeatedCalls, ArePassedOnByTheTextsOwnFunctions) {
  EXPECT_EQ(calls_in("void run(float *a, int n, float *b = 0) { scale(n, b, a); other(a, n); }\n"
                     "void both(float *p, float q[]) { run(p, 3, q); }\n"
                     "int main() { both(d, d); }"),
            (Calls{{"scale", 3, 1, 2}}));
  // of another one, and what calls itself
  EXPECT_EQ(calls_in("void run(float *a, float *b) { scale(a, 3); run(b, a); }\n"
                     "void no(float *a, float *b) { scale(a, b); }\n"
                     "int main() { run(d, d); no(d, e); }"),
            Calls{});
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

using Named = std::set<NamedElsewhere>;

TEST(Naming, IsWhatMayCallAFunctionOfAnotherFile) {
  const Functions functions{"f", "g"};
  EXPECT_EQ(named_in("void f(int *a, int n);\nvoid h(int *p) { f(p, 1); }", functions, false),
            (Named{{"f", 2}}));
  EXPECT_EQ(named_in("f(); ns::g<int, 3>(p, q[1, 2], r(3, 4)); // f(1)\n \"f(1)\"; of(3); f1(2);",
                     functions, false),
            (Named{{"f", 0}, {"g", 3}}));
  EXPECT_EQ(named_in("auto *p = &f; f(void); s.g = 1; s->g = 2; s.g(1);", functions, false),
            (Named{{"f", {}}, {"f", 0}, {"g", 1}}));
  EXPECT_EQ(named_in("f([] { a; b; });", functions, false), (Named{{"f", {}}}));
}

TEST(Naming, IsOfOwnFunctionsBeforeOthers) {
  const Functions functions{"f"};
  EXPECT_EQ(named_in("void f(int n) { f(n); g(&f); }", functions, false), Named{});
  EXPECT_EQ(named_in("void f(int n) { f(n, 1); }", functions, false), (Named{{"f", 2}}));
}

TEST(Naming, IsNoDeclarationOfAHeader) {
  const Functions functions{"f"};
  EXPECT_EQ(named_in("void f(int *a, int n);\nextern \"C\" int f(int);\n", functions, true),
            Named{});
  EXPECT_EQ(named_in("inline void g(int *a) {\n  f(a, 3);\n}", functions, true), (Named{{"f", 2}}));
  EXPECT_EQ(named_in("inline int g(int *a) { return f(a); }", functions, true), (Named{{"f", 1}}));
  EXPECT_EQ(named_in("#define RUN f(a, 3)\n#define G f\n", functions, true),
            (Named{{"f", 2}, {"f", {}}}));
}

TEST(Naming, KnowsProgramsByTheirMain) {
  EXPECT_TRUE(has_main("#if A\n#endif\nvoid f() {}\nint main(int argc, char **argv)\n{ }"));
  EXPECT_FALSE(has_main("#ifdef TEST\nint main() {}\n#endif\n"));
  EXPECT_FALSE(has_main("int main();\n// int main() {}\nstruct A { int main() {} };"));
  EXPECT_FALSE(has_main("int domain() {} int main1() {}"));
}

TEST(LaunchIndex, KnowsWhoMayCallFunctionsOfAProgram) {
  LaunchIndex index;
  const std::string launch = "void f(int *a, int n) { k<<<1, 1>>>(a, n); }\n";
  const std::string program = launch + "int main() { f(0, 0); }\n";
  index.add("a/one.cu", program, {"a/one.h"});
  index.add("a/library.cu", launch, {});
  index.add("b/two.cu", program, {});
  const std::string call = "void f(int *, int);\nvoid g(int *a) { f(a, 1); }\n";
  index.add_names("a/one.cu", program);
  index.add_names("a/one.h", "void f(int *a, int n);\n");
  index.add_names("a/main.cpp", call + "int main() { g(0); }\n");
  EXPECT_TRUE(index.named_elsewhere(0).empty());
  index.add_names("a/other.cpp", call);
  EXPECT_EQ(index.named_elsewhere(0), (Named{{"f", 2}}));
  EXPECT_TRUE(index.named_elsewhere(1).empty()); // no program
  EXPECT_TRUE(index.named_elsewhere(2).empty()); // another one is nearer
}

TEST(LaunchIndex, TakesWhatIncludesAProgramForOneWithIt) {
  LaunchIndex index;
  const std::string program = "void f(int n) { k<<<1, 1>>>(n); }\nint main() { f(0); }\n";
  index.add("a/one.cu", program, {});
  index.add("a/all.cu", "#include \"one.cu\"\nvoid g() { f(1); }\n", {"a/one.cu"});
  index.add_names("a/all.cu", "#include \"one.cu\"\nvoid g() { f(1); }\n");
  EXPECT_TRUE(index.named_elsewhere(0).empty());
}

} // namespace
} // namespace heddle::project
