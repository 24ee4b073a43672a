// How kernels are called in messages.
#pragma once
#include <clang/Basic/SourceLocation.h>

#include <string>

namespace clang {
class FunctionDecl;
class LangOptions;
class SourceManager;
} // namespace clang

namespace heddle::cuda {

std::string kernel_name(const clang::FunctionDecl& f); // "copy<float, 128>"
std::string scope_of(const clang::FunctionDecl& f);    // "ns::"
// What a declaration that is not understood seems to declare: the name before its first bracket.
std::string name_after(clang::SourceLocation at, const clang::SourceManager& sources,
                       const clang::LangOptions& language);
// Is what stands at `from` of the declaration whose name is at `name`?
bool is_of_declaration(clang::SourceLocation from, clang::SourceLocation name,
                       const clang::SourceManager& sources, const clang::LangOptions& language);

} // namespace heddle::cuda
