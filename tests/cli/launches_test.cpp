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

TEST(Launches, FailWithABlockThatNoGpuRuns) {
  const std::string kernel = "__global__ void d(int *o) { o[threadIdx.x] = 1; }\n";
  const Finished got =
      run("heddle check " + file("large.cu", kernel + "void f(int *o) { d<<<1, 2000>>>(o); }\n"));
  EXPECT_EQ(got.exit_code, 0);
  EXPECT_TRUE(contains(got.err, "large.cu:2:18: warning: this launch of kernel 'd' fails, and is "
                                "taken with sizes that do not: its block is (2000, 1, 1)"))
      << got.err;
  EXPECT_FALSE(contains(got.out, "2000")) << got.out;
  // the others hold
  const Finished some =
      run("heddle check " + file("some.cu", kernel + "void f(int *o) {\n  d<<<1, 64>>>(o);\n"
                                                     "  d<<<1, dim3(2, 1, 65)>>>(o);\n}\n"));
  EXPECT_TRUE(contains(some.out, "blockDim = (64, 1, 1), ")) << some.out;
  EXPECT_TRUE(contains(some.err, "some.cu:4:3: warning: ")) << some.err;
  EXPECT_TRUE(contains(some.err, "fails, and is left out: its block is (2, 1, 65)")) << some.err;
  const Finished empty = run(
      "heddle check " + file("empty.cu", kernel + "void f(int *o) { d<<<10 / 256, 64>>>(o); }\n"));
  EXPECT_TRUE(contains(empty.err, "its grid is (0, 1, 1); one has a block at least")) << empty.err;
  // nobody comes to that one
  const Finished guarded =
      run("heddle check " + file("guarded.cu", kernel + "void f(int *o, int b) {\n"
                                                        "  if (b <= 1024) d<<<1, b>>>(o);\n}\n"
                                                        "void g(int *o) { f(o, 2000); }\n"));
  EXPECT_FALSE(contains(guarded.err, "fails")) << guarded.err;
  // an option says what the block is
  EXPECT_EQ(run("heddle check large.cu --block 64").err, "");
}

TEST(Launches, FailWithABlockAboveTheBoundOfTheKernel) {
  const std::string kernel =
      "template <int N> __global__ void __launch_bounds__(N) t(int *o) { o[threadIdx.x] = N; }\n"
      "__global__ void __launch_bounds__(256) k(int *o) { o[threadIdx.x] = 1; }\n";
  const std::string allows = ", 1); its __launch_bounds__ allows at most ";
  const Finished got =
      run("heddle check " + file("above.cu", kernel + "void f(int *o, int n) {\n"
                                                      "  k<<<1, 512>>>(o);\n"
                                                      "  t<128><<<1, dim3(64, 4)>>>(o);\n"
                                                      "  k<<<1, dim3(n, 300)>>>(o);\n"
                                                      "}\n"));
  EXPECT_EQ(got.exit_code, 0); // checked for any block that it allows
  EXPECT_TRUE(contains(got.err, "above.cu:4:3: warning: this launch of kernel 'k' fails, and is "
                                "taken with sizes that do not: its block is (512, 1" +
                                    allows + "256 threads"))
      << got.err;
  EXPECT_TRUE(contains(got.err, "above.cu:5:3: warning: ")) << got.err;
  EXPECT_TRUE(contains(got.err, "(64, 4" + allows + "128 threads")) << got.err;
  EXPECT_TRUE(contains(got.err, "above.cu:6:3: warning: ")) << got.err;
  EXPECT_TRUE(contains(got.err, "(any, 300" + allows + "256 threads")) << got.err;
  EXPECT_FALSE(contains(got.out, "512")) << got.out;
  // the bound itself is allowed
  const Finished most =
      run("heddle check " + file("most.cu", kernel + "void f(int *o) { k<<<1, 256>>>(o); }\n"));
  EXPECT_EQ(most.err, "");
  EXPECT_TRUE(contains(most.out, "blockDim = (256, 1, 1)")) << most.out;
  // what the user asks for is checked
  const Finished asked = run("heddle check most.cu --kernel k --block 512");
  EXPECT_EQ(asked.exit_code, 0);
  EXPECT_TRUE(contains(asked.err, "most.cu:2:35: note: __launch_bounds__ of kernel 'k' allows at "
                                  "most 256 threads: a launch with the given block fails"))
      << asked.err;
  EXPECT_TRUE(contains(asked.out, "blockDim = (512, 1, 1)")) << asked.out;
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
  EXPECT_EQ(got.out.find("though this "), std::string::npos) << got.out;
}

