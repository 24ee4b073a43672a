// new and delete of the host, read with each file behind the prelude: of two functions of one name
// that differ in their side alone, Clang finds only one in what is precompiled, and declares none.
void* operator new(size_t size);
void* operator new[](size_t size);
void operator delete(void* at) noexcept;
void operator delete[](void* at) noexcept;
void operator delete(void* at, size_t size) noexcept;
void operator delete[](void* at, size_t size) noexcept;
