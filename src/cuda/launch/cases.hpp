// What launches say of their kernels, of what the walks of the host have met.
#pragma once
#include "cuda/launch/launch.hpp"
#include "cuda/launch/ways.hpp"

namespace heddle::cuda {

inline constexpr std::size_t max_ways = 8; // to one launch

class Cases {
public:
  using Function = Ways::Function;
  Cases(const Unit& unit, const HostFile& file, const Ways& ways, Pool& pool)
      : unit_(unit), file_(file), ways_(ways), pool_(pool) {}

  LaunchCase make(const HostEvent& event, Function kernel) const;
  // Of a launch that no walk met: what stands there.
  LaunchCase unknown(const clang::FunctionDecl& f, const clang::Expr& launch) const;
  // Of cases of one launch that say the same it is the same.
  std::string text_of(const LaunchCase& c) const;
  // Of two of one text: what is known of both.
  static void join(LaunchCase& kept, LaunchCase other);
  std::vector<LaunchCase> distinct(const std::vector<const HostEvent*>& events,
                                   const clang::FunctionDecl& f, const clang::Expr& launch,
                                   Function kernel) const;
  // Those of a few of the events, each once.
  std::vector<LaunchCase> examples(const std::vector<const HostEvent*>& events,
                                   Function kernel) const;
  std::vector<LaunchCase> with_one_twice(const std::vector<const HostEvent*>& events,
                                         const clang::FunctionDecl& f,
                                         const clang::Expr& launch) const;

private:
  // Pointers of a case that are one, and how far apart.
  using Pairs = std::vector<std::tuple<std::size_t, std::size_t, std::int64_t>>;
  std::string describe(const clang::Expr& launch, Function f) const;
  void pass(const std::string& name, clang::QualType type, const HostValue& v,
            std::vector<PassedValue>& to) const;
  void put_in_constants(LaunchCase& c) const;
  static Pairs in_one(const LaunchCase& c);
  std::optional<std::array<Expr, 3>> written_dims(const clang::Expr& e) const;

  const Unit& unit_;
  const HostFile& file_;
  const Ways& ways_;
  Pool& pool_;
};

} // namespace heddle::cuda
