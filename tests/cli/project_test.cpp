// Folders, compile databases and options outside of the command line.
#include "cli/kernels.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace heddle::cli_test {
namespace {

using nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* good = "__global__ void %s(int *a) {\n"
                             "  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}\n";

std::string kernel(const std::string& name) {
  std::string text = good;
  return text.replace(text.find("%s"), 2, name);
}

// t/a.cu, t/sub/b.cu, and what is not to be checked.
void make_tree() {
  run("rm -rf t && mkdir -p t/.git t/sub t/out t/.hidden && ln -s .. t/sub/circle");
  file("t/a.cu", kernel("first"));
  file("t/sub/b.cu", kernel("second"));
  file("t/sub/host.cu", "int main() { return 0; }\n");
  file("t/sub/note.txt", "no kernel");
  file("t/out/gone.cu", kernel("ignored"));
  file("t/.hidden/gone.cu", kernel("hidden"));
  file("t/.gitignore", "out/\n");
}

std::vector<std::string> kernels_of(const Finished& got) {
  std::vector<std::string> names;
  const json report = json::parse(got.out);
  for (const json& kernel : report.at("kernels"))
    names.push_back(kernel.at("kernel"));
  return names;
}

TEST(Project, ChecksTheFilesBelowAFolder) {
  make_tree();
  const Finished got = run("heddle check t --format json");
  EXPECT_EQ(got.exit_code, 0) << got.err;
  EXPECT_EQ(kernels_of(got), (std::vector<std::string>{"first", "second"}));
  EXPECT_EQ(kernels_of(run("heddle check t/sub --format json")),
            (std::vector<std::string>{"second"}));
  // what stands above the folder is ignored there, too
  EXPECT_EQ(run("heddle check t/out --format json").exit_code, 0);
  file("t/.gitignore", "gone.cu\n");
  const Finished none = run("heddle check t/out");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_TRUE(contains(none.err, "t/out: error: no .cu file in this folder")) << none.err;
}

// Compiled as CUDA although their names do not say so.
TEST(Project, TakesSourcesThatLaunchKernels) {
  make_tree();
  const std::string launch = "void run(int* p, int n) { grown<<<n / 256, 256>>>(p); }\n";
  file("t/grown.cuh", "__global__ void grown(int* p) {\n"
                      "  p[blockIdx.x * 256 + threadIdx.x] = 1;\n}\n");
  file("t/sub/run.cpp", "#include \"../grown.cuh\"\n" + launch);
  file("t/sub/hip.cpp", "#include <hip/hip_runtime.h>\n" + launch);
  file("t/sub/merged.cc", "<<<<<<< mine\n#error\n>>>>>>> theirs\n");
  file("t/sub/other.cc", "int twice(int n) { return n << 1 >> 0; }\n");
  const Finished got = run("heddle check t --format json");
  EXPECT_EQ(got.exit_code, 0) << got.err;
  EXPECT_EQ(kernels_of(got), (std::vector<std::string>{"first", "second", "grown"}));
  EXPECT_TRUE(contains(got.out, "256")) << got.out; // as it is launched
}

TEST(Project, TakesGlobs) {
  make_tree();
  EXPECT_EQ(kernels_of(run("heddle check 't/**/*.cu' --format json")),
            (std::vector<std::string>{"first", "second"}));
  EXPECT_EQ(kernels_of(run("heddle check 't/[a-c].cu' --format json")),
            (std::vector<std::string>{"first"}));
  EXPECT_EQ(run("heddle check 't/*.cuda'").exit_code, 2);
  const Finished nowhere = run("heddle check 'nowhere/*.cu'");
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_TRUE(contains(nowhere.err, "nowhere: error: cannot be read")) << nowhere.err;
  EXPECT_FALSE(contains(nowhere.err, "matches no file")) << nowhere.err; // told once
}

TEST(Project, SkipsFilesWithoutKernelsWithACount) {
  make_tree();
  const Finished got = run("heddle check t");
  EXPECT_EQ(got.exit_code, 0) << got.err;
  EXPECT_TRUE(contains(got.out, "2 verified (2 kernels in 2 files), 1 file without a kernel"))
      << got.out;
  EXPECT_EQ(got.err, "");
  const Finished none =
      run("heddle check t/sub/host.cu t/sub/host.cu " + file("h2.cu", "int f() { return 1; }\n"));
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_TRUE(contains(none.err, "no kernel found in 2 files")) << none.err;
}

TEST(Project, ChecksIncludedFilesWhereTheyAreIncluded) {
  run("rm -rf t && mkdir -p t/.git t/sub");
  const std::string scale = "__global__ void scale(real *a) { a[threadIdx.x] *= 2; }\n";
  file("t/kernels.cu", scale);
  file("t/sub/main.cu", "typedef float real;\n#include \"../kernels.cu\"\n" + kernel("own"));
  const Finished got = run("heddle check t --format json --grid 1");
  EXPECT_EQ(got.exit_code, 0) << got.out;
  EXPECT_EQ(kernels_of(got), (std::vector<std::string>{"scale", "own"}));
  EXPECT_TRUE(contains(got.out, "its kernels are checked where t/sub/main.cu includes it"));
  for (const std::string shards : {"1/2", "2/2"})
    run("heddle check t --grid 1 --format json --shard " + shards + " > part" +
        shards.substr(0, 1));
  EXPECT_EQ(kernels_of(run("heddle merge part1 part2")),
            (std::vector<std::string>{"scale", "own"}));
  // one that has no kernel but includes them, which is included itself
  file("t/between.cu", "#include \"kernels.cu\"\n");
  file("t/sub/main.cu", "typedef float real;\n#include \"../between.cu\"\n" + kernel("own"));
  EXPECT_EQ(kernels_of(run("heddle check t --format json --grid 1")),
            (std::vector<std::string>{"scale", "own"}));
  run("rm t/between.cu");
  // who names it means it
  EXPECT_EQ(run("heddle check t t/kernels.cu --grid 1").exit_code, 3);
  EXPECT_EQ(run("heddle check t/kernels.cu --grid 1").exit_code, 3);
  // what is not there is still checked by itself
  file("t/kernels.cu", "#ifndef SHORT\n" + kernel("long_form") + "#endif\n" + kernel("both"));
  file("t/sub/main.cu", "#define SHORT\n#include \"../kernels.cu\"\n" + kernel("own"));
  EXPECT_EQ(kernels_of(run("heddle check t --format json")),
            (std::vector<std::string>{"long_form", "both", "own"}));
  // nor is one of several by one name
  file("t/kernels.cu",
       "#ifndef SHORT\nnamespace n {\n" + kernel("twice") + "}\n#endif\n" + kernel("twice"));
  EXPECT_EQ(kernels_of(run("heddle check t --format json")),
            (std::vector<std::string>{"twice", "twice", "twice", "own"}));
  file("t/kernels.cu", "#ifndef SHORT\n" + kernel("long_form") + "#endif\n" + kernel("both"));
  file("t/sub/main.cu", "// #include \"../kernels.cu\"\n" + kernel("own"));
  EXPECT_EQ(kernels_of(run("heddle check t --format json")),
            (std::vector<std::string>{"long_form", "both", "own"}));
}

TEST(Project, TakesResponseFilesAndTellsThoseThatAreNotThere) {
  file("r.cu", "#if SIZE > 1\n__global__ void k(int *a) { a[0] = threadIdx.x; }\n#else\n"
               "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n#endif\n");
  file("o.rsp", "-DSIZE=2 '--block'\n64 --grid 1\n");
  file("outer.rsp", "@o.rsp\n");
  EXPECT_EQ(run("heddle check r.cu --block 64 --grid 1").exit_code, 0);
  EXPECT_EQ(run("heddle check r.cu @o.rsp").exit_code, 1);
  EXPECT_EQ(run("heddle check r.cu @outer.rsp").exit_code, 1);
  const Finished gone = run("heddle check r.cu @gone.rsp");
  EXPECT_EQ(gone.exit_code, 2);
  EXPECT_TRUE(contains(gone.err, "gone.rsp")) << gone.err;
  const Finished named = run("heddle check r.cu --options-file gone.rsp");
  EXPECT_EQ(named.exit_code, 2);
  EXPECT_TRUE(contains(named.err, "the response file 'gone.rsp' cannot be read")) << named.err;
  run("mkdir -p rdb && cp r.cu rdb/ && cp r.cu rdb/other.cu");
  file("rdb/compile_commands.json",
       R"([{"directory": "rdb", "file": "r.cu", "command": "nvcc @gone.rsp -c r.cu"},
           {"directory": "rdb", "file": "other.cu", "command": "nvcc -c other.cu"}])");
  const Finished got = run("heddle check -p rdb --block 64 --grid 1");
  EXPECT_EQ(got.exit_code, 2);
  EXPECT_TRUE(contains(got.err, "rdb/r.cu: error: the response file 'gone.rsp' cannot be read"))
      << got.err;
  EXPECT_TRUE(contains(got.out, "other.cu: k: verified")) << got.out;
}

