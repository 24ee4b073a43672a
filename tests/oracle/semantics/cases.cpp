#include "cases.hpp"

#include <filesystem>
#include <fstream>

namespace heddle::oracle {

std::vector<Case> read_cases(const std::string& path) {
  std::vector<Case> cases;
  Case current;
  const auto finish = [&] {
    current.takes_number = current.text.find("int f(int n)") != std::string::npos;
    if (!current.text.empty()) cases.push_back(current);
    current = {};
  };
  std::ifstream file(path);
  unsigned number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line.starts_with("== ")) {
      finish();
    } else if (line.starts_with("? ")) {
      current.undecided = line.substr(2);
    } else if (line.starts_with("! ")) {
      current.wrong = line.substr(2);
    } else {
      if (current.text.empty())
        current.name =
            std::filesystem::path(path).filename().string() + ":" + std::to_string(number);
      current.text += line + "\n";
    }
  }
  finish();
  return cases;
}

std::string in_namespace(const Case& c, std::size_t number) {
  // Functions of the snippets are C++ without CUDA's words: they are for both sides.
  return "#pragma clang force_cuda_host_device begin\nnamespace case_" + std::to_string(number) +
         " {\n" + c.text + "}\n#pragma clang force_cuda_host_device end\n";
}

} // namespace heddle::oracle
