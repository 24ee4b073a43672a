#include "cuda/parse/recorder.hpp"

#include "cuda/parse/flags.hpp"
#include "cuda/parse/hash.hpp"
#include "cuda/parse/headers.hpp"
#include "cuda/parse/launch_brackets.hpp"

#include <llvm/Support/MemoryBuffer.h>

#include <filesystem>
#include <functional>

namespace heddle::cuda {

namespace {

// A file whose content is noted when it is read, and that has launches as Clang knows them.
class RecordedFile : public llvm::vfs::File {
public:
  RecordedFile(std::unique_ptr<llvm::vfs::File> file, std::function<void(llvm::StringRef)> note)
      : file_(std::move(file)), note_(std::move(note)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return file_->status(); }
  llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name,
                                                               std::int64_t size, bool terminated,
                                                               bool is_volatile) override {
    auto buffer = file_->getBuffer(name, size, terminated, is_volatile);
    if (!buffer) return buffer;
    const llvm::StringRef text = (*buffer)->getBuffer();
    note_(text);
    if (const auto joined = with_launch_brackets({text.data(), text.size()}))
      return llvm::MemoryBuffer::getMemBufferCopy(*joined, (*buffer)->getBufferIdentifier());
    return buffer;
  }
  std::error_code close() override { return file_->close(); }

private:
  std::unique_ptr<llvm::vfs::File> file_;
  std::function<void(llvm::StringRef)> note_;
};

} // namespace

// A file that was read, or a folder that was listed, says more than that it is there.
void Recorder::note(const std::string& path, const std::string& state) {
  if (path == left_out_) return;
  std::string& known = seen_[path];
  if (known.empty() || known == input_is_file || known == input_is_folder) known = state;
}

llvm::ErrorOr<llvm::vfs::Status> Recorder::status(const llvm::Twine& path) {
  auto found = ProxyFileSystem::status(path);
  note(path.str(), !found                 ? input_is_missing
                   : found->isDirectory() ? input_is_folder
                                          : input_is_file);
  return found;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> Recorder::openFileForRead(const llvm::Twine& path) {
  auto file = ProxyFileSystem::openFileForRead(path);
  const std::string name = path.str();
  if (file && name == left_out_) return file; // megabytes, of which a file needs but a few pages
  if (!file) {
    note(name, input_is_missing);
    return file;
  }
  return std::unique_ptr<llvm::vfs::File>(
      std::make_unique<RecordedFile>(std::move(*file), [this, name](llvm::StringRef text) {
        note(name, hash_of({text.data(), text.size()}));
      }));
}

llvm::vfs::directory_iterator Recorder::dir_begin(const llvm::Twine& path, std::error_code& error) {
  note(path.str(), listing_of(path.str()));
  return ProxyFileSystem::dir_begin(path, error);
}

std::vector<Input> Recorder::inputs() const {
  std::vector<Input> all;
  for (const auto& [path, state] : seen_)
    all.push_back({path, state});
  return all;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
beside_headers(const llvm::IntrusiveRefCntPtr<Recorder>& disk, const std::string& path,
               const std::optional<std::string>& text) {
  auto ours = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const auto& [name, content] : headers())
    ours->addFile(std::string(header_root) + "/" + std::string(name), 0,
                  llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(content.data(), content.size()),
                                                   llvm::StringRef(name.data(), name.size())));
  std::error_code error;
  if (text && !std::filesystem::exists(path, error))
    ours->addFile(std::filesystem::absolute(path, error).string(), 0,
                  llvm::MemoryBuffer::getMemBufferCopy(*text, path));
  auto all = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(disk);
  all->pushOverlay(ours);
  return all;
}

} // namespace heddle::cuda