// ---- launches in another file than the kernel
// ----------------------------------------------------

const std::string fills = "__global__ void fill(int *a, int stride) {\n"
                          "  a[blockIdx.x * stride + threadIdx.x] = blockIdx.x;\n"
                          "}\n";

std::string main_with(int stride) {
  return "#include \"fill.h\"\nint main() {\n  int *a;\n  cudaMalloc(&a, 4096);\n  fill<<<4, "
         "64>>>(a, " +
         std::to_string(stride) + ");\n}\n";
}

// A program of two files.
void make_program(int stride) {
  run("rm -rf t && mkdir -p t/.git");
  file("t/fill.cu", fills);
  file("t/fill.h", "__global__ void fill(int *out, int step);\n"); // other names
  file("t/main.cu", main_with(stride));
}

TEST(LaunchesElsewhere, SayWhatSizesAndArgumentsAre) {
  make_program(64);
  EXPECT_EQ(run("heddle check t/fill.cu").exit_code, 1); // of whatever stride
  const Finished good = run("heddle check t");
  EXPECT_EQ(good.exit_code, 0) << good.out;
  EXPECT_TRUE(contains(good.out, "fill: verified")) << good.out;
  EXPECT_TRUE(contains(good.out, "(launch at t/main.cu:5:3)")) << good.out;
  make_program(8);
  const Finished bad = run("heddle check t");
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_TRUE(contains(bad.out, "assuming stride == 8, blockDim = (64, 1, 1)")) << bad.out;
  EXPECT_EQ(run("heddle check t/fill.cu t/main.cu").exit_code, 1); // named, both
}

TEST(LaunchesElsewhere, AreAskedForByAnOption) {
  make_program(64);
  EXPECT_EQ(run("heddle check t/fill.cu --launched-by t/main.cu").exit_code, 0);
  EXPECT_EQ(run("heddle check t --launches ignore").exit_code, 1);
  const Finished got = run("heddle check t/fill.cu --launched-by t/gone.cu");
  EXPECT_EQ(got.exit_code, 2);
  EXPECT_TRUE(contains(got.err, "--launched-by 't/gone.cu' cannot be read: no such file"))
      << got.err;
}

TEST(LaunchesElsewhere, AreOfTheNearestKernel) {
  make_program(64);
  run("mkdir t/other && cp t/*.cu t/*.h t/other");
  file("t/other/main.cu", main_with(8));
  const json report = json::parse(run("heddle check t --format json").out);
  ASSERT_EQ(report.at("kernels").size(), 2u);
  for (const json& kernel : report.at("kernels"))
    EXPECT_EQ(kernel.at("verdict"), kernel.at("file") == "t/fill.cu" ? "verified" : "refuted");
}

// Of a kernel that too many files launch none counts, though some are read for another kernel.
TEST(LaunchesElsewhere, CountForKernelsOfFewFiles) {
  make_program(8);
  file("t/fill.cu", fills + "__global__ void shift(int *a, const int *b) {\n"
                            "  a[threadIdx.x] = b[threadIdx.x + 1];\n}\n");
  file("t/fill.h", "__global__ void fill(int *out, int step);\n"
                   "__global__ void shift(int *a, const int *b);\n");
  for (int i = 0; i < 9; ++i)
    file("t/main" + std::to_string(i) + ".cu", main_with(64));
  file("t/main.cu", main_with(64) + "void twice(int *p) { shift<<<1, 64>>>(p, p); }\n");
  const Finished got = run("heddle check t");
  EXPECT_TRUE(contains(got.out, "shift: refuted (1 error)")) << got.out;
  EXPECT_TRUE(contains(got.out, "fill: refuted")) << got.out;
}

// Macros and names of the one file are not those of the other.
TEST(LaunchesElsewhere, ChangeNothingOfTheKernel) {
  make_program(64);
  file("t/fill.cu", "#ifndef STEP\n#define STEP 8\n#endif\n"
                    "static int at(int i, int) { return i; }\n"
                    "__global__ void fill(int *a, int stride) {\n"
                    "  a[blockIdx.x * STEP + threadIdx.x] = blockIdx.x;\n}\n");
  file("t/main.cu", "#define STEP 64\nstatic int at(int i) { return 0; }\n" + main_with(64));
  EXPECT_EQ(run("heddle check t").exit_code, 1);
}

