#include "project/write_file.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/resource.h>
#include <unistd.h>

namespace heddle::project {
namespace {

namespace fs = std::filesystem;

class WriteFile : public testing::Test {
protected:
  void SetUp() override {
    folder = fs::temp_directory_path() / ("write_file." + std::to_string(getpid()));
    fs::create_directory(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  std::string path(const std::string& name) const { return (folder / name).string(); }
  std::string content(const std::string& name) const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
  }

  fs::path folder;
};

// Files of this process may have so many bytes: a disk that is full.
class FullDisk {
public:
  explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit few{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &few);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST_F(WriteFile, PutsTheTextThere) {
  EXPECT_EQ(write_file(path("a"), "one"), "");
  EXPECT_EQ(content("a"), "one");
  fs::permissions(path("a"), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(write_file(path("a"), "two"), "");
  EXPECT_EQ(content("a"), "two");
  EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(files(), 1U);
}

TEST_F(WriteFile, LeavesWhatWasThereWhereItDoesNotFit) {
  ASSERT_EQ(write_file(path("a"), "before"), "");
  {
    const FullDisk full(1000);
    EXPECT_EQ(write_file(path("a"), std::string(100'000, 'x')), "File too large");
    EXPECT_EQ(write_file(path("b"), std::string(100'000, 'x')), "File too large");
  }
  EXPECT_EQ(content("a"), "before");
  EXPECT_EQ(files(), 1U);
}

TEST_F(WriteFile, FollowsLinksAndWritesToDevices) {
  ASSERT_EQ(write_file(path("a"), "before"), "");
  fs::create_symlink(path("a"), path("link"));
  EXPECT_EQ(write_file(path("link"), "after"), "");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(content("a"), "after");
  EXPECT_EQ(write_file("/dev/null", "after"), "");
  EXPECT_EQ(write_file("/dev/full", "after"), "No space left on device");
}

TEST_F(WriteFile, SaysWhyItCannot) {
  EXPECT_EQ(write_file(path("none/a"), "text"), "No such file or directory");
  EXPECT_EQ(write_file(folder.string(), "text"), "Is a directory");
}

} // namespace
} // namespace heddle::project
