// Results of earlier runs, in a database that runs side by side share (SQLite): what would be read
// and asked the same again is not. A result is found by the file, the options, the folder and the
// program, and taken only where everything on the disk that it was made of is as it was then.
#pragma once
#include "heddle/heddle.hpp"
#include "project/pool.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle::project {

class Kept {
public:
  // A damaged or foreign database is moved aside; where there can be none, all is checked anew.
  explicit Kept(std::string folder);
  ~Kept();
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;

  // What is to be told of the database; "" where all is well.
  const std::string& note() const { return note_; }
  // False: there can be no database there.
  bool is_usable() const { return is_usable_; }

  // With KernelResult::is_kept set; its `seconds` are those of then.
  std::optional<CheckResult> find(const Job& job);
  // Nothing is kept of files that were not read to the end, and of input errors.
  void keep(const Job& job, const CheckResult& result);
  // Of a kernel alone, in a file of which something else has changed.
  std::optional<KernelResult> find_kernel(const Job& job, const std::string& content);
  void keep_kernel(const Job& job, const KernelResult& result);

  // Processor seconds of each file when it was last checked, whatever it was like then.
  std::vector<std::optional<double>> seconds_of(const std::vector<std::string>& files);
  // What was proposed first under the name: the same for all processes that share the database,
  // whenever they ask. Nothing where there is no database.
  std::optional<std::string> agree(const std::string& name, const std::string& proposal);

  // Closes the database until it is asked again: a process that forks must not have it open.
  void release();

private:
  class Database;
  // Does `work`, with no more than a result missing where the database fails.
  template <class Work> void with_database(const Work& work);
  bool is_as_it_was(const Input& input);

  std::string folder_, note_;
  bool is_usable_ = true;
  std::unique_ptr<Database> database_;
  std::map<std::string, std::string> states_; // Input::state of what this run has looked at
};

// Throws nlohmann::json::exception where a path is not UTF-8.
std::string to_text(const std::vector<Input>& inputs);
std::vector<Input> inputs_of(const std::string& text);

// $XDG_CACHE_HOME/heddle or ~/.cache/heddle; "" where there is none, or with HEDDLE_CACHE=off.
std::string default_kept_folder();

} // namespace heddle::project
