#include "cuda/parse/lost/words.hpp"

#include "cuda/parse/lost/search.hpp"
#include "cuda/parse/text.hpp"

#include <clang/Lex/Lexer.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>

#include <algorithm>

namespace heddle::cuda {

namespace {

// Where the tree of a declaration names its own variables and fields: such a word is no other's.
class OwnWords : public clang::RecursiveASTVisitor<OwnWords> {
public:
  explicit OwnWords(const clang::Decl& d) { TraverseDecl(const_cast<clang::Decl*>(&d)); }
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitVarDecl(clang::VarDecl* d) {
    if (!d->isInvalidDecl() && !d->hasExternalStorage()) at.insert(d->getLocation());
    return true;
  }
  bool VisitFieldDecl(clang::FieldDecl* d) {
    if (!d->isInvalidDecl()) at.insert(d->getLocation());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* e) {
    const auto* d = llvm::dyn_cast<clang::VarDecl>(e->getDecl());
    if (d && !d->isInvalidDecl() && d->isLocalVarDeclOrParm()) at.insert(e->getLocation());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr* e) {
    if (llvm::isa<clang::FieldDecl>(e->getMemberDecl()) && !e->getMemberDecl()->isInvalidDecl())
      at.insert(e->getMemberLoc());
    return true;
  }
  std::set<clang::SourceLocation> at;
};

// Looks for names in texts.
class Words {
public:
  Words(const LostNames& names, const Unit& unit)
      : names_(names), unit_(unit), preprocessor_(unit.sema->getPreprocessor()) {}

  // `of`: the function or class that the text is of, if it is one.
  std::optional<NotUnderstood> in(clang::SourceRange range, const clang::Decl* of = nullptr) {
    found_.reset();
    macros_.clear();
    own_.reset();
    of_ = of;
    if (range.isInvalid() || names_.empty()) return std::nullopt;
    for_each_word(range, *unit_.ast, [&](llvm::StringRef word, clang::SourceLocation at) {
      if (word == "for" && is_over_range(at)) look_at_range(at);
      look_at(word, at);
    });
    return found_;
  }

private:
  // What begin() and end() say: other loops name neither.
  void look_at_range(clang::SourceLocation at) {
    look_at("begin", at);
    look_at("end", at);
  }

  // for (T x : range): a colon between the brackets that no `?` asks for. One that a macro may
  // hold counts as well.
  bool is_over_range(clang::SourceLocation at) const {
    const clang::SourceManager& sources = unit_.ast->getSourceManager();
    const auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(at));
    const llvm::StringRef text = sources.getBufferData(file);
    clang::Lexer lexer(sources.getLocForStartOfFile(file), unit_.ast->getLangOpts(), text.begin(),
                       text.begin() + offset, text.end());
    clang::Token token;
    lexer.LexFromRawLexer(token); // `for`
    int depth = 0, asked = 0;
    do {
      lexer.LexFromRawLexer(token);
      if (token.is(clang::tok::l_paren)) ++depth;
      if (token.is(clang::tok::r_paren)) --depth;
      if (token.is(clang::tok::question)) ++asked;
      if (token.is(clang::tok::colon) && --asked < 0) return true;
      if (token.is(clang::tok::raw_identifier)) {
        const clang::IdentifierInfo& name =
            *preprocessor_.getIdentifierInfo(token.getRawIdentifier());
        std::unordered_set<const clang::IdentifierInfo*> seen;
        if (depth == 0 || holds_colon(name, seen)) return true;
      }
    } while (depth > 0 && token.isNot(clang::tok::eof));
    return token.is(clang::tok::eof);
  }
  bool holds_colon(const clang::IdentifierInfo& name,
                   std::unordered_set<const clang::IdentifierInfo*>& seen) const {
    if (!name.hadMacroDefinition() || !seen.insert(&name).second) return false;
    const clang::MacroInfo* macro = preprocessor_.getMacroInfo(&name);
    return !macro || std::ranges::any_of(macro->tokens(), [&](const clang::Token& part) {
      const clang::IdentifierInfo* inner = part.getIdentifierInfo();
      return part.is(clang::tok::colon) || (inner && holds_colon(*inner, seen));
    });
  }

  void look_at(llvm::StringRef name, clang::SourceLocation at) {
    if (found_) return;
    if (const auto it = names_.find(name.str()); it != names_.end()) {
      if (is_own(at)) return;
      found_ = NotUnderstood{"'" + name.str() +
                                 "', whose declaration is not understood: " + it->second.reason,
                             unit_.loc(at)};
      return;
    }
    clang::IdentifierInfo* identifier = preprocessor_.getIdentifierInfo(name);
    if (!identifier->hadMacroDefinition() || !macros_.insert(identifier).second) return;
    const clang::MacroInfo* macro = preprocessor_.getMacroInfo(identifier);
    for (const clang::Token& part : macro ? macro->tokens() : llvm::ArrayRef<clang::Token>())
      if (const clang::IdentifierInfo* inner = part.getIdentifierInfo()) {
        if (part.is(clang::tok::kw_for)) look_at_range(at);
        look_at(inner->getName(), at);
      }
  }

