// Standard output and error of a run that tells what it knows as it comes to know it.
#pragma once
#include <cstddef>
#include <optional>
#include <string>

namespace heddle::cli {

class Console {
public:
  // `progress`: a person watches standard error.
  explicit Console(bool progress) : progress_(progress) {}
  ~Console() { clear(); }

  void out(const std::string& text);
  void err(const std::string& text);
  bool failed() const { return !failure_.empty(); } // standard output cannot be written
  const std::string& failure() const { return failure_; }
  bool nobody_reads() const; // standard output is a pipe that was closed
  // One line that the next text replaces:  [12/250] 3 findings, about 40 s left
  void progress(std::size_t done, std::size_t all, const std::string& so_far,
                std::optional<double> seconds_left);

private:
  void clear();

  bool progress_, shown_ = false;
  std::string failure_;
};

// Columns of the terminal behind a descriptor; 0: it is none.
std::size_t terminal_width(int descriptor);

// From now on Ctrl-C and SIGTERM only set what interrupted() says; a second one ends the process.
void catch_interrupts();
bool interrupted();

} // namespace heddle::cli
