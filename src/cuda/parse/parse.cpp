// Runs Clang over a file and hands out what it made.
#include "cuda/parse/asked.hpp"
#include "cuda/parse/before.hpp"
#include "cuda/parse/cache.hpp"
#include "cuda/parse/codegen.hpp"
#include "cuda/parse/flags.hpp"
#include "cuda/parse/given_text.hpp"
#include "cuda/parse/headers.hpp"
#include "cuda/parse/kernels.hpp"
#include "cuda/parse/launch_braces.hpp"
#include "cuda/parse/launch_brackets.hpp"
#include "cuda/parse/lost/broken.hpp"
#include "cuda/parse/percents.hpp"
#include "cuda/parse/recorder.hpp"
#include "cuda/parse/text.hpp"
#include "cuda/parse/unit.hpp"

#include <clang/AST/ASTMutationListener.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <set>
#include <unistd.h>
#include <unordered_map>

namespace heddle::cuda {

namespace {

constexpr std::uintmax_t max_file_bytes = std::uintmax_t{32} << 20;

// How to have the other side of `#ifdef __CUDA_ARCH_FEAT_SM90_ALL`.
std::string defined_by(const std::string& macro) {
  constexpr std::string_view before = "__CUDA_ARCH_FEAT_SM", behind = "_ALL";
  if (!macro.starts_with(before) || !macro.ends_with(behind)) return "default";
  return "default; --arch sm_" +
         macro.substr(before.size(), macro.size() - before.size() - behind.size()) + "a defines it";
}

class ClangUnit : public Unit {
public:
  ClangUnit(Ctx& context, clang::CompilerInstance& compiler)
      : Unit(context), sources_(compiler.getSourceManager()) {
    ast = &compiler.getASTContext();
    sema = &compiler.getSema();
  }

  const clang::FunctionDecl* declaration(const llvm::Function& function) const override {
    return code->declaration(function.getName());
  }
  const clang::FunctionDecl* declaration(const std::string& mangled) const override {
    return code->declaration(mangled);
  }
  const clang::VarDecl* variable(const llvm::GlobalVariable& variable) const override {
    return code->variable(variable);
  }
  const NotUnderstood* problem(const clang::FunctionDecl* function) const override {
    const auto it = broken.find(function->getCanonicalDecl());
    return it == broken.end() ? nullptr : &it->second;
  }
  Loc loc(clang::SourceLocation at) const override {
    if (at.isInvalid()) return {};
    const auto [it, is_new] = locs_.try_emplace(at.getRawEncoding());
    if (!is_new) return it->second;
    const clang::PresumedLoc place = sources_.getPresumedLoc(sources_.getFileLoc(at));
    if (place.isInvalid()) return {};
    return it->second = {file(place.getFilename()), place.getLine(), place.getColumn()};
  }
  Loc loc(const llvm::DILocation* at) const override {
    if (!at || at->getLine() == 0) return {};
    return {file(path(at->getFilename().str(), at->getDirectory().str())), at->getLine(),
            at->getColumn()};
  }

  Broken broken;
  std::unique_ptr<DeviceCode> code;

private:
  // Debug information takes names apart that begin as the current directory does.
  std::string path(const std::string& name, const std::string& folder) const {
    if (paths_.empty())
      for (auto it = sources_.fileinfo_begin(); it != sources_.fileinfo_end(); ++it)
        paths_.insert(it->first.getName().str());
    std::string whole = folder + "/" + name;
    return !paths_.contains(name) && paths_.contains(whole) ? whole : name;
  }
  std::uint32_t file(const std::string& name) const {
    const auto it = files_.find(name);
    if (it != files_.end()) return it->second;
    std::string text;
    if (auto entry = sources_.getFileManager().getFileRef(name)) {
      if (auto buffer = sources_.getMemoryBufferForFileOrNone(*entry))
        text = buffer->getBuffer().str();
    } else {
      llvm::consumeError(entry.takeError());
    }
    return files_[name] = ctx.files.add(name, std::move(text));
  }

