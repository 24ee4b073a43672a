// Which of the conditions that rule findings of a kernel out its launches may keep at once.
#pragma once
#include "check/environment.hpp"

#include <span>

namespace heddle::check {

// Perhaps, as --assume takes them: by sizes that are positive where each may be kept by such.
bool may_be_kept_together(const Environment& env, std::span<const std::string> conditions);

// Of what rules findings of this instance out, what may be kept together.
std::vector<std::string> kept_together(const Environment& env);

// Leaves out suggestions that nobody can keep beside those of findings before them.
void keep_together(const Environment& env, std::vector<Finding>& findings);

} // namespace heddle::check
