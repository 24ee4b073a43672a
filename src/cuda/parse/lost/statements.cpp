#include "cuda/parse/lost/statements.hpp"

#include "cuda/parse/lost/named_syncs.hpp"
#include "cuda/parse/precompiled.hpp"
#include "cuda/parse/unit.hpp"

#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>

namespace heddle::cuda {

namespace {

constexpr std::size_t nowhere = std::string::npos;
constexpr unsigned max_nesting = 200; // of statements within each other
constexpr std::size_t max_functions = 500;

const clang::FunctionDecl* callee_of(const clang::Expr* e) {
  const auto* call = llvm::dyn_cast_or_null<clang::CallExpr>(e ? e->IgnoreParenCasts() : nullptr);
  return call ? call->getDirectCallee() : nullptr;
}

const clang::MemberExpr* member_of(const clang::Expr* call) {
  const auto* c = llvm::dyn_cast<clang::CallExpr>(call->IgnoreParenCasts());
  return c ? llvm::dyn_cast<clang::MemberExpr>(c->getCallee()->IgnoreParenImpCasts()) : nullptr;
}

// Of cooperative groups; others have no kind here.
std::optional<SourceSync::Kind> group_kind(clang::QualType type) {
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  const std::string name = record ? record->getQualifiedNameAsString() : "";
  if (name == "cooperative_groups::thread_block") return SourceSync::Kind::block;
  if (name == "cooperative_groups::thread_block_tile") return SourceSync::Kind::tile;
  if (name == "cooperative_groups::grid_group") return SourceSync::Kind::grid;
  return std::nullopt;
}

// __syncthreads(), __syncwarp(..), or the barrier of a cooperative group.
std::optional<SourceSync::Kind> barrier_kind(const clang::Stmt* s) {
  const auto* e = llvm::dyn_cast_or_null<clang::Expr>(s);
  if (!e) return std::nullopt;
  e = e->IgnoreUnlessSpelledInSource();
  const clang::FunctionDecl* f = callee_of(e);
  if (!f) return std::nullopt;
  const std::string name = f->getNameAsString();
  if (name == "__syncthreads") return SourceSync::Kind::block;
  if (name == "__syncwarp") return SourceSync::Kind::warp;
  if (const auto* member = member_of(e); member && name == "sync") // static in most groups
    return group_kind(member->getBase()->getType());
  if (f->getQualifiedNameAsString() != "cooperative_groups::sync" &&
      f->getQualifiedNameAsString() != "cooperative_groups::synchronize")
    return std::nullopt;
  return f->getNumParams() == 1 ? group_kind(f->getParamDecl(0)->getType()) : std::nullopt;
}

// The barrier of a group that a variable is, if it is a tile or a grid: blocks need none.
void add_group(const clang::VarDecl& v, std::vector<SourceSync>& to) {
  const auto kind = group_kind(v.getType());
  if (kind && *kind != SourceSync::Kind::block && v.getIdentifier() && !v.getLocation().isMacroID())
    to.push_back({*kind, v.getName().str() + ".sync();"});
}

// Fences between proxies, and behind the initialisation of mbarriers, are not for other blocks.
bool is_of_proxies(const std::string& name) {
  return name.find("proxy") != std::string::npos || name.find("async") != std::string::npos ||
         name.find("barrier_init") != std::string::npos;
}

// What is in a function of the file is seen there.
bool is_fence(const clang::FunctionDecl& f) {
  const std::string name = f.getNameAsString();
  if (name.find("fence") == std::string::npos || is_of_proxies(name)) return false;
  const clang::FunctionDecl* decl = nullptr;
  return !f.hasBody(decl) ||
         !f.getASTContext().getSourceManager().isInMainFile(decl->getLocation());
}

// Fences, and loads that others' stores are waited for with, in assembly.
bool waits(const std::string& assembly) {
  static const std::regex words(
      R"(membar|(?:^|[^a-z_.])fence\.(?!proxy|mbarrier_init)|\bld\.(?:volatile|acquire|relaxed))");
  return std::regex_search(assembly, words);
}

// What an expression or declaration holds, without going into statements that have parts.
class Inside : public clang::RecursiveASTVisitor<Inside> {
public:
  explicit Inside(const std::set<const clang::VarDecl*>& by_thread) : by_thread_(by_thread) {}
  bool shouldVisitTemplateInstantiations() const { return true; }

