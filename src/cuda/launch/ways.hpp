// From which functions the host is walked, and which launches the walks meet on what ways.
#pragma once
#include "cuda/launch/uses.hpp"
#include "cuda/launch/walk/walk.hpp"

#include <optional>

namespace heddle::cuda {

class Ways {
public:
  using Function = const clang::FunctionDecl*;
  // Launches through a pointer or a handle, and which kernels they may be of.
  using Pointed = std::map<const clang::Expr*, std::vector<Function>>;
  struct Events {
    std::vector<HostEvent> all;
    std::map<const clang::Expr*, std::vector<const HostEvent*>> of; // launches
  };

  Ways(HostFile& file, HostUses& uses, Pool& pool, Pointed pointed);
  Ways(const Ways&) = delete; // the events point into one another
  Ways& operator=(const Ways&) = delete;

  Events closed;      // on ways from functions that anybody may call
  Events open;        // in the others, whoever calls them
  Events apart;       // on ways through functions that are walked for themselves
  Events first_turns; // of loops

  bool is_root(Function f) const { return roots_.contains(f); }
  // Do all launches there that the walks met have a dim3 of callers elsewhere, or one of x alone?
  bool is_of_callers(const HostEvent& event, bool block) const;
  std::vector<const HostEvent*> events_of(const clang::Expr& launch) const;
  bool is_told(const clang::Expr& launch) const;

private:
  void find_leading();
  bool is_pointed_to(Function f) const;
  bool is_written(Function f) const;
  bool is_closed(Function f) const;
  void walk_roots();
  bool may_be_passed(const clang::FunctionDecl& f) const;
  static bool is_of(const CallWithOne& call, const clang::FunctionDecl& f);
  void walk_root(HostWalk& walk, const clang::FunctionDecl& f);
  static HostEvent with_pointers_of(HostEvent event, const HostEvent& other);
  void walk_open();

  HostFile& file_;
  HostUses& uses_;
  Pool& pool_;
  Pointed pointed_;
  std::set<Function> leading_, roots_, given_up_;
  std::set<Function> called_here_; // roots that the file calls with what is not followed
  bool any_torn_ = false;
};

// The sizes of a dim3, null where one is not known; nothing: none is.
std::optional<std::array<Expr, 3>> dims_of(const std::optional<HostValue>& v);
bool is_one(Expr e);

} // namespace heddle::cuda
