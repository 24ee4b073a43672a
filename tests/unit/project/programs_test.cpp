#include "project/programs.hpp"

#include "project/files.hpp"
#include "project/repeated_calls.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <unistd.h>

namespace heddle::project {
namespace {

namespace fs = std::filesystem;

TEST(Functions, AreThoseThatHostCodeMayCall) {
  EXPECT_EQ(functions_in("int f(int n) { return n; }\n"
                         "struct S { S(int n) : rows(n), columns(2 * n) {} public: S() {} };\n"
                         "__device__ int at(int i) { return i; }\n"
                         "__host__ __device__ int both(int i) { return i; }\n"
                         "void declared(int n);\n"),
            (std::set<std::string>{"S", "f", "both"}));
}

// A folder of its own, with these files; headers are read where they are included.
class Programs : public ::testing::Test {
protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("heddle_programs_" + std::to_string(getpid()));
    fs::create_directories(folder_ / "far");
  }
  void TearDown() override { fs::remove_all(folder_); }

  using Texts = std::map<std::string, std::string>;
  std::vector<std::vector<std::string>> programs_of(const std::string& name, const Texts& texts) {
    ProgramIndex index([this](const fs::path& path, const std::string& text) {
      std::set<fs::path> read;
      for (const std::string& included : included_names(text))
        read.insert((path.parent_path() / included).lexically_normal());
      return read;
    });
    for (const auto& [file, text] : texts) {
      std::ofstream(folder_ / file) << text;
      index.add(folder_ / file, text);
    }
    std::vector<std::vector<std::string>> found;
    for (const auto& files : index.programs_of(folder_ / name)) {
      found.emplace_back();
      for (const fs::path& file : files)
        found.back().push_back(file.lexically_relative(folder_).string());
    }
    return found;
  }

  const std::string launcher_ = "__global__ void k(int n) {}\nvoid go(int n) { k<<<1, n>>>(n); }\n";
  const std::string main_ = "void go(int n);\nint main() { go(2); }\n";
  using Found = std::vector<std::vector<std::string>>;

private:
  fs::path folder_;
};

TEST_F(Programs, HaveWhoCallsAndWhoCallsThat) {
  EXPECT_EQ(programs_of("k.cu", {{"k.cu", launcher_}, {"m.cpp", main_}}), (Found{{"m.cpp"}}));
  EXPECT_EQ(programs_of("k.cu", {{"k.cu", launcher_},
                                 {"m.cpp", "void on();\nint main() { on(); }\n"},
                                 {"on.cpp", "void go(int n);\nvoid on() { go(3); }\n"}}),
            (Found{{"on.cpp", "m.cpp"}}));
  EXPECT_EQ(programs_of("k.cu", {{"k.cu", launcher_}, {"a.cpp", main_}, {"b.cpp", main_}}),
            (Found{{"a.cpp"}, {"b.cpp"}}));
  EXPECT_EQ(programs_of("k.cu", {{"k.cu", launcher_ + main_}, {"m.cpp", main_}}), Found{});
}

TEST_F(Programs, AreNoneWhereNoneOrTooManyCall) {
  EXPECT_EQ(programs_of("k.cu", {{"k.cu", launcher_},
                                 {"m.cpp", "int main() { go(2); }\n"}, // nothing declares it
                                 {"own.cpp", "void go(int n) {}\nint main() { go(2); }\n"}}),
            Found{});
  Texts texts{{"k.cu", launcher_}};
  for (int i = 0; i < 5; ++i)
    texts["m" + std::to_string(i) + ".cpp"] = main_;
  EXPECT_EQ(programs_of("k.cu", texts), Found{});
}

TEST_F(Programs, AreOfTheNearestFile) {
  EXPECT_EQ(
      programs_of("k.cu", {{"k.cu", launcher_}, {"far/k.cu", launcher_}, {"far/m.cpp", main_}}),
      Found{});
}

TEST_F(Programs, HaveWhoChangesTheirVariables) {
  EXPECT_EQ(programs_of("k.cu", {{"k.cu", "int wide = 2;\n" + launcher_},
                                 {"m.cpp", main_},
                                 {"w.cpp", "extern int wide;\nvoid w() { wide = 8; }\n"}}),
            (Found{{"w.cpp", "m.cpp"}}));
}

// What a header says may hang on what is defined before it.
TEST_F(Programs, AreNoneWhereHeadersMayDiffer) {
  Texts texts{{"k.cu", "#include \"k.h\"\n" + launcher_},
              {"k.h", "#ifndef WIDE\n#define WIDE 8\n#endif\nvoid go(int n);\n"},
              {"m.cpp", "#include \"k.h\"\nint main() { go(WIDE); }\n"}};
  EXPECT_EQ(programs_of("k.cu", texts), (Found{{"m.cpp"}}));
  texts["m.cpp"] = "#define WIDE 64\n#include \"k.h\"\nint main() { go(WIDE); }\n";
  EXPECT_EQ(programs_of("k.cu", texts), Found{});
}

} // namespace
} // namespace heddle::project