TEST(Project, SummarizesFilesThatCouldNotBeChecked) {
  file("whole.cu", kernel("whole"));
  const Finished got = run("heddle check whole.cu gone.cu");
  EXPECT_EQ(got.exit_code, 2);
  EXPECT_TRUE(contains(got.out, "1 verified (1 kernel in 1 file), 1 file not checked ")) << got.out;
  EXPECT_TRUE(contains(got.out, "not checked, or not all of it:\n  gone.cu: ")) << got.out;
}

TEST(Project, ReadsStandardInput) {
  const Finished got =
      run("printf '__global__ void k(int *a) { a[0] = threadIdx.x; }' | heddle check -");
  EXPECT_EQ(got.exit_code, 1) << got.err;
  EXPECT_TRUE(contains(got.out, "/dev/stdin:1:")) << got.out;
}

TEST(Project, ReadsACompilationDatabase) {
  run("mkdir -p db/src db/inc");
  file("db/inc/size.h", "#define SIZE 2\n");
  file("db/src/k.cu", "#include <size.h>\n__global__ void k(int *a) {\n"
                      "#if defined(RACY) && __CUDA_ARCH__ >= 900\n"
                      "  if (SIZE > 1) a[0] = threadIdx.x;\n#endif\n}\n");
  file("db/src/host.cpp", "int main() {}\n");
  const auto database = [](const std::string& flags) {
    file(
        "db/compile_commands.json",
        R"([{"directory": "src", "command": "g++ -c host.cpp", "file": "host.cpp"},
             {"directory": "db/src", "file": "k.cu", "command": "nvcc -forward-unknown-to-host-compiler )" +
            flags +
            R"( --generate-code=arch=compute_90,code=[sm_90] -O3 -std=c++17 -Xcompiler=-fPIC -x cu -c k.cu -o k.o"}])");
  };
  database("-DRACY -isystem ../inc");
  EXPECT_EQ(run("heddle check -p db --strict-headers").exit_code, 1);
  EXPECT_EQ(run("heddle check --project db/compile_commands.json --strict-headers").exit_code, 1);
  database("-I../inc");
  const Finished clean = run("heddle check -p db --strict-headers");
  EXPECT_EQ(clean.exit_code, 0) << clean.out << clean.err;
  database("-DRACY -URACY -I../inc");
  EXPECT_EQ(run("heddle check -p db --strict-headers").exit_code, 0);
  const Finished none = run("heddle check -p .");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_TRUE(contains(none.err, "compile_commands.json: no such file")) << none.err;
}

