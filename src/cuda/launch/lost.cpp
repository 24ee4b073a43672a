#include "cuda/launch/lost.hpp"

#include <clang/AST/StmtCXX.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>

#include <algorithm>

namespace heddle::cuda {

namespace {

using TokenKind = clang::tok::TokenKind;

// Bytes [begin, end) of a file.
struct Extent {
  clang::FileID file;
  unsigned begin = 0, end = 0;
  bool covers(clang::FileID in, unsigned at) const { return in == file && begin <= at && at < end; }
};

struct Piece {
  unsigned begin = 0, end = 0;
  TokenKind kind = clang::tok::unknown; // of keywords their own
  std::string name;                     // of identifiers and keywords
  bool is_identifier() const { return kind == clang::tok::identifier; }
};

Extent extent_of(clang::SourceRange range, const clang::ASTContext& ast) {
  const clang::SourceManager& sources = ast.getSourceManager();
  const auto expanded = sources.getExpansionRange(range);
  const auto [file, begin] = sources.getDecomposedLoc(expanded.getBegin());
  const auto [end_file, end] = sources.getDecomposedLoc(expanded.getEnd());
  if (range.isInvalid() || file != end_file) return {};
  return {file, begin,
          end + clang::Lexer::MeasureTokenLength(expanded.getEnd(), sources, ast.getLangOpts())};
}

// The text's tokens before macros are replaced, without directives.
std::vector<Piece> pieces_of(const Extent& extent, const clang::ASTContext& ast) {
  std::vector<Piece> pieces;
  if (extent.file.isInvalid()) return pieces;
  const clang::SourceManager& sources = ast.getSourceManager();
  const llvm::StringRef text = sources.getBufferData(extent.file);
  clang::Lexer lexer(sources.getLocForStartOfFile(extent.file), ast.getLangOpts(), text.begin(),
                     text.begin() + extent.begin, text.end());
  clang::Token token;
  bool in_directive = false;
  for (;;) {
    lexer.LexFromRawLexer(token);
    const unsigned at = sources.getFileOffset(token.getLocation());
    if (token.is(clang::tok::eof) || at >= extent.end) return pieces;
    if (token.isAtStartOfLine()) in_directive = token.is(clang::tok::hash);
    if (in_directive) continue;
    Piece piece{at, at + token.getLength(), token.getKind(), {}};
    if (token.is(clang::tok::raw_identifier)) {
      piece.name = token.getRawIdentifier().str();
      piece.kind = ast.Idents.get(piece.name).getTokenID();
    }
    pieces.push_back(std::move(piece));
  }
}

bool opens(TokenKind kind) {
  return kind == clang::tok::l_paren || kind == clang::tok::l_square || kind == clang::tok::l_brace;
}
bool closes(TokenKind kind) {
  return kind == clang::tok::r_paren || kind == clang::tok::r_square || kind == clang::tok::r_brace;
}

// Words behind which control, or what names of types mean, is not followed.
bool is_too_much(TokenKind kind) {
  switch (kind) {
  case clang::tok::kw_goto:
  case clang::tok::kw_case:
  case clang::tok::kw_default:
  case clang::tok::kw_asm:
  case clang::tok::kw_typedef:
  case clang::tok::kw_struct:
  case clang::tok::kw_class:
  case clang::tok::kw_union:
  case clang::tok::kw_enum:
  case clang::tok::kw_template:
  case clang::tok::kw_co_await:
  case clang::tok::kw_co_return:
  case clang::tok::kw_co_yield:
    return true;
  default:
    return false;
  }
}

// Words of a missing header that look like macros may be any statement.
bool is_like_macro(const Piece& piece) {
  return piece.is_identifier() && piece.name.size() > 1 &&
         std::ranges::none_of(piece.name, [](char c) { return c >= 'a' && c <= 'z'; });
}

// Reads tokens that the tree does not hold.
class Reader {
public:
  Reader(const Unit& unit, bool declares)
      : preprocessor_(unit.sema->getPreprocessor()), declares_(declares) {}

