// What files, folders and machines do to a run: one message each, and the rest goes on.
#include "cli/kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <unistd.h>

namespace heddle::cli_test {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* good = "__global__ void good(int *a) {\n"
                             "  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}\n";

// For commands that cannot call a function of the shell.
const std::string program = "'" HEDDLE_BINARY_DIR "/bin/heddle' ";

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string utf16(const std::string& text) {
  std::string wide;
  for (const char c : text)
    wide += {c, '\0'};
  return wide;
}

// Checks the file and one that is right beside it: what is wrong takes one message, the right one
// is verified.
void expect_message(const std::string& name, const std::string& message) {
  file("good.cu", good);
  const Finished got = run("heddle check '" + name + "' good.cu");
  EXPECT_EQ(got.exit_code, 2) << got.out;
  EXPECT_TRUE(contains(got.err, message)) << got.err;
  EXPECT_EQ(lines_of(got.err), 1U) << got.err;
  EXPECT_TRUE(contains(got.out, "good.cu: good: verified")) << got.out;
}

TEST(Robustness, ReadsWhatEditorsOnWindowsWrite) {
  file("crlf.cu", replaced(good, "\n", "\r\n"));
  file("bom.cu", std::string("\xef\xbb\xbf") + good);
  const Finished got = run("heddle check crlf.cu bom.cu");
  EXPECT_EQ(got.exit_code, 0) << got.out << got.err;
  file("racy.cu", "__global__ void k(int *a) {\r\n  a[0] = threadIdx.x;\r\n}\r\n");
  EXPECT_FALSE(contains(run("heddle check racy.cu").out, "\r"));
}

// Each `(int)` is an error of its own: what all of them taint is looked at once.
TEST(Robustness, ReadsADeclarationOfThousandsOfErrors) {
  std::string text = "__global__ void k(int";
  for (int i = 0; i < 20'000; ++i)
    text += "(int)";
  file("errors.cu", text + " * a) {}\n__global__ void racy(int *a) { a[0] = threadIdx.x; }\n");
  const Finished got = run("timeout 20 " + program + "check errors.cu");
  EXPECT_EQ(got.exit_code, 1) << got.exit_code;
  EXPECT_TRUE(contains(got.out, "errors.cu: racy: refuted")) << got.out.substr(0, 1000);
}

// Debug information names files from the current directory where they share its first folders: what
// headers do is still told as what calls them does it.
TEST(Robustness, SaysTheSameFromEveryFolder) {
  file("from.cu", "#include <algorithm>\n"
                  "__global__ void k(int *a, int n) {\n"
                  "  __shared__ int s[64];\n"
                  "  std::fill_n(s, 64, int(threadIdx.x));\n"
                  "  atomicMax(&s[0], n);\n"
                  "  std::swap(a[threadIdx.x], a[threadIdx.x / 2]);\n}\n");
  const std::string path = run("echo $PWD/from.cu").out;
  const auto from = [&](const std::string& folder) {
    std::string out = run("cd " + folder + " && " + program + "check --block 64 " +
                          path.substr(0, path.size() - 1))
                          .out;
    return std::regex_replace(out, std::regex("in [0-9.]+ s"), "in");
  };
  const std::string here = from("/");
  EXPECT_TRUE(contains(here, "from.cu:4:")) << here;
  for (const char* folder : {"/usr", "/usr/include", "/usr/lib"})
    EXPECT_EQ(from(folder), here) << folder;
}

TEST(Robustness, SaysThatAFileIsUtf16) {
  file("marked.cu", "\xff\xfe" + utf16(good));
  expect_message("marked.cu", "marked.cu: error: this file is UTF-16; save it as UTF-8");
  file("plain.cu", utf16(good));
  expect_message("plain.cu", "plain.cu: error: this file is UTF-16; save it as UTF-8");
  file("object.cu", replaced(std::string("\x7f"
                                         "ELF") +
                                 std::string(60, '@'),
                             "@", std::string("\0\0\0\1", 4)));
  expect_message("object.cu", "object.cu: error: this file is not text");
}

TEST(Robustness, SaysWhichFilesAreNotThere) {
  run("ln -sf nowhere.cu dangling.cu; ln -sf b.cu a.cu; ln -sf a.cu b.cu; mkdir -p a.dir");
  expect_message("nowhere.cu", "nowhere.cu: error: no such file");
  expect_message("dangling.cu", "dangling.cu: error: no such file");
  expect_message("a.cu", "a.cu: error: too many levels of symbolic links");
  expect_message("a.dir", "a.dir: error: no .cu file in this folder");
}

TEST(Robustness, SaysWhatCannotBeRead) {
  // the superuser reads everything
  run("chmod a+rx . ; mkdir -p closed shut; chmod 755 closed");
  file("closed/shut.cu", good);
  file("closed/good.cu", good);
  run("chmod 644 closed/good.cu; chmod 000 closed/shut.cu");
  const std::string as_nobody =
      geteuid() == 0 ? "HEDDLE_CACHE=off setpriv --reuid=65534 --clear-groups " : "";
  if (run(as_nobody + program + "--version").exit_code != 0)
    GTEST_SKIP() << "another user cannot run the program here";
  const Finished got = run(as_nobody + program + "check closed");
  EXPECT_EQ(got.exit_code, 2) << got.out;
  EXPECT_TRUE(contains(got.err, "closed/shut.cu: error: cannot be opened: Permission denied"))
      << got.err;
  EXPECT_TRUE(contains(got.out, "closed/good.cu: good: verified")) << got.out << got.err;
  run("mkdir -p tree/inner; chmod 755 tree; chmod 000 tree/inner");
  file("tree/good.cu", good);
  file("tree/other.cu", good);
  run("chmod 644 tree/good.cu tree/other.cu");
  const Finished folder = run(as_nobody + program + "check tree");
  EXPECT_EQ(folder.exit_code, 2) << folder.out;
  EXPECT_TRUE(contains(folder.err, "tree/inner: error: cannot be read")) << folder.err;
  EXPECT_TRUE(contains(folder.out, "tree/good.cu: good: verified")) << folder.out;
  EXPECT_TRUE(contains(folder.out, "  tree/inner: cannot be read: Permission denied"))
      << folder.out;
}

TEST(Robustness, TakesAnyName) {
  run("mkdir -p names");
  for (const std::string name : {"a b", "-dash", "new\nline", "quo'te\"", "\xff"})
    file("names/" + name + ".cu", good);
  const Finished got = run("cd names && heddle check .");
  EXPECT_EQ(got.exit_code, 0) << got.out << got.err;
  EXPECT_TRUE(contains(got.out, "5 verified (5 kernels in 5 files)")) << got.out;
  EXPECT_TRUE(contains(got.out, "a b.cu: good: verified")) << got.out;
  EXPECT_FALSE(contains(got.out, "new\nline.cu")) << got.out; // no line of its own
  EXPECT_EQ(run("cd names && heddle check 'a b.cu' ./-dash.cu").exit_code, 0);
  EXPECT_TRUE(contains(run("cd names && heddle check -dash.cu").err,
                       "unrecognised option '-dash.cu'; './-dash.cu' is the file of this name"));
}

TEST(Robustness, MakesNoHome) {
  file("good.cu", good);
  run("mkdir -p home");
  for (const std::string home : {"home", "gone"})
    run("env -u XDG_CACHE_HOME -u HEDDLE_CACHE HOME=$PWD/" + home + " " + program +
        "check good.cu");
  EXPECT_EQ(run("ls -A home").out, ".cache\n");
  EXPECT_NE(run("ls -d gone").exit_code, 0);
}

TEST(Robustness, SaysThatTheReportCannotBeWritten) {
  file("good.cu", good);
  for (const std::string format : {"text", "json", "sarif", "junit"}) {
    const Finished got = run("heddle check good.cu --format " + format + " > /dev/full");
    EXPECT_EQ(got.exit_code, 2) << format;
    EXPECT_TRUE(contains(got.err, "cannot write the output")) << format << ": " << got.err;
    EXPECT_EQ(lines_of(got.err), 1U) << got.err;
  }
}

std::string many_kernels(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += replaced(good, "void good", "void good" + std::to_string(i));
  return text;
}

TEST(Robustness, GoesOnWhereAWorkerIsKilled) {
  file("long.cu", many_kernels(20000));
  file("good.cu", good);
  const Finished got = run(program + "check long.cu good.cu -j1 & run=$!; sleep 2; "
                                     "kill -9 $(cat /proc/$run/task/$run/children); wait $run");
  EXPECT_EQ(got.exit_code, 2) << got.out;
  EXPECT_TRUE(
      contains(got.err, "long.cu: error: the process that checked it was ended by a signal"))
      << got.err;
  EXPECT_EQ(lines_of(got.err), 1U) << got.err;
  EXPECT_TRUE(contains(got.out, "good.cu: good: verified")) << got.out;
}

TEST(Robustness, ChecksManyKernelsAndLongFiles) {
  file("many.cu", many_kernels(1000));
  const Finished many = run("heddle check many.cu");
  EXPECT_EQ(many.exit_code, 0) << many.err;
  EXPECT_TRUE(contains(many.out, "1000 verified (1000 kernels in 1 file)"));
  std::string table;
  while (table.size() < 5'000'000)
    table += "static const int t" + std::to_string(table.size()) + "[] = {1, 2, 3, 4, 5, 6, 7};\n";
  file("long.cu", table + good);
  EXPECT_EQ(run("heddle check long.cu").exit_code, 0);
  run("mkdir -p many");
  for (int i = 0; i < 300; ++i)
    file("many/f" + std::to_string(i) + ".cu", good);
  const Finished files = run("heddle check many");
  EXPECT_EQ(files.exit_code, 0) << files.err;
  EXPECT_TRUE(contains(files.out, "300 verified (300 kernels in 300 files)"));
}

// The lines that say of a place what is wrong or not understood there.
std::string told(const std::string& out) {
  std::string all;
  for (std::size_t at = 0; at < out.size();) {
    const std::size_t end = std::min(out.find('\n', at), out.size());
    const std::string line = out.substr(at, end - at);
    if (contains(line, "unknown: ") || contains(line, "error: ")) all += line + '\n';
    at = end + 1;
  }
  return all;
}

// Functions of the library that call what kernels do not have: their text is kept, and what is told
// of them must not depend on that.
TEST(Robustness, TellsTheSameOfHeadersThatAreKept) {
  file("library.cu", "#include <math.h>\n"
                     "#include <vector>\n"
                     "#include <string>\n"
                     "__host__ __device__ inline int both(int a) { return system(\"x\") + a; }\n"
                     "__global__ void grows(int *p) { std::vector<int> v; v.push_back(p[0]);"
                     " p[threadIdx.x] = v[0]; }\n"
                     "__global__ void names(int *p) { std::string s(\"abc\");"
                     " p[threadIdx.x] = s.size(); }\n"
                     "__global__ void calls(int *p) { p[threadIdx.x] = both(3); }\n");
  run("mkdir -p kept");
  const std::string in = "XDG_CACHE_HOME=$PWD/kept ";
  const Finished first = run(in + program + "check library.cu");
  const Finished kept = run(in + program + "check library.cu");
  const Finished text = run("HEDDLE_CACHE=off " + program + "check library.cu");
  EXPECT_TRUE(contains(told(text.out), "'std::vector<int>::_M_realloc_insert' does not compile"))
      << text.out;
  EXPECT_EQ(told(first.out), told(text.out));
  EXPECT_EQ(told(kept.out), told(text.out));
}

TEST(Robustness, GoesRoundNoCircles) {
  run("mkdir -p round/inner && ln -sfn .. round/inner/up && ln -sfn inner round/again");
  file("round/inner/good.cu", good);
  const Finished got = run("heddle check round");
  EXPECT_EQ(got.exit_code, 0) << got.err;
  EXPECT_TRUE(contains(got.out, "1 verified") || contains(got.out, "good: verified")) << got.out;
}

TEST(Robustness, SaysWhichFoldersAreTooDeep) {
  std::string path = "nested";
  for (int i = 0; i < 70; ++i)
    path += "/d";
  run("mkdir -p " + path);
  file("nested/good.cu", good);
  file(path + "/deep.cu", good);
  const Finished got = run("heddle check nested");
  EXPECT_EQ(got.exit_code, 2) << got.out;
  EXPECT_TRUE(contains(got.err, "/d/d: error: not looked into: it lies in more than 64 folders"))
      << got.err;
  EXPECT_EQ(lines_of(got.err), 1U) << got.err;
  EXPECT_TRUE(contains(got.out, "nested/good.cu: good: verified")) << got.out;
}

} // namespace
} // namespace heddle::cli_test
