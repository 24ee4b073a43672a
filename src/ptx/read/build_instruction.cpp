// Labels, instructions and their operands.
#include "ptx/read/build.hpp"

#include <algorithm>
#include <iterator>

namespace heddle::ptx {

using grammar::PtxParser;

void Builder::label(antlr4::Token* name) {
  if (!in_function_) fail(name, "a label outside of a function");
  const auto [at, inserted] =
      scopes_.back().labels.emplace(text(name), static_cast<Index>(current().code.size()));
  if (!inserted) fail(name, "label '" + std::string(text(name)) + "' stands twice");
  last_label_ = text(name);
}

void Builder::use_label(antlr4::Token* name) {
  uses_.push_back({text(name), scopes_.size(), static_cast<std::uint32_t>(name->getLine()),
                   static_cast<std::uint32_t>(name->getCharPositionInLine()) + 1});
}

// `$L_brx_0: .branchtargets $L__BB0_1, $L__BB0_2;`: the label before is the list's name.
void Builder::branch_targets(const std::vector<antlr4::tree::TerminalNode*>& names) {
  if (!in_function_) fail(names.front()->getSymbol(), "branch targets outside of a function");
  std::vector<Index>& list = current().branch_targets[last_label_];
  list.assign(names.size(), nowhere);
  for (std::size_t i = 0; i < names.size(); ++i) {
    use_label(names[i]->getSymbol());
    uses_.back().list = last_label_;
    uses_.back().slot = static_cast<Index>(i);
  }
}

Index Builder::opcode(antlr4::Token* name) {
  const std::string_view word = text(name);
  if (const auto found = opcodes_.find(word); found != opcodes_.end()) return found->second;
  std::optional<Opcode> decoded = decode(word);
  if (!decoded) { // newer than this program, or misspelt: not understood where it is reached
    decoded.emplace();
    decoded->text = word;
  }
  const auto index = static_cast<Index>(module_.opcodes.size());
  module_.opcodes.push_back(std::move(*decoded));
  opcodes_.emplace(word, index);
  return index;
}

void Builder::instruction(Parser::InstructionContext& tree) {
  antlr4::Token* name = tree.Name()->getSymbol();
  if (tree.Colon()) return label(name);
  if (!in_function_) fail(name, "unexpected '" + std::string(text(name)) + "'");
  Instruction out;
  out.opcode = opcode(name);
  const Opcode opcode = module_.opcodes[out.opcode];
  out.line = static_cast<std::uint32_t>(tree.getStart()->getLine());
  out.column = static_cast<std::uint32_t>(tree.getStart()->getCharPositionInLine()) + 1;
  out.source = line_;
  if (auto* guard = tree.guard()) {
    out.guard = register_named(guard->Name()->getSymbol());
    out.guard_negated = guard->Bang() != nullptr;
  }
  std::vector<Operand> operands;
  const std::size_t uses = uses_.size();
  selected_ = false;
  if (tree.operands())
    for (Parser::OperandContext* one : tree.operands()->operand())
      operands.push_back(operand(*one, opcode));
  if (opcode.carry_in || opcode.carry_out) add_carry(opcode, operands);
  if (selected_) out.opcode = opaque_copy(out.opcode);
  Function& function = current();
  out.operands = static_cast<Index>(function.operands.size());
  for (std::size_t use = uses; use < uses_.size(); ++use)
    uses_[use].slot = out.operands; // of a branch the only operand
  out.operand_count = static_cast<std::uint16_t>(operands.size());
  function.operands.insert(function.operands.end(), operands.begin(), operands.end());
  function.code.push_back(out);
}

// Of video instructions whose operands are parts of registers: nobody looks inside, and equal
// registers do not make equal results.
Index Builder::opaque_copy(Index original) {
  Opcode copy = module_.opcodes[original];
  copy.op = Op::opaque;
  const auto same = std::ranges::find_if(
      module_.opcodes, [&](const Opcode& o) { return o.op == Op::opaque && o.text == copy.text; });
  if (same != module_.opcodes.end()) return static_cast<Index>(same - module_.opcodes.begin());
  module_.opcodes.push_back(std::move(copy));
  return static_cast<Index>(module_.opcodes.size()) - 1;
}

// The carry flag is a register like others: read last, written beside the result.
void Builder::add_carry(const Opcode& opcode, std::vector<Operand>& operands) {
  Function& function = current();
  if (carry_ == nowhere) {
    carry_ = static_cast<Index>(function.registers.size());
    function.registers.push_back({"the carry flag", Type::pred});
  }
  Operand flag;
  flag.kind = Operand::Kind::reg;
  flag.index = carry_;
  if (opcode.carry_in) operands.push_back(flag);
  if (!opcode.carry_out || operands.empty()) return;
  Operand results;
  results.kind = Operand::Kind::vector;
  results.count = 2;
  results.index = static_cast<Index>(function.elements.size());
  function.elements.push_back(operands.front());
  function.elements.push_back(flag);
  operands.front() = results;
}

Operand Builder::operand(Parser::OperandContext& tree, const Opcode& opcode) {
  if (!tree.Pipe()) return term(*tree.term(0), opcode);
  const Operand both[] = {term(*tree.term(0), opcode), term(*tree.term(1), opcode)};
  Operand out;
  out.kind = Operand::Kind::vector;
  out.count = 2;
  out.index = static_cast<Index>(current().elements.size());
  current().elements.insert(current().elements.end(), std::begin(both), std::end(both));
  return out;
}

Operand Builder::term(Parser::TermContext& tree, const Opcode& opcode) {
  if (tree.address()) return address(*tree.address());
  if (tree.vector()) return elements(tree.vector()->operand(), opcode);
  if (tree.list()) return elements(tree.list()->operand(), opcode);
  if (!tree.Name()) {
    Operand out;
    out.kind = Operand::Kind::imm;
    const Type type = opcode.op == Op::cvt || opcode.op == Op::set ? opcode.source : opcode.type;
    out.value =
        static_cast<std::int64_t>(literal(tree.Number()->getSymbol(), type, !tree.Minus().empty()));
    return out;
  }
  Operand out = named(tree.Name()->getSymbol(), opcode);
  out.negated = tree.Bang() != nullptr;
  if (tree.Number()) {
    const bool negative = tree.Minus().size() == 1;
    out.value = static_cast<std::int64_t>(literal(tree.Number()->getSymbol(), Type::s64, negative));
  }
  return out;
}

Operand Builder::named(antlr4::Token* name, const Opcode& opcode) {
  std::string_view word = text(name);
  if (const std::size_t dot = word.find('.'); dot != std::string_view::npos && opcode.video &&
                                              find(word.substr(0, dot))) { // %r1.b0, %r2.h1
    selected_ = true;
    word = word.substr(0, dot);
  }
  Operand out;
  if (const auto known = find(word)) {
    out.kind = known->kind;
    out.index = known->index;
    return out;
  }
  if (word == "_") return out;
  if (word == "WARP_SZ") {
    out.kind = Operand::Kind::imm;
    out.value = 32;
    return out;
  }
  if (const auto special = special_named(word)) {
    out.kind = Operand::Kind::special;
    out.index = static_cast<Index>(*special);
    return out;
  }
  if (opcode.op == Op::bra) {
    out.kind = Operand::Kind::label;
    use_label(name);
    return out;
  }
  // a function; or whatever an instruction names that nobody looks into
  const auto [at, inserted] =
      names_.emplace(std::string(word), static_cast<Index>(module_.names.size()));
  if (inserted) module_.names.emplace_back(word);
  out.kind = Operand::Kind::function;
  out.index = at->second;
  if (opcode.op != Op::call && word.starts_with('%'))
    fail(name, "unknown register '" + std::string(word) + "'");
  return out;
}

Index Builder::register_named(antlr4::Token* name) {
  const auto known = find(text(name));
  if (!known || known->kind != Operand::Kind::reg)
    fail(name, "unknown register '" + std::string(text(name)) + "'");
  return known->index;
}

Operand Builder::address(Parser::AddressContext& tree) {
  Operand out;
  out.kind = Operand::Kind::address;
  Parser::PlaceContext& place = *tree.place();
  if (!place.Name()) {
    out.value = static_cast<std::int64_t>(integer(place.Number(0)->getSymbol()));
    return out;
  }
  antlr4::Token* name = place.Name()->getSymbol();
  const auto known = find(text(name));
  if (!known) fail(name, "unknown name '" + std::string(text(name)) + "'");
  out.base = known->kind;
  out.index = known->index;
  // the children are the name, then signs and numbers
  bool negative = false;
  for (antlr4::tree::ParseTree* child : place.children) {
    auto* node = static_cast<antlr4::tree::TerminalNode*>(child);
    const std::size_t type = node->getSymbol()->getType();
    if (type == Parser::Plus) negative = false;
    if (type == Parser::Minus) negative = !negative;
    if (type != Parser::Number) continue;
    const std::uint64_t number = integer(node->getSymbol());
    out.value += static_cast<std::int64_t>(negative ? 0 - number : number);
    negative = false;
  }
  return out;
}

Operand Builder::elements(const std::vector<Parser::OperandContext*>& trees, const Opcode& opcode) {
  std::vector<Operand> all;
  for (Parser::OperandContext* tree : trees) {
    const std::size_t uses = uses_.size();
    all.push_back(operand(*tree, opcode));
    if (uses_.size() > uses) fail(tree->getStart(), "a label where a value is wanted");
  }
  Operand out;
  out.kind = Operand::Kind::vector;
  out.count = static_cast<std::uint16_t>(all.size());
  out.index = static_cast<Index>(current().elements.size());
  current().elements.insert(current().elements.end(), all.begin(), all.end());
  return out;
}

} // namespace heddle::ptx