TEST(Project, ChecksAFileInEachWayThatItIsCompiled) {
  run("mkdir -p ways");
  file("ways/k.cu",
       "__global__ void k(int *a) {\n#ifdef ONE_CELL\n  a[0] = threadIdx.x;\n#endif\n}\n");
  const std::string entry =
      R"({"directory": "ways", "file": "k.cu", "command": "nvcc %s -c k.cu"})";
  const auto way = [&](const std::string& flag) {
    return std::string(entry).replace(entry.find("%s"), 2, flag);
  };
  file("ways/compile_commands.json",
       "[" + way("-DPLAIN") + "," + way("-DONE_CELL") + "," + way("-DPLAIN") + "]");
  const Finished got = run("heddle check -p ways");
  EXPECT_EQ(got.exit_code, 1) << got.out << got.err;
  EXPECT_TRUE(contains(got.out, "1 bug, 1 verified (2 kernels in 1 file)")) << got.out;
}

TEST(Project, TakesFlagsOfCompilers) {
  run("mkdir -p inc2");
  file("inc2/own.h", "#define OWN 1\n");
  file("flags.cu", "#include \"own.h\"\n__global__ void k(int *a) { if (OWN < X) a[0] = "
                   "threadIdx.x; }\n");
  const std::string nvcc = "heddle check flags.cu -std=c++17 -O3 -lineinfo -gencode "
                           "arch=compute_80,code=sm_80 --use_fast_math -Xcompiler -fopenmp "
                           "-isystem inc2 -c -o flags.o -arch=sm_90 ";
  const Finished got = run(nvcc + "-DX=2");
  EXPECT_EQ(got.exit_code, 1) << got.err;
  EXPECT_EQ(run(nvcc + "-DX=1").exit_code, 0);
  const Finished longer =
      run(nvcc + "-DX=2 --default-stream per-thread -ccbin /usr/bin/g++-12 --threads=4 -rdc=true "
                 "--ptxas-options -v --ptxas-options=-v --Werror all-warnings -maxrregcount 64 "
                 "-allow-unsupported-compiler --device-c --relocatable-device-code true -ftz=true");
  EXPECT_EQ(longer.exit_code, 1) << longer.err;
  EXPECT_EQ(run(nvcc + "-Werror -DX=2").exit_code, 1); // no value: the next word counts
  EXPECT_EQ(run(nvcc + "-Werror -DX=1").exit_code, 0);
  const Finished unknown = run("heddle check flags.cu --blok 3");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(contains(unknown.err, "blok")) << unknown.err;
}

