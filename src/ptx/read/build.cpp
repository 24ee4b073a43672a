// Text, scopes and declarations.
#include "ptx/read/build.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>

namespace heddle::ptx {

namespace {

using grammar::PtxParser;

// Registers of one `.reg` declaration, and elements of one array: beyond, it is no real program.
constexpr std::uint64_t max_registers = 4'000'000;
constexpr std::uint64_t max_bytes = std::uint64_t{1} << 40;

Space space_of(PtxParser::SpaceContext& tree) {
  if (tree.Shared()) return Space::shared;
  if (tree.Global() || tree.Tex()) return Space::global;
  if (tree.Const()) return Space::constant;
  if (tree.Local()) return Space::local;
  return Space::param;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

std::string unquoted(std::string_view text) {
  return std::string(text.size() >= 2 ? text.substr(1, text.size() - 2) : text);
}

void put(std::vector<std::uint8_t>& bytes, std::uint64_t value, unsigned size) {
  for (unsigned i = 0; i < size; ++i)
    bytes.push_back(static_cast<std::uint8_t>(i < 8 ? value >> (8 * i) : 0));
}

} // namespace

// ---- text ---------------------------------------------------------------------------------------

std::string_view Builder::text(antlr4::Token* token) const {
  return text_.substr(token->getStartIndex(), token->getStopIndex() - token->getStartIndex() + 1);
}

void Builder::fail(antlr4::Token* token, std::string message) {
  throw SyntaxError{std::move(message), static_cast<std::uint32_t>(token->getLine()),
                    static_cast<std::uint32_t>(token->getCharPositionInLine()) + 1};
}

std::uint64_t Builder::integer(antlr4::Token* token) const {
  return literal(token, Type::u64, false);
}

// The bits of a literal where a value of `type` is wanted.
std::uint64_t Builder::literal(antlr4::Token* token, Type type, bool negative) const {
  return literal(text(token), token, type, negative);
}

std::uint64_t Builder::literal(std::string_view written, antlr4::Token* token, Type type,
                               bool negative) {
  if (written.size() == 1 && !is_float(type)) { // the most of them
    const auto digit = static_cast<std::uint64_t>(written[0] - '0');
    return negative ? 0 - digit : digit;
  }
  std::string word = lower(written);
  const bool prefixed = word.size() > 1 && word[0] == '0' && std::isalpha(word[1]);
  std::uint64_t value = 0;
  int base = 10;
  if (prefixed)
    base = word[1] == 'b' ? 2 : 16;
  else if (word.size() > 1 && word[0] == '0')
    base = 8;
  const bool decimal = !prefixed && word.find_first_of(".e") != std::string::npos;
  if (decimal || (is_float(type) && !prefixed)) {
    const double number = (negative ? -1 : 1) * std::strtod(word.c_str(), nullptr);
    return type == Type::f32 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                             : std::bit_cast<std::uint64_t>(number);
  }
  if (word.back() == 'u') word.pop_back();
  const char* begin = word.data() + (prefixed ? 2 : 0);
  const auto [end, error] = std::from_chars(begin, word.data() + word.size(), value, base);
  if (error != std::errc{} || end != word.data() + word.size())
    fail(token, "bad number '" + std::string(written) + "'");
  if (prefixed && word[1] == 'f' && type == Type::f64) // a single where a double is wanted
    value = std::bit_cast<std::uint64_t>(
        static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(value))));
  return negative ? 0 - value : value;
}

// ---- scopes -------------------------------------------------------------------------------------

std::optional<Builder::Named> Builder::find(std::string_view name) {
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (const auto found = scope->names.find(name); found != scope->names.end())
      return found->second;
    if (digits == name.size() || scope->families.empty()) continue;
    const auto family = scope->families.find(name.substr(0, digits));
    if (family == scope->families.end()) continue;
    std::uint64_t number = 0;
    const std::string_view tail = name.substr(digits);
    const auto parsed = std::from_chars(tail.data(), tail.data() + tail.size(), number);
    if (parsed.ec == std::errc{} && number < family->second.second)
      return Named{Operand::Kind::reg, family->second.first + static_cast<Index>(number)};
  }
  return std::nullopt;
}

