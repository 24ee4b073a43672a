#include "cuda/parse/lost/named_syncs.hpp"

#include "cuda/parse/precompiled.hpp"

#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <regex>

namespace heddle::cuda {

namespace {

constexpr unsigned max_depth = 4; // of functions that wrap each other

std::optional<std::string> constant(const clang::Expr* e, const clang::ASTContext& ast) {
  clang::Expr::EvalResult value;
  if (!e || e->isValueDependent() || !e->EvaluateAsInt(value, ast)) return std::nullopt;
  llvm::SmallString<24> text;
  value.Val.getInt().toString(text, 10);
  return text.str().str();
}

const clang::Stmt* only_statement(const clang::Stmt* body) {
  const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(body);
  return block && block->size() == 1 ? block->body_front() : nullptr;
}

const clang::CallExpr* call_in(const clang::Stmt* s) {
  const auto* e = llvm::dyn_cast_or_null<clang::Expr>(s);
  return e ? llvm::dyn_cast<clang::CallExpr>(e->IgnoreUnlessSpelledInSource()) : nullptr;
}

} // namespace

std::optional<NamedSync> NamedSyncs::of(const clang::Stmt* statement) const {
  const auto found = instruction(statement, 0);
  if (!found) return std::nullopt;
  NamedSync sync{operand_text(found->operands.front()), "", found->waits};
  if (found->waits && found->operands.size() == 2) sync.weakened = arrival(statement, *found);
  return sync;
}

bool NamedSyncs::is_body_of(const clang::FunctionDecl* f) const {
  return body_of(f, 0).has_value();
}

std::optional<NamedSyncs::Instruction> NamedSyncs::instruction(const clang::Stmt* s,
                                                               unsigned depth) const {
  if (const auto* assembly = llvm::dyn_cast_or_null<clang::GCCAsmStmt>(s))
    return instruction(*assembly);
  const clang::CallExpr* call = call_in(s);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  auto found = callee ? body_of(callee, depth + 1) : std::nullopt;
  if (!found || std::ranges::any_of(call->arguments(), [&](const clang::Expr* argument) {
        return argument->HasSideEffects(ast_);
      }))
    return std::nullopt;
  for (Operand& o : found->operands) {
    if (!o.value) continue;
    const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(o.value->IgnoreParenImpCasts());
    const auto* parameter = ref ? llvm::dyn_cast<clang::ParmVarDecl>(ref->getDecl()) : nullptr;
    if (!parameter || parameter->getFunctionScopeIndex() >= call->getNumArgs()) return std::nullopt;
    o = operand(call->getArg(parameter->getFunctionScopeIndex()));
  }
  return found;
}

std::optional<NamedSyncs::Instruction> NamedSyncs::body_of(const clang::FunctionDecl* f,
                                                           unsigned depth) const {
  const clang::FunctionDecl* decl = nullptr;
  if (depth > max_depth || !f->hasBody(decl)) return std::nullopt;
  const clang::Stmt* only = only_statement(decl->getBody());
  return only ? instruction(only, depth) : std::nullopt;
}

// PTX ISA, "barrier{.cta}.sync{.aligned} a{, b};", and `bar` for the aligned form.
std::optional<NamedSyncs::Instruction> NamedSyncs::instruction(const clang::GCCAsmStmt& s) const {
  static const std::regex form(
      R"(\s*(bar|barrier)(\.cta)?\.(sync|arrive)(\.aligned)?\s+(%?)(\d+)\s*(?:,\s*(%?)(\d+)\s*)?;\s*)");
  std::smatch match;
  const std::string text = s.getAsmString()->getString().str();
  if (s.getNumOutputs() > 0 || !std::regex_match(text, match, form)) return std::nullopt;
  Instruction found;
  found.is_aligned = match[1] == "bar" || match[4].matched;
  found.waits = match[3] == "sync";
  for (const std::size_t at : {5U, 7U}) {
    if (!match[at + 1].matched) continue;
    const std::string number = match[at + 1];
    if (match[at].length() == 0) {
      found.operands.push_back({nullptr, number});
      continue;
    }
    const unsigned long input = std::stoul(number);
    if (number.size() > 2 || input >= s.getNumInputs() ||
        s.getInputExpr(unsigned(input))->HasSideEffects(ast_))
      return std::nullopt;
    found.operands.push_back(operand(s.getInputExpr(unsigned(input))));
  }
  return found;
}

NamedSyncs::Operand NamedSyncs::operand(const clang::Expr* e) const {
  if (const auto number = constant(e, ast_)) return {nullptr, *number};
  return {e, ""};
}

std::string NamedSyncs::source_text(const clang::Stmt* s) const {
  if (s->getBeginLoc().isMacroID() || s->getEndLoc().isMacroID()) return "";
  return clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(s->getSourceRange()),
                                     ast_.getSourceManager(), ast_.getLangOpts())
      .str();
}

