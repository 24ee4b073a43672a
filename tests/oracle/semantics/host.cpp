// Twice: with checks for undefined behaviour that stop the program, and optimised. Values that
// differ are not defined either. Every case runs in a process of its own, as long as it may.
#include "host.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace heddle::oracle {

namespace {

// Writes one line for each case: its values, or nothing when it does not end as it should.
const char* const runner = R"(
#include <cstdint>
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>
namespace {
template <class Run> void in_process(Run run) {
  std::fflush(stdout);
  if (const int child = fork()) {
    waitpid(child, nullptr, 0);
    std::puts("");
    return;
  }
  alarm(2);
  run();
  std::fflush(stdout);
  _exit(0);
}
}
)";

std::string program_of(const std::vector<Case>& cases) {
  std::string text = runner, calls;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    text += "#line 1 \"" + cases[i].name + "\"\n" + in_namespace(cases[i], i);
    const std::string f = "case_" + std::to_string(i) + "::f";
    calls += "  in_process([] { ";
    if (cases[i].takes_number)
      calls += "int v[" + std::to_string(numbers_asked) + "]; for (int n = 0; n < " +
               std::to_string(numbers_asked) + "; ++n) v[n] = " + f +
               "(n); for (int n : v) std::printf(\"%d \", n); });\n";
    else
      calls += "std::printf(\"%d\", " + f + "()); });\n";
  }
  return text + "int main() {\n" + calls + "}\n";
}

class Folder {
public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("heddle-semantics-" + std::to_string(getpid()))) {
    std::filesystem::create_directory(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const char* name) const { return (path_ / name).string(); }

private:
  std::filesystem::path path_;
};

std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

HostValues compile_and_run(const Folder& folder, const std::string& options) {
  HostValues result;
  const std::string compile = HEDDLE_CXX_COMPILER " -std=c++20 -w -Werror=sequence-point " +
                              options + " " + folder.file("cases.cpp") + " -o " +
                              folder.file("cases") + " 2> " + folder.file("log");
  if (std::system(compile.c_str()) != 0) {
    result.error = content(folder.file("log"));
    return result;
  }
  const std::string run = folder.file("cases") + " > " + folder.file("values") + " 2> /dev/null";
  if (std::system(run.c_str()) != 0) result.error = "the compiled cases do not end well";
  std::istringstream lines(content(folder.file("values")));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream numbers(line);
    result.values.emplace_back();
    for (int value = 0; numbers >> value;)
      result.values.back().push_back(value);
  }
  return result;
}

} // namespace

HostValues run_on_host(const std::vector<Case>& cases) {
  const Folder folder;
  std::ofstream(folder.file("cases.cpp")) << program_of(cases);
  HostValues checked =
      compile_and_run(folder, "-O0 -fsanitize=undefined -fsanitize-undefined-trap-on-error");
  if (!checked.error.empty()) return checked;
  const HostValues optimised = compile_and_run(folder, "-O2");
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (checked.values[i] != optimised.values[i]) checked.values[i].clear();
  return checked;
}

} // namespace heddle::oracle
