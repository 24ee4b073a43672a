#include "cuda/launch/members.hpp"

#include <clang/AST/DeclTemplate.h>

#include <algorithm>

namespace heddle::cuda {

namespace {

bool is_private(const clang::CXXMethodDecl& f) {
  const clang::AccessSpecifier access = f.getCanonicalDecl()->getAccess();
  return access == clang::AS_private ||
         (access == clang::AS_protected && f.getParent()->isEffectivelyFinal());
}

// Is its code in the file, if it has any? What a defaulted one does is seen where it is written.
bool has_code_here(const clang::CXXMethodDecl& f, const HostFile& file) {
  return f.isImplicit() || f.isDefaulted() || f.isDeleted() || file.body(f);
}

// Declarations with an error may be gone, or stand for others.
bool is_understood(const clang::CXXRecordDecl& record, const Unit& unit) {
  if (record.isInvalidDecl()) return false;
  const clang::SourceManager& sources = unit.ast->getSourceManager();
  const auto begin = sources.getDecomposedLoc(sources.getExpansionLoc(record.getBeginLoc()));
  const auto end = sources.getDecomposedLoc(sources.getExpansionRange(record.getEndLoc()).getEnd());
  if (begin.first != end.first) return unit.error_places.empty();
  return std::ranges::none_of(unit.error_places, [&](std::uint32_t raw) {
    const auto at = clang::SourceLocation::getFromRawEncoding(raw);
    const auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(at));
    return file == begin.first && offset >= begin.second && offset <= end.second;
  });
}

// Is all code here that may name private members of the class? Templates may have instances, of
// other types, where they are seen as well.
bool has_members_here(const clang::CXXRecordDecl& declared, const HostFile& file) {
  const clang::CXXRecordDecl* record = declared.getDefinition();
  if (!record || record->isDependentContext() || record->getTemplateInstantiationPattern() ||
      llvm::isa<clang::ClassTemplateSpecializationDecl>(record) ||
      !is_understood(*record, file.unit))
    return false;
  return std::ranges::all_of(record->decls(), [&](const clang::Decl* d) {
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(d))
      return has_code_here(*method, file);
    if (const auto* nested = llvm::dyn_cast<clang::CXXRecordDecl>(d))
      return nested->isInjectedClassName() || has_members_here(*nested, file);
    return !llvm::isa<clang::FriendDecl, clang::FriendTemplateDecl, clang::TemplateDecl,
                      clang::VarTemplateSpecializationDecl>(d);
  });
}

} // namespace

bool is_called_here_alone(const clang::CXXMethodDecl& f, const HostFile& file) {
  return is_private(f) && has_members_here(*f.getParent(), file);
}

} // namespace heddle::cuda
