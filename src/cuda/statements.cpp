#include "cuda/statements.hpp"

#include "cuda/parse/unit.hpp"

namespace heddle::cuda {

SourceTree read_statements(const std::string& path, Ctx& ctx) {
  SourceTree tree;
  parse(path, ctx, [&](Unit& unit) { tree = statements_of(unit); });
  return tree;
}

} // namespace heddle::cuda
