#include "cuda/parse/lost/broken.hpp"

#include "cuda/parse/lost/search.hpp"
#include "cuda/parse/lost/words.hpp"
#include "cuda/parse/precompiled.hpp"
#include "cuda/parse/text.hpp"

#include <clang/Lex/Lexer.h>

namespace heddle::cuda {

namespace {

using Place = std::pair<clang::FileID, unsigned>;

struct Range {
  Place begin, end;
  bool covers(Place at) const {
    return at.first == begin.first && at.second >= begin.second && at.second <= end.second;
  }
};

Place place_of(clang::SourceLocation at, const clang::SourceManager& sources) {
  return sources.getDecomposedLoc(sources.getExpansionLoc(at));
}

Range range_of(clang::SourceRange of, const clang::SourceManager& sources) {
  const auto range = sources.getExpansionRange(of);
  return {place_of(range.getBegin(), sources), place_of(range.getEnd(), sources)};
}

// Does the brace that Clang takes for the end of a block close it? Behind an error it may be
// another.
bool is_balanced(const clang::CompoundStmt& block, const clang::ASTContext& ast) {
  const clang::SourceManager& sources = ast.getSourceManager();
  if (block.getLBracLoc().isMacroID() || block.getRBracLoc().isMacroID()) return false;
  const Place begin = sources.getDecomposedLoc(block.getLBracLoc());
  const Place end = sources.getDecomposedLoc(block.getRBracLoc());
  const llvm::StringRef text = sources.getBufferData(begin.first);
  clang::Lexer lexer(sources.getLocForStartOfFile(begin.first), ast.getLangOpts(), text.begin(),
                     text.begin() + begin.second, text.end());
  clang::Token token;
  int depth = 0;
  do {
    lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::l_brace)) ++depth;
    if (token.is(clang::tok::r_brace)) --depth;
    if (token.is(clang::tok::hash) && token.isAtStartOfLine()) return false;
  } while (depth > 0 && token.isNot(clang::tok::eof));
  return begin.first == end.first && sources.getFileOffset(token.getLocation()) == end.second;
}

// The branches of `if constexpr` that an instance of a template leaves out, as ranges of the
// template's text: what is wrong there (for nvcc it is not) is no part of the instance.
class Discarded : public clang::RecursiveASTVisitor<Discarded> {
public:
  Discarded(const clang::FunctionDecl& instance, const clang::ASTContext& ast) : ast_(ast) {
    const clang::FunctionDecl* pattern = instance.getTemplateInstantiationPattern();
    if (!pattern || !pattern->getBody() || pattern == &instance) return;
    TraverseStmt(instance.getBody());
    collecting_ = false;
    TraverseStmt(pattern->getBody());
  }
  bool covers(Place at) const {
    return std::any_of(ranges_.begin(), ranges_.end(),
                       [&](const Range& r) { return r.covers(at); });
  }
  bool VisitIfStmt(clang::IfStmt* s) {
    if (!s->isConstexpr() || s->getIfLoc().isMacroID()) return true;
    const clang::SourceLocation at = s->getIfLoc();
    if (!collecting_) {
      if (const auto it = taken_.find(at); it != taken_.end())
        add(it->second ? s->getElse() : s->getThen());
    } else if (!s->getCond()->isInstantiationDependent() && !s->getCond()->containsErrors()) {
      if (const auto value = s->getCond()->getIntegerConstantExpr(ast_))
        taken_.emplace(at, value->getBoolValue());
    }
    return true;
  }

private:
  void add(const clang::Stmt* left_out) {
    if (const auto* chained = llvm::dyn_cast_or_null<clang::IfStmt>(left_out)) { // else if
      add(chained->getThen());
      add(chained->getElse());
    }
    const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(left_out);
    if (block && is_balanced(*block, ast_))
      ranges_.push_back(range_of(block->getSourceRange(), ast_.getSourceManager()));
  }

  const clang::ASTContext& ast_;
  bool collecting_ = true;
  std::map<clang::SourceLocation, bool> taken_; // of the instance: is the condition true?
  std::vector<Range> ranges_;
};

class Classes : public clang::RecursiveASTVisitor<Classes> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitCXXRecordDecl(clang::CXXRecordDecl* record) {
    if (record->isThisDeclarationADefinition()) all.push_back(record);
    return true;
  }
  std::vector<clang::CXXRecordDecl*> all;
};

class Finder {
public:
  Finder(const std::vector<clang::FunctionDecl*>& functions, const Unit& unit, Taint& taint)
      : functions_(functions), unit_(unit), sources_(unit.ast->getSourceManager()), taint_(taint),
        tainting_(unit, taint) {
    for (clang::FunctionDecl* f : functions) {
      ranges_.push_back(range_of(f->getSourceRange(), sources_));
      bodies_.push_back(range_of(f->getBody()->getSourceRange(), sources_));
    }
    Classes classes;
    classes.TraverseAST(*unit.ast);
    classes_ = std::move(classes.all);
  }

