// Writing to pipes and sockets, which take a part at a time.
#pragma once
#include <string_view>

namespace heddle::project {

// False: nobody reads any more.
bool write_all(int to, std::string_view text);

} // namespace heddle::project