void Builder::open(antlr4::Token* brace) {
  if (scopes_.size() > 200) fail(brace, "blocks nest too deeply");
  if (in_function_) {
    scopes_.emplace_back();
    return;
  }
  if (!header_) fail(brace, "unexpected '{'");
  header_ = false;
  in_function_ = true;
  current().defined = true;
  scopes_.push_back(std::move(pending_));
  pending_ = {};
}

// Labels may be used before they stand; a use is of the innermost scope around it that has one.
void Builder::close(antlr4::Token* brace) {
  if (!in_function_) fail(brace, "unexpected '}'");
  const std::size_t depth = scopes_.size();
  Function& function = current();
  std::erase_if(uses_, [&](LabelUse& use) {
    if (use.depth < depth) return false;
    const auto found = scopes_.back().labels.find(use.name);
    if (found == scopes_.back().labels.end()) {
      if (depth == 2)
        throw SyntaxError{"unknown name '" + std::string(use.name) + "'", use.line, use.column};
      use.depth = depth - 1;
      return false;
    }
    if (use.list.empty())
      function.operands[use.slot].index = found->second;
    else
      function.branch_targets[use.list][use.slot] = found->second;
    return true;
  });
  scopes_.pop_back();
  if (scopes_.size() == 1) in_function_ = false;
}

void Builder::finish() {
  if (in_function_)
    throw SyntaxError{"the file ends inside function '" + current().name + "'", 0, 0};
}

// ---- items --------------------------------------------------------------------------------------

void Builder::item(Parser::ItemContext& item) {
  if (auto* brace = item.BraceOpen()) return open(brace->getSymbol());
  if (auto* brace = item.BraceClose()) return close(brace->getSymbol());
  if (auto* tree = item.instruction()) return instruction(*tree);
  if (auto* tree = item.location()) return location(*tree);
  if (auto* tree = item.linked()) return linked(*tree);
  if (auto* tree = item.setting()) return setting(*tree);
}

void Builder::linked(Parser::LinkedContext& tree) {
  const bool external =
      std::ranges::any_of(tree.linkage(), [](auto* linkage) { return linkage->Extern(); });
  if (auto* f = tree.function()) return function(*f, external);
  variable(*tree.variable(), external);
}

Index Builder::source_line(const SourceLine& line) {
  const auto [at, inserted] = lines_.emplace(line, static_cast<Index>(module_.lines.size()));
  if (inserted) module_.lines.push_back(line);
  return at->second;
}

// A `.loc` names one call. What that one is in, the lines before say: nvcc writes them from the
// outermost inwards, each where it begins.
void Builder::location(Parser::LocationContext& tree) {
  const auto line_at = [&](const std::vector<antlr4::tree::TerminalNode*>& numbers) {
    const auto number = [&](std::size_t i) {
      return static_cast<std::uint32_t>(integer(numbers[i]->getSymbol()));
    };
    return SourceLine{number(0), number(1), number(2), nowhere};
  };
  SourceLine here = line_at(tree.Number());
  bool inlined = false;
  for (Parser::InliningContext* inlining : tree.inlining())
    if (inlining->Number().size() == 3) {
      SourceLine call = line_at(inlining->Number());
      const auto known = calls_.find(call);
      if (known != calls_.end())
        call.inlined_at = known->second;
      else if (outermost_ != nowhere && module_.lines[outermost_].file != call.file)
        call.inlined_at = outermost_;
      const SourceLine bare = here;
      here.inlined_at = calls_[bare] = source_line(call);
      inlined = true;
    }
  line_ = source_line(here);
  if (here.line == 0) line_ = nowhere; // code of no line
  if (!inlined && here.line != 0) outermost_ = line_;
}