  LostText read(const std::vector<Piece>& pieces) {
    for (std::size_t i = 0; i < pieces.size(); ++i)
      look_at(pieces, i);
    if (depth_ != 0) text_.is_followed = false;
    return std::move(text_);
  }

private:
  void look_at(const std::vector<Piece>& pieces, std::size_t i) {
    const Piece& piece = pieces[i];
    const TokenKind before = i > 0 ? pieces[i - 1].kind : clang::tok::unknown;
    const TokenKind next = i + 1 < pieces.size() ? pieces[i + 1].kind : clang::tok::unknown;
    const bool starts = before == clang::tok::unknown || before == clang::tok::semi ||
                        before == clang::tok::l_brace || before == clang::tok::r_brace;
    if (opens(piece.kind)) {
      ++depth_;
      if (piece.kind == clang::tok::l_square && depth_ == 1 &&
          (before == clang::tok::kw_auto || before == clang::tok::amp ||
           before == clang::tok::ampamp))
        open_ = depth_; // auto [a, b]
    }
    if (closes(piece.kind)) {
      if (depth_ == open_) open_ = 0;
      if (--depth_ < 0) text_.is_followed = false;
    }
    if (piece.kind == clang::tok::lesslessless) in_sizes_ = true;
    if (piece.kind == clang::tok::greatergreatergreater) in_sizes_ = false;
    if (is_too_much(piece.kind) ||
        (piece.kind == clang::tok::kw_using && next != clang::tok::kw_namespace))
      text_.is_followed = false;
    if (piece.kind == clang::tok::kw_return) text_.leaves = true;
    if (piece.kind == clang::tok::kw_this) text_.names.insert("this");
    if (!piece.is_identifier()) return;
    if (starts && next == clang::tok::colon) text_.is_followed = false; // a label
    if (starts && is_like_macro(piece)) {
      text_.leaves = true;
      if (next == clang::tok::l_paren) open_ = depth_ + 1;
    }
    text_.names.insert(piece.name);
    if ((open_ > 0 && depth_ >= open_) ||
        (declares_ && depth_ == 0 && !in_sizes_ && may_declare(pieces, i)))
      text_.declared.insert(piece.name);
    add_macro(*preprocessor_.getIdentifierInfo(piece.name));
  }

  // T name, T* name, T<a> name, T a, name
  static bool may_declare(const std::vector<Piece>& pieces, std::size_t i) {
    if (i == 0) return false;
    switch (pieces[i - 1].kind) {
    case clang::tok::greater:
    case clang::tok::greatergreater:
    case clang::tok::star:
    case clang::tok::amp:
    case clang::tok::ampamp:
    case clang::tok::comma:
      return true;
    default:
      return !pieces[i - 1].name.empty();
    }
  }

  void add_macro(const clang::IdentifierInfo& name) {
    if (!name.hadMacroDefinition() || !macros_.insert(&name).second) return;
    const clang::MacroInfo* macro = preprocessor_.getMacroInfo(&name);
    for (const clang::Token& part : macro ? macro->tokens() : llvm::ArrayRef<clang::Token>()) {
      if (is_too_much(part.getKind())) text_.is_followed = false;
      if (part.is(clang::tok::kw_return)) text_.leaves = true;
      const clang::IdentifierInfo* inner = part.getIdentifierInfo();
      if (!inner) continue;
      text_.names.insert(inner->getName().str());
      add_macro(*inner);
    }
  }

  clang::Preprocessor& preprocessor_;
  bool declares_;
  bool in_sizes_ = false;    // of a launch: <<<n, m>>>
  int depth_ = 0, open_ = 0; // open_: the brackets in which names may be declared; 0: none
  std::set<const clang::IdentifierInfo*> macros_;
  LostText text_;
};

class LostFinder : public clang::RecursiveASTVisitor<LostFinder> {
public:
  LostFinder(const Unit& unit, LostTexts& to)
      : unit_(unit), ast_(*unit.ast), sources_(ast_.getSourceManager()), to_(to) {}

  void run(const clang::FunctionDecl& f, const clang::Stmt& body) {
    const Extent whole = extent_of(range_of(f, body, ast_), ast_);
    for (const std::uint32_t raw : unit_.error_places) {
      const auto at = clang::SourceLocation::getFromRawEncoding(raw);
      const auto [file, offset] = sources_.getDecomposedLoc(sources_.getExpansionLoc(at));
      if (whole.covers(file, offset))
        errors_.push_back({file, offset, unit_.grammar_error_places.contains(raw)});
    }
    if (errors_.empty()) return;
    function_ = whole;
    for (clang::ParmVarDecl* p : f.parameters())
      TraverseDecl(p);
    TraverseStmt(const_cast<clang::Stmt*>(&body));
    for (const Error& error : errors_) {
      const auto holds = [&](const Extent& e) { return e.covers(error.file, error.offset); };
      const bool held = std::ranges::any_of(lost_, holds) ||
                        (!error.is_of_grammar && std::ranges::any_of(known_, holds));
      if (!held) to_.is_torn = true;
    }
  }

