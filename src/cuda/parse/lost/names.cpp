#include "cuda/parse/lost/names.hpp"

#include "cuda/parse/precompiled.hpp"

#include <clang/Lex/Lexer.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::cuda {

namespace {

std::string argument_text(const clang::TemplateArgument& argument,
                          const clang::PrintingPolicy& policy) {
  llvm::SmallString<32> text;
  llvm::raw_svector_ostream out(text);
  if (argument.getKind() == clang::TemplateArgument::Integral) {
    if (argument.getIntegralType()->isBooleanType())
      out << (argument.getAsIntegral().getBoolValue() ? "true" : "false");
    else
      out << argument.getAsIntegral();
  } else if (argument.getKind() == clang::TemplateArgument::Pack) {
    bool first = true;
    for (const clang::TemplateArgument& element : argument.pack_elements()) {
      out << (first ? "" : ", ") << argument_text(element, policy);
      first = false;
    }
  } else {
    argument.print(policy, out, false);
  }
  return text.str().str();
}

clang::Lexer lexer_at(clang::SourceLocation at, const clang::SourceManager& sources,
                      const clang::LangOptions& language) {
  const auto [file, offset] = sources.getDecomposedLoc(at);
  const llvm::StringRef text = sources.getBufferData(file);
  return clang::Lexer(sources.getLocForStartOfFile(file), language, text.begin(),
                      text.begin() + offset, text.end());
}

} // namespace

std::string kernel_name(const clang::FunctionDecl& f) {
  std::string name = f.getNameAsString();
  const clang::TemplateArgumentList* arguments = f.getTemplateSpecializationArgs();
  if (!arguments) return name;
  clang::PrintingPolicy policy = f.getASTContext().getPrintingPolicy();
  policy.SuppressScope = true;
  policy.SuppressTagKeyword = true;
  policy.AnonymousTagLocations = false;
  name += "<";
  bool first = true;
  for (const clang::TemplateArgument& argument : arguments->asArray()) {
    const std::string text = argument_text(argument, policy);
    if (text.empty()) continue;
    name += (first ? "" : ", ") + text;
    first = false;
  }
  return name + ">";
}

std::string scope_of(const clang::FunctionDecl& f) {
  const std::string qualified = f.getQualifiedNameAsString(), name = f.getNameAsString();
  return qualified.substr(0, qualified.size() - name.size());
}

std::string name_after(clang::SourceLocation at, const clang::SourceManager& sources,
                       const clang::LangOptions& language) {
  clang::Lexer lexer = lexer_at(at, sources, language);
  std::string name;
  clang::Token token;
  for (int i = 0, depth = 0; i < 64 && !lexer.LexFromRawLexer(token); ++i) {
    if (token.is(clang::tok::l_paren) && name != "__launch_bounds__" && depth == 0 && i > 1) break;
    if (token.is(clang::tok::l_paren)) ++depth;
    if (token.is(clang::tok::r_paren)) --depth;
    if (token.is(clang::tok::raw_identifier) && depth == 0) name = token.getRawIdentifier().str();
    if (token.isOneOf(clang::tok::semi, clang::tok::l_brace)) break;
  }
  return name.empty() || name == "__global__" ? "(a kernel)" : name;
}

bool is_of_declaration(clang::SourceLocation from, clang::SourceLocation name,
                       const clang::SourceManager& sources, const clang::LangOptions& language) {
  const auto [file, offset] = sources.getDecomposedLoc(from);
  const auto [end_file, end] = sources.getDecomposedExpansionLoc(name);
  if (file != end_file || end < offset) return false;
  clang::Lexer lexer = lexer_at(from, sources, language);
  clang::Token token;
  while (!lexer.LexFromRawLexer(token)) {
    if (sources.getFileOffset(token.getLocation()) >= end) return true;
    if (token.isOneOf(clang::tok::semi, clang::tok::l_brace, clang::tok::r_brace)) return false;
  }
  return false;
}

} // namespace heddle::cuda