// What is not seen of the launches is not made up.
TEST(LaunchesElsewhere, AreOpenWhereTheFileIsNotUnderstood) {
  make_program(64);
  file("t/main.cu", "#include \"fill.h\"\ntypedef void (*Kernel)(int *, int);\n"
                    "void later(Kernel k);\nint main() {\n  int *a;\n  fill<<<4, 64>>>(a, 64);\n"
                    "  later(fill);\n}\n");
  EXPECT_EQ(run("heddle check t").exit_code, 1);
  file("t/main.cu", "#include \"fill.h\"\nint main() {\n  int *a;\n  fill<<<4, 64>>>(a, 64);\n"
                    "  if (1) { fill<<<4, 64>>>(a, 8) }\n  int )x;\n}\n");
  EXPECT_NE(run("heddle check t").exit_code, 0);
  // a kernel that others of its name cannot be, and one of another type
  file("t/main.cu", main_with(64));
  file("t/fill.cu", "static " + fills);
  EXPECT_EQ(run("heddle check t").exit_code, 1);
  file("t/fill.cu", fills);
  file("t/fill.h", "__global__ void fill(int *out, long step);\n");
  EXPECT_EQ(run("heddle check t").exit_code, 1);
}

TEST(LaunchesElsewhere, AreLookedAtAgainWhenTheyChange) {
  make_program(64);
  run("rm -rf c");
  EXPECT_EQ(run("heddle check t --cache c").exit_code, 0);
  EXPECT_EQ(run("heddle check t --cache c").exit_code, 0);
  file("t/main.cu", main_with(8));
  EXPECT_EQ(run("heddle check t --cache c").exit_code, 1);
  file("t/main.cu", "int main() {}\n");
  EXPECT_EQ(run("heddle check t --cache c").exit_code, 1);
  file("t/second.cu", main_with(64));
  EXPECT_EQ(run("heddle check t --cache c").exit_code, 0);
}

// ---- functions that launch, called from another file

void make_wrapper(const std::string& call) {
  run("rm -rf w && mkdir -p w/.git w/app");
  file("w/shift.cu", "__global__ void shift(float *out, const float *in, int n) {\n"
                     "  int i = blockIdx.x * 256 + threadIdx.x;\n"
                     "  if (i + 1 < n) out[i] = in[i + 1];\n}\n"
                     "static void go(float *out, const float *in, int n) {\n"
                     "  shift<<<(n + 255) / 256, 256>>>(out, in, n);\n}\n"
                     "void launch_shift(float *out, const float *in, int n) { go(out, in, n); }\n");
  file("w/app/main.cpp", "void launch_shift(float *out, const float *in, int n);\n"
                         "struct Net { float *a, *b; };\n"
                         "void step(Net *net, int n) { // launch_shift(net->a, net->a, n);\n  " +
                             call + "\n}\n");
}

TEST(CallsElsewhere, MayPassOneArrayTwice) {
  make_wrapper("launch_shift(net->a, net->b, n);");
  EXPECT_EQ(run("heddle check w").exit_code, 0);
  make_wrapper("launch_shift(net->a, /* in place */ net->a, n);");
  const Finished got = run("heddle check w");
  EXPECT_EQ(got.exit_code, 1);
  EXPECT_TRUE(contains(got.out, "called at w/shift.cu:8:57 from w/app/main.cpp:4")) << got.out;
  EXPECT_EQ(run("heddle check w/shift.cu").exit_code, 0); // nobody says so
  make_wrapper("other_shift(net->a, net->a, n); launch_shift(net->a, net->b, n);");
  EXPECT_EQ(run("heddle check w").exit_code, 0);
}

// Launches in more files than are read, and of a kernel that its own file launches.
TEST(CallsElsewhere, AreLaunches) {
  make_wrapper("launch_shift(net->a, net->b, n);");
  const std::string declared = "__global__ void shift(float *out, const float *in, int n);\n";
  file("w/app/more.cu", declared + "void more(float *p) { shift<<<4, 256>>>(p, p, 1024); }\n");
  const Finished got = run("heddle check w");
  EXPECT_EQ(got.exit_code, 1);
  EXPECT_TRUE(contains(got.out, "may be one array (launch at w/app/more.cu:2:23)")) << got.out;
}