  std::vector<std::pair<const clang::Expr*, const clang::FunctionDecl*>> calls;
  bool thread = false, fence = false, assembly = false, named = false, atomic = false;

  bool VisitCallExpr(clang::CallExpr* call) {
    if (const clang::FunctionDecl* f = call->getDirectCallee()) {
      calls.emplace_back(call, f);
      fence = fence || is_fence(*f);
      const bool of_cuda = f->getQualifiedNameAsString().starts_with("cuda::");
      named = named || of_cuda;
      atomic = atomic || of_cuda || f->getNameAsString().starts_with("atomic");
    }
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) {
    if (made->getConstructor()->isUserProvided()) calls.emplace_back(made, made->getConstructor());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* ref) {
    const auto* v = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    thread = thread || (v && (v->getName() == "threadIdx" || by_thread_.contains(v)));
    return true;
  }
  bool VisitCastExpr(clang::CastExpr* cast) {
    fence = fence || (cast->getCastKind() == clang::CK_LValueToRValue &&
                      cast->getSubExpr()->getType().isVolatileQualified());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* op) {
    fence = fence || (op->isAssignmentOp() && op->getLHS()->getType().isVolatileQualified());
    return true;
  }
  bool VisitGCCAsmStmt(clang::GCCAsmStmt* s) {
    assembly = true;
    const std::string text = s->getAsmString()->getString().str();
    named = named || text.find("bar") != std::string::npos;
    fence = fence || waits(text);
    return true;
  }

private:
  const std::set<const clang::VarDecl*>& by_thread_;
};

// Local variables that may differ between threads, as far as assignments show: a guess that only
// decides what is asked first.
std::set<const clang::VarDecl*> thread_variables(const clang::Stmt* body) {
  struct Assignments : clang::RecursiveASTVisitor<Assignments> {
    std::vector<std::pair<const clang::VarDecl*, clang::Expr*>> all;
    bool VisitVarDecl(clang::VarDecl* v) {
      if (v->hasLocalStorage() && v->getInit()) all.emplace_back(v, v->getInit());
      return true;
    }
    bool VisitBinaryOperator(clang::BinaryOperator* op) {
      if (!op->isAssignmentOp()) return true;
      if (const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(op->getLHS()->IgnoreParenImpCasts()))
        if (const auto* v = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
          all.emplace_back(v, op->getRHS());
      return true;
    }
  } assignments;
  assignments.TraverseStmt(const_cast<clang::Stmt*>(body));
  std::set<const clang::VarDecl*> found;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [v, value] : assignments.all) {
      Inside inside(found);
      inside.TraverseStmt(value);
      if (inside.thread) changed = found.insert(v).second || changed;
    }
  }
  return found;
}

class Walker {
public:
  explicit Walker(const Unit& unit)
      : unit_(unit), sources_(unit.ast->getSourceManager()), language_(unit.ast->getLangOpts()),
        named_(*unit.ast) {}

  SourceTree run() {
    tree_.text = sources_.getBufferData(sources_.getMainFileID()).str();
    for (const KernelCode& kernel : unit_.kernels)
      if (const auto function = kernel.decl ? number_of(kernel.decl) : std::nullopt)
        tree_.kernels.push_back({kernel.name, *function});
      else
        tree_.others.push_back(kernel.name);
    while (!waiting_.empty()) {
      const auto [decl, number] = waiting_.back();
      waiting_.pop_back();
      walk(decl, number);
    }
    return std::move(tree_);
  }

private:
  using Kind = SourceStatement::Kind;