std::string NamedSyncs::operand_text(const Operand& o) const {
  return o.value ? source_text(o.value) : o.number;
}

// In the words of the author where there are some.
std::string NamedSyncs::arrival(const clang::Stmt* s, const Instruction& i) const {
  const std::string text = source_text(s);
  if (text.empty()) return "";
  if (llvm::isa<clang::GCCAsmStmt>(s)) {
    static const std::regex sync(R"((bar(?:rier)?(?:\.cta)?)\.sync)");
    return std::regex_replace(text, sync, "$1.arrive") + ";";
  }
  const std::string twin = call_of_twin(*call_in(s), i);
  return twin.empty() ? assembly(i) : twin;
}

// "bar_arrive(1, 64);" for "bar_sync(1, 64);" where the two differ in waiting alone.
std::string NamedSyncs::call_of_twin(const clang::CallExpr& call, const Instruction& i) const {
  const clang::FunctionDecl* f = call.getDirectCallee();
  const clang::Expr* named = call.getCallee()->IgnoreParenImpCasts();
  const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(named);
  if (!ref || f->isTemplateInstantiation() || ref->hasExplicitTemplateArgs()) return "";
  for (const clang::Decl* d : f->getDeclContext()->decls()) {
    const auto* other = llvm::dyn_cast<clang::FunctionDecl>(d);
    if (!other || other == f || other->getNumParams() != f->getNumParams() ||
        !other->getIdentifier() ||
        !ast_.getSourceManager().isBeforeInTranslationUnit(other->getLocation(),
                                                           call.getBeginLoc()))
      continue;
    if (!is_twin(*other, *f, i)) continue;
    const std::string text = source_text(&call);
    const std::size_t at = ast_.getSourceManager().getFileOffset(ref->getLocation()) -
                           ast_.getSourceManager().getFileOffset(call.getBeginLoc());
    return text.substr(0, at) + other->getName().str() + text.substr(at + f->getName().size()) +
           ";";
  }
  return "";
}

bool NamedSyncs::is_twin(const clang::FunctionDecl& other, const clang::FunctionDecl& f,
                         const Instruction& i) const {
  const auto mine = body_of(&f, 0), its = body_of(&other, 0);
  if (!mine || !its || its->waits || its->is_aligned != i.is_aligned ||
      its->operands.size() != mine->operands.size())
    return false;
  const auto position = [](const Operand& o) -> std::optional<unsigned> {
    if (!o.value) return std::nullopt;
    const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(o.value->IgnoreParenImpCasts());
    const auto* parameter = ref ? llvm::dyn_cast<clang::ParmVarDecl>(ref->getDecl()) : nullptr;
    return parameter ? std::optional(parameter->getFunctionScopeIndex()) : std::nullopt;
  };
  for (std::size_t k = 0; k < mine->operands.size(); ++k)
    if (position(mine->operands[k]) != position(its->operands[k]) ||
        mine->operands[k].number != its->operands[k].number)
      return false;
  for (unsigned k = 0; k < f.getNumParams(); ++k)
    if (f.getParamDecl(k)->getType() != other.getParamDecl(k)->getType()) return false;
  return true;
}

std::string NamedSyncs::assembly(const Instruction& i) const {
  std::string text = i.is_aligned ? "asm volatile(\"bar.arrive " : "asm volatile(\"barrier.arrive ";
  std::string inputs;
  unsigned number = 0;
  for (std::size_t k = 0; k < i.operands.size(); ++k) {
    const Operand& o = i.operands[k];
    const std::string value = operand_text(o);
    if (value.empty()) return "";
    text += k > 0 ? ", " : "";
    text += o.value ? "%" + std::to_string(number++) : value;
    if (!o.value) continue;
    const bool is_word = o.value->IgnoreImpCasts()->getType()->isIntegerType() &&
                         ast_.getTypeSize(o.value->IgnoreImpCasts()->getType()) == 32;
    inputs += (inputs.empty() ? "" : ", ") +
              ("\"r\"(" + (is_word ? value : "static_cast<int>(" + value + ")") + ")");
  }
  return text + ";\" ::" + inputs + (inputs.empty() ? "" : " ") + ": \"memory\");";
}

} // namespace heddle::cuda
