// Which files .gitignore leaves out, as gitignore(5) says.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace heddle::project {

// The patterns of one .gitignore.
class IgnoreFile {
public:
  // `text`: of the file; the patterns speak of paths below `folder`.
  IgnoreFile(const std::string& text, std::filesystem::path folder);

  enum class Answer { none, ignored, kept };
  // What the last pattern that matches says of a path below the folder.
  Answer ask(const std::filesystem::path& path, bool is_folder) const;

private:
  struct Pattern {
    std::string glob;
    bool negated = false, folders_only = false;
    bool anchored = false; // matches from the folder on, not at any depth
  };

  std::filesystem::path folder_;
  std::vector<Pattern> patterns_;
};

// Does `text` match? `*` and `?` stop at '/', `**` between slashes does not; [a-z] and `\` as in
// the shell.
bool matches_glob(const std::string& glob, const std::string& text);

} // namespace heddle::project
