// The files that a command line means: files, folders and globs.
#pragma once
#include "heddle/heddle.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace heddle::project {

struct Found {
  std::vector<std::string> files; // each once, in the order of the arguments and then of names
  bool searched = false;          // a folder or a glob was among the arguments
  std::vector<Message> mistakes;  // arguments that stand for nothing, folders not read
};

// A folder stands for the .cu files below it and other C++ that launches kernels, without what
// .gitignore or a leading dot hides, and without following links to folders. A glob (`**` for any
// folders) that is no file's name stands for what it matches. Everything else is taken for the name
// of a file.
Found find_files(const std::vector<std::string>& arguments);

// The nearest folder from `path` upwards that holds an entry of this name; empty: none up to the
// top of the repository or the file system.
std::filesystem::path find_upwards(const std::filesystem::path& path, const std::string& name);

// The whole text of a file; empty where it cannot be read.
std::string read_text(const std::filesystem::path& path);

// Why read_text has nothing: "No such file or directory"; "" where it can be read.
std::string why_unreadable(const std::filesystem::path& path);

// Calls `use` with every file below the folder that neither .gitignore nor a leading dot hides, in
// the order of names; adds folders that cannot be read to `mistakes`.
void for_each_file(const std::filesystem::path& folder, std::vector<Message>& mistakes,
                   const std::function<void(const std::filesystem::path&)>& use);

// What the `#include` lines of a text name, in quotes or angle brackets.
std::vector<std::string> included_names(const std::string& text);

} // namespace heddle::project
