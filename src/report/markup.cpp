#include "report/markup.hpp"

#include <algorithm>

namespace heddle::report {

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text)
    switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      out += static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' ? '?' : c;
    }
  return out;
}

std::string marked_up(const std::string& text) {
  std::string out;
  bool is_code = false;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('`', at), text.size());
    out += escaped(text.substr(at, end - at));
    const bool closes = is_code || text.find('`', end + 1) != std::string::npos;
    if (end < text.size()) {
      out += !closes ? "`" : is_code ? "</code>" : "<code>";
      is_code = closes && !is_code;
    }
    at = end + 1;
  }
  return out;
}

} // namespace heddle::report