TEST(Project, AnswersWhichStandardIsAskedFor) {
  file("standard.cu", "__global__ void k(int *a) {\n#if __cplusplus == 201402L\n  a[0] = "
                      "threadIdx.x;\n#endif\n}\n");
  EXPECT_EQ(run("heddle check standard.cu").exit_code, 0);
  EXPECT_EQ(run("heddle check standard.cu -std=c++17").exit_code, 0);
  EXPECT_EQ(run("heddle check standard.cu -std=c++14").exit_code, 1);
  EXPECT_EQ(run("heddle check standard.cu --std c++14").exit_code, 1);
  EXPECT_EQ(run("heddle check standard.cu -std=gnu++1y").exit_code, 1);
}

TEST(Project, FindsHeadersOfTheFolderThatIsNamed) {
  run("mkdir -p plain/src plain/include");
  file("plain/include/plain.h", "#define STRIDE 1\n");
  file("plain/src/k.cu", "#include \"plain.h\"\n__global__ void k(int *a) {\n"
                         "  a[(blockIdx.x * blockDim.x + threadIdx.x) * STRIDE] = 1;\n}\n");
  const Finished got = run("heddle check plain --no-cache");
  EXPECT_EQ(got.exit_code, 0) << got.out << got.err;
  EXPECT_TRUE(contains(got.out, "assuming plain.h is found with -I plain/include")) << got.out;
}

TEST(Project, FindsHeadersBesideAFileOfNoRepository) {
  run("mkdir -p alone/src/deep alone/include");
  file("alone/include/beside.h", "#define STRIDE 1\n");
  const std::string kernel = "#include \"beside.h\"\n__global__ void k(int *a) {\n"
                             "  a[(blockIdx.x * blockDim.x + threadIdx.x) * STRIDE] = 1;\n}\n";
  file("alone/src/k.cu", kernel);
  file("alone/src/deep/k.cu", kernel);
  const Finished got = run("heddle check alone/src/k.cu");
  EXPECT_EQ(got.exit_code, 0) << got.out << got.err;
  EXPECT_TRUE(contains(got.out, "beside.h is found with -I alone/include")) << got.out;
  const Finished far = run("heddle check alone/src/deep/k.cu"); // nobody said where the tree begins
  EXPECT_EQ(far.exit_code, 3);
  EXPECT_TRUE(contains(far.out, "beside.h, not found, changes nothing here (-I DIR says"))
      << far.out;
}

TEST(Project, AsksWhichOfTwoHeadersIsMeant) {
  run("mkdir -p two/.git two/a two/b");
  file("two/a/twice.h", "#define STRIDE 1\n");
  file("two/b/twice.h", "#define STRIDE 2\n");
  file("two/k.cu",
       "#include \"twice.h\"\n__global__ void k(int *a) { a[threadIdx.x * STRIDE] = 1; }\n");
  const Finished got = run("heddle check two/k.cu");
  EXPECT_EQ(got.exit_code, 3) << got.out << got.err;
  EXPECT_TRUE(contains(got.out, "twice.h is in two/a and in two/b: -I says which")) << got.out;
  EXPECT_EQ(run("heddle check two/k.cu -I two/b").exit_code, 0);
}