// Two programs in one folder, each with a kernel of its own under one name.
TEST(CallsElsewhere, AreNotThoseOfAFilesOwnKernels) {
  run("mkdir -p twins");
  const std::string head = "#include <cuda_runtime.h>\n"
                           "__global__ void add(float *out, const float *a, const float *b) {\n"
                           "  int i = blockIdx.x * 256 + threadIdx.x;\n",
                    main = "}\nint main() {\n  float *a, *b, *c;\n  cudaMalloc(&a, 4096);\n"
                           "  cudaMalloc(&b, 4096);\n  cudaMalloc(&c, 4096);\n";
  file("twins/a.cu",
       head + "  out[i] = a[i] + b[i ? i - 1 : 0];\n" + main + "  add<<<4, 256>>>(c, a, b);\n}\n");
  file("twins/b.cu",
       head + "  out[i] = a[i] + b[i];\n" + main + "  add<<<4, 256>>>(b, a, b);\n}\n");
  const Finished got = run("heddle check twins");
  EXPECT_EQ(got.exit_code, 0) << got.out;
}

TEST(CallsElsewhere, AreLookedAtAgainWhenTheyChange) {
  run("rm -rf c");
  make_wrapper("launch_shift(net->a, net->b, n);");
  EXPECT_EQ(run("heddle check w --cache c").exit_code, 0);
  make_wrapper("launch_shift(net->b, net->b, n);");
  EXPECT_EQ(run("heddle check w --cache c").exit_code, 1);
}

// A program's own calls say what its functions get, but where another file may call them.
TEST(Launches, GetWhatOtherFilesOfAProgramPass) {
  run("mkdir -p called/sub");
  const std::string kernel = "__global__ void k(int *a, int n) { if (n > 0) a[0] = threadIdx.x; }\n"
                             "void launch(int *d, int n) { k<<<1, 32>>>(d, n); }\n";
  file("called/a.cu", kernel +
                          "void other(int *d);\n"
                          "int main() { int *d; cudaMalloc(&d, 400); launch(d, 0); other(d); }\n");
  EXPECT_EQ(run("heddle check called").exit_code, 0);
  // declared, and a function of its own; another program
  file("called/a.h", "void launch(int *d, int n);\n");
  file("called/own.cpp", "static void launch(int *d, int n) {}\nvoid own() { launch(0, 1); }\n");
  file("called/main.cpp", "#include \"a.h\"\nint main() { launch(0, 1); }\n");
  EXPECT_EQ(run("heddle check called").exit_code, 0);
  file("called/sub/b.cpp", "#include \"../a.h\"\nvoid other(int *d) { launch(d, 1); }\n");
  const Finished got = run("heddle check called");
  EXPECT_EQ(got.exit_code, 1) << got.out;
  EXPECT_EQ(run("heddle check called/a.cu").exit_code, 0); // alone
  EXPECT_EQ(run("heddle check called --param n=0").exit_code, 0) << got.out;
}

// A kernel that its own file launches, and others as well.
TEST(Launches, StandInOtherFilesBesideTheOwn) {
  run("mkdir -p beside");
  file("beside/k.h", "__global__ void k(int *a, int n);\nvoid here(int *d);\n");
  file("beside/a.cu", "#include \"k.h\"\n"
                      "__global__ void k(int *a, int n) { if (n > 0) a[0] = threadIdx.x; }\n"
                      "void here(int *d) { k<<<1, 1>>>(d, 1); }\n");
  const std::string start = "#include \"k.h\"\nvoid f() { int *d; cudaMalloc(&d, 400); k<<<1, ";
  file("beside/b.cu", start + "64>>>(d, 0); }\n");
  EXPECT_EQ(run("heddle check beside").exit_code, 0);
  file("beside/b.cu", start + "64>>>(d, 5); }\n");
  const Finished got = run("heddle check beside");
  EXPECT_EQ(got.exit_code, 1) << got.out;
  EXPECT_TRUE(contains(got.out, "launch at beside/a.cu:3:21: verified")) << got.out;
  EXPECT_TRUE(contains(got.out, "launch at beside/b.cu:2:")) << got.out;
  file("beside/b.cu", "#include \"k.h\"\nvoid f() {\n  int *d, n = 5;\n  cudaMalloc(&d, 400);\n"
                      "  void *with[] = {&d, &n};\n"
                      "  cudaLaunchKernel((const void *)k, dim3(1), dim3(64), with, 0, 0);\n}\n");
  EXPECT_EQ(run("heddle check beside").exit_code, 1);
  // so many that none is read: any launch
  for (const char c : std::string("bcdefghij"))
    file(std::string("beside/") + c + ".cu",
         "#include \"k.h\"\nvoid " + std::string(1, c) + "() { k<<<1, 1>>>(0, 1); }\n");
  EXPECT_EQ(run("heddle check beside").exit_code, 1);
  EXPECT_EQ(run("heddle check beside --block 1").exit_code, 0);
}

