#include "cuda/parse/asked.hpp"

#include "cuda/parse/precompiled.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr const char* home = "heddle_asked_instances";

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// At commas outside of all brackets.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts{""};
  int depth = 0;
  for (const char c : text) {
    if (std::string_view("<([{").find(c) != std::string_view::npos) ++depth;
    if (std::string_view(">)]}").find(c) != std::string_view::npos) --depth;
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  for (std::string& part : parts)
    part = trimmed(part);
  if (parts.size() == 1 && parts[0].empty()) parts.clear();
  return parts;
}

std::string member(const char* what, std::size_t instance, std::size_t argument) {
  return std::string(what) + "_" + std::to_string(instance) + "_" + std::to_string(argument);
}

} // namespace

std::string AskedInstance::text() const {
  std::string all;
  for (const std::string& argument : arguments)
    all += (all.empty() ? "" : ", ") + argument;
  return name + "<" + all + ">";
}

std::vector<AskedInstance> asked_instances(const std::vector<std::string>& kernels) {
  std::vector<AskedInstance> asked;
  for (const std::string& kernel : kernels) {
    const std::string wanted = trimmed(kernel);
    const auto open = wanted.find('<');
    if (open == std::string::npos || !wanted.ends_with('>')) continue;
    const std::string qualified = trimmed(wanted.substr(0, open));
    const auto colons = qualified.rfind("::");
    const std::size_t name = colons == std::string::npos ? 0 : colons + 2;
    asked.push_back({qualified.substr(0, name), qualified.substr(name),
                     split(wanted.substr(open + 1, wanted.size() - open - 2))});
  }
  return asked;
}

std::string declarations_of(const std::vector<AskedInstance>& asked) {
  if (asked.empty()) return "";
  std::string text = std::string("\n;namespace ") + home + " {\n";
  for (std::size_t i = 0; i < asked.size(); ++i) {
    // what stands beside the kernel is known by its short name
    const std::string scope = asked[i].scope;
    if (scope.size() > 2) text += "using namespace " + scope.substr(0, scope.size() - 2) + ";\n";
    for (std::size_t j = 0; j < asked[i].arguments.size(); ++j) {
      const std::string& argument = asked[i].arguments[j];
      text += "using " + member("type", i, j) + " = " + argument + ";\n";
      text += "constexpr auto " + member("value", i, j) + " = " + argument + ";\n";
    }
  }
  return text + "}\n";
}

std::vector<std::vector<AskedArgument>> find_declarations(const std::vector<AskedInstance>& asked,
                                                          clang::ASTContext& ast) {
  const clang::NamespaceDecl* space = nullptr;
  for (const clang::NamedDecl* d : ast.getTranslationUnitDecl()->lookup(&ast.Idents.get(home)))
    space = llvm::dyn_cast<clang::NamespaceDecl>(d);
  std::vector<std::vector<AskedArgument>> found;
  if (!space) return found;
  const auto named = [&](const std::string& name) -> const clang::NamedDecl* {
    const auto all = space->lookup(&ast.Idents.get(name));
    return all.empty() || all.front()->isInvalidDecl() ? nullptr : all.front();
  };
  for (std::size_t i = 0; i < asked.size(); ++i) {
    found.emplace_back(asked[i].arguments.size());
    for (std::size_t j = 0; j < found[i].size(); ++j) {
      if (const auto* type =
              llvm::dyn_cast_or_null<clang::TypeAliasDecl>(named(member("type", i, j))))
        found[i][j].type = type->getUnderlyingType().getAsOpaquePtr();
      found[i][j].value = llvm::dyn_cast_or_null<clang::VarDecl>(named(member("value", i, j)));
    }
  }
  return found;
}

} // namespace heddle::cuda