  clang::SourceManager& sources_;
  mutable std::map<std::string, std::uint32_t> files_;
  mutable std::unordered_map<clang::SourceLocation::UIntTy, Loc> locs_; // host code asks often
  mutable std::set<std::string> paths_; // of all files that were read
};

// The file, with what is added to it where the command line names instances.
struct Source {
  std::string path;
  std::size_t size = 0;            // of the file itself
  std::optional<std::string> text; // nothing: as it is on the disk
  Before before;
};

Source read_source(const std::string& path, const std::optional<std::string>& given,
                   const Options& options, llvm::vfs::FileSystem& files) {
  Source source{path, 0, {}, {}};
  const auto asked = asked_instances(options.kernels);
  std::string text;
  if (given) {
    text = *given;
  } else {
    const auto file = files.getBufferForFile(path);
    if (!file) return source;
    text = (*file)->getBuffer().str();
  }
  source.before = guess_before(text, path, options.includes, files);
  if (asked.empty() && !given) return source;
  source.size = text.size();
  source.text = text + (asked.empty() ? "" : declarations_of(asked));
  return source;
}

// Deduction guides are for both sides; Clang 19 takes those of users for functions of the host.
// Each is told so as soon as it is declared: what follows in its namespace may use it already.
class Guides : public clang::ASTMutationListener {
public:
  void AddedVisibleDecl(const clang::DeclContext*, const clang::Decl* d) override {
    const auto* tmpl = llvm::dyn_cast<clang::FunctionTemplateDecl>(d);
    auto* guide = llvm::dyn_cast<clang::CXXDeductionGuideDecl>(
        const_cast<clang::Decl*>(tmpl ? tmpl->getTemplatedDecl() : d));
    if (!guide || guide->hasAttr<clang::CUDADeviceAttr>()) return;
    clang::ASTContext& ast = guide->getASTContext();
    guide->addAttr(clang::CUDAHostAttr::CreateImplicit(ast));
    guide->addAttr(clang::CUDADeviceAttr::CreateImplicit(ast));
  }
};

// What nvcc takes and Clang does not, on its way to the parser.
void change_tokens(clang::Preprocessor& preprocessor) {
  // The parser gets the token that the watcher saw, which is no constant.
  preprocessor.setTokenWatcher(
      [percents = Percents(preprocessor),
       braces = LaunchBraces(preprocessor)](const clang::Token& token) mutable {
        percents.see(const_cast<clang::Token&>(token));
        braces.see(const_cast<clang::Token&>(token));
      });
}

// Keeps what the parser hands out until the whole file is read: only then it is known which
// functions are whole.
class Consumer : public clang::SemaConsumer {
public:
  Consumer(clang::CompilerInstance& compiler, Collector& collector, const Source& source, Ctx& ctx,
           const std::function<void(Unit&)>& use)
      : compiler_(compiler), collector_(collector), source_(source), ctx_(ctx), use_(use) {
    watch_macros(compiler.getPreprocessor(), seen_);
    change_tokens(compiler.getPreprocessor());
    watch_hidden(compiler.getPreprocessor(), collector.hidden);
  }

  void InitializeSema(clang::Sema& sema) override { collector_.sema = &sema; }
  void ForgetSema() override { collector_.sema = nullptr; }
  // Those that no kernel can call nor evaluate: to read them, and to make instances of them, takes
  // most of the time of a file that includes <vector>.
  bool shouldSkipFunctionBody(clang::Decl* d) override {
    const clang::FunctionDecl* f = d->getAsFunction();
    return f && !f->hasAttr<clang::CUDADeviceAttr>() &&
           is_of_cxx_library(d->getLocation(), compiler_.getSourceManager());
  }
  clang::ASTMutationListener* GetASTMutationListener() override { return &guides_; }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    // what is taken from a precompiled header only when code is made of its use
    if (code_) return code_->generator().HandleTopLevelDecl(group);
    take_as_types(source_.before.types, group, compiler_.getASTContext());
    decls_.push_back(group);
    return true;
  }
  void HandleInlineFunctionDefinition(clang::FunctionDecl* f) override { inline_.push_back(f); }
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl* v) override { members_.push_back(v); }
  void HandleVTable(clang::CXXRecordDecl* record) override { tables_.push_back(record); }