void Builder::setting(Parser::SettingContext& tree) {
  if (tree.Target() && !tree.Name().empty()) module_.target = text(tree.Name(0));
  if (tree.File())
    module_.files[static_cast<std::uint32_t>(integer(tree.Number(0)->getSymbol()))] =
        unquoted(text(tree.String(0)));
  if (tree.BranchTargets()) branch_targets(tree.Name());
}

// ---- declarations -------------------------------------------------------------------------------

void Builder::function(Parser::FunctionContext& tree, bool external) {
  if (in_function_) fail(tree.getStart(), "a function inside a function");
  antlr4::Token* name = tree.Name()->getSymbol();
  Function function;
  function.name = text(name);
  function.entry = tree.Entry() != nullptr;
  function.line = static_cast<std::uint32_t>(name->getLine());
  function.column = static_cast<std::uint32_t>(name->getCharPositionInLine()) + 1;
  module_.functions.push_back(std::move(function));
  pending_ = {};
  line_ = outermost_ = carry_ = nowhere;
  calls_.clear();
  for (Parser::ParametersContext* list : tree.parameters()) {
    const bool before =
        list->getStart()->getTokenIndex() < name->getTokenIndex(); // results stand first
    for (Parser::ParameterContext* p : list->parameter())
      (before ? current().results : current().parameters).push_back(parameter(*p));
  }
  properties(tree.property(), current());
  header_ = !tree.Semicolon() && !external;
  if (external && !tree.Semicolon()) fail(name, "an external function with a body");
}

Index Builder::parameter(Parser::ParameterContext& tree) {
  Variable variable;
  variable.name = text(tree.Name());
  variable.space = Space::param;
  for (Parser::TypeContext* type : tree.type())
    if (!type->Word().empty())
      if (const auto known = type_named(text(type->Word(0)).substr(1))) variable.type = *known;
  variable.size = size_of(variable.type);
  for (Parser::ExtentContext* extent : tree.extent())
    variable.size *= extent->Number() ? integer(extent->Number()->getSymbol()) : 0;
  const auto index = static_cast<Index>(module_.variables.size());
  module_.variables.push_back(std::move(variable));
  if (tree.Reg()) { // a register that the caller fills: a variable and a register of its own
    const auto reg = static_cast<Index>(current().registers.size());
    current().registers.push_back({std::string(text(tree.Name())), module_.variables[index].type});
    pending_.names[text(tree.Name())] = {Operand::Kind::reg, reg};
    module_.variables[index].space = Space::generic;
    module_.variables[index].align = reg;
    return index;
  }
  pending_.names[text(tree.Name())] = {Operand::Kind::symbol, index};
  return index;
}

void Builder::properties(const std::vector<Parser::PropertyContext*>& trees, Function& function) {
  for (Parser::PropertyContext* tree : trees) {
    if (!tree->Word()) continue;
    const std::string_view word = text(tree->Word());
    auto* wanted = word == ".reqntid"             ? &function.reqntid
                   : word == ".maxntid"           ? &function.maxntid
                   : word == ".reqnctapercluster" ? &function.cluster
                                                  : nullptr;
    if (!wanted) continue;
    std::array<std::uint64_t, 3> value{1, 1, 1};
    for (std::size_t i = 0; i < tree->constant().size() && i < 3; ++i)
      value[i] = integer(tree->constant(i)->getStart());
    *wanted = value;
  }
}

