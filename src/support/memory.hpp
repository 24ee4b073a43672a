// What the process has used of the machine's memory.
#pragma once

namespace heddle {

// Peak resident memory so far, in MB.
double peak_memory_mb();

} // namespace heddle