  bool VisitCompoundStmt(clang::CompoundStmt* s) {
    if (s->getLBracLoc().isMacroID() || s->getRBracLoc().isMacroID()) return true;
    scan(*s);
    return true;
  }
  bool VisitNullStmt(clang::NullStmt* s) {
    const clang::SourceLocation at = s->getSemiLoc();
    if (at.isInvalid() || at.isMacroID()) return true;
    const auto [file, offset] = sources_.getDecomposedLoc(at);
    const char first = sources_.getBufferData(file)[offset];
    if (first == ';' || first == ':' || first == '{') return true; // left out by `if constexpr`
    std::vector<Piece> pieces = pieces_of({file, offset, function_.end}, ast_);
    int depth = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      depth += opens(pieces[i].kind) ? 1 : closes(pieces[i].kind) ? -1 : 0;
      const TokenKind kind = pieces[i].kind;
      if (depth <= 0 && (kind == clang::tok::semi || kind == clang::tok::r_brace))
        pieces.resize(i + 1);
    }
    if (!pieces.empty()) to_.instead[s] = lose(file, pieces, false);
    return true;
  }
  bool VisitExpr(clang::Expr* e) {
    if (!e->containsErrors()) return true;
    know(e->getSourceRange());
    read(*e);
    return true;
  }
  bool VisitDeclStmt(clang::DeclStmt* s) {
    if (is_invalid(*s)) read(*s);
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* d) {
    if (d->isInvalidDecl()) know(d->getSourceRange());
    return true;
  }

private:
  struct Error {
    clang::FileID file;
    unsigned offset = 0;
    bool is_of_grammar = false; // the parser went on somewhere behind it
  };

  // An error there is part of the tree. A place behind the last token may be meant as well.
  void know(clang::SourceRange range) {
    Extent extent = extent_of(range, ast_);
    ++extent.end;
    known_.push_back(extent);
  }

  void read(const clang::Stmt& s) {
    to_.parts.push_back(read_lost(s.getSourceRange(), unit_, false));
    to_.names.insert(to_.parts.back().names.begin(), to_.parts.back().names.end());
  }

  LostText lose(clang::FileID file, const std::vector<Piece>& pieces, bool declares) {
    LostText text = Reader(unit_, declares).read(pieces);
    const auto start = sources_.getLocForStartOfFile(file);
    text.range = {start.getLocWithOffset(static_cast<int>(pieces.front().begin)),
                  start.getLocWithOffset(static_cast<int>(pieces.back().begin))};
    lost_.push_back({file, pieces.front().begin, pieces.back().end});
    if (!text.is_followed) to_.is_torn = true;
    to_.names.insert(text.names.begin(), text.names.end());
    return text;
  }

  // What stands between the statements of a block.
  void scan(const clang::CompoundStmt& s) {
    const Extent block = extent_of(s.getSourceRange(), ast_);
    std::vector<Extent> parts;
    for (const clang::Stmt* part : s.body()) {
      parts.push_back(extent_of(part->getSourceRange(), ast_));
      if (parts.back().file != block.file) return;
    }
    std::vector<Piece> gap;
    Piece last{0, 0, clang::tok::semi, {}}; // of the statement before
    std::size_t next = 0;
    for (const Piece& piece : pieces_of({block.file, block.begin + 1, block.end - 1}, ast_)) {
      while (next < parts.size() && piece.begin >= parts[next].end) {
        add_gap(s, block, next, gap, last);
        ++next;
      }
      if (next < parts.size() && piece.begin >= parts[next].begin) {
        add_gap(s, block, next, gap, last);
        last = piece;
      } else {
        gap.push_back(piece);
      }
    }
    add_gap(s, block, next, gap, last);
    for (std::size_t i = 0; i < parts.size(); ++i)
      add_partly(s, block, i, parts[i]);
  }

