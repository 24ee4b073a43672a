#include "kernel.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <unistd.h>

namespace heddle::oracle {

namespace {

std::string joined(const TextKernel& kernel) {
  std::string text;
  for (const std::string& line : kernel.lines)
    text += line + "\n";
  return text;
}

// `with` may refer to groups.
std::string replaced(const std::string& text, const char* what, const char* with) {
  return std::regex_replace(text, std::regex(what), with);
}

std::string entry_text(const TextKernel& k) {
  std::string text = "extern \"C\" HD_PLAIN void run_" + k.name +
                     "(const heddle::oracle::Arguments* a) {\n  " + k.name + k.template_arguments +
                     "(";
  for (std::size_t i = 0; i < k.pointers.size(); ++i)
    text += (i ? ", (" : "(") + k.pointers[i] + ")a->pointers[" + std::to_string(i) + "]";
  for (std::size_t i = 0; i < k.numbers; ++i)
    text += ", a->numbers[" + std::to_string(i) + "]";
  return text + ");\n}\n";
}

std::filesystem::path scratch(const std::string& extension) {
  static unsigned count = 0;
  return std::filesystem::temp_directory_path() /
         ("heddle-native-" + std::to_string(getpid()) + "-" + std::to_string(count++) + extension);
}

} // namespace

std::string heddle_text(const TextKernel& kernel) {
  return replaced(joined(kernel), "@[^@]*@", "");
}

std::string host_text(const TextKernel& kernel) {
  std::string text = joined(kernel);
  text = replaced(text, "@E([0-9]+)@", "hd_loop(LoopEvent::enter, $1); ");
  text = replaced(text, "@N([0-9]+)@", " hd_loop(LoopEvent::next, $1);");
  text = replaced(text, "@L([0-9]+)@", " hd_loop(LoopEvent::leave, $1);");
  text = replaced(text, "@X@return;", "{ hd_exit(); return; }");
  text = replaced(text, "#include[^\n]*", "");
  text = replaced(text, "extern __shared__ ([a-z ]+) ([a-z]+)\\[\\];",
                  "__shared__ $1 $2[2048 / sizeof($1)];");
  text = replaced(text, "(__shared__ [^;\n]*?)\\b([a-z]+[0-9]*)((\\[[^;\n]*\\])?);",
                  "$1$2$3; hd_object(&$2, sizeof $2, \"$2\");");
  return text + entry_text(kernel);
}

CompiledKernels::CompiledKernels(const std::vector<TextKernel>& kernels) {
  const auto source = scratch(".cpp"), library = scratch(".so"), log = scratch(".log");
  {
    std::ofstream out(source);
    for (const TextKernel& k : kernels)
      out << host_text(k);
  }
  const std::string folder = HEDDLE_SOURCE_DIR "/tests/oracle/native";
  const std::string command =
      HEDDLE_CXX_COMPILER " -std=c++20 -O0 -w -fPIC -shared -fsanitize=thread,"
                          "signed-integer-overflow,bounds,shift,integer-divide-by-zero"
                          " -nodefaultlibs -fno-strict-aliasing -fno-exceptions"
                          " -fno-threadsafe-statics -fno-gnu-unique -include " +
      folder + "/device.h " + source.string() + " -o " + library.string() + " 2> " + log.string();
  if (std::system(command.c_str()) == 0) library_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library_) {
    reinterpret_cast<void (*)(const Api*)>(dlsym(library_, "hd_attach"))(&machine_api);
  } else {
    std::ostringstream text;
    text << std::ifstream(log).rdbuf();
    error_ = text.str().substr(0, 2000);
    if (error_.empty()) error_ = dlerror();
  }
  for (const auto& file : {source, library, log})
    std::filesystem::remove(file);
}

CompiledKernels::~CompiledKernels() {
  if (library_) dlclose(library_);
}

Entry CompiledKernels::entry(const TextKernel& kernel) const {
  return reinterpret_cast<Entry>(dlsym(library_, ("run_" + kernel.name).c_str()));
}

} // namespace heddle::oracle
