#include "cli/process.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>

namespace heddle::cli_test {
namespace {

namespace fs = std::filesystem;

class Folder {
public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "heddle-cli-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a folder");
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }

private:
  fs::path path_;
};

const fs::path& folder() {
  static const Folder instance;
  return instance.path();
}

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

} // namespace

Finished run(const std::string& command) {
  const fs::path out = folder() / ".out", err = folder() / ".err";
  // A function keeps redirections and pipes in `command` working.
  const std::string script = "cd '" + folder().string() +
                             "' && heddle() { '" HEDDLE_BINARY_DIR "/bin/heddle' \"$@\"; } && { " +
                             command + "\n} >'" + out.string() + "' 2>'" + err.string() +
                             "' </dev/null";
  const int status = std::system(script.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(out), read(err)};
}

std::string file(const std::string& name, const std::string& text) {
  std::ofstream(folder() / name, std::ios::binary) << text;
  return name;
}

} // namespace heddle::cli_test
