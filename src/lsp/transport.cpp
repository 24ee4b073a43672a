#include "lsp/transport.hpp"

#include "project/write_all.hpp"

#include <cerrno>
#include <charconv>
#include <poll.h>
#include <unistd.h>

namespace heddle::lsp {
namespace {

constexpr std::size_t longest_header = 4096, longest_message = std::size_t{1} << 30; // bytes

} // namespace

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
  if (end == std::string::npos) {
    ended_ = ended_ || buffer_.size() > longest_header; // no header will come
    return std::nullopt;
  }
  static const std::string name = "Content-Length: ";
  std::size_t length = 0;
  const std::size_t at = buffer_.find(name);
  if (at < end) std::from_chars(buffer_.data() + at + name.size(), buffer_.data() + end, length);
  ended_ = ended_ || length > longest_message;
  if (buffer_.size() - end - 4 < length) return std::nullopt;
  json message = json::parse(buffer_.substr(end + 4, length), nullptr, false);
  buffer_.erase(0, end + 4 + length);
  return message.is_discarded() ? json() : std::move(message);
}

void Transport::send(const json& message) {
  const std::string body = message.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string all = "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  if (!project::write_all(out_, all)) ended_ = true;
}

} // namespace heddle::lsp
