// For angled_*.cu.
__device__ inline int cell(int i, int n) { return i < n ? i : 0; }