// A kernel with the function that launches it, and a program that calls it.
void make_called(const std::string& caller) {
  run("mkdir -p parts");
  file("parts/fill.cu", fills + "void start(int *out, int stride, int rows) {\n"
                                "  fill<<<rows, 64>>>(out, stride);\n}\n");
  file("parts/fill.h", "void start(int *out, int stride, int rows);\n");
  file("parts/main.cpp", "#include <cuda_runtime.h>\n#include \"fill.h\"\n" + caller);
}
const std::string calls = "int main() {\n  int *a, n = 64;\n  cudaMalloc((void **)&a, 4096);\n"
                          "  start(a, n, 4);\n}\n";

TEST(Programs, PassWhatTheOtherFileCalls) {
  run("rm -rf parts");
  make_called(calls);
  EXPECT_EQ(run("heddle check parts/fill.cu").exit_code, 1); // by anybody
  const Finished good = run("heddle check parts");
  EXPECT_EQ(good.exit_code, 0) << good.out;
  EXPECT_TRUE(
      contains(good.out, "assuming stride == 64, blockDim = (64, 1, 1), gridDim = (4, 1, 1)"))
      << good.out;
  EXPECT_TRUE(contains(good.out, "(launch at parts/fill.cu:5:3 called at parts/main.cpp:6:3)"))
      << good.out;
  EXPECT_EQ(run("heddle check parts/fill.cu --launched-by parts/main.cpp").exit_code, 0);
  EXPECT_EQ(run("heddle check parts --launches ignore").exit_code, 1);
  make_called("int main() {\n  int *a;\n  cudaMalloc((void **)&a, 4096);\n  start(a, 8, 4);\n}\n");
  const Finished bad = run("heddle check parts");
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_TRUE(contains(bad.out, "assuming stride == 8")) << bad.out;
  EXPECT_TRUE(contains(bad.out, "parts/fill.cu:2:")) << bad.out; // and of no other file
}

// Whoever calls the launching function, or what calls it, or changes what is passed.
TEST(Programs, AreAllFilesThatMayCall) {
  run("rm -rf parts");
  make_called("#include \"more.h\"\nint rows = 4;\n" + calls);
  file("parts/more.h", "void relay(int *a, int n);\nextern int rows;\n");
  EXPECT_EQ(run("heddle check parts").exit_code, 0);
  const std::string relay = "#include \"fill.h\"\n#include \"more.h\"\n"
                            "void relay(int *a, int n) { start(a, n, 4); }\n";
  file("parts/relay.cpp", relay);
  EXPECT_EQ(run("heddle check parts").exit_code, 1); // with whatever: nobody calls it
  file("parts/far.cpp", "#include \"more.h\"\nvoid far(int *a) { relay(a, 8); }\n");
  EXPECT_EQ(run("heddle check parts").exit_code, 1);
  make_called("#include \"more.h\"\nint main() {\n  int *a;\n  cudaMalloc((void **)&a, 4096);\n"
              "  relay(a, 64);\n}\n");
  run("rm parts/far.cpp");
  const Finished got = run("heddle check parts");
  EXPECT_EQ(got.exit_code, 0) << got.out;
  EXPECT_TRUE(contains(got.out, "called at parts/relay.cpp:3:29 from parts/main.cpp:7:3"))
      << got.out;
}

