// What results say of options that the command line does not hold.
#include "project/origins.hpp"

#include <gtest/gtest.h>

namespace heddle::project {
namespace {

Origins of(const std::string& text) {
  Origins origins;
  for (const Setting& setting : settings_in(text, "f.cu"))
    origins.set(setting);
  return origins;
}

std::string told(const Origins& origins, const std::string& assumption) {
  KernelResult kernel;
  kernel.assumptions.push_back(assumption);
  origins.tell(kernel);
  return kernel.assumptions[0];
}

const char* const source = "// heddle: block=64; param=m=3\n// heddle: assume=n > 0; alias=a,b\n";

TEST(Origins, AreToldOfAssumptions) {
  const Origins origins = of(source);
  EXPECT_EQ(told(origins, "blockDim = (64, 1, 1) (--block)"), "blockDim = (64, 1, 1) (f.cu:1)");
  EXPECT_EQ(told(origins, "m == 3 (--param)"), "m == 3 (f.cu:1)");
  EXPECT_EQ(told(origins, "n > 0 (--assume)"), "n > 0 (f.cu:2)");
  EXPECT_EQ(told(origins, "n > 0 (--assume) (launch at f.cu:9:3)"),
            "n > 0 (f.cu:2) (launch at f.cu:9:3)");
  EXPECT_EQ(told(origins, "b and a may be one array (--alias)"),
            "b and a may be one array (f.cu:2)");
}

TEST(Origins, AreThoseOfTheCommandLineWhereItSaysTheSame) {
  for (const char* own :
       {"n > 1 (--assume)", "k == 3 (--param)", "a and c may be one array (--alias)",
        "gridDim = (1, 1, 1) (--grid)", "x (default; --grid symbolic opens it)"})
    EXPECT_EQ(told(of(source), own), own);
  Origins origins = of(source);
  origins.override_by({"--large-block", "--param", "--assume"}, {"m"});
  EXPECT_EQ(told(origins, "m == 4 (--param)"), "m == 4 (--param)");
  EXPECT_EQ(told(origins, "n > 0 (--assume)"), "n > 0 (f.cu:2)"); // it is added to
  EXPECT_EQ(told(origins, "blockDim = (2048, 1, 1) (--block)"),
            "blockDim = (2048, 1, 1) (--large-block)");
}

TEST(Origins, AreThePlacesOfMistakes) {
  const Origins origins = of(source);
  Message wrong{"error", "--assume 'n > 0': 'n' is not known here", {"--assume", 1, 3}, "n > 0"};
  origins.tell(wrong);
  EXPECT_EQ(wrong.text, "assume 'n > 0': 'n' is not known here");
  EXPECT_EQ(wrong.position.file, "f.cu");
  EXPECT_EQ(wrong.position.line, 2U);
  EXPECT_EQ(wrong.position.column, 21U); // of the `>`
  EXPECT_EQ(wrong.source_line, "// heddle: assume=n > 0; alias=a,b");
  Message alias{"error", "--alias: no kernel has an array 'b'", {}, ""};
  origins.tell(alias);
  EXPECT_EQ(alias.text, "alias: no kernel has an array 'b'");
  EXPECT_EQ(alias.position.line, 2U);
  Message own{"error", "--assume 'q': 'q' is not known here", {"--assume (2)", 1, 1}, "q"};
  origins.tell(own);
  EXPECT_EQ(own.position.file, "--assume (2)"); // the command line's
}

TEST(Origins, AreToldOfContradictions) {
  Message message{
      "error", "they contradict each other:\n  n > 0 (--assume)\n  n < 0 (--assume)", {}, ""};
  of(source).tell(message);
  EXPECT_EQ(message.text, "they contradict each other:\n  n > 0 (f.cu:2)\n  n < 0 (--assume)");
}

} // namespace
} // namespace heddle::project
