// What of the host's functions is not in the tree.
#include "cuda/launch/host.hpp"
#include "cuda/parse/text.hpp"

#include <algorithm>

namespace heddle::cuda {

bool is_named(const clang::VarDecl& v, const std::set<std::string>& names) {
  if (const auto* parts = llvm::dyn_cast<clang::DecompositionDecl>(&v))
    return std::ranges::any_of(parts->bindings(), [&](const clang::BindingDecl* b) {
      return names.contains(b->getNameAsString());
    });
  return names.contains(v.getNameAsString());
}

bool names_member(const std::set<std::string>& names, const clang::CXXRecordDecl& of) {
  if (names.contains("this")) return true;
  const clang::CXXRecordDecl* record = of.getDefinition();
  if (!record || record->isInvalidDecl()) return !names.empty();
  const auto is_named = [&](const clang::Decl* d) {
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(d);
    return named && names.contains(named->getNameAsString());
  };
  return std::ranges::any_of(record->decls(), is_named) ||
         std::ranges::any_of(record->bases(), [&](const clang::CXXBaseSpecifier& base) {
           const auto* b = base.getType()->getAsCXXRecordDecl();
           return b ? names_member(names, *b) : !names.empty();
         });
}

void HostFile::find_lost_texts() {
  if (unit.error_places.empty()) return;
  for (const clang::FunctionDecl* f : functions) {
    const LostTexts& found = find_lost_texts(*f);
    lost_names_.insert(found.names.begin(), found.names.end());
    if (found.is_torn)
      for_each_word(range_of(*f, *body(*f), *unit.ast), *unit.ast,
                    [&](llvm::StringRef word, auto) { lost_names_.insert(word.str()); });
  }
  for (const clang::FunctionDecl* f : patterns) // nobody executes them: instances are functions
    find_lost_texts(*f);
}

const LostTexts& HostFile::find_lost_texts(const clang::FunctionDecl& f) {
  LostTexts found = find_lost(f, *body(f), unit);
  if (found.is_torn || !found.names.empty()) lost_[f.getCanonicalDecl()] = std::move(found);
  return lost(f);
}

const LostTexts& HostFile::lost(const clang::FunctionDecl& f) const {
  static const LostTexts nothing;
  const auto it = lost_.find(f.getCanonicalDecl());
  return it == lost_.end() ? nothing : it->second;
}

const std::map<std::size_t, LostText>* HostFile::lost_in(const clang::CompoundStmt& s) const {
  for (const auto& [f, texts] : lost_)
    if (const auto it = texts.in_blocks.find(&s); it != texts.in_blocks.end()) return &it->second;
  return nullptr;
}

const LostText* HostFile::lost_at(const clang::NullStmt& s) const {
  for (const auto& [f, texts] : lost_)
    if (const auto it = texts.instead.find(&s); it != texts.instead.end()) return &it->second;
  return nullptr;
}

const LostText& HostFile::text_of(const clang::Stmt& s) {
  const auto [it, is_new] = texts_.try_emplace(&s);
  if (is_new) it->second = read_lost(s.getSourceRange(), unit, false);
  return it->second;
}

bool HostFile::is_hidden(const clang::NamedDecl& d, clang::SourceLocation at) const {
  if (!is_named_in_lost(d)) return false;
  const clang::SourceManager& sources = unit.ast->getSourceManager();
  const auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(at));
  for (const auto& [f, texts] : lost_)
    for (const LostTexts::Hidden& h : texts.hidden)
      if (file == h.file && h.begin <= offset && offset < h.end &&
          h.names.contains(d.getNameAsString()))
        return true;
  return false;
}

bool HostFile::is_named_in_lost(const clang::NamedDecl& d) const {
  return !lost_names_.empty() && lost_names_.contains(d.getNameAsString());
}

const std::vector<const clang::VarDecl*>& HostFile::variables(const clang::FunctionDecl& f) {
  struct Search : clang::RecursiveASTVisitor<Search> {
    explicit Search(std::vector<const clang::VarDecl*>& to) : list(to) {}
    bool VisitVarDecl(clang::VarDecl* v) {
      list.push_back(v->getCanonicalDecl());
      return true;
    }
    std::vector<const clang::VarDecl*>& list;
  };
  const auto [it, is_new] = variables_.try_emplace(&f);
  if (!is_new) return it->second;
  it->second.assign(f.param_begin(), f.param_end());
  if (const clang::Stmt* s = body(f)) Search(it->second).TraverseStmt(const_cast<clang::Stmt*>(s));
  return it->second;
}

// Nobody knows what is done with the addresses of what such a text names.
void HostFile::add_lost(const clang::FunctionDecl& f, Addressed& to) {
  const std::set<std::string>& names = lost(f).names;
  if (names.empty()) return;
  for (const clang::VarDecl* v : variables(f))
    if (is_named(*v, names)) to.variables.insert(v);
  for (const clang::DeclContext* c = &f; c; c = c->getParent()) // lambdas name what is around them
    if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(c))
      to.self = to.self || (!record->isLambda() && names_member(names, *record));
}

} // namespace heddle::cuda