  // Of a function whose body is in the file.
  std::optional<std::size_t> number_of(const clang::FunctionDecl* f) {
    const clang::FunctionDecl* decl = nullptr;
    if (!f->hasBody(decl) || !decl->getBody()) return std::nullopt;
    const auto known = numbers_.find(decl);
    if (known != numbers_.end()) return known->second;
    const auto extent = whole(decl->getBody()->getSourceRange());
    if (!extent || tree_.functions.size() == max_functions) return std::nullopt;
    const std::size_t number = tree_.functions.size();
    tree_.functions.push_back({*extent, {}});
    numbers_.emplace(decl, number);
    waiting_.emplace_back(decl, number);
    return number;
  }

  void walk(const clang::FunctionDecl* decl, std::size_t number) {
    by_thread_ = thread_variables(decl->getBody());
    SourceFunction function{tree_.functions[number].extent, {}};
    current_ = &function;
    is_named_sync_ = named_.is_body_of(decl);
    is_of_host_ = decl->hasAttr<clang::CUDAHostAttr>() || decl->isConstexpr();
    for (const clang::ParmVarDecl* parameter : decl->parameters())
      add_group(*parameter, function.groups);
    SourceStatement body = block(decl->getBody(), 0);
    if (!body.braces) body.open.assign(body.open.size(), false); // `try` around a body
    function.body = std::move(body);
    current_ = nullptr;
    tree_.functions[number] = std::move(function);
  }

  // Where a token begins or ends in the file; of a macro, where its use does.
  std::size_t begin_of(clang::SourceLocation at) const {
    const auto [file, offset] = sources_.getDecomposedLoc(sources_.getExpansionLoc(at));
    return file == sources_.getMainFileID() ? offset : nowhere;
  }
  std::size_t end_of(clang::SourceLocation at) const {
    if (at.isInvalid()) return nowhere;
    const clang::SourceLocation last = sources_.getExpansionRange(at).getEnd();
    const std::size_t begin = begin_of(last);
    if (begin == nowhere) return nowhere;
    return begin + clang::Lexer::MeasureTokenLength(last, sources_, language_);
  }
  // Of text that no macro makes a part of.
  std::optional<Extent> whole(clang::SourceRange range) const {
    if (range.isInvalid() || range.getBegin().isMacroID() || range.getEnd().isMacroID())
      return std::nullopt;
    const std::size_t begin = begin_of(range.getBegin()), end = end_of(range.getEnd());
    if (begin == nowhere || end == nowhere || end < begin) return std::nullopt;
    return Extent{begin, end};
  }
  // Behind the next token where that is `kind`.
  std::size_t behind(std::size_t offset, clang::tok::TokenKind kind) const {
    if (offset == nowhere) return nowhere;
    const clang::SourceLocation at =
        sources_.getLocForStartOfFile(sources_.getMainFileID()).getLocWithOffset(int(offset));
    clang::Token token;
    if (clang::Lexer::getRawToken(at, token, sources_, language_, true)) return nowhere;
    return token.is(kind) ? end_of(token.getLocation()) : nowhere;
  }

