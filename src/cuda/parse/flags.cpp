#include "cuda/parse/flags.hpp"
#include "cuda/parse/wrappers.hpp"

namespace heddle::cuda {

namespace {

std::string prelude(const Before& before) {
  return std::string(header_root) +
         (before.standard_library ? "/heddle/prelude_with_library.h" : "/heddle/prelude.h");
}

std::string toolkit() { return std::string(header_root) + "/heddle/toolkit.h"; }

// Which the prelude depends on.
std::vector<std::string> common_arguments(const Options& options, const Before& before) {
  const std::string root = header_root;
  std::vector<std::string> args{
      "heddle", "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_80", "-nocudainc",
      "-nocudalib", "-fsyntax-only", "-std=gnu++20", "-ferror-limit=0",
      // told: what Clang ignores (parse/harmless.cpp says what may be ignored)
      "-Wno-everything", "-Wunknown-attributes", "-Wignored-attributes", "-Wunknown-pragmas",
      "-Wignored-pragmas", "-Wpragma-pack",
      // a template that contains itself ends with a message, not with the stack
      "-ftemplate-depth=256", "-fconstexpr-depth=256", "-fbracket-depth=256",
      // what the library's headers instantiate is kept with them
      "-fpch-instantiate-templates",
      // nothing is guessed
      "-fno-spell-checking",
      // geometry and math as CUDA has them
      "-fdeclspec", "-fno-math-errno", "-resource-dir", HEDDLE_CLANG_RESOURCES, "-nobuiltininc",
      // the same on all machines: no toolkit is looked for, by whose version Clang would allow
      // fprintf and its like on both sides
      "--cuda-path=" + root, "-Xclang", "-fcuda-allow-variadic-functions"};
  // ours come first: neither the system nor a toolkit given by -I shadows them
  for (const char* folder :
       {"", "/runtime", "/device", "/libraries", "/libraries/thrust_more", "/samples", "/std/c",
        "/std/c_in_cpp", "/std/base", "/std/containers", "/std/streams"})
    args.push_back("-I" + root + folder);
  args.push_back("-idirafter" + std::string(HEDDLE_CLANG_RESOURCES) + "/include");
  if (!before.textures) args.push_back("-D__HEDDLE_NO_TEXTURE_REFERENCES");
  if (options
          .arch_is_given) { // code is made for sm_80 all the same: only its text may depend on it
    args.emplace_back("-U__CUDA_ARCH__");
    args.push_back("-D__CUDA_ARCH__=" + std::to_string(options.arch * 10));
  }
  args.push_back("-D__CUDA_ARCH_LIST__=" + std::to_string(options.arch * 10)); // on both sides
  for (const std::string& define : options.defines)
    args.push_back("-D" + define);
  return args;
}

} // namespace

std::vector<std::string> prelude_arguments(const Options& options, const Before& before) {
  std::vector<std::string> args = common_arguments(options, before);
  if (before.toolkit) args.emplace_back("-include");
  args.push_back(prelude(before));
  if (before.toolkit) args.push_back(toolkit());
  return args;
}

std::vector<std::string> clang_arguments(const std::string& path, const Options& options,
                                         const Before& before,
                                         const std::optional<std::string>& precompiled) {
  std::vector<std::string> args = common_arguments(options, before);
  args.emplace_back(precompiled ? "-include-pch" : "-include");
  args.push_back(precompiled ? *precompiled : prelude(before));
  args.emplace_back("-include");
  args.push_back(std::string(header_root) + "/heddle/host_new.h");
  if (before.toolkit && !precompiled) {
    args.emplace_back("-include");
    args.push_back(toolkit());
  }
  for (const Before::Macro& macro : before.macros)
    args.push_back("-D" + macro.name);
  for (const std::string& name : before.wrappers)
    args.push_back(define_wrapper(name));
  for (const std::string& folder : options.includes)
    args.push_back("-I" + folder);
  args.insert(args.end(), options.flags.begin(), options.flags.end());
  args.push_back(path);
  return args;
}

} // namespace heddle::cuda