TEST(Project, FindsHeadersOfTheRepository) {
  run("mkdir -p repo/.git repo/src repo/include/deep");
  file("repo/include/deep/stride.h", "#include \"deep/inner.h\"\n");
  file("repo/include/deep/inner.h", "#define STRIDE 1\n");
  file("repo/src/k.cu", "#include \"deep/stride.h\"\n__global__ void k(int *a) {\n"
                        "  a[(blockIdx.x * blockDim.x + threadIdx.x) * STRIDE] = 1;\n}\n");
  const Finished got = run("heddle check repo/src/k.cu");
  EXPECT_EQ(got.exit_code, 0) << got.out << got.err;
  EXPECT_TRUE(contains(got.out, "assuming deep/stride.h is found with -I repo/include")) << got.out;
}

TEST(Project, LeavesHeadersOfTheSystemToIt) {
  run("mkdir -p port/.git port/windows");
  file("port/windows/unistd.h", "#define STRIDE 0\n"); // for where there is none
  file("port/k.cu", "#include <unistd.h>\n#ifndef STRIDE\n#define STRIDE 1\n#endif\n"
                    "__global__ void k(int *a) { a[threadIdx.x * STRIDE] = threadIdx.x; }\n");
  const Finished got = run("heddle check port/k.cu --grid 1");
  EXPECT_EQ(got.exit_code, 0) << got.out << got.err;
  EXPECT_FALSE(contains(got.out, "is found with")) << got.out;
}

TEST(Project, TakesOptionsOfAFileFoundUpwards) {
  run("mkdir -p conf/sub");
  file("conf/.heddle", "# sizes\nblock = 1\n--grid=1\n");
  file("conf/sub/k.cu", "__global__ void k(int *a) { a[0] = threadIdx.x + blockIdx.x; }\n");
  file("conf/sub/same.cu", "__global__ void k(int *a) { a[0] = 1; }\n");
  EXPECT_EQ(run("heddle check conf/sub/k.cu").exit_code, 0);
  EXPECT_EQ(run("heddle check conf").exit_code, 0);
  EXPECT_EQ(run("heddle check conf/sub/k.cu --block 2").exit_code, 1); // overrides
  EXPECT_EQ(run("cd conf/sub && heddle check k.cu").exit_code, 0);
  file("conf/.heddle", "block = 32\nstrict-writes = yes\n");
  EXPECT_EQ(run("heddle check conf/sub/same.cu").exit_code, 1);
  file("conf/.heddle", "block = 32\nstrict-writes = yes\nstrict-writes = no\n");
  EXPECT_EQ(run("heddle check conf/sub/same.cu").exit_code, 0);
  file("conf/.heddle", "strict-writes = perhaps\n");
  const Finished perhaps = run("heddle check conf/sub/same.cu");
  EXPECT_EQ(perhaps.exit_code, 2);
  EXPECT_TRUE(contains(perhaps.err, ".heddle:1:1: error: strict-writes is on or off"))
      << perhaps.err;
  file("conf/.heddle", "block = 1\nblok = 2\n");
  const Finished got = run("heddle check conf/sub/k.cu");
  EXPECT_EQ(got.exit_code, 2);
  EXPECT_TRUE(contains(got.err, ".heddle:2:1: ")) << got.err;
}

TEST(Project, QuotesTheFileOfOptionsWhereverItIsWrong) {
  run("mkdir -p quoted/sub");
  file("quoted/.heddle", "# all\n  blok = 2\n");
  file("quoted/sub/k.cu", kernel("k"));
  const char* quote = ":2:3: error: unrecognised option 'blok'; did you mean 'block'?\n"
                      "    2 |   blok = 2\n"
                      "      |   ^\n";
  for (const char* command : {"heddle check quoted", "cd quoted && heddle check sub/k.cu",
                              "cd quoted && heddle check sub", "heddle repair quoted/sub/k.cu"}) {
    const Finished got = run(command);
    EXPECT_EQ(got.exit_code, 2) << command;
    EXPECT_TRUE(contains(got.err, quote)) << command << "\n" << got.err;
  }
}

