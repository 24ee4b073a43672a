#include "lsp/transport.hpp"

#include <cerrno>
#include <charconv>
#include <poll.h>
#include <unistd.h>

namespace heddle::lsp {

using nlohmann::json;

void Transport::wait(int milliseconds) {
  pollfd in{in_, POLLIN, 0};
  if (ended_ || poll(&in, 1, milliseconds) <= 0) return;
  char part[65536];
  const ssize_t got = read(in_, part, sizeof part);
  if (got < 0 && errno == EINTR) return;
  if (got <= 0)
    ended_ = true;
  else
    buffer_.append(part, static_cast<std::size_t>(got));
}

std::optional<json> Transport::next() {
  const std::size_t end = buffer_.find("\r\n\r\n");
  if (end == std::string::npos) return std::nullopt;
  static const std::string name = "Content-Length: ";
  std::size_t length = 0;
  const std::size_t at = buffer_.find(name);
  if (at < end) std::from_chars(buffer_.data() + at + name.size(), buffer_.data() + end, length);
  if (buffer_.size() - end - 4 < length) return std::nullopt;
  json message = json::parse(buffer_.substr(end + 4, length), nullptr, false);
  buffer_.erase(0, end + 4 + length);
  return message.is_discarded() ? json() : std::move(message);
}

void Transport::send(const json& message) {
  const std::string body = message.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string all = "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  for (std::size_t at = 0; at < all.size();) {
    const ssize_t written = write(out_, all.data() + at, all.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      ended_ = true;
      return;
    }
    at += static_cast<std::size_t>(written);
  }
}

} // namespace heddle::lsp
