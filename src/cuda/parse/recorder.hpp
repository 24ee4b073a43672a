// What reading a file looked at on the disk, for those who want to know whether it would be read
// the same again: files with a hash of what they hold, folders, and places where nothing was.
#pragma once
#include "heddle/heddle.hpp"

#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle::cuda {

class Recorder : public llvm::vfs::ProxyFileSystem {
public:
  Recorder() : ProxyFileSystem(llvm::vfs::getRealFileSystem()) {}

  // Files of our own, whose names say what they hold.
  void leave_out(const std::string& path) { left_out_ = path; }
  std::vector<Input> inputs() const; // by path

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine& path, std::error_code& error) override;

private:
  void note(const std::string& path, const std::string& state);

  std::map<std::string, std::string> seen_; // path -> Input::state
  std::string left_out_;
};

// The disk and our headers. A file that is not on the disk yet, as an editor has it, is there.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
beside_headers(const llvm::IntrusiveRefCntPtr<Recorder>& disk, const std::string& path,
               const std::optional<std::string>& text);

} // namespace heddle::cuda