TEST(Project, TakesOptionsOfComments) {
  file("said.cu",
       "// heddle: block=1; grid=1\n__global__ void k(int *a) { a[0] = threadIdx.x; }\n");
  EXPECT_EQ(run("heddle check said.cu").exit_code, 0);
  EXPECT_EQ(run("heddle check said.cu --block 2").exit_code, 1);
  file("wrong.cu", "\n// heddle: blok=1\n__global__ void k(int *a) { a[0] = 1; }\n");
  const Finished got = run("heddle check wrong.cu said.cu");
  EXPECT_EQ(got.exit_code, 2);
  EXPECT_TRUE(contains(got.err, "wrong.cu:2:12: error: unrecognised option 'blok'; did you mean "
                                "'block'?"))
      << got.err;
  EXPECT_TRUE(contains(got.out, "said.cu: k: verified")) << got.out; // the rest goes on
}

TEST(Project, TellsWhereOptionsAreSet) {
  run("mkdir -p set");
  file("set/.heddle", "grid = 1\n");
  file("set/s.cu", "// heddle: block=64\n" + kernel("k"));
  const Finished got = run("heddle check set/s.cu");
  EXPECT_TRUE(contains(got.out, "blockDim = (64, 1, 1) (set/s.cu:1)")) << got.out;
  EXPECT_TRUE(contains(got.out, "gridDim = (1, 1, 1) (set/.heddle:1)")) << got.out;
  const Finished typed = run("heddle check set/s.cu --block 32 --grid 2");
  EXPECT_TRUE(contains(typed.out, "blockDim = (32, 1, 1) (--block)")) << typed.out;
  EXPECT_TRUE(contains(typed.out, "gridDim = (2, 1, 1) (--grid)")) << typed.out;
}

TEST(Project, TellsWhereAWrongOptionStands) {
  file("cond.cu", "// heddle: assume=m > 0\n" + kernel("k"));
  const Finished cond = run("heddle check cond.cu");
  EXPECT_EQ(cond.exit_code, 2);
  EXPECT_TRUE(contains(cond.err, "cond.cu:1:19: error: assume 'm > 0': ")) << cond.err;
  file("block.cu", "// heddle: block=2000\n" + kernel("k"));
  const Finished block = run("heddle check block.cu");
  EXPECT_EQ(block.exit_code, 2);
  EXPECT_TRUE(contains(block.err, "block.cu:1:12: error: bad value '2000' for block: "))
      << block.err;
}

TEST(Project, FailsOnWhatIsAskedFor) {
  const std::string files = racy() + " " + clean();
  EXPECT_EQ(run("heddle check " + files + " --fail-on refuted").exit_code, 1);
  EXPECT_EQ(run("heddle check " + unsupported()).exit_code, 3);
  EXPECT_EQ(run("heddle check " + unsupported() + " --fail-on possible").exit_code, 0);
  EXPECT_EQ(run("heddle check " + unsupported() + " --fail-on unknown").exit_code, 1);
  file("maybe.cu", "__global__ void maybe(int *a, float *f) {\n"
                   "  a[(int)(f[threadIdx.x] * 2.0f)] = threadIdx.x;\n}\n");
  EXPECT_EQ(run("heddle check maybe.cu --fail-on possible").exit_code, 1);
}

TEST(Project, FailsOnClassesOfOutcome) {
  const std::vector<std::string> classes{"bug", "needs-assumption", "suspected", "undecided"};
  // A file of each class fails for its own class and for those behind it.
  file("relies.cu", "__global__ void relies(int *a, const int *to) {\n"
                    "  a[to[threadIdx.x]] = threadIdx.x;\n}\n");
  file("maybe.cu", "// heddle: block=32\n"
                   "__global__ void maybe(int *a) { // which lanes meet is up to the hardware\n"
                   "  __shared__ int s[32];\n  s[threadIdx.x] = 1;\n"
                   "  __syncwarp(__activemask());\n"
                   "  a[threadIdx.x] = s[31 - threadIdx.x];\n}\n");
  const std::vector<std::string> files{racy(), "relies.cu", "maybe.cu", unsupported()};
  for (std::size_t of = 0; of < files.size(); ++of)
    for (std::size_t on = 0; on < classes.size(); ++on)
      EXPECT_EQ(run("heddle check " + files[of] + " --fail-on " + classes[on]).exit_code,
                on >= of ? 1 : 0)
          << files[of] << " " << classes[on];
  EXPECT_EQ(run("heddle check relies.cu --fail-on refuted").exit_code, 1);
  EXPECT_EQ(run("heddle check " + clean() + " --fail-on undecided").exit_code, 0);
  EXPECT_EQ(run("heddle check " + clean() + " --fail-on all").exit_code, 2);
}

