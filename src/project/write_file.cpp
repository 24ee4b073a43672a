#include "project/write_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace heddle::project {
namespace {

namespace fs = std::filesystem;

std::string write_directly(const fs::path& path, const std::string& text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.flush();
  if (file) return "";
  return errno == 0 ? "it cannot be written" : std::strerror(errno);
}

} // namespace

std::string write_file(const std::string& path, const std::string& text) {
  std::error_code error;
  const fs::file_status before = fs::status(path, error);
  const bool is_there = fs::exists(before);
  if (is_there && !fs::is_regular_file(before)) return write_directly(path, text);
  if (is_there && access(path.c_str(), W_OK) != 0) return std::strerror(errno);
  const fs::path whole = is_there ? fs::canonical(path, error) : fs::path(path);
  if (error && is_there) return error.message();
  const fs::path part = whole.string() + ".part" + std::to_string(getpid());
  std::string why = write_directly(part, text);
  // no file may be made there, though this one may be written
  if (!why.empty() && !fs::exists(part)) return write_directly(whole, text);
  if (why.empty()) {
    error.clear();
    if (is_there) fs::permissions(part, before.permissions(), error);
    if (!error) fs::rename(part, whole, error);
    if (error) why = error.message();
  }
  if (!why.empty()) fs::remove(part, error);
  return why;
}

} // namespace heddle::project
