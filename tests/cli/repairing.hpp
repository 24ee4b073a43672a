// What tests of `heddle repair` share: a repair whose diff is applied and whose result is checked.
#pragma once
#include "cli/process.hpp"

#include <gtest/gtest.h>

#include <string>

namespace heddle::cli_test {

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Repairs, applies the diff, checks the file, and returns its text.
inline std::string repaired(const std::string& name, const std::string& text,
                            const std::string& options = "", const std::string& launch = "") {
  file(name, text);
  const Finished got = run("heddle repair " + name + " " + options + " " + launch);
  EXPECT_EQ(got.exit_code, 0) << got.err;
  EXPECT_TRUE(contains(got.err, "(optimal)")) << got.err;
  file("changes.diff", got.out);
  const Finished patch = run("patch -p0 -F0 < changes.diff");
  EXPECT_EQ(patch.exit_code, 0) << patch.out << patch.err << got.out;
  const Finished check = run("heddle check " + name + " " + launch);
  EXPECT_EQ(check.exit_code, 0) << check.out << got.out;
  return run("cat " + name).out;
}

inline const std::string exchange = "__global__ void k(float *out, const float *in) {\n"
                                    "  __shared__ float s[256];\n"
                                    "  int t = threadIdx.x;\n"
                                    "  s[t] = in[t]; // load\n"
                                    "  out[t] = s[255 - t];\n"
                                    "}\n"
                                    "void launch(float *o, float *i) { k<<<1, 256>>>(o, i); }\n";

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

} // namespace heddle::cli_test