TEST(Programs, AreOneWithVariablesThatOthersChange) {
  run("rm -rf parts");
  const std::string shared = "#include \"more.h\"\nint wide = 64;\nint main() {\n  int *a;\n"
                             "  cudaMalloc((void **)&a, 4096);\n  other();\n"
                             "  start(a, wide, 4);\n}\n";
  make_called(shared);
  file("parts/more.h", "void other();\n");
  EXPECT_EQ(run("heddle check parts").exit_code, 0);
  file("parts/other.cpp", "extern int wide;\nvoid other() { wide = 8; }\n");
  EXPECT_EQ(run("heddle check parts").exit_code, 1);
  // by a header
  make_called("#include \"wide.h\"\n" + shared);
  file("parts/wide.h", "#pragma once\nextern int wide;\n");
  file("parts/other.cpp", "#include \"wide.h\"\nvoid other() { wide = 8; }\n");
  EXPECT_EQ(run("heddle check parts").exit_code, 1);
  // of a program in one file as well
  run("mkdir -p alone");
  file("alone/a.cu", fills +
                         "int wide = 64;\nvoid other();\nint main() {\n  int *a;\n"
                         "  cudaMalloc(&a, 4096);\n  other();\n  fill<<<4, 64>>>(a, wide);\n}\n");
  EXPECT_EQ(run("heddle check alone").exit_code, 0);
  file("alone/other.cpp", "extern int wide;\nvoid other() { wide = 8; }\n");
  EXPECT_EQ(run("heddle check alone").exit_code, 1);
}

// Methods, operators and members of classes that a header declares.
TEST(Programs, AreOneWithClasses) {
  run("rm -rf parts && mkdir parts");
  file("parts/fill.h", "#pragma once\nstruct Fill {\n  int *a;\n  static int wide;\n"
                       "  void start(int stride);\n  void operator()(int stride);\n};\n");
  const std::string start = "#include <cuda_runtime.h>\n#include \"fill.h\"\nvoid other(Fill &f);\n"
                            "int main() {\n  Fill f;\n  cudaMalloc((void **)&f.a, 4096);\n";
  const auto calling = [&](const std::string& call, const std::string& otherwise) {
    file("parts/main.cpp", start + "  " + call + "\n  other(f);\n}\n");
    file("parts/other.cpp", "#include \"fill.h\"\nvoid other(Fill &f) { " + otherwise + " }\n");
    return run("heddle check parts").exit_code;
  };
  file("parts/fill.cu", "#include \"fill.h\"\n" + fills +
                            "int Fill::wide = 64;\n"
                            "void Fill::start(int stride) { fill<<<4, wide>>>(a, stride); }\n");
  EXPECT_EQ(calling("f.start(64);", ""), 0);
  EXPECT_EQ(calling("f.start(64);", "f.start(8);"), 1);
  EXPECT_EQ(calling("f.start(64);", "f.wide = 128;"), 1);
  file("parts/fill.cu", "#include \"fill.h\"\n" + fills +
                            "void Fill::operator()(int stride) { fill<<<4, 64>>>(a, stride); }\n");
  EXPECT_EQ(calling("f(64);", "f(8);"), 1);
}

// Read behind each other, a file may mean another thing than alone: then nothing is known of calls.
TEST(Programs, AreNotReadWhereOneFileChangesTheOther) {
  run("rm -rf parts");
  const std::string head = "static int stride_of() { return ";
  make_called(head + "64; }\nint main() {\n  int *a;\n  cudaMalloc((void **)&a, 4096);\n"
                     "  start(a, stride_of(), 4);\n}\n");
  EXPECT_EQ(run("heddle check parts").exit_code, 0);
  file("parts/fill.cu", head + "8; }\n" + fills +
                            "void start(int *out, int stride, int rows) {\n"
                            "  fill<<<rows, 64>>>(out, stride);\n}\n");
  EXPECT_EQ(run("heddle check parts").exit_code, 1);
  // macros of the one are none of the other
  make_called("#ifndef WIDE\n#define WIDE 8\n#endif\nint main() {\n  int *a;\n"
              "  cudaMalloc((void **)&a, 4096);\n  start(a, WIDE, 4);\n}\n");
  file("parts/fill.cu", "#define WIDE 64\n" + fills +
                            "void start(int *out, int stride, int rows) {\n"
                            "  fill<<<rows, WIDE>>>(out, stride);\n}\n");
  EXPECT_EQ(run("heddle check parts").exit_code, 1);
  // what does not compile may call anything
  make_called("#include \"gone.h\"\nint main() {\n  Buffer a;\n  start(a.data, 64, 4);\n}\n");
  EXPECT_EQ(run("heddle check parts").exit_code, 1);
}

