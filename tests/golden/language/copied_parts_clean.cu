// expect: verified
// flags: --grid 1 --assume "blockDim.x % 2 == 0"
// Copies of parts, with a barrier between them and the writes.
struct Count {
  int value;
  __device__ Count(const Count& c) : value(c.value) {}
  __device__ Count& operator=(const Count& c) { value = c.value; return *this; }
};
struct Place {
  int row, column;
};
struct Cell : Place { Count count; int rest[2]; };
struct Held {
  Place place;
  int n;
  __device__ Held(const Place& p, int n) : place(p), n(n) {}
};
struct Wide : Place { Count count; };
struct Last : Wide {
  int last;
  __device__ Last(const Last& l) : Wide(l) { last = 0; }
};
struct Row { int first, cells[100]; };

__global__ void of_base(Cell* cells, int* out) {
  int t = threadIdx.x;
  Cell c = cells[t ^ 1];
  out[t] = c.count.value;
  __syncthreads();
  cells[t].column = t;
}

__global__ void of_array(Cell* cells, int* out) {
  int t = threadIdx.x;
  auto count = [c = cells[t ^ 1]] { return c.count.value; };
  out[t] = count();
  __syncthreads();
  cells[t].rest[1] = t;
}

__device__ int count_of(Cell c) { return c.count.value; }

__global__ void by_value(Cell* cells, int* out) {
  int t = threadIdx.x;
  out[t] = count_of(cells[t ^ 1]);
  __syncthreads();
  cells[t].row = t;
}

__global__ void to_captured(Place* places, int* out) {
  int t = threadIdx.x;
  Place p;
  auto take = [&](int i) { p = places[i]; };
  take(t ^ 1);
  out[t] = p.row;
  __syncthreads();
  places[t].column = t;
}

__global__ void to_member(Place* places, int* out, int n) {
  int t = threadIdx.x;
  Held h(places[t ^ 1], n);
  out[t] = h.place.row;
  __syncthreads();
  places[t].column = t;
}

__global__ void of_many(Row* rows, int* out) {
  int t = threadIdx.x;
  Row r = rows[t ^ 1];
  out[t] = r.first;
  __syncthreads();
  rows[t].cells[70] = t;
}

__global__ void of_part(Last* all, int* out) {
  int t = threadIdx.x;
  Last l = all[t ^ 1];
  out[t] = l.count.value;
  __syncthreads();
  all[t].column = t;
}

__global__ void to_pointer(Place* places, int* out) {
  int t = threadIdx.x;
  Place p;
  Place* to = &p;
  *to = places[t ^ 1];
  out[t] = p.row;
  __syncthreads();
  places[t].column = t;
}

__global__ void not_used(Row* rows, int* out) {
  int t = threadIdx.x;
  Row r;
  __builtin_memcpy(&r, &rows[t ^ 1], sizeof r);
  out[t] = t;
  __syncthreads();
  rows[t].cells[3] = t;
}
