// Where options were set that the command line does not hold: results name options alone.
#pragma once
#include "heddle/heddle.hpp"
#include "project/settings.hpp"

#include <set>
#include <string>
#include <vector>

namespace heddle::project {

class Origins {
public:
  // In the order in which they hold: of an option that is given once, the last one.
  void set(const Setting& setting) { settings_.push_back(setting); }
  // The command line gives these options, and values to these parameters; what adds to others
  // stays.
  void override_by(const std::set<std::string>& options, const std::set<std::string>& parameters);

  // "n > 0 (--assume)" becomes "n > 0 (f.cu:3)".
  void tell(KernelResult& kernel) const;
  // "--assume:1:1: .." and "--param n: .." become messages of that place.
  void tell(Message& message) const;
  void tell(std::vector<Message>& messages) const;

private:
  const Setting* that_assumes(const std::string& text) const;
  const Setting* that_is_wrong(const Message& message) const;
  void tell(std::string& assumption) const;

  std::vector<Setting> settings_;
};

} // namespace heddle::project
