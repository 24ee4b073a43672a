// The last line of defence: a defect of Heddle ends as an error message and exit code 2, not as a
// signal or a silent abort that a script could take for something else.
#pragma once

namespace heddle::cli {

// From now on std::terminate, failed assertions, invalid memory accesses and an exhausted stack
// print "internal error" and leave with exit code 2. Sanitizers keep their own handling.
void guard_process();

} // namespace heddle::cli
