// From parse trees to a Module: names are resolved in their scopes, opcodes decoded.
#pragma once
#include "ptx/read/module.hpp"

#include "PtxParser.h"

#include <string_view>
#include <unordered_map>

namespace heddle::ptx {

// What is wrong with a file, and where.
struct SyntaxError {
  std::string message;
  std::uint32_t line = 0, column = 0;
};

class Builder {
public:
  explicit Builder(Module& module) : module_(module) {}

  // `text` is what the start and stop indices of the next tokens count in, and outlives the
  // builder.
  void read(std::string_view text) { text_ = text; }
  // The body of the function whose header was the last item is left out.
  void leave_out_body() { header_ = false; }

  // Both throw SyntaxError.
  void item(grammar::PtxParser::ItemContext& item);
  void finish(); // the file has ended

private:
  using Parser = grammar::PtxParser;
  struct Named {
    Operand::Kind kind;
    Index index;
  };
  struct Scope {
    std::unordered_map<std::string_view, Named> names;
    std::unordered_map<std::string_view, Index> labels;
    // `.reg .b32 %r<40>`: the names %r0..%r39 start here
    std::unordered_map<std::string_view, std::pair<Index, std::uint64_t>> families;
  };
  // A label that was used; which scope it is of is known when the scopes around it end.
  struct LabelUse {
    std::string_view name;
    std::size_t depth;
    std::uint32_t line, column;
    std::string list = {}; // of Function::branch_targets; "": an operand
    Index slot = 0;        // in the list, or in the operands
  };

  std::string_view text(antlr4::Token* token) const;
  std::string_view text(antlr4::tree::TerminalNode* node) const { return text(node->getSymbol()); }
  [[noreturn]] static void fail(antlr4::Token* token, std::string message);
  std::uint64_t integer(antlr4::Token* token) const;
  std::uint64_t literal(antlr4::Token* token, Type type, bool negative) const;
  static std::uint64_t literal(std::string_view written, antlr4::Token* token, Type type,
                               bool negative);
  void contents(antlr4::Token* token, Variable& variable);

  void open(antlr4::Token* brace);
  void close(antlr4::Token* brace);
  void linked(Parser::LinkedContext& tree);
  void function(Parser::FunctionContext& tree, bool external);
  Index parameter(Parser::ParameterContext& tree);
  void properties(const std::vector<Parser::PropertyContext*>& trees, Function& function);
  void variable(Parser::VariableContext& tree, bool external);
  void registers(Parser::VariableContext& tree, Type type);
  void declarator(Parser::DeclaratorContext& tree, Variable variable);
  void initial(Parser::ValueContext& tree, Variable& variable);
  void setting(Parser::SettingContext& tree);
  void location(Parser::LocationContext& tree);
  Index source_line(const SourceLine& line);

  void label(antlr4::Token* name);
  void branch_targets(const std::vector<antlr4::tree::TerminalNode*>& names);
  void use_label(antlr4::Token* name);
  void instruction(Parser::InstructionContext& tree);
  Index opcode(antlr4::Token* name);
  Index opaque_copy(Index original);
  void add_carry(const Opcode& opcode, std::vector<Operand>& operands);
  Operand operand(Parser::OperandContext& tree, const Opcode& opcode);
  Operand term(Parser::TermContext& tree, const Opcode& opcode);
  Operand named(antlr4::Token* name, const Opcode& opcode);
  Operand address(Parser::AddressContext& tree);
  Operand elements(const std::vector<Parser::OperandContext*>& trees, const Opcode& opcode);
  std::optional<Named> find(std::string_view name);
  Index register_named(antlr4::Token* name);
  Function& current() { return module_.functions.back(); }

  Module& module_;
  std::string_view text_;
  std::vector<Scope> scopes_{1}; // of the file, of the function, of the blocks in it
  Scope pending_;                // parameters of the function whose body has not begun
  bool in_function_ = false, header_ = false;
  bool selected_ = false; // an operand of the instruction is part of a register
  Index line_ = nowhere, outermost_ = nowhere; // outermost: of the last one that is in no call
  std::map<SourceLine, Index> calls_;          // where the code of a line was inlined last
  Index carry_ = nowhere;  // the register of the function that stands for its carry flag
  std::string last_label_; // where a list of branch targets gets its name
  std::unordered_map<std::string_view, Index> opcodes_;
  std::unordered_map<std::string, Index> names_;
  std::vector<LabelUse> uses_;
  std::map<SourceLine, Index> lines_;
};

} // namespace heddle::ptx
