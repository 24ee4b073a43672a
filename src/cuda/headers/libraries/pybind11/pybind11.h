// pybind11 for hosts: what a module offers is called from elsewhere.
#pragma once
#include <string>

namespace pybind11 {

struct arg {
  explicit arg(const char*) {}
  template <class T> arg& operator=(const T&) { return *this; }
};
inline namespace literals {
inline arg operator""_a(const char* name, size_t) { return arg(name); }
} // namespace literals
struct gil_scoped_release {};
template <class> struct call_guard {};
struct object {};
class module_ {
public:
  template <class... T> module_& def(T&&...);
  const char* doc();
};
using module = module_;
template <class... T> class class_ {
public:
  template <class... A> class_(A&&...);
  template <class... A> class_& def(A&&...);
  template <class... A> class_& def_readwrite(A&&...);
};

} // namespace pybind11
namespace py = pybind11;
#define __HEDDLE_MODULE(name, m) static void __heddle_module_##name(::pybind11::module_& m)
#define PYBIND11_MODULE(name, m) __HEDDLE_MODULE(name, m)
