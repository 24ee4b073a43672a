#include "ptx/read/parse_tokens.hpp"

#include "PtxLexer.h"

#include "antlr4-runtime.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>

// The scanner against the lexer that ANTLR makes of the grammar.
namespace heddle::ptx {
namespace {

std::string shown(std::size_t type, std::size_t begin, std::size_t end, std::size_t line,
                  std::size_t column) {
  std::string out;
  for (const std::size_t n : {type, begin, end, line, column})
    out += std::to_string(n) + " ";
  return out;
}

std::vector<std::string> of_lexer(const std::string& text) {
  std::string ascii = text; // the lexer counts code points
  for (char& c : ascii)
    if (static_cast<unsigned char>(c) >= 0x80 || c == 0) c = '\x7f';
  antlr4::ANTLRInputStream input(ascii);
  grammar::PtxLexer lexer(&input);
  lexer.removeErrorListeners();
  std::vector<std::string> all;
  for (auto t = lexer.nextToken(); t->getType() != antlr4::Token::EOF; t = lexer.nextToken())
    all.push_back(shown(t->getType(), t->getStartIndex(), t->getStopIndex() + 1, t->getLine(),
                        t->getCharPositionInLine()));
  return all;
}

std::vector<std::string> of_scanner(const std::string& text) {
  Scanner scanner(text);
  std::vector<std::string> all;
  for (Token t = scanner.next(); t.type != antlr4::Token::EOF; t = scanner.next())
    all.push_back(shown(t.type, t.begin, t.end, t.line, t.column));
  return all;
}

std::vector<std::string> golden_texts() {
  std::vector<std::string> all;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(HEDDLE_SOURCE_DIR "/tests/golden/ptx"))
    if (entry.path().extension() == ".ptx") {
      std::ifstream file(entry.path(), std::ios::binary);
      all.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
  return all;
}

TEST(PtxTokens, AreThoseOfTheGrammarInGoldenFiles) {
  const std::vector<std::string> texts = golden_texts();
  ASSERT_GT(texts.size(), 50u);
  for (const std::string& text : texts)
    EXPECT_EQ(of_scanner(text), of_lexer(text));
}

TEST(PtxTokens, AreThoseOfTheGrammarAtItsEdges) {
  for (const char* text :
       {"0f3F800000 0F0 0fg 0d3FF0 0x1fU 0x 0b101U 0b2 12U 1.5e-3 1. 1.e5 1e 1e+ 1E+9 007",
        "ld.shared::cta.b32 a.b.c a. .loc .locate .shared .shared::cta ..x .9 ::", "\"a\" \"b",
        "\"c\nd\" \"", "/* a\n * b */ x /* open", "// c\n/ y // end", "= {1, 2,\n 3} z",
        "= {1, 2, a}", "= {}", "={0}", "= { 1 , 2 ,}", "= {-1}", "= {0x1}", "= {1.5}", "= {1 2}",
        "%r1.b0 $L_1$a% _ %", "\x80 \xff a\x01b", "@!%p1 bra $L;", "a|b ~ ^ & * + - < > [ ] ( )"})
    EXPECT_EQ(of_scanner(text), of_lexer(text)) << text;
}

TEST(PtxTokens, AreThoseOfTheGrammarInDamagedFiles) {
  std::mt19937 random(7);
  const std::string_view signs = "0fFxX.e+-{}=,:\"/*\n %$U;";
  for (std::string text : golden_texts()) {
    text.resize(std::min<std::size_t>(text.size(), 3000));
    for (int i = 0; i < 60 && !text.empty(); ++i)
      text[random() % text.size()] = signs[random() % signs.size()];
    EXPECT_EQ(of_scanner(text), of_lexer(text));
  }
}

} // namespace
} // namespace heddle::ptx
