#include "place.h"

__global__ void right(int* a) { a[PLACE * WIDTH] = 1; }