// What the program's calls do not lead to is launched as the file alone says.
TEST(Programs, LeaveOtherLaunchesAsTheyAre) {
  run("rm -rf parts");
  make_called("int main() {\n  int *a;\n  cudaMalloc((void **)&a, 4096);\n  run(a, 1);\n}\n");
  file("parts/fill.h", "void run(int *out, int mode);\n");
  file("parts/fill.cu", fills + "static void start(int *out, int n) { fill<<<4, 64>>>(out, n); }\n"
                                "void run(int *out, int mode) {\n  if (mode == 2) start(out, 64);\n"
                                "}\n");
  const Finished got = run("heddle check parts");
  EXPECT_EQ(got.exit_code, 0) << got.out;
}

// Each file of a project may be compiled with macros of its own.
TEST(Programs, AreCompiledAlike) {
  run("rm -rf parts");
  make_called("#ifndef WIDE\n#define WIDE 64\n#endif\nint main() {\n  int *a;\n"
              "  cudaMalloc((void **)&a, 4096);\n  start(a, WIDE, 4);\n}\n");
  run("mv parts/main.cpp parts/main.cu");
  const auto with = [](const std::string& flag) {
    const auto command = [&](const std::string& name, const std::string& more) {
      return "{\"directory\": \"parts\", \"file\": \"" + name + "\", \"command\": \"nvcc " + more +
             " -c " + name + "\"}";
    };
    file("parts/compile_commands.json",
         "[" + command("fill.cu", "") + ", " + command("main.cu", flag) + "]\n");
    return run("heddle check -p parts").exit_code;
  };
  EXPECT_EQ(with(""), 0);
  EXPECT_EQ(with("-DWIDE=8"), 1);
}

TEST(Programs, AreEachOfSeveral) {
  run("rm -rf parts");
  make_called(calls);
  file("parts/second.cpp", "#include <cuda_runtime.h>\n#include \"fill.h\"\nint main() {\n"
                           "  int *a;\n  cudaMalloc((void **)&a, 4096);\n  start(a, 8, 1);\n}\n");
  const Finished one = run("heddle check parts");
  EXPECT_EQ(one.exit_code, 0) << one.out;
  EXPECT_TRUE(contains(one.out, "called at parts/second.cpp:6:3")) << one.out;
  file("parts/second.cpp", "#include <cuda_runtime.h>\n#include \"fill.h\"\nint main() {\n"
                           "  int *a;\n  cudaMalloc((void **)&a, 4096);\n  start(a, 8, 2);\n}\n");
  EXPECT_EQ(run("heddle check parts").exit_code, 1);
  run("rm parts/second.cpp");
  // an unrelated one that has its own
  run("mkdir -p parts/own");
  file("parts/own/b.cpp", "static void start(int *a, int n, int m) {}\n"
                          "int main() { start(0, 8, 2); }\n");
  EXPECT_EQ(run("heddle check parts").exit_code, 0);
}

// The kernel, the function that launches it and the program that calls this, in a file each.
TEST(Programs, PassWhatIsPassedOn) {
  run("mkdir -p three");
  file("three/fill.cu", fills);
  file("three/start.cu", "__global__ void fill(int *out, int stride);\n"
                         "void start(int *out, int stride) { fill<<<4, 64>>>(out, stride); }\n");
  const std::string main = "void start(int *out, int stride);\nint main() {\n  int *a;\n"
                           "  cudaMalloc(&a, 4096);\n  start(a, ";
  file("three/main.cu", main + "64);\n}\n");
  const Finished good = run("heddle check three");
  EXPECT_EQ(good.exit_code, 0) << good.out;
  file("three/main.cu", main + "8);\n}\n");
  EXPECT_EQ(run("heddle check three --cache c3").exit_code, 1);
  file("three/main.cu", main + "64);\n}\n");
  EXPECT_EQ(run("heddle check three --cache c3").exit_code, 0); // read again
}

TEST(Launches, GetWhatAHeadersMacroPasses) {
  run("mkdir -p macro");
  file("macro/a.cu", "__global__ void k(int *a, int n) { if (n > 0) a[0] = threadIdx.x; }\n"
                     "static void run(int *d, int n) { k<<<1, 32>>>(d, n); }\n"
                     "void launch(int *d, int n = 0) { run(d, n); }\n"
                     "int main() { int *d; cudaMalloc(&d, 400); launch(d); }\n");
  EXPECT_EQ(run("heddle check macro").exit_code, 0);
  file("macro/go.h", "void launch(int *d, int n = 0);\n#define GO(d) launch(d, 1)\n");
  EXPECT_EQ(run("heddle check macro").exit_code, 1);
}

} // namespace
} // namespace heddle::cli_test