  bool is_own(clang::SourceLocation at) {
    if (!of_) return false;
    if (!own_) own_.emplace(*of_);
    return own_->at.contains(at);
  }

  const LostNames& names_;
  const Unit& unit_;
  clang::Preprocessor& preprocessor_;
  const clang::Decl* of_ = nullptr;
  std::optional<OwnWords> own_;
  std::optional<NotUnderstood> found_;
  std::unordered_set<const clang::IdentifierInfo*> macros_;
};

// Declarations outside of functions that are not what they seem. One pass; names that it adds may
// make others of the kind.
class Declarations : public clang::RecursiveASTVisitor<Declarations> {
public:
  Declarations(LostNames& names, Taint& taint, const Unit& unit)
      : names_(names), taint_(taint), classes_(taint), words_(names, unit), unit_(unit) {}

  bool VisitNamedDecl(clang::NamedDecl* d) {
    if (d->getParentFunctionOrMethod() ||
        is_foreign(d->getLocation(), unit_.ast->getSourceManager()))
      return true;
    if (d->isInvalidDecl())
      add_invalid(*d);
    else if (is_of_tainted(*d))
      add(*d, "its type is not understood");
    if (const auto* t = llvm::dyn_cast<clang::TemplateDecl>(d))
      if (const auto word = words_.in(t->getTemplateParameters()->getSourceRange()))
        add(*d, word->reason);
    if (const auto* list = llvm::dyn_cast<clang::EnumDecl>(d))
      if (const auto word = words_.in(list->getSourceRange()))
        for (const clang::EnumConstantDecl* one : list->enumerators())
          add(*one, word->reason);
    return true;
  }

private:
  void add(const clang::NamedDecl& d, const std::string& why) {
    if (d.getDeclName().isIdentifier() && !d.getName().empty())
      names_.try_emplace(d.getNameAsString(), NotUnderstood{why, unit_.loc(d.getLocation())});
  }
  void add_invalid(const clang::NamedDecl& d) {
    const NotUnderstood why{"it does not compile", unit_.loc(d.getLocation())};
    if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(d.getDeclContext())) {
      taint_.classes.try_emplace(record->getCanonicalDecl(), why); // also of calls without a name
      return;
    }
    if (d.getDeclName().isIdentifier())
      add(d, why.reason);
    else if (!taint_.operators)
      taint_.operators = why;
  }
  bool is_of_tainted(const clang::NamedDecl& d) {
    clang::QualType type;
    if (const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(&d))
      type = alias->getUnderlyingType();
    else if (const auto* f = d.getAsFunction())
      type = f->getReturnType();
    else if (const auto* value = llvm::dyn_cast<clang::ValueDecl>(&d))
      type = value->getType();
    if (type.isNull()) return false;
    type = type.getNonReferenceType();
    while (type->isAnyPointerType() || type->isArrayType())
      type = type->isArrayType() ? clang::QualType(type->getPointeeOrArrayElementType(), 0)
                                 : type->getPointeeType();
    const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
    return record && classes_.why(record);
  }

  LostNames& names_;
  Taint& taint_;
  TaintedClasses classes_;
  Words words_;
  const Unit& unit_;
};

} // namespace

LostNames lost_names(const std::vector<clang::CXXRecordDecl*>& classes, const Unit& unit,
                     Taint& taint) {
  LostNames names;
  const auto size = [&] { return names.size() + taint.classes.size(); };
  std::size_t before = 0;
  do {
    before = size();
    Declarations declarations(names, taint, unit);
    // what is invalid is among no consumer's declarations
    for (clang::Decl* d : unit.ast->getTranslationUnitDecl()->noload_decls())
      if (!is_foreign(d->getLocation(), unit.ast->getSourceManager())) declarations.TraverseDecl(d);
    Words words(names, unit);
    for (const clang::CXXRecordDecl* record : classes)
      if (!is_foreign(record->getLocation(), unit.ast->getSourceManager()))
        if (auto word = words.in(record->getSourceRange(), record))
          taint.classes.try_emplace(record->getCanonicalDecl(), std::move(*word));
    for (const auto& [record, why] : taint.classes)
      names.try_emplace(record->getNameAsString(), why);
  } while (before != size());
  names.erase("");
  return names;
}

std::optional<NotUnderstood> find_word(const LostNames& names, const clang::FunctionDecl& f,
                                       const Unit& unit) {
  if (is_foreign(f.getLocation(), unit.ast->getSourceManager())) return std::nullopt;
  return Words(names, unit).in(f.getSourceRange(), &f);
}

} // namespace heddle::cuda
