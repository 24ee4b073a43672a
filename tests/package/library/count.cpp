// How many kernels of a file are verified.
#include <heddle/heddle.hpp>

#include <algorithm>
#include <iostream>

int main(int, char** argv) {
  const heddle::CheckResult result = heddle::check_file(argv[1], {});
  std::cout << std::ranges::count(result.kernels, heddle::Verdict::verified,
                                  &heddle::KernelResult::verdict)
            << " of " << result.kernels.size() << "\n";
  return result.has_errors();
}
