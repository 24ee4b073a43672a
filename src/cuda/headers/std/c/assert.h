// <assert.h>, which may be included again with or without NDEBUG: see heddle/standard.h.
#undef assert
#ifndef NDEBUG
#define assert(...) (::__heddle::checked(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__))
#else
#define assert(...) (static_cast<void>(0))
#endif
