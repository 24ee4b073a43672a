#include "support/memory.hpp"

#include <sys/resource.h>

namespace heddle {

double peak_memory_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

} // namespace heddle
