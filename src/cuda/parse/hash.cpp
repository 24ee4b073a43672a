#include "cuda/parse/hash.hpp"

#include "heddle/heddle.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/BLAKE3.h>

#include <filesystem>
#include <set>

namespace heddle::cuda {

std::string hash_of(std::string_view text) {
  llvm::BLAKE3 hasher;
  hasher.update(llvm::StringRef(text.data(), text.size()));
  return llvm::toHex(hasher.final<16>(), true);
}

std::string listing_of(const std::string& folder) {
  std::error_code error;
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    names.insert(entry.path().filename().string());
  if (error) return input_is_missing;
  std::string all;
  for (const std::string& name : names)
    all += name + '/';
  return std::string(input_is_listing) + hash_of(all);
}

} // namespace heddle::cuda
