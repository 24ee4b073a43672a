// Where a text stands in bodies, without reading it as C++.
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

namespace heddle::project {

// `code`: as code_of() has it.
class Scopes {
public:
  explicit Scopes(std::string_view code) : code_(code) {}
  // Is what begins at `at` in no body, of a class or function? For places in ascending order.
  bool is_of_file(std::size_t at);

private:
  bool is_of_namespace(std::size_t brace) const;

  std::string_view code_;
  std::size_t next_ = 0;
  std::vector<bool> open_;
};

} // namespace heddle::project