  void HandleTranslationUnit(clang::ASTContext&) override {
    if (better(source_.before, collector_)) return;
    ClangUnit unit(ctx_, compiler_);
    if (lacks_headers(unit)) return;
    drop_errors_of_asked(unit);
    look_at_own_text(unit);
    const std::vector<clang::FunctionDecl*> functions =
        find_kernels(unit, compiler_.getSema(), collector_, seen_);
    Taint taint;
    unit.broken = find_broken(functions, collector_.errors, unit, taint);
    for (const auto& [function, why] : unit.broken)
      for (clang::FunctionDecl* f : function->redecls())
        if (f->doesThisDeclarationHaveABody()) {
          unit.lost_bodies[f->getCanonicalDecl()] = f->getBody();
          f->setBody(nullptr);
        }
    for (const ClangError& error : collector_.errors) {
      unit.error_places.push_back(error.at.getRawEncoding());
      if (error.is_of_grammar) unit.grammar_error_places.insert(error.at.getRawEncoding());
    }
    for (KernelCode& kernel : unit.kernels)
      if (const NotUnderstood* problem = kernel.decl ? unit.problem(kernel.decl) : nullptr)
        kernel.problems.push_back(*problem);
      else if (taint.all)
        kernel.problems.push_back(*taint.all);
    assume(unit, host_doubt(unit.broken, taint));
    unit.code = std::make_unique<DeviceCode>(compiler_);
    code_ = unit.code.get();
    for (clang::VarDecl* v : members_)
      unit.code->generator().HandleCXXStaticMemberVarInstantiation(v);
    for (clang::FunctionDecl* f : inline_)
      unit.code->generator().HandleInlineFunctionDefinition(f);
    const std::vector<clang::DeclGroupRef> groups = std::move(decls_);
    for (clang::DeclGroupRef group : groups)
      unit.code->generator().HandleTopLevelDecl(group);
    for (clang::CXXRecordDecl* table : tables_)
      unit.code->generator().HandleVTable(table);
    unit.code->finish(unit);
    if (!unit.device) return give_up(unit);
    report(unit);
    use_(unit);
    code_ = nullptr;
  }

private:
  // Headers that hold no error are not gone through, but instances that the file makes of them.
  void look_at_own_text(Unit& unit) {
    const clang::SourceManager& sources = compiler_.getSourceManager();
    for (const ClangError& error : collector_.errors)
      if (is_foreign(error.at, sources)) return;
    std::vector<clang::Decl*> own;
    for (clang::DeclGroupRef group : decls_)
      for (clang::Decl* d : group) {
        if (d->isFromASTFile()) continue; // an instance that the prelude makes for itself
        const auto* f = llvm::dyn_cast<clang::FunctionDecl>(d);
        if ((f && f->isTemplateInstantiation()) || !is_foreign(d->getLocation(), sources))
          own.push_back(d);
      }
    unit.ast->setTraversalScope(own);
  }

