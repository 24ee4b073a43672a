// Random expressions, compiled by the host compiler and resolved: values and types are the same.
#include "support.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

namespace heddle::contract {
namespace {

struct Variable {
  const char* name;
  const char* type;
  std::vector<std::int64_t> values; // one for each row
};

const std::vector<Variable>& variables() {
  static const std::vector<Variable> all{
      {"n", "int", {0, 7, -1, 2147483647, -13}},
      {"m", "int", {5, -2, 1000, -2147483647, 3}},
      {"c", "signed char", {1, -128, 127, -5, 0}},
      {"h", "unsigned short", {65535, 0, 9, 40000, 2}},
      {"u", "unsigned", {4294967295, 2, 0, 2147483648, 100}},
      {"l", "long", {-1, 4294967296, 17, -9000000000, 1}},
      {"z", "unsigned long", {-1, 3, 0, 1LL << 62, 70000}}, // with their bits
      {"b", "bool", {0, 1, 1, 0, 1}}};
  return all;
}
constexpr std::size_t rows = 5;

class Generator {
public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::string expression(int depth) {
    std::string text = operand(depth);
    for (unsigned length = below(4); length > 0; --length)
      text += operation(depth, length);
    if (depth > 0 && below(6) == 0)
      text += " ? " + expression(depth - 1) + " : " + expression(depth - 1);
    return text;
  }

private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_()) % n; }
  template <std::size_t N> std::string one(const std::array<const char*, N>& of) {
    return of[below(N)];
  }

  // Divisors are small constants, and so is what a shift goes by: nothing binds it more tightly.
  std::string operation(int depth, unsigned& length) {
    static constexpr std::array loose{"<", ">", "<=", ">=", "==", "!=", "&", "^", "|", "&&", "||"};
    switch (below(6)) {
    case 0:
      return one(std::array{" / ", " % "}) + one(std::array{"1", "3", "7u", "10L", "0x10"});
    case 1: {
      std::string text = one(std::array{" << ", " >> "}) + one(std::array{"0", "1", "3u", "5L"});
      if (length == 1) return text;
      --length;
      return text + " " + one(loose) + " " + operand(depth);
    }
    case 2:
    case 3:
      return one(std::array{" + ", " - ", " * "}) + operand(depth);
    default:
      return " " + one(loose) + " " + operand(depth);
    }
  }

  std::string operand(int depth) {
    switch (depth > 0 ? below(8) : 6 + below(2)) {
    case 0:
    case 1:
      return "(" + expression(depth - 1) + ")";
    case 2:
      return one(std::array{"- ", "~ ", "! ", "+ "}) + operand(depth - 1);
    case 3:
      return one(std::array{"(int)", "(unsigned)", "(long)", "(unsigned long)", "(signed char)",
                            "(unsigned short)", "(bool)", "(short int)", "(long long)"}) +
             " " + operand(depth - 1);
    case 7:
      return one(std::array{"0", "1", "2", "31", "0x20u", "3L", "5uL", "true", "0xffff"});
    default:
      return variables()[below(static_cast<unsigned>(variables().size()))].name;
    }
  }

  std::mt19937 random_;
};

// A program that prints value, size and signedness of each expression for each row.
std::string program(const std::vector<std::string>& expressions) {
  std::ostringstream out;
  out << "#include <cstdio>\n#include <type_traits>\ntemplate <class T> void show(T v) {\n"
         "  std::printf(\"%lld %d %d\\n\", (long long)v, (int)sizeof(v),"
         " (int)std::is_signed_v<T>);\n}\n";
  std::string parameters;
  for (const Variable& v : variables())
    parameters += (parameters.empty() ? "" : ", ") + std::string(v.type) + " " + v.name;
  for (std::size_t i = 0; i < expressions.size(); ++i)
    out << "void f" << i << "(" << parameters << ") { show(+(" << expressions[i] << ")); }\n";
  out << "void (*all[])(" << parameters << ") = {";
  for (std::size_t i = 0; i < expressions.size(); ++i)
    out << "f" << i << ", ";
  out << "};\nint main() {\n  for (auto f : all) {\n";
  for (std::size_t row = 0; row < rows; ++row) {
    out << "    f(";
    for (const Variable& v : variables())
      out << (&v == &variables()[0] ? "" : ", ") << v.values[row] << "L";
    out << ");\n";
  }
  out << "  }\n}\n";
  return out.str();
}