  void add_gap(const clang::CompoundStmt& s, const Extent& block, std::size_t at,
               std::vector<Piece>& gap, Piece& last) {
    std::vector<Piece> pieces = std::exchange(gap, {});
    if (pieces.empty()) return;
    const bool is_apart = pieces.front().kind == clang::tok::semi ||
                          last.kind == clang::tok::semi || last.kind == clang::tok::r_brace;
    if (!is_apart) pieces.insert(pieces.begin(), last);
    while (!pieces.empty() && pieces.front().kind == clang::tok::semi)
      pieces.erase(pieces.begin());
    last.kind = clang::tok::semi;
    if (!pieces.empty()) add(s, block, at, lose(block.file, pieces, true), pieces.front().begin);
  }

  // A statement of the tree of which parts may be missing: forgotten behind it.
  void add_partly(const clang::CompoundStmt& s, const Extent& block, std::size_t i,
                  const Extent& part) {
    const clang::Stmt* statement = *(s.body_begin() + i);
    const auto* decls = llvm::dyn_cast<clang::DeclStmt>(statement);
    if (!decls && !llvm::isa<clang::Expr, clang::ReturnStmt>(statement)) return;
    const bool has_errors =
        std::ranges::any_of(errors_, [&](const Error& e) { return part.covers(e.file, e.offset); });
    if (!has_errors && !(decls && is_invalid(*decls))) return;
    LostText text = read_lost(statement->getSourceRange(), unit_, decls != nullptr);
    if (text.is_followed) known_.push_back(part);
    for (const clang::Decl* d : decls ? decls->decls() : clang::DeclStmt::decl_range({}, {}))
      if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(d))
        text.declared.erase(named->getNameAsString());
    to_.names.insert(text.names.begin(), text.names.end());
    add(s, block, i + 1, std::move(text), part.begin);
  }

  void add(const clang::CompoundStmt& s, const Extent& block, std::size_t at, LostText text,
           unsigned from) {
    if (!text.declared.empty()) to_.hidden.push_back({block.file, from, block.end, text.declared});
    const auto [it, is_new] = to_.in_blocks[&s].try_emplace(at, text);
    if (is_new) return;
    it->second.names.merge(text.names);
    it->second.leaves = it->second.leaves || text.leaves;
    it->second.range.setBegin(std::min(it->second.range.getBegin(), text.range.getBegin()));
    it->second.range.setEnd(std::max(it->second.range.getEnd(), text.range.getEnd()));
  }

  const Unit& unit_;
  const clang::ASTContext& ast_;
  const clang::SourceManager& sources_;
  LostTexts& to_;
  Extent function_;
  std::vector<Error> errors_;
  std::vector<Extent> lost_, known_;
};

} // namespace

clang::SourceRange range_of(const clang::FunctionDecl& f, const clang::Stmt& body,
                            const clang::ASTContext& ast) {
  const clang::SourceManager& sources = ast.getSourceManager();
  const auto [file, begin] = sources.getDecomposedLoc(sources.getExpansionLoc(body.getBeginLoc()));
  for (const clang::FunctionDecl* d : f.redecls())
    if (extent_of(d->getSourceRange(), ast).covers(file, begin)) return d->getSourceRange();
  return body.getSourceRange();
}

LostTexts find_lost(const clang::FunctionDecl& f, const clang::Stmt& body, const Unit& unit) {
  LostTexts texts;
  LostFinder(unit, texts).run(f, body);
  return texts;
}

bool is_invalid(const clang::DeclStmt& s) {
  return std::ranges::any_of(s.decls(), [](const clang::Decl* d) { return d->isInvalidDecl(); });
}

LostText read_lost(clang::SourceRange range, const Unit& unit, bool declares) {
  LostText text = Reader(unit, declares).read(pieces_of(extent_of(range, *unit.ast), *unit.ast));
  text.range = range;
  return text;
}