  // Of what stands behind the file's own text to read --kernel 'name<..>' (parse/asked.hpp).
  void drop_errors_of_asked(Unit& unit) {
    if (find_declarations(asked_instances(ctx_.options.kernels), *unit.ast).empty()) return;
    const clang::SourceManager& sources = compiler_.getSourceManager();
    std::erase_if(collector_.errors, [&](const ClangError& error) {
      if (error.at.isInvalid()) return false;
      const auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(error.at));
      return file == sources.getMainFileID() && offset >= source_.size;
    });
  }

  // What is printed with every kernel, as it cannot be told which of them it matters to.
  void assume(Unit& unit, const std::optional<NotUnderstood>& host) {
    std::vector<Assumed> all;
    for (const ClangError& missing : collector_.missing_headers) {
      const std::string name = missing.message.substr(0, missing.message.rfind("' file")).substr(1);
      all.push_back({name + ", not found, changes nothing here (-I DIR says where it is)", ""});
    }
    for (const ClangError& objection : collector_.objections)
      all.push_back({"'#error " + objection.message + "' changes nothing here",
                     ctx_.files.describe(unit.loc(objection.at))});
    if (source_.before.toolkit)
      all.push_back({"CUDA's headers are there that the file uses without including them", ""});
    for (const Before::Macro& macro : source_.before.macros)
      all.push_back({macro.name + " is defined: without it '" + declared_with(macro, collector_) +
                         "' is not declared",
                     macro.place});
    for (const std::string& name : source_.before.wrappers)
      all.push_back({name + "(..), which nothing declares, does what it is given", ""});
    if (host)
      all.push_back(
          {"host code launches kernels as what is understood of it says, though this " +
               (host->reason.starts_with(does_not_compile) ? "" : std::string("is not: ")) +
               host->reason,
           ctx_.files.describe(host->loc)});
    if (seen_.arch)
      all.push_back({"__CUDA_ARCH__ is " + std::to_string(ctx_.options.arch * 10),
                     ctx_.options.arch_is_given ? "--arch" : "default"});
    for (const std::string& name : seen_.other_arch)
      all.push_back({name + " is not defined", defined_by(name)});
    for (KernelCode& kernel : unit.kernels)
      kernel.assumed.insert(kernel.assumed.end(), all.begin(), all.end());
    unit.assumed = std::move(all);
  }

  bool lacks_headers(Unit& unit) {
    if (!ctx_.options.strict_headers || collector_.missing_headers.empty()) return false;
    for (const ClangError& missing : collector_.missing_headers)
      ctx_.report(Severity::error, unit.loc(missing.at), missing.message);
    collector_.gave_up = true;
    return true;
  }

  // Code generation has failed: nothing is known of any kernel.
  void give_up(ClangUnit& unit) {
    for (const ClangError& error : unit.code->errors)
      ctx_.report(Severity::error, unit.loc(error.at), error.message);
    if (unit.code->errors.empty())
      ctx_.report(Severity::error, {}, "no code could be made of this file");
    code_ = nullptr;
    collector_.gave_up = true;
  }

  void report(Unit& unit) {
    if (!unit.kernels.empty()) return;
    for (const ClangError& missing : collector_.missing_headers)
      ctx_.report(Severity::note, unit.loc(missing.at), missing.message);
    for (const ClangError& error : collector_.errors)
      ctx_.report(Severity::error, unit.loc(error.at), error.message);
  }

  clang::CompilerInstance& compiler_;
  Collector& collector_;
  const Source& source_;
  Ctx& ctx_;
  const std::function<void(Unit&)>& use_;
  MacrosSeen seen_;
  Guides guides_;
  DeviceCode* code_ = nullptr; // while code is made
  std::vector<clang::DeclGroupRef> decls_;
  std::vector<clang::FunctionDecl*> inline_;
  std::vector<clang::VarDecl*> members_;
  std::vector<clang::CXXRecordDecl*> tables_;
};

class Action : public clang::ASTFrontendAction {
public:
  Action(Collector& collector, const Source& source, Ctx& ctx,
         const std::function<void(Unit&)>& use)
      : collector_(collector), source_(source), ctx_(ctx), use_(use) {}
  bool BeginInvocation(clang::CompilerInstance& compiler) override {
    compiler.getFrontendOpts().SkipFunctionBodies = true; // as the consumer says
    if (source_.text)
      compiler.getPreprocessorOpts().addRemappedFile(
          source_.path,
          llvm::MemoryBuffer::getMemBufferCopy(
              with_launch_brackets(*source_.text).value_or(*source_.text), source_.path)
              .release());
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    // A missing header does not end the parse.
    compiler.getDiagnostics().setFatalsAsError(true);
    return std::make_unique<Consumer>(compiler, collector_, source_, ctx_, use_);
  }

private:
  Collector& collector_;
  const Source& source_;
  Ctx& ctx_;
  const std::function<void(Unit&)>& use_;
};