void Builder::variable(Parser::VariableContext& tree, bool external) {
  Variable variable;
  variable.space = space_of(*tree.space());
  variable.external = external;
  unsigned lanes = 1;
  for (Parser::TypeContext* type : tree.type()) {
    if (type->Word().empty()) continue;
    const std::string_view word = text(type->Word(0)).substr(1);
    if (const auto known = type_named(word))
      variable.type = *known;
    else if (word == "align" && type->Number())
      variable.align = integer(type->Number()->getSymbol());
    else if (word == "v2")
      lanes = 2;
    else if (word == "v4")
      lanes = 4;
    else if (word.ends_with("ref"))
      variable.type = Type::b64; // texref, samplerref, surfref
  }
  if (tree.space()->Reg() || tree.space()->Sreg()) return registers(tree, variable.type);
  if (variable.type == Type::none) fail(tree.getStart(), "a variable without a type");
  const std::uint64_t align = variable.align;
  if (align == 0 || align > 65536 || !std::has_single_bit(align))
    fail(tree.getStart(), "an alignment that is no power of two");
  variable.size = size_of(variable.type) * lanes;
  variable.align = std::max<std::uint64_t>(align, variable.size);
  for (Parser::DeclaratorContext* one : tree.declarator())
    declarator(*one, variable);
}

void Builder::registers(Parser::VariableContext& tree, Type type) {
  if (!in_function_) fail(tree.getStart(), "a register outside of a function");
  for (Parser::DeclaratorContext* one : tree.declarator()) {
    const std::string_view name = text(one->Name());
    std::vector<Register>& registers = current().registers;
    const auto first = static_cast<Index>(registers.size());
    if (!one->Less()) {
      registers.push_back({std::string(name), type});
      scopes_.back().names[name] = {Operand::Kind::reg, first};
      continue;
    }
    const std::uint64_t count = integer(one->Number()->getSymbol());
    if (count > max_registers || registers.size() + count > max_registers)
      fail(one->getStart(), "too many registers");
    registers.resize(registers.size() + count, {std::string(name), type});
    for (std::uint64_t i = 0; i < count; ++i)
      registers[first + i].name += std::to_string(i);
    scopes_.back().families[name] = {first, count};
  }
}

void Builder::declarator(Parser::DeclaratorContext& tree, Variable variable) {
  variable.name = text(tree.Name());
  for (Parser::ExtentContext* extent : tree.extent()) {
    variable.sized &= extent->Number() != nullptr;
    const std::uint64_t count = extent->Number() ? integer(extent->Number()->getSymbol()) : 0;
    if (count && variable.size > max_bytes / count) fail(extent->getStart(), "an absurd size");
    variable.size *= count;
  }
  if (tree.value() || tree.Numbers()) {
    variable.has_value = true;
    if (tree.value())
      initial(*tree.value(), variable);
    else
      contents(tree.Numbers()->getSymbol(), variable);
    if (!variable.sized) {
      variable.sized = true;
      variable.size = variable.bytes.size();
    }
  }
  const auto index = static_cast<Index>(module_.variables.size());
  module_.variables.push_back(std::move(variable));
  scopes_.back().names[text(tree.Name())] = {Operand::Kind::symbol, index};
}

// `= {1, 2, 3}`
void Builder::contents(antlr4::Token* token, Variable& variable) {
  const unsigned size = size_of(variable.type);
  const std::string_view all = text(token);
  std::size_t at = 0;
  while ((at = all.find_first_of("0123456789", at)) != std::string_view::npos) {
    const std::size_t end = std::min(all.find_first_not_of("0123456789", at), all.size());
    put(variable.bytes, literal(all.substr(at, end - at), token, variable.type, false), size);
    at = end;
  }
}

void Builder::initial(Parser::ValueContext& tree, Variable& variable) {
  const unsigned size = size_of(variable.type);
  if (tree.Number()) {
    put(variable.bytes, literal(tree.Number()->getSymbol(), variable.type, tree.Minus()), size);
  } else if (tree.reference()) {
    variable.has_addresses = true;
    put(variable.bytes, 0, size);
  }
  for (Parser::ValueContext* element : tree.value())
    initial(*element, variable);
}

} // namespace heddle::ptx