  static const clang::Stmt* last_part(const clang::Stmt* s) {
    if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(s))
      return branch->getElse() ? branch->getElse() : branch->getThen();
    if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(s)) return loop->getBody();
    if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(s)) return loop->getBody();
    if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(s)) return loop->getBody();
    if (const auto* branch = llvm::dyn_cast<clang::SwitchStmt>(s)) return branch->getBody();
    if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(s)) return label->getSubStmt();
    if (const auto* label = llvm::dyn_cast<clang::SwitchCase>(s)) return label->getSubStmt();
    if (const auto* more = llvm::dyn_cast<clang::AttributedStmt>(s)) return more->getSubStmt();
    return nullptr;
  }

  // With the semicolon; where a macro holds that, without.
  std::size_t statement_end(const clang::Stmt* s) const {
    while (const clang::Stmt* part = last_part(s))
      s = part;
    const std::size_t end = end_of(s->getEndLoc());
    if (llvm::isa<clang::CompoundStmt>(s) || llvm::isa<clang::NullStmt>(s) ||
        llvm::isa<clang::DeclStmt>(s) || llvm::isa<clang::CXXTryStmt>(s))
      return end;
    const std::size_t semicolon = behind(end, clang::tok::semi);
    return semicolon == nowhere ? end : semicolon;
  }

  SourceStatement block(const clang::Stmt* s, unsigned depth, std::size_t header_end = nowhere) {
    SourceStatement result{Kind::block, {begin_of(s->getBeginLoc()), statement_end(s)}};
    const auto* compound = llvm::dyn_cast<clang::CompoundStmt>(s);
    result.braces = compound != nullptr;
    std::vector<const clang::Stmt*> statements;
    if (compound)
      statements.assign(compound->body_begin(), compound->body_end());
    else
      statements = {s};
    for (const clang::Stmt* part : statements)
      add(result, part, depth + 1);
    const bool editable =
        !is_of_host_ && whole(s->getSourceRange()).has_value() && is_in_text(result) &&
        (compound || (header_end != nowhere && !llvm::isa<clang::AttributedStmt>(s) &&
                      is_whole_group(header_end, result.extent.end)));
    result.header_end = editable && !compound ? header_end : 0;
    result.open = open_places(result, editable);
    return result;
  }

  // What the compiler adds, as the body of a copy, or leaves away, as an arm of `if constexpr`, has
  // the extent of some token.
  bool is_in_text(const SourceStatement& block) const {
    const char first = tree_.text[block.extent.begin], last = tree_.text[block.extent.end - 1];
    return block.braces ? first == '{' && last == '}' : last == ';' || last == '}';
  }

  // Does text hold whole groups of `#if` .. `#endif`? Braces around others would be there, or
  // closed, under some conditions only.
  bool is_whole_group(std::size_t begin, std::size_t end) const {
    static const std::regex directive(R"(\n[ \t]*#[ \t]*(if|el|endif))");
    const auto at = [&](std::size_t offset) { return tree_.text.begin() + std::ptrdiff_t(offset); };
    int depth = 0;
    for (std::sregex_iterator it(at(begin), at(end), directive), last; it != last; ++it) {
      const std::string word = (*it)[1];
      depth += word == "if" ? 1 : word == "endif" ? -1 : 0;
      if (depth < 0 || (word == "el" && depth == 0)) return false;
    }
    return depth == 0;
  }

  // A label becomes a part of its own, so that what it labels is one, too.
  void add(SourceStatement& block, const clang::Stmt* s, unsigned depth) {
    while (true) {
      clang::SourceLocation colon;
      if (const auto* label = llvm::dyn_cast<clang::SwitchCase>(s)) {
        colon = label->getColonLoc();
      } else if (const auto* named = llvm::dyn_cast<clang::LabelStmt>(s)) {
        colon = sources_.getLocForStartOfFile(sources_.getMainFileID());
        const std::size_t end = behind(end_of(named->getIdentLoc()), clang::tok::colon);
        colon = end == nowhere ? clang::SourceLocation() : colon.getLocWithOffset(int(end) - 1);
      } else {
        break;
      }
      block.parts.push_back({Kind::simple, {begin_of(s->getBeginLoc()), end_of(colon)}});
      s = last_part(s);
    }
    current_->jumps = current_->jumps || llvm::isa<clang::GotoStmt>(s);
    // `[[fallthrough]];` has to come right before a label.
    const auto* more = llvm::dyn_cast<clang::AttributedStmt>(s);
    const bool leaves = llvm::isa<clang::BreakStmt>(s) || llvm::isa<clang::ContinueStmt>(s) ||
                        llvm::isa<clang::ReturnStmt>(s) || llvm::isa<clang::GotoStmt>(s) ||
                        (more && llvm::isa<clang::NullStmt>(more->getSubStmt()));
    block.parts.push_back(statement(s, depth));
    if (leaves) leaving_.insert(block.parts.back().extent);
  }

  // No place is where a macro makes what stands on both sides, where nothing comes by, and behind a
  // barrier of the block: the one before it does.
  std::vector<bool> open_places(const SourceStatement& block, bool editable) const {
    std::vector<bool> open(block.parts.size() + 1, editable);
    if (!editable) return open;
    for (std::size_t i = 0; i < block.parts.size(); ++i) {
      const SourceStatement& part = block.parts[i];
      const bool placed = part.extent.begin != nowhere && part.extent.end != nowhere;
      if (!placed || leaving_.contains(part.extent)) open[i + 1] = false;
      if (!placed) open[i] = false;
      if (is_block_barrier(part)) open[i + 1] = false;
      if (i > 0 && placed && part.extent.begin < block.parts[i - 1].extent.end) open[i] = false;
      if (placed &&
          std::string_view(";}:").find(tree_.text[part.extent.end - 1]) == std::string::npos)
        open[i + 1] = false; // its end is in a macro
    }
    return open;
  }

  SourceStatement statement(const clang::Stmt* s, unsigned depth) {
    // A pragma before it stays on its line: places are behind what comes before.
    if (const auto* more = llvm::dyn_cast<clang::AttributedStmt>(s))
      return statement(more->getSubStmt(), depth);
    if (llvm::isa<clang::CompoundStmt>(s) && depth < max_nesting) return block(s, depth);
    SourceStatement result{Kind::simple, {begin_of(s->getBeginLoc()), statement_end(s)}};
    std::vector<const clang::Stmt*> header{s};
    bool is_spin = false;
    if (depth < max_nesting) {
      if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(s)) {
        header = {branch->getInit(), branch->getConditionVariableDeclStmt(), branch->getCond()};
        add_branch(result, *branch, depth);
      } else if (const auto* cases = llvm::dyn_cast<clang::SwitchStmt>(s)) {
        header = {cases->getInit(), cases->getConditionVariableDeclStmt(), cases->getCond()};
        result.kind = Kind::branch;
        result.parts.push_back(block(cases->getBody(), depth));
        result.parts.back().open.front() = false; // before the first label
      } else {
        is_spin = add_loop(result, s, header, depth);
      }
    }
    look_into(result, header, is_spin);
    if (result.kind != Kind::simple) return result;
    const auto* declares = llvm::dyn_cast<clang::DeclStmt>(s);
    result.declares = declares != nullptr;
    if (declares)
      for (const clang::Decl* d : declares->decls())
        if (const auto* v = llvm::dyn_cast<clang::VarDecl>(d)) add_group(*v, result.groups);
    if (whole(s->getSourceRange()) && tree_.text[result.extent.end - 1] == ';') set_sync(result, s);
    return result;
  }

  void set_sync(SourceStatement& to, const clang::Stmt* s) const {
    const std::string text = tree_.text.substr(to.extent.begin, to.extent.end - to.extent.begin);
    if (const auto kind = barrier_kind(s)) {
      to.kind = Kind::barrier;
      to.sync = {*kind, text};
    } else if (const auto named = is_named_sync_ ? std::nullopt : named_.of(s)) {
      to.kind = Kind::barrier;
      to.sync = {SourceSync::Kind::named, text, named->id, named->weakened, named->waits};
    }
  }

  void add_branch(SourceStatement& to, const clang::IfStmt& branch, unsigned depth) {
    to.kind = Kind::branch;
    if (branch.getThen())
      to.parts.push_back(block(branch.getThen(), depth, end_of(branch.getRParenLoc())));
    if (branch.getElse())
      to.parts.push_back(block(branch.getElse(), depth, end_of(branch.getElseLoc())));
  }

  // Is it one that only waits?
  bool add_loop(SourceStatement& to, const clang::Stmt* s, std::vector<const clang::Stmt*>& header,
                unsigned depth) {
    const clang::Stmt* body = nullptr;
    clang::SourceLocation header_end;
    if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(s)) {
      header = {loop->getInit(), loop->getConditionVariableDeclStmt(), loop->getCond(),
                loop->getInc()};
      body = loop->getBody();
      header_end = loop->getRParenLoc();
    } else if (const auto* again = llvm::dyn_cast<clang::WhileStmt>(s)) {
      header = {again->getConditionVariableDeclStmt(), again->getCond()};
      body = again->getBody();
      header_end = again->getRParenLoc();
    } else if (const auto* first = llvm::dyn_cast<clang::DoStmt>(s)) {
      header = {first->getCond()};
      body = first->getBody();
      header_end = first->getDoLoc();
    } else if (const auto* each = llvm::dyn_cast<clang::CXXForRangeStmt>(s)) {
      header = {each->getInit(), each->getRangeStmt(), each->getBeginStmt(),  each->getEndStmt(),
                each->getCond(), each->getInc(),       each->getLoopVarStmt()};
      body = each->getBody();
      header_end = each->getRParenLoc();
    }
    if (!body) return false;
    to.kind = Kind::loop;
    to.parts.push_back(block(body, depth, end_of(header_end)));
    const auto* once = llvm::dyn_cast<clang::DoStmt>(s);
    clang::Expr::EvalResult value;
    if (once && !once->getCond()->isValueDependent() &&
        once->getCond()->EvaluateAsRValue(value, *unit_.ast) && value.Val.isInt() &&
        value.Val.getInt() == 0) {
      to.kind = Kind::block; // do { .. } while (0)
      to.open = {false, false};
    }
    return is_idle(body);
  }

  // A loop that does nothing but wait for what its condition reads.
  static bool is_idle(const clang::Stmt* s) {
    if (const auto* all = llvm::dyn_cast<clang::CompoundStmt>(s))
      return std::ranges::all_of(all->body(), is_idle);
    const clang::FunctionDecl* f = callee_of(llvm::dyn_cast<clang::Expr>(s));
    return llvm::isa<clang::NullStmt>(s) || (f && f->getNameAsString() == "__nanosleep");
  }

  void look_into(SourceStatement& to, const std::vector<const clang::Stmt*>& header, bool is_spin) {
    Inside inside(by_thread_);
    for (const clang::Stmt* part : header)
      if (part) inside.TraverseStmt(const_cast<clang::Stmt*>(part));
    to.by_thread = inside.thread;
    current_->waits = current_->waits || inside.fence;
    current_->assembly = current_->assembly || inside.assembly;
    current_->named = current_->named || inside.named;
    current_->waits = current_->waits || (is_spin && inside.atomic);
    for (const auto& [call, f] : inside.calls) {
      if (const auto number = number_of(f))
        to.calls.push_back({{begin_of(call->getBeginLoc()), end_of(call->getEndLoc())}, *number});
    }
  }

  const Unit& unit_;
  const clang::SourceManager& sources_;
  const clang::LangOptions& language_;
  const NamedSyncs named_;
  bool is_named_sync_ = false; // the function that is walked: not a barrier within itself
  bool is_of_host_ = false;    // .. or, too, of the host, which has no barriers
  SourceTree tree_;
  SourceFunction* current_ = nullptr;
  std::map<const clang::FunctionDecl*, std::size_t> numbers_;
  std::vector<std::pair<const clang::FunctionDecl*, std::size_t>> waiting_;
  std::set<const clang::VarDecl*> by_thread_;
  std::set<Extent> leaving_; // statements behind which nothing comes by
};

} // namespace

SourceTree statements_of(const Unit& unit) { return Walker(unit).run(); }

} // namespace heddle::cuda
