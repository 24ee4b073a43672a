#ifndef TIMES
#define TIMES 1
#else
#undef TIMES
#define TIMES 2
#endif