namespace {

// From the kernel's name on, to the end of the statement.
std::vector<Piece> launch_at(clang::SourceLocation kernel, const Unit& unit) {
  const clang::SourceManager& sources = unit.ast->getSourceManager();
  const auto [file, begin] = sources.getDecomposedLoc(sources.getExpansionLoc(kernel));
  const auto rest = sources.getBufferData(file).substr(begin).split(';').first;
  const auto end = begin + static_cast<unsigned>(rest.size());
  return pieces_of({file, begin, end}, *unit.ast);
}

// No macro, wherever it was defined.
bool is_plain_name(const Piece& piece, const Unit& unit) {
  return piece.is_identifier() &&
         !unit.sema->getPreprocessor().getIdentifierInfo(piece.name)->hadMacroDefinition();
}

// Part of a[i].b, p->q, N::c: twice the same is one value.
bool is_of_path(const Piece& piece, const Unit& unit) {
  switch (piece.kind) {
  case clang::tok::period:
  case clang::tok::arrow:
  case clang::tok::coloncolon:
  case clang::tok::kw_this:
  case clang::tok::l_square:
  case clang::tok::r_square:
  case clang::tok::numeric_constant:
    return true;
  default:
    return is_plain_name(piece, unit);
  }
}

// n / 2 + 1, (n + 31) / 32
bool is_of_arithmetic(const Piece& piece, const Unit& unit) {
  switch (piece.kind) {
  case clang::tok::numeric_constant:
  case clang::tok::l_paren:
  case clang::tok::r_paren:
  case clang::tok::plus:
  case clang::tok::minus:
  case clang::tok::star:
  case clang::tok::slash:
  case clang::tok::percent:
    return true;
  default:
    return is_plain_name(piece, unit);
  }
}

} // namespace

OpenAxes read_axes(clang::SourceLocation kernel, const Unit& unit, const IsInteger& is_integer) {
  const clang::SourceManager& sources = unit.ast->getSourceManager();
  const clang::FileID file = sources.getFileID(sources.getExpansionLoc(kernel));
  const std::vector<Piece> pieces = launch_at(kernel, unit);
  auto at = std::ranges::find(pieces, clang::tok::lesslessless, &Piece::kind);
  if (at == pieces.end()) return {};
  const auto ends = [&](const Piece& p, int depth) {
    return depth == 0 &&
           (p.kind == clang::tok::comma || p.kind == clang::tok::greatergreatergreater);
  };
  const auto is_number = [&] { // one that stands alone
    return at != pieces.end() && at->kind == clang::tok::numeric_constant &&
           at + 1 != pieces.end() && ends(at[1], 0);
  };
  const auto is_integral = [&] {
    int depth = 0;
    for (auto part = at; part != pieces.end(); ++part) {
      depth += opens(part->kind) ? 1 : closes(part->kind) ? -1 : 0;
      if (ends(*part, depth)) return part != at;
      if (!is_of_arithmetic(*part, unit) || (part->is_identifier() && !is_integer(part->name)))
        return false;
    }
    return false;
  };
  OpenAxes open = all_axes;
  ++at;
  if (is_integral()) open.grid = along_x;
  if (is_number())
    open.grid = sources.getBufferData(file).slice(at->begin, at->end) == "1" ? 0 : along_x;
  int depth = 0;
  for (; at != pieces.end(); ++at) {
    depth += opens(at->kind) ? 1 : closes(at->kind) ? -1 : 0;
    if (at->kind == clang::tok::less || at->kind == clang::tok::greatergreatergreater)
      return open; // arguments of templates, of which nobody knows where they end
    if (depth == 0 && at->kind == clang::tok::comma) break;
  }
  if (at != pieces.end()) ++at;
  if (is_integral()) open.block = along_x;
  if (is_number()) open.block = 0;
  return open;
}

std::vector<std::string> read_arguments(clang::SourceLocation kernel, const Unit& unit) {
  const clang::SourceManager& sources = unit.ast->getSourceManager();
  const clang::FileID file = sources.getFileID(sources.getExpansionLoc(kernel));
  const std::vector<Piece> pieces = launch_at(kernel, unit);
  auto at = std::ranges::find(pieces, clang::tok::lesslessless, &Piece::kind);
  at = std::find_if(at, pieces.end(),
                    [](const Piece& p) { return p.kind == clang::tok::greatergreatergreater; });
  if (at == pieces.end() || ++at == pieces.end() || at->kind != clang::tok::l_paren) return {};
  std::vector<std::string> found;
  std::string text;
  bool is_path = true;
  int depth = 0;
  for (++at; at != pieces.end(); ++at) {
    depth += opens(at->kind) ? 1 : closes(at->kind) ? -1 : 0;
    if (at->kind == clang::tok::less) return {}; // perhaps of a template, with commas of its own
    if (depth < 0 || (depth == 0 && at->kind == clang::tok::comma)) {
      found.push_back(is_path ? text : "");
      if (depth < 0) return found;
      text.clear();
      is_path = true;
      continue;
    }
    is_path = is_path && is_of_path(*at, unit);
    text += sources.getBufferData(file).slice(at->begin, at->end);
  }
  return {};
}

} // namespace heddle::cuda
