// What options do, seen from outside.
#include "cli/kernels.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace heddle::cli_test {
namespace {

using nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A race between threads of one block that needs n > 1 and N > 1.
std::string guarded() {
  return file("guarded.cu", "#ifndef N\n#define N 1\n#endif\n"
                            "__global__ void guarded(int *a, int n) {\n"
                            "  if (n > 1 && N > 1) a[0] = threadIdx.x;\n"
                            "}\n");
}

std::string two_kernels() {
  return file("two.cu", "__global__ void good(int *a) { a[blockIdx.x * blockDim.x + "
                        "threadIdx.x] = 1; }\n"
                        "__global__ void bad(int *a) { a[0] = threadIdx.x; }\n");
}

TEST(Options, PrintTheVersion) {
  const Finished got = run("heddle --version");
  EXPECT_EQ(got.exit_code, 0);
  EXPECT_EQ(got.out, "heddle " HEDDLE_VERSION "\n");
}

TEST(Options, PrintHelp) {
  EXPECT_TRUE(contains(run("heddle --help").out, "Usage: heddle check FILE.cu..."));
  const Finished got = run("heddle check --help");
  EXPECT_EQ(got.exit_code, 0);
  for (const char* name :
       {"--kernel",         "--block",          "--grid",      "--assume",        "--param",
        "--tensor-map",     "--alias",          "--cluster",   "-D, --define",    "-I, --include",
        "-j, --jobs",       "--timeout",        "--memory",    "--format",        "--dump",
        "--arch",           "--strict-headers", "--stats",     "--strict-writes", "--strict-exit",
        "--strict-aligned", "--strict-proxy",   "--warp-sync", "--pdl",           "-h, --help"})
    EXPECT_TRUE(contains(got.out, name)) << name;
}

TEST(Options, PrintHelpThatFitsOnAnyTerminal) {
  for (const std::string command : {"", "check", "repair", "ptx", "merge", "explain", "lsp"}) {
    const Finished got = run("heddle " + command + " --help");
    EXPECT_EQ(got.exit_code, 0) << command;
    std::istringstream lines(got.out);
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(line.size(), 80U) << command << ": " << line;
    EXPECT_EQ(run("heddle help " + command).out, got.out) << command;
  }
}

// As commands of files are refused, so that nothing is taken for what was not meant.
TEST(Options, SayWhatMayHaveBeenMeant) {
  racy();
  const auto told = [](const std::string& command) {
    const Finished got = run(command);
    EXPECT_EQ(got.exit_code, 2) << command;
    return got.err.substr(0, got.err.find('\n'));
  };
  EXPECT_EQ(told("heddle chek racy.cu"),
            "heddle: error: unknown command 'chek'; did you mean 'check'?");
  EXPECT_EQ(told("heddle racy.cu"),
            "heddle: error: unknown command 'racy.cu'; did you mean 'heddle check racy.cu'?");
  EXPECT_EQ(told("heddle check --blok=32 racy.cu"),
            "heddle: error: unrecognised option '--blok=32'; did you mean '--block'?");
  EXPECT_EQ(told("heddle check -kernal racy racy.cu"),
            "heddle: error: unrecognised option '-kernal'; did you mean '--kernel'?");
  EXPECT_EQ(told("heddle check --weave racy.cu"), "heddle: error: unrecognised option '--weave'");
  EXPECT_EQ(told("heddle ptx --parm n=1 racy.ptx"),
            "heddle: error: unrecognised option '--parm'; did you mean '--param'?");
  EXPECT_EQ(told("heddle explain divergance"),
            "heddle: error: no kind 'divergance'; did you mean 'divergence'?");
}

TEST(Options, TakeMissingHeadersForErrorsWhereAsked) {
  file("lacking.cu", "#include \"lacking.h\"\n"
                     "__global__ void own(int *a) { a[threadIdx.x] = 1; }\n");
  const Finished lax = run("heddle check lacking.cu --block 64 --grid 1");
  EXPECT_EQ(lax.exit_code, 0) << lax.out << lax.err;
  EXPECT_TRUE(contains(lax.out, "assuming lacking.h, not found, changes nothing here")) << lax.out;
  const Finished strict = run("heddle check lacking.cu --block 64 --grid 1 --strict-headers");
  EXPECT_EQ(strict.exit_code, 2) << strict.out;
  EXPECT_EQ(strict.err.find("lacking.cu:1:10: error: 'lacking.h' file not found"), 0U)
      << strict.err;
  EXPECT_FALSE(contains(strict.out, "verified")) << strict.out;
}

TEST(Options, SayTheArchitecture) {
  file("arch.cu", "__global__ void own(int *a) {\n"
                  "#if __CUDA_ARCH__ >= 900\n"
                  "  a[0] = threadIdx.x;\n"
                  "#else\n"
                  "  a[threadIdx.x] = 1;\n"
                  "#endif\n"
                  "}\n");
  const Finished before = run("heddle check arch.cu --block 64 --grid 1");
  EXPECT_EQ(before.exit_code, 0) << before.out << before.err;
  EXPECT_TRUE(contains(before.out, "__CUDA_ARCH__ is 800 (default)")) << before.out;
  for (const char* name : {"sm_90", "sm_90a", "compute_90", "90"}) {
    const Finished got =
        run(std::string("heddle check arch.cu --block 64 --grid 1 --arch ") + name);
    EXPECT_EQ(got.exit_code, 1) << name << "\n" << got.out << got.err;
    EXPECT_TRUE(contains(got.out, "__CUDA_ARCH__ is 900 (--arch)")) << got.out;
  }
  EXPECT_EQ(run("heddle check arch.cu --arch hopper").exit_code, 2);
}

// The precompiled prelude makes room for itself: files not used for longest go.
TEST(Options, KeepTheCacheSmall) {
  clean();
  const Finished got =
      run("mkdir -p c/heddle && cd c/heddle && for i in 1 2 3 4; do"
          " truncate -s 100M prelude-$i.pch && touch -d \"$i days ago\" prelude-$i.pch; done;"
          " touch -d '9 days ago' note.txt; cd ../.. &&"
          " XDG_CACHE_HOME=$PWD/c heddle check clean.cu >out.txt; ls c/heddle | sort");
  EXPECT_FALSE(contains(got.out, "prelude-3.pch")) << got.out << got.err;
  EXPECT_FALSE(contains(got.out, "prelude-4.pch")) << got.out;
  for (const char* kept : {"prelude-1.pch", "prelude-2.pch", "note.txt"})
    EXPECT_TRUE(contains(got.out, kept)) << kept << "\n" << got.out;
}

TEST(Options, SelectKernels) {
  two_kernels();
  EXPECT_EQ(run("heddle check two.cu").exit_code, 1);
  EXPECT_EQ(run("heddle check two.cu --kernel good").exit_code, 0);
  EXPECT_EQ(run("heddle check two.cu --kernel good --kernel bad").exit_code, 1);
}

TEST(Options, SayWhichKernelsThereAre) {
  two_kernels();
  const auto told = [](const std::string& options) { return run("heddle check " + options).err; };
  EXPECT_EQ(told("two.cu --kernel goof"),
            "error: no kernel named 'goof' found; did you mean 'good'?\n");
  EXPECT_EQ(told("- --kernel goof <two.cu"),
            "error: no kernel named 'goof' found; did you mean 'good'?\n");
  EXPECT_EQ(told("two.cu --kernel other"),
            "error: no kernel named 'other' found; there are bad, good\n");
  EXPECT_EQ(told("two.cu --kernel good --kernel 'bad<3>'"),
            "error: no kernel named 'bad<3>' found; 'bad' is there, but not this instance of it\n");
}

TEST(Options, SelectKernelsAcrossFiles) {
  two_kernels();
  clean();
  const Finished got = run("heddle check two.cu clean.cu --kernel good");
  EXPECT_EQ(got.exit_code, 0) << got.err;
  EXPECT_FALSE(contains(got.out, "clean: verified"));
}

TEST(Options, DefineMacrosJoinedAndSeparate) {
  guarded();
  EXPECT_EQ(run("heddle check guarded.cu").exit_code, 0);
  EXPECT_EQ(run("heddle check guarded.cu -DN=2").exit_code, 1);
  EXPECT_EQ(run("heddle check guarded.cu -D N=2").exit_code, 1);
  EXPECT_EQ(run("heddle check -DN=2 -DM guarded.cu").exit_code, 1);
}

TEST(Options, SearchIncludesJoinedAndSeparate) {
  run("mkdir -p inc");
  file("inc/size.h", "#define SIZE 1\n");
  file("user.cu", "#include \"size.h\"\n"
                  "__global__ void k(int *a) { if (SIZE > 1) a[0] = threadIdx.x; }\n");
  EXPECT_EQ(run("heddle check user.cu -Iinc").exit_code, 0);
  EXPECT_EQ(run("heddle check user.cu -I inc").exit_code, 0);
}

TEST(Options, FixParametersAndAssumeConditions) {
  guarded();
  EXPECT_EQ(run("heddle check guarded.cu -DN=2 --param n=1").exit_code, 0);
  EXPECT_EQ(run("heddle check guarded.cu -DN=2 --param n=-0x5").exit_code, 0);
  EXPECT_EQ(run("heddle check guarded.cu -DN=2 --param n=2").exit_code, 1);
  EXPECT_EQ(run("heddle check guarded.cu -DN=2 --assume 'n < 2'").exit_code, 0);
  const Finished got = run("heddle check guarded.cu -DN=2 --assume 'n < 2'");
  EXPECT_TRUE(contains(got.out, "assuming n < 2")) << got.out;
}

TEST(Options, FixDimensions) {
  racy();
  EXPECT_EQ(run("heddle check racy.cu --block 1 --grid 1").exit_code, 0);
  EXPECT_EQ(run("heddle check racy.cu --block 1 --grid symbolic").exit_code, 1);
  EXPECT_EQ(run("heddle check racy.cu --block 1,1,2 --grid 1").exit_code, 1);
  EXPECT_EQ(run("heddle check racy.cu --block 1,1,64 --grid 1").exit_code, 1);
  const Finished deep = run("heddle check racy.cu --block 1,1,65 --grid 1");
  EXPECT_EQ(deep.exit_code, 2);
  EXPECT_NE(deep.err.find("a block has at most 64 threads in z"), std::string::npos) << deep.err;
}

TEST(Witness, HasSizesThatAHostPassesWhereThereAreSome) {
  const Finished got = run("heddle check --block 64 --grid 1 " + file("signs.cu", R"(
__global__ void signs(int* out, int n) { out[threadIdx.x * n * (n - 3)] = threadIdx.x; }
)"));
  EXPECT_TRUE(contains(got.out, "n = 3\n")) << got.out; // not 0
}

TEST(Witness, NamesTheParametersWhoseContentsItChooses) {
  const Finished got = run("heddle check --block 64 --grid 1 " + file("scatter.cu", R"(
__global__ void scatter(int* out, const int* perm, const int* in) {
  out[perm[threadIdx.x]] = in[threadIdx.x];
}
)"));
  EXPECT_TRUE(contains(got.out, "depends on what the launch finds in 'perm' and 'in'\n"))
      << got.out;
}

TEST(Options, MakeParametersAlias) {
  file("shift.cu", "__global__ void shift(int *a, int *b) {\n"
                   "  a[threadIdx.x] = b[threadIdx.x + 1];\n}\n");
  EXPECT_EQ(run("heddle check shift.cu --grid 1").exit_code, 0);
  EXPECT_EQ(run("heddle check shift.cu --grid 1 --alias a,b").exit_code, 1);
}

TEST(Options, MakeEqualWritesRaces) {
  file("same.cu", "__global__ void same(int *a) { if (threadIdx.x < 8) a[0] = 7; }\n");
  const Finished lenient = run("heddle check same.cu");
  EXPECT_EQ(lenient.exit_code, 0);
  EXPECT_TRUE(contains(lenient.out, "warning: unordered writes of the same value"));
  EXPECT_EQ(run("heddle check same.cu --strict-writes").exit_code, 1);
}

TEST(Options, MakeExitedThreadsDivergence) {
  file("exit.cu", "__global__ void leave(int *a, int n) {\n"
                  "  if (threadIdx.x >= n) return;\n  __syncthreads();\n"
                  "  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}\n");
  const Finished lenient = run("heddle check exit.cu");
  EXPECT_EQ(lenient.exit_code, 0);
  EXPECT_TRUE(contains(lenient.out, "warning: barrier is missed by threads that have exited"));
  EXPECT_EQ(run("heddle check exit.cu --strict-exit").exit_code, 1);
}

TEST(Options, RunWarpsInLockStep) {
  file("warp.cu", "__global__ void warp(int *a) {\n  __shared__ int s[64];\n"
                  "  s[threadIdx.x] = a[threadIdx.x];\n"
                  "  if (threadIdx.x < 16) s[threadIdx.x] = s[threadIdx.x + 16];\n}\n");
  EXPECT_EQ(run("heddle check warp.cu --block 32").exit_code, 1);
  EXPECT_EQ(run("heddle check warp.cu --block 32 --warp-sync").exit_code, 0);
  EXPECT_EQ(run("heddle check --block 32 --warp-sync 32 warp.cu").exit_code, 0);
  EXPECT_EQ(run("heddle check warp.cu --block 32 --warp-sync=16").exit_code, 1);
  EXPECT_EQ(run("heddle check --block 32 --warp-sync warp.cu").exit_code, 0);
}

TEST(Options, AcceptLimitsAndJobs) {
  clean();
  for (const char* options : {"-j4", "-j 1", "--jobs 2", "--timeout 0.5", "--memory 512"})
    EXPECT_EQ(run(std::string("heddle check clean.cu ") + options).exit_code, 0) << options;
}

// What was lowered, asked by attempt, replayed for each kind of finding, and rewritten by rule.
TEST(Options, JsonHasCounts) {
  const std::string divergent = file("divergent.cu", "__global__ void divergent(int *a) {\n"
                                                     "  if (threadIdx.x < 3) __syncthreads();\n"
                                                     "}\n"
                                                     "void host(int *a) {\n"
                                                     "  divergent<<<1, 32>>>(a);\n"
                                                     "  divergent<<<1, 64>>>(a);\n"
                                                     "}\n");
  const Finished got = run("heddle check --format json " + racy() + " " + divergent);
  const json counters = json::parse(got.out)["kernels"][0]["stats"]["counters"];
  EXPECT_EQ(counters["lowerings"], 1);
  EXPECT_GT(counters["questions to the solver"], 0);
  EXPECT_GT(counters["answered by bounds"], 0);
  EXPECT_GT(counters["replays"], 0);
  EXPECT_EQ(counters["replays for race"], counters["replays"]);
  EXPECT_GT(counters["rule: mul-one"], 0);
  EXPECT_GT(counters["rule: compare-known"], 0);
  const json other = json::parse(got.out)["kernels"][1]["stats"]["counters"];
  EXPECT_EQ(other["lowerings"], 3);
  EXPECT_GT(other["replays for divergence"], 0);
  const Finished text = run("heddle check --stats " + racy());
  EXPECT_NE(text.out.find(" rule: mul-one\n"), std::string::npos) << text.out;
}

TEST(Options, PrintJson) {
  const Finished got = run("heddle check --format json " + racy() + " gone.cu");
  EXPECT_EQ(got.exit_code, 2);
  const json out = json::parse(got.out);
  EXPECT_EQ(out["version"], 1);
  ASSERT_EQ(out["kernels"].size(), 1U);
  EXPECT_EQ(out["errors"].size(), 1U);
  const json& kernel = out["kernels"][0];
  EXPECT_EQ(kernel["file"], "racy.cu");
  EXPECT_EQ(kernel["kernel"], "racy");
  EXPECT_EQ(kernel["verdict"], "refuted");
  EXPECT_GT(kernel["stats"]["peak_mb"], 0);
  EXPECT_GT(kernel["stats"]["solver_calls"], 0);
  EXPECT_GT(kernel["stats"]["counters"]["traces"], 0);
  EXPECT_GT(kernel["stats"]["stages"]["solver"], 0);
  const json& finding = kernel["findings"][0];
  EXPECT_EQ(finding["kind"], "race");
  EXPECT_EQ(finding["status"], "confirmed");
  ASSERT_EQ(finding["accesses"].size(), 2U);
  for (const json& access : finding["accesses"]) {
    EXPECT_EQ(access["line"], 2);
    EXPECT_EQ(access["access"], "write");
    EXPECT_EQ(access["array"], "a");
    EXPECT_EQ(access["cell"], "[0]");
    EXPECT_EQ(access["thread"].size(), 3U);
  }
  EXPECT_NE(std::pair(finding["accesses"][0]["thread"], finding["accesses"][0]["block"]),
            std::pair(finding["accesses"][1]["thread"], finding["accesses"][1]["block"]));
}

TEST(Options, DumpEveryStage) {
  clean();
  const std::size_t plain = run("heddle check clean.cu").out.size();
  for (const char* stage : {"ir", "core", "protocol", "crosses", "traces", "smt"}) {
    const Finished got = run(std::string("heddle check clean.cu --dump ") + stage);
    EXPECT_EQ(got.exit_code, 0) << stage;
    EXPECT_GT(got.out.size(), plain) << stage;
    EXPECT_TRUE(contains(got.out, "clean.cu: clean: verified")) << stage;
  }
}

TEST(Options, LeaveColourToTerminals) {
  const Finished got = run("heddle check " + racy());
  EXPECT_FALSE(contains(got.out + got.err, "\x1b"));
}

TEST(Options, MayFollowFilesThatLookLikeOptions) {
  file("-odd.cu", "__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n");
  EXPECT_EQ(run("heddle check -- -odd.cu").exit_code, 0);
}

} // namespace
} // namespace heddle::cli_test
