// Exit codes: 0 verified, 1 refuted, 2 usage or input error, 3 unknown.
#include "cli/kernels.hpp"

#include <gtest/gtest.h>

namespace heddle::cli_test {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(ExitCode, TellsTheVerdict) {
  EXPECT_EQ(run("heddle check " + clean()).exit_code, 0);
  EXPECT_EQ(run("heddle check " + racy()).exit_code, 1);
  EXPECT_EQ(run("heddle check " + unsupported()).exit_code, 3);
}

TEST(ExitCode, JoinsTheVerdictsOfSeveralFiles) {
  const Finished both = run("heddle check " + clean() + " " + racy() + " " + unsupported());
  EXPECT_EQ(both.exit_code, 1);
  EXPECT_TRUE(contains(both.out, "clean.cu: clean: verified"));
  EXPECT_TRUE(contains(both.out, "racy.cu: racy: refuted"));
  EXPECT_TRUE(contains(both.out, "asm.cu: opaque: unknown"));
  EXPECT_EQ(run("heddle check " + clean() + " " + unsupported()).exit_code, 3);
}

struct BadInput {
  const char* command;
  const char* message; // part of what is said on stderr
};

void PrintTo(const BadInput& input, std::ostream* out) { *out << input.command; }

class BadInputs : public testing::TestWithParam<BadInput> {};

TEST_P(BadInputs, LeaveWithCode2AndAMessage) {
  clean();
  racy();
  file("empty.cu", "");
  file("host.cu", "int main() { return 0; }\n");
  file("guarded.cu", "#ifdef DEVICE\n__global__ void hidden(int *a) { a[0] = 1; }\n#endif\n");
  const Finished got = run(GetParam().command);
  EXPECT_EQ(got.exit_code, 2);
  EXPECT_EQ(got.out, "");
  EXPECT_TRUE(contains(got.err, GetParam().message)) << got.err;
}

INSTANTIATE_TEST_SUITE_P(
    Usage, BadInputs,
    testing::Values(BadInput{"heddle", "no command is given"},
                    BadInput{"heddle weave", "unknown command 'weave'"},
                    BadInput{"heddle --version now", "unexpected argument 'now'"},
                    BadInput{"heddle check", "no file is given"},
                    BadInput{"heddle check clean.cu --unknown", "unrecognised option '--unknown'"},
                    BadInput{"heddle check clean.cu --bloc 3", "unrecognised option '--bloc'"},
                    BadInput{"heddle check clean.cu --block", "'--block' is missing"},
                    BadInput{"heddle check clean.cu --block 8 --block 9", "--block is given twice"},
                    BadInput{"heddle check clean.cu --strict-exit=1", "--strict-exit"},
                    BadInput{"heddle check clean.cu -q", "unrecognised option '-q'"}));

INSTANTIATE_TEST_SUITE_P(
    Values, BadInputs,
    testing::Values(
        BadInput{"heddle check clean.cu --block 0", "bad value '0' for --block"},
        BadInput{"heddle check clean.cu --block -1", "bad value '-1' for --block"},
        BadInput{"heddle check clean.cu --block 1,2,3,4", "expected X[,Y[,Z]]"},
        BadInput{"heddle check clean.cu --block 8,", "expected X[,Y[,Z]]"},
        BadInput{"heddle check clean.cu --block 8x", "expected X[,Y[,Z]]"},
        BadInput{"heddle check clean.cu --grid ''", "bad value '' for --grid"},
        BadInput{"heddle check clean.cu --grid 99999999999999999999", "for --grid"},
        BadInput{"heddle check clean.cu -j 0", "expected an integer from 1 to 1024"},
        BadInput{"heddle check clean.cu -j two", "bad value 'two' for --jobs"},
        BadInput{"heddle check clean.cu --timeout 0", "expected seconds"},
        BadInput{"heddle check clean.cu --timeout nan", "expected seconds"},
        BadInput{"heddle check clean.cu --timeout 1s", "expected seconds"},
        BadInput{"heddle check clean.cu --memory 1", "bad value '1' for --memory"},
        BadInput{"heddle check clean.cu --format xml", "expected one of text, json, sarif, junit"},
        BadInput{"heddle check clean.cu --dump everything", "expected one of ir"},
        BadInput{"heddle check clean.cu --param n", "expected name=value"},
        BadInput{"heddle check clean.cu --param n=1.5", "expected name=value"},
        BadInput{"heddle check clean.cu --param n=99999999999999999999", "at most 64 bits"},
        BadInput{"heddle check clean.cu --param n=1 --param n=2", "'n' has the value 1 already"},
        BadInput{"heddle check clean.cu --alias a", "two pointer parameters"},
        BadInput{"heddle check clean.cu --alias a,a", "two different parameters"},
        BadInput{"heddle check clean.cu -D 9=1", "expected NAME"},
        BadInput{"heddle check clean.cu --warp-sync=0", "bad value '0' for --warp-sync"},
        BadInput{"heddle check clean.cu --kernel ''", "the name of a kernel"}));

INSTANTIATE_TEST_SUITE_P(
    Files, BadInputs,
    testing::Values(BadInput{"heddle check gone.cu", "gone.cu: error: no such file"},
                    BadInput{"heddle check empty.cu", "no kernel found"},
                    BadInput{"heddle check host.cu", "no kernel found"},
                    BadInput{"heddle check guarded.cu",
                             "guarded.cu: error: no kernel found; hidden: left out by the "
                             "preprocessor (-D NAME), or in a comment\n"},
                    BadInput{"heddle check clean.cu --kernel other", "other"},
                    BadInput{"heddle check clean.cu --assume 'n > 4' --assume 'n < 2'",
                             "contradict"}));

TEST(BadAssumption, IsAnErrorWhateverTheVerdictWithoutItIs) {
  for (const char* assumption : {"n >", "other == 1", "n = 1", "(((n"}) {
    const Finished got = run("heddle check " + clean() + " --assume '" + assumption + "'");
    EXPECT_EQ(got.exit_code, 2) << assumption;
    EXPECT_TRUE(contains(got.err, "error:")) << got.err;
    EXPECT_EQ(got.out, "") << assumption; // no verdict without it
  }
}

TEST(BadAssumption, IsToldOnceOfManyFilesAndOnlyWhereItMeansNothingToAny) {
  file("first.cu", "__global__ void first(int *a, int n) { a[threadIdx.x] = n; }\n");
  file("second.cu", "__global__ void second(int *a) { a[threadIdx.x] = 1; }\n");
  const auto told = [](const Finished& got) {
    std::size_t count = 0;
    for (std::size_t at = got.err.find("error:"); at != std::string::npos;
         at = got.err.find("error:", at + 1))
      ++count;
    return count;
  };
  const std::string both = "heddle check first.cu second.cu --grid 1 --assume ";
  const Finished of_one = run(both + "'n > 0'");
  EXPECT_EQ(of_one.exit_code, 0) << of_one.err;
  EXPECT_EQ(told(of_one), 0U) << of_one.err;
  const Finished of_none = run(both + "'m > 0'");
  EXPECT_EQ(of_none.exit_code, 2);
  EXPECT_EQ(told(of_none), 1U) << of_none.err;
  EXPECT_TRUE(contains(of_none.err, "'m' is not known here")) << of_none.err;
  const Finished mistake = run(both + "'n >'");
  EXPECT_EQ(mistake.exit_code, 2);
  EXPECT_EQ(told(mistake), 1U) << mistake.err;
  EXPECT_EQ(mistake.out, ""); // before anything is checked
  // what a folder says need not mean something to each of its files
  run("mkdir -p settings");
  file("settings/.heddle", "assume = n > 0\n");
  file("settings/second.cu", "__global__ void second(int *a) { a[threadIdx.x] = 1; }\n");
  const Finished in_folder = run("heddle check settings/second.cu --grid 1");
  EXPECT_EQ(in_folder.exit_code, 0) << in_folder.err;
  EXPECT_TRUE(contains(in_folder.out, "second: verified")) << in_folder.out;
}

TEST(BadFile, IsNamedAndTheOthersAreStillChecked) {
  const Finished got = run("heddle check gone.cu " + racy());
  EXPECT_EQ(got.exit_code, 2);
  EXPECT_TRUE(contains(got.err, "gone.cu"));
  EXPECT_TRUE(contains(got.out, "racy.cu: racy: refuted"));
}

TEST(Launches, ThatContradictThemselvesAreLeftOutWithANote) {
  const Finished got = run("heddle check " + file("empty_grid.cu", R"(
__global__ void fill(float* v, int n) { v[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
__global__ void other(float* v) { v[blockIdx.x * blockDim.x + threadIdx.x] = 0; }
void run(float* v, char n) { fill<<<n / 256, 256>>>(v, n * 300); other<<<1, 64>>>(v); }
)"));
  EXPECT_EQ(got.exit_code, 0) << got.err;
  EXPECT_TRUE(contains(got.err, "note: what launches of kernel 'fill' say is left out")) << got.err;
  EXPECT_TRUE(contains(got.err, "gridDim.x == ")) << got.err;
  EXPECT_FALSE(contains(got.out, "gridDim.x == ")) << got.out;
  EXPECT_TRUE(contains(got.out, "gridDim = (1, 1, 1)")) << got.out; // of the other kernel's launch
}

TEST(BadFile, MayHoldBytesThatAreNoText) {
  std::string bytes;
  for (unsigned i = 0; i < 4096; ++i)
    bytes += static_cast<char>((i * 2654435761U) >> 13);
  const Finished got = run("heddle check " + file("bytes.cu", bytes));
  EXPECT_EQ(got.exit_code, 2);
  EXPECT_FALSE(contains(got.err, "internal error")) << got.err;
}

TEST(Output, ThatCannotBeWrittenIsAnError) {
  for (const char* command : {"heddle --help", "heddle check clean.cu",
                              "heddle check clean.cu --format json", "heddle check --help"}) {
    clean();
    const Finished full = run(std::string(command) + " >/dev/full");
    EXPECT_EQ(full.exit_code, 2) << command;
    EXPECT_TRUE(contains(full.err, "cannot write the output: No space left")) << full.err;
    EXPECT_EQ(run(std::string(command) + " >&-").exit_code, 2) << command;
  }
}

} // namespace
} // namespace heddle::cli_test