// Input that nests too deeply ends on an exhausted stack, where Clang's handlers cannot run: they
// get the stack for signals that the program has.
void handle_on_own_stack() {
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) != 0) continue;
    action.sa_flags |= SA_ONSTACK;
    sigaction(signal, &action, nullptr);
  }
}

enum class Reading { done, cache_is_bad, try_again, crashed };

// `source` is changed where something else should be read before it.
Reading read(Source& source, bool use_cache, const llvm::IntrusiveRefCntPtr<Recorder>& disk,
             Ctx& ctx, const std::function<void(Unit&)>& use) {
  Collector collector;
  llvm::CrashRecoveryContext::Enable();
  handle_on_own_stack();
  llvm::CrashRecoveryContext recovery;
  bool is_cached = false, was_used = false;
  const bool survived = recovery.RunSafely([&] {
    const auto system = beside_headers(disk, source.path, source.text);
    const auto kept =
        use_cache ? precompiled_prelude(ctx.options, source.before, system) : std::nullopt;
    is_cached = kept.has_value();
    if (kept) disk->leave_out(*kept);
    auto files = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), system);
    const std::function<void(Unit&)> note_use = [&](Unit& unit) {
      was_used = true;
      use(unit);
    };
    clang::tooling::ToolInvocation run(
        clang_arguments(source.path, ctx.options, source.before, kept),
        std::make_unique<Action>(collector, source, ctx, note_use), files.get());
    run.setDiagnosticConsumer(&collector);
    run.run();
  });
  llvm::CrashRecoveryContext::Disable();
  if (!survived) return Reading::crashed;
  if (was_used || collector.gave_up) return Reading::done;
  if (const auto next = better(source.before, collector)) {
    source.before = *next;
    return Reading::try_again;
  }
  return is_cached ? Reading::cache_is_bad : Reading::done;
}

} // namespace

namespace {

std::string obstacle_to_reading(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    return error == std::errc::too_many_symbolic_link_levels ? "too many levels of symbolic links"
                                                             : "no such file";
  if (!std::filesystem::is_regular_file(path, error)) return "not a regular file";
  if (access(path.c_str(), R_OK) != 0)
    return std::string("cannot be opened: ") + std::strerror(errno);
  if (std::filesystem::file_size(path, error) > max_file_bytes)
    return "the file is larger than 32 MB";
  return "";
}

} // namespace

void parse(const std::string& path, Ctx& ctx, const std::function<void(Unit&)>& use) {
  parse_text(path, std::nullopt, ctx, use);
}

void parse_text(const std::string& path, const std::optional<std::string>& text, Ctx& ctx,
                const std::function<void(Unit&)>& use) {
  const std::string obstacle = text ? "" : obstacle_to_reading(path);
  if (!obstacle.empty()) return ctx.report(Severity::error, {}, obstacle);
  const auto disk = llvm::makeIntrusiveRefCnt<Recorder>();
  // a name may look like an option
  Source source = read_source((path.starts_with('-') ? "./" : "") + path, text, ctx.options, *disk);
  Reading reading = Reading::try_again;
  while (reading == Reading::try_again)
    reading = read(source, true, disk, ctx, use);
  if (reading == Reading::cache_is_bad) reading = read(source, false, disk, ctx, use);
  ctx.inputs = disk->inputs();
  if (reading == Reading::crashed)
    ctx.report(Severity::error, {},
               "the compiler that reads '" + path + "' failed; nothing is known of this file");
}

} // namespace heddle::cuda
