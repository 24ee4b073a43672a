// Messages of the Language Server Protocol over two file descriptors (LSP 3.17, "Base Protocol"):
// a header with Content-Length, an empty line, and as many bytes of JSON.
#pragma once
#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace heddle::lsp {

class Transport {
public:
  Transport(int in, int out) : in_(in), out_(out) {}

  // Waits at most that long for more input, and reads what is there.
  void wait(int milliseconds);
  // The next whole message; nothing if there is none yet. What is no JSON is `null`.
  std::optional<nlohmann::json> next();
  // Bytes that are not UTF-8 become U+FFFD.
  void send(const nlohmann::json& message);
  // The other side is gone, or does not speak the protocol.
  bool ended() const { return ended_; }
  // It ended in what is no whole message.
  bool in_a_message() const { return !buffer_.empty(); }

private:
  int in_, out_;
  std::string buffer_;
  bool ended_ = false;
};

} // namespace heddle::lsp
