#include "project/write_all.hpp"

#include <cerrno>
#include <unistd.h>

namespace heddle::project {

bool write_all(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(to, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

} // namespace heddle::project