// What a kernel needs is part of its verdict, and fails only where that is asked for.
TEST(Project, InfersWhatAKernelNeeds) {
  file("relies.cu", "__global__ void relies(int *a, const int *to, int n) {\n"
                    "  a[to[threadIdx.x] * n] = threadIdx.x;\n}\n");
  const Finished got = run("heddle check relies.cu --infer-requires");
  EXPECT_EQ(got.exit_code, 0) << got.out;
  EXPECT_TRUE(contains(got.out, "relies: verified under distinct(to) && n != 0")) << got.out;
  EXPECT_TRUE(contains(got.out, "  without distinct(to): data race on 'a'")) << got.out;
  EXPECT_TRUE(contains(got.out, "  without n != 0: data race on 'a'")) << got.out;
  EXPECT_TRUE(contains(got.out, "assuming distinct(to) && n != 0 (inferred)")) << got.out;
  EXPECT_EQ(run("heddle check relies.cu").exit_code, 1);
  EXPECT_EQ(run("heddle check relies.cu --infer-requires --fail-on undecided").exit_code, 0);
  EXPECT_EQ(run("heddle check relies.cu --infer-requires --fail-on verified-under").exit_code, 1);
  const Finished many = run("heddle check relies.cu " + clean() + " --infer-requires");
  EXPECT_TRUE(contains(many.out, "1 verified under a precondition, 1 verified")) << many.out;
  EXPECT_EQ(run("heddle repair relies.cu --infer-requires").exit_code, 1) << "not right by itself";
  EXPECT_EQ(run("heddle check " + racy() + " --infer-requires").exit_code, 1);
}

// A product of sizes that no other question decides: the time given is told back.
TEST(Project, TriesAsLongAsTheEffortSays) {
  file("hard.cu",
       "__global__ void hard(unsigned *a, unsigned n, unsigned m, unsigned k) {\n"
       "  unsigned i = threadIdx.x + 2;\n"
       "  if (n > 1000 && m > 1000 && k > 1000 &&\n"
       "      i * i * i * n + m * m * i * k == n * k * m * 7919u + 3u * i * m + 104729u)\n"
       "    a[i * i * n % (m * k + 1) ^ (i * m)] = i;\n}\n");
  const auto seconds = [](const std::string& options) {
    const Finished got = run("heddle check hard.cu --no-hints " + options);
    const std::string begin = "timeout after ";
    const auto at = got.out.find(begin);
    return at == std::string::npos ? "none in: " + got.out : got.out.substr(at + begin.size(), 3);
  };
  EXPECT_EQ(seconds("--effort low"), "0.3");
  EXPECT_EQ(seconds("--effort high --timeout 0.2"), "0.2");
  EXPECT_EQ(seconds("--timeout 0.2 --effort low"), "0.3");
  EXPECT_EQ(run("heddle check hard.cu --effort most").exit_code, 2);
}

TEST(Project, CountsOnlyFindingsThatTheBaselineLacks) {
  racy();
  run("heddle check racy.cu --format json > old.json");
  const Finished same = run("heddle check racy.cu --baseline old.json");
  EXPECT_EQ(same.exit_code, 0) << same.out << same.err;
  EXPECT_TRUE(contains(same.out, "known from the baseline")) << same.out;
  // lines may move
  file("racy.cu", "// a comment\n\n__global__ void racy(int *a) {\n"
                  "    a[0] = threadIdx.x + threadIdx.z + blockIdx.x;\n}\n");
  EXPECT_EQ(run("heddle check racy.cu --baseline old.json").exit_code, 0);
  file("racy.cu", "__global__ void racy(int *a) {\n"
                  "  a[1] = threadIdx.x + threadIdx.z + blockIdx.x;\n}\n");
  EXPECT_EQ(run("heddle check racy.cu --baseline old.json").exit_code, 1);
  const Finished bad = run("heddle check racy.cu --baseline racy.cu");
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_TRUE(contains(bad.err, "not a report in JSON")) << bad.err;
}

