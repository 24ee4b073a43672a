#include "cuda/parse/cache.hpp"

#include "cuda/parse/cache_folder.hpp"
#include "cuda/parse/flags.hpp"
#include "cuda/parse/headers.hpp"
#include "cuda/parse/precompiled.hpp"

#include <clang/Basic/Version.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/xxhash.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace heddle::cuda {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t max_cache_bytes = 256 << 20;

// Functions on which Clang looks again at the end of a file, for calls of what their side does not
// have. It offers no way to them, but an explicit instantiation may name what is private.
using Deferred = llvm::SmallSetVector<clang::Decl*, 4>;
Deferred& deferred(clang::Sema& sema);
template <Deferred clang::Sema::*list> struct Reach {
  friend Deferred& deferred(clang::Sema& sema) { return sema.*list; }
};
template struct Reach<&clang::Sema::DeclsToCheckForDeferredDiags>;

// Those of a header that is kept: each file would read them all, with all that they need, and that
// is most of its time. What they call is not kept with them anyway; those that the code of a file
// calls are found from there.
class NoDeferred : public clang::SemaConsumer {
public:
  void InitializeSema(clang::Sema& sema) override { sema_ = &sema; }
  void ForgetSema() override { sema_ = nullptr; }
  void HandleTranslationUnit(clang::ASTContext&) override {
    deferred(*sema_).clear();
    sema_->VTableUses.clear(); // likewise: a file that uses a class says so again
  }

private:
  clang::Sema* sema_ = nullptr;
};

class Precompile : public clang::GeneratePCHAction {
public:
  explicit Precompile(std::string to) : to_(std::move(to)) {}
  bool BeginInvocation(clang::CompilerInstance& compiler) override {
    compiler.getFrontendOpts().OutputFile = to_;
    return clang::GeneratePCHAction::BeginInvocation(compiler);
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> all; // the last one writes
    all.push_back(std::make_unique<NoDeferred>());
    all.push_back(clang::GeneratePCHAction::CreateASTConsumer(compiler, file));
    if (!all.back()) return nullptr;
    return std::make_unique<clang::MultiplexConsumer>(std::move(all));
  }

private:
  std::string to_;
};

// Of Clang, its options, and the text of all of our headers; the number is of how they are kept.
std::string key_of(const std::vector<std::string>& arguments) {
  std::string all = "3 " + clang::getClangFullVersion();
  for (const std::string& argument : arguments)
    all += '\0' + argument;
  for (const auto& [name, text] : headers())
    all += '\0' + std::string(name) + '\0' + std::to_string(text.size()) + '\0' +
           std::to_string(llvm::xxh3_64bits(llvm::StringRef(text.data(), text.size())));
  const llvm::XXH128_hash_t hash = llvm::xxh3_128bits(
      llvm::ArrayRef(reinterpret_cast<const std::uint8_t*>(all.data()), all.size()));
  return llvm::utohexstr(hash.high64) + llvm::utohexstr(hash.low64);
}

// Each set of -D, and each state of our headers, leaves a file: those not used for longest go.
void make_room(const fs::path& in) {
  std::error_code error;
  std::vector<fs::directory_entry> kept;
  for (const fs::directory_entry& entry : fs::directory_iterator(in, error))
    if (entry.path().extension() == ".pch") kept.push_back(entry);
  const auto used = [&](const fs::directory_entry& e) { return e.last_write_time(error); };
  std::ranges::sort(kept, std::ranges::greater{}, used);
  std::uintmax_t bytes = 0;
  for (const fs::directory_entry& entry : kept)
    if ((bytes += entry.file_size(error)) > max_cache_bytes) fs::remove(entry.path(), error);
}

bool make(const std::vector<std::string>& arguments, const fs::path& to,
          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files) {
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  if (access(to.parent_path().c_str(), W_OK) != 0) return false;
  fs::path part = to;
  part += "." + std::to_string(getpid()) + ".part";
  auto manager = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), files);
  clang::IgnoringDiagConsumer silent;
  clang::tooling::ToolInvocation run(arguments, std::make_unique<Precompile>(part.string()),
                                     manager.get());
  run.setDiagnosticConsumer(&silent);
  const bool done = run.run();
  if (done) fs::rename(part, to, error);
  if (!done || error) fs::remove(part, error);
  make_room(to.parent_path());
  return fs::exists(to, error);
}

} // namespace

std::optional<fs::path> cache_folder() {
  const char* wish = std::getenv("HEDDLE_CACHE");
  if (wish && std::string_view(wish) == "off") return std::nullopt;
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/')
    return fs::path(cache) / "heddle";
  std::error_code none; // a home that is not there is not to be made
  if (const char* home = std::getenv("HOME"); home && *home == '/' && fs::is_directory(home, none))
    return fs::path(home) / ".cache" / "heddle";
  return std::nullopt;
}

std::optional<std::string>
precompiled_prelude(const Options& options, const Before& before,
                    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files) {
  const auto at = cache_folder();
  if (!at) return std::nullopt;
  const std::vector<std::string> arguments = prelude_arguments(options, before);
  const fs::path path = *at / ("prelude-" + key_of(arguments) + ".pch");
  std::error_code error;
  if (!fs::exists(path, error) && !make(arguments, path, files)) return std::nullopt;
  fs::last_write_time(path, fs::file_time_type::clock::now(), error); // for make_room
  return path.string();
}

} // namespace heddle::cuda