  Broken run(const std::vector<ClangError>& errors) {
    for (const ClangError& error : errors)
      add(error);
    do
      search();
    while (taint_constants());
    return std::move(broken_);
  }

private:
  void search() {
    const LostNames lost = lost_names(classes_, unit_, taint_);
    TaintedClasses tainted(taint_);
    for (clang::FunctionDecl* f : functions_) {
      if (broken_.contains(f->getCanonicalDecl())) continue;
      Search search(tainted);
      search.TraverseDecl(f);
      if (!search.what.empty())
        broken_.try_emplace(f->getCanonicalDecl(), search.what, unit_.loc(search.at));
      else if (auto word = find_word(lost, *f, unit_))
        broken_.try_emplace(f->getCanonicalDecl(), std::move(*word));
    }
  }

  // What a constant function is not understood to compute may have decided what a declaration is,
  // or which branch is there. Are there any such that were not known?
  bool taint_constants() {
    const auto size = [&] {
      return taint_.names.size() + taint_.classes.size() + taint_.operators.has_value();
    };
    const std::size_t before = size();
    for (const clang::FunctionDecl* f : functions_) {
      const auto why = broken_.find(f->getCanonicalDecl());
      if (why == broken_.end() || !f->isConstexpr() || is_foreign(f->getLocation(), sources_))
        continue;
      if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(f);
          method && !f->getDeclName().isIdentifier())
        taint_.classes.try_emplace(method->getParent()->getCanonicalDecl(), why->second);
      else if (f->getDeclName().isIdentifier())
        taint_.names.try_emplace(f->getNameAsString(), why->second);
      else if (!taint_.operators)
        taint_.operators = why->second;
    }
    return size() != before;
  }

  static std::string reason(const ClangError& error) {
    return error.is_of_compiler ? std::string(does_not_compile) + error.message : error.message;
  }

  void add(const ClangError& error) {
    for (const clang::Decl* d : error.within) {
      if (const auto* f = llvm::dyn_cast<clang::FunctionDecl>(d)) {
        broken_.try_emplace(f->getCanonicalDecl(), reason(error), unit_.loc(error.at));
        return;
      }
      if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(d))
        taint_.classes.try_emplace(record->getCanonicalDecl(), error.message, unit_.loc(error.at));
      else if (const auto* other = llvm::dyn_cast<clang::NamedDecl>(d))
        taint_.names.try_emplace(other->getNameAsString(), error.message, unit_.loc(error.at));
    }
    ClangError outside = error;
    if (!error.within.empty()) outside.at = error.asked_from;
    if (outside.at.isInvalid()) {
      if (!taint_.all) taint_.all = NotUnderstood{reason(error), {}};
      return;
    }
    if (add_to_functions(outside)) return;
    outside.at = before_lambdas(outside.at);
    if (!taint_.outside) taint_.outside = NotUnderstood{reason(error), unit_.loc(outside.at)};
    tainting_.add(outside, classes_);
  }

  // To those around it. What stands before a body may be another function than the one it seems.
  bool add_to_functions(const ClangError& error) {
    const Place at = place_of(error.at, sources_);
    bool in_body = false;
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      if (!ranges_[i].covers(at)) continue;
      in_body = in_body || (bodies_[i].covers(at) && !is_lambda(*functions_[i]));
      if (bodies_[i].covers(at) && Discarded(*functions_[i], *unit_.ast).covers(at)) continue;
      broken_.try_emplace(functions_[i]->getCanonicalDecl(), reason(error), unit_.loc(error.at));
    }
    return in_body;
  }

  static bool is_lambda(const clang::FunctionDecl& f) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&f);
    return method && method->getParent()->isLambda();
  }
  // Where the first of those begins that stand around a place: the declaration that holds it is
  // not what it seems.
  clang::SourceLocation before_lambdas(clang::SourceLocation at) const {
    clang::SourceLocation first = at;
    for (std::size_t i = 0; i < functions_.size(); ++i)
      if (is_lambda(*functions_[i]) && ranges_[i].covers(place_of(at, sources_)) &&
          ranges_[i].begin < place_of(first, sources_))
        first = functions_[i]->getSourceRange().getBegin();
    return first;
  }

  const std::vector<clang::FunctionDecl*>& functions_;
  const Unit& unit_;
  const clang::SourceManager& sources_;
  Taint& taint_;
  Tainting tainting_;
  std::vector<Range> ranges_, bodies_;
  std::vector<clang::CXXRecordDecl*> classes_;
  Broken broken_;
};

} // namespace

Broken find_broken(const std::vector<clang::FunctionDecl*>& functions,
                   const std::vector<ClangError>& errors, const Unit& unit, Taint& taint) {
  if (errors.empty()) return {};
  return Finder(functions, unit, taint).run(errors);
}

std::optional<NotUnderstood> host_doubt(const Broken& broken, const Taint& taint) {
  std::optional<NotUnderstood> first = taint.outside;
  for (const auto& [f, why] : broken) {
    const bool is_device =
        f->hasAttr<clang::CUDADeviceAttr>() && !f->hasAttr<clang::CUDAHostAttr>();
    if (is_device || f->hasAttr<clang::CUDAGlobalAttr>()) continue;
    if (!first || why.loc < first->loc) first = why;
  }
  return first;
}

} // namespace heddle::cuda
