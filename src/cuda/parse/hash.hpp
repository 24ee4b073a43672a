// Fingerprints of texts (BLAKE3): nobody will see two texts that differ and have the same.
#pragma once
#include <string>
#include <string_view>

namespace heddle::cuda {

// 128 bits in hexadecimal digits.
std::string hash_of(std::string_view text);
// Input::state of a folder whose names were listed.
std::string listing_of(const std::string& folder);

} // namespace heddle::cuda