std::istringstream compiled_and_run(const std::string& source) {
  std::string folder = (std::filesystem::temp_directory_path() / "contractXXXXXX").string();
  if (!mkdtemp(folder.data())) throw std::runtime_error("no temporary folder");
  std::ofstream(folder + "/all.cpp") << source;
  const std::string command = HEDDLE_CXX_COMPILER " -std=c++20 -O0 -w -fwrapv -o " + folder +
                              "/all " + folder + "/all.cpp && " + folder + "/all > " + folder +
                              "/out";
  const int status = std::system(command.c_str());
  std::ifstream file(folder + "/out");
  std::ostringstream all;
  all << file.rdbuf();
  std::filesystem::remove_all(folder);
  if (status != 0) throw std::runtime_error("it does not compile");
  return std::istringstream(all.str());
}

TEST(Semantics, AreThoseOfTheHostCompiler) {
  Generator generator(19);
  std::vector<std::string> expressions;
  while (expressions.size() < 1500)
    expressions.push_back(generator.expression(3));
  std::istringstream printed = compiled_and_run(program(expressions));
  unsigned refused = 0;
  for (const std::string& text : expressions) {
    Names names;
    auto result = evaluate(parsed(text), names.pool, names.lookup(), Reading::cpp);
    const auto* why = std::get_if<NotUnderstood>(&result);
    if (why) {
      EXPECT_TRUE(why->reason.starts_with("a constant that does not fit in")) << why->reason;
      ++refused;
    }
    Machine machine(names.pool);
    for (std::size_t row = 0; row < rows; ++row) {
      std::int64_t value = 0;
      unsigned size = 0;
      bool is_signed = false;
      ASSERT_TRUE(printed >> value >> size >> is_signed);
      if (why) continue;
      for (const Variable& v : variables())
        machine.values[v.name] = v.values[row];
      const Expr e = std::get<Expr>(result);
      EXPECT_EQ(machine.eval(e), value) << text << "\nrow " << row;
      const Type type = e->type.width < 32 ? Type::i32() : e->type; // promoted
      EXPECT_EQ(type, Type::integer(size * 8, is_signed)) << text;
    }
  }
  EXPECT_LT(refused, expressions.size() / 50);
}

// What is printed means the same.
TEST(Semantics, SurvivePrinting) {
  Generator generator(23);
  for (int k = 0; k < 1000; ++k) {
    const std::string text = generator.expression(4);
    Names names;
    const Formula once = parsed(text);
    const auto a = evaluate(once, names.pool, names.lookup(), Reading::cpp);
    const auto b = evaluate(parsed(to_string(once)), names.pool, names.lookup(), Reading::cpp);
    ASSERT_EQ(a.index(), b.index()) << text;
    if (a.index() == 0) EXPECT_EQ(std::get<0>(a), std::get<0>(b)) << text;
  }
}

// As numbers: comparisons and sums of any two of the variables, with enough bits for all of them.
TEST(Mathematical, ComparisonsKeepSigns) {
  __extension__ using Wide = __int128;
  const auto number = [](const Variable& v, std::size_t row) -> Wide {
    const bool big = std::string_view(v.type) == "unsigned long";
    return big ? Wide(static_cast<std::uint64_t>(v.values[row])) : Wide(v.values[row]);
  };
  for (const Variable& a : variables())
    for (const Variable& b : variables())
      for (const char* op : {"<", "<=", ">", ">=", "==", "!="}) {
        Names names;
        const std::string text = std::string(a.name) + " " + op + " " + b.name;
        const auto result = names.resolved(text, Reading::mathematical);
        Machine machine(names.pool);
        for (std::size_t i = 0; i < rows; ++i)
          for (std::size_t k = 0; k < rows; ++k) {
            if (&a == &b && i != k) continue;
            machine.values = {{a.name, a.values[i]}, {b.name, b.values[k]}};
            const Wide x = number(a, i), y = number(b, k);
            const std::string o = op;
            const bool holds = o == "<"    ? x < y
                               : o == "<=" ? x <= y
                               : o == ">"  ? x > y
                               : o == ">=" ? x >= y
                               : o == "==" ? x == y
                                           : x != y;
            EXPECT_EQ(machine.eval(std::get<Statement>(result).condition), holds)
                << text << " for " << a.values[i] << ", " << b.values[k];
          }
      }
}

} // namespace
} // namespace heddle::contract