TEST(Project, AllowsWhatTheSourceAllowsWithAReason) {
  file("allow.cu", "__global__ void k(int *a) {\n"
                   "  // heddle: allow race -- any winner will do\n"
                   "  a[0] = threadIdx.x + blockIdx.x;\n}\n");
  const Finished got = run("heddle check allow.cu");
  EXPECT_EQ(got.exit_code, 0) << got.out << got.err;
  EXPECT_TRUE(contains(got.out, "allow.cu:2: race -- any winner will do")) << got.out;
  EXPECT_TRUE(contains(got.out, "1 excused (1 kernel")) << got.out; // it is not proved
  file("allow.cu", "__global__ void k(int *a) {\n"
                   "  a[blockIdx.x * blockDim.x + threadIdx.x] = 1; // heddle: allow race -- old\n"
                   "}\n");
  const Finished stale = run("heddle check allow.cu");
  EXPECT_EQ(stale.exit_code, 0);
  EXPECT_TRUE(contains(stale.out, "but not there:\n  allow.cu:2: race -- old")) << stale.out;
  file("allow.cu", "__global__ void k(int *a) {\n"
                   "  a[0] = threadIdx.x + blockIdx.x; // heddle: allow race\n}\n");
  EXPECT_EQ(run("heddle check allow.cu").exit_code, 1); // no reason
}

TEST(Project, AllowsWhatHelpersDoThereOrAtTheCall) {
  file("helper.h", "__device__ void put(int *a) {\n"
                   "  a[0] = threadIdx.x; // heddle: allow race -- in a header\n}\n");
  file("there.cu", "#include \"helper.h\"\n__global__ void k(int *a) { put(a); }\n");
  const Finished there = run("heddle check there.cu --grid 1");
  EXPECT_EQ(there.exit_code, 0) << there.out;
  EXPECT_TRUE(contains(there.out, "helper.h:2: race -- in a header")) << there.out;
  file("call.cu",
       "__device__ void put(int *a) { a[0] = threadIdx.x; }\n__global__ void k(int *a) {\n"
       "  put(a); // heddle: allow race -- at the call\n}\n");
  const Finished call = run("heddle check call.cu --grid 1");
  EXPECT_EQ(call.exit_code, 0) << call.out;
  EXPECT_TRUE(contains(call.out, "call.cu:3: race -- at the call")) << call.out;
}

TEST(Project, SaysOnlyOfKernelsThatAreCheckedWhatIsNotThere) {
  file("two.cu",
       "__global__ void one(int *a) {\n  a[0] = threadIdx.x; // heddle: allow race -- so\n}\n" +
           kernel("two"));
  const Finished got = run("heddle check two.cu --grid 1 --kernel two");
  EXPECT_EQ(got.exit_code, 0) << got.out;
  EXPECT_FALSE(contains(got.out, "not there")) << got.out;
  file("kind.cu",
       "__global__ void k(int *a) {\n  a[0] = threadIdx.x; // heddle: allow rase -- so\n}\n");
  const Finished kind = run("heddle check kind.cu --grid 1");
  EXPECT_EQ(kind.exit_code, 1);
  EXPECT_TRUE(contains(kind.out, "rase -- so (does not hold: no kind of finding is called so"))
      << kind.out;
  file("colon.cu",
       "__global__ void k(int *a) {\n  a[0] = threadIdx.x; // heddle: allow race: so\n}\n");
  const Finished colon = run("heddle check colon.cu --grid 1");
  EXPECT_EQ(colon.exit_code, 1);
  EXPECT_TRUE(contains(colon.out, "race: so (does not hold: give a reason behind --)"))
      << colon.out;
}

TEST(Project, RefusesBlocksThatNoDeviceHas) {
  clean();
  const Finished got = run("heddle check clean.cu --block 2000");
  EXPECT_EQ(got.exit_code, 2);
  EXPECT_TRUE(contains(got.err, "a block has at most 1024 threads")) << got.err;
  const Finished none = run("heddle check clean.cu --block 0");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_TRUE(contains(none.err, "X and Y from 1 to 1024, Z from 1 to 64")) << none.err;
  const Finished large = run("heddle check clean.cu --large-block 2000");
  EXPECT_EQ(large.exit_code, 0);
  EXPECT_TRUE(contains(large.out, "blockDim = (2000, 1, 1)")) << large.out;
}

} // namespace
} // namespace heddle::cli_test
