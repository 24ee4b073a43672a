// expect: refuted
// flags: --grid 1 --assume "blockDim.x % 2 == 0"
// finding: race confirmed error A B
// finding: race confirmed error A C
// finding: race confirmed error A D
// finding: race confirmed error E F
// finding: race confirmed error G H
// finding: race confirmed error I J
// finding: race confirmed error K L
// finding: race confirmed error M N
// finding: race confirmed error O P
// A defaulted constructor of copies, or assignment, reads the base and the members that it copies
// together, also what is never used behind it; so do copies to where a reference leads, and those
// of many numbers.
struct Count {
  int value;
  __device__ Count(const Count& c) : value(c.value) {}
  __device__ Count& operator=(const Count& c) { value = c.value; return *this; }
};
struct Place {
  int row, column;
};
struct Cell : Place { Count count; int rest[2]; }; /*A*/
struct Held {
  Place place;
  int n;
  __device__ Held(const Place& p, int n) : place(p), n(n) {} /*G*/
};
struct Wide : Place { Count count; }; /*K*/
struct Last : Wide {
  int last;
  __device__ Last(const Last& l) : Wide(l) { last = 0; }
};
struct Row { int first, cells[100]; };

__global__ void of_base(Cell* cells, int* out) {
  int t = threadIdx.x;
  Cell c = cells[t ^ 1];
  out[t] = c.count.value;
  cells[t].column = t; /*B*/
}

__global__ void of_array(Cell* cells, int* out) {
  int t = threadIdx.x;
  auto count = [c = cells[t ^ 1]] { return c.count.value; };
  out[t] = count();
  cells[t].rest[1] = t; /*C*/
}

__device__ int count_of(Cell c) { return c.count.value; }

__global__ void by_value(Cell* cells, int* out) {
  int t = threadIdx.x;
  out[t] = count_of(cells[t ^ 1]);
  cells[t].row = t; /*D*/
}

__global__ void to_captured(Place* places, int* out) {
  int t = threadIdx.x;
  Place p;
  auto take = [&](int i) { p = places[i]; }; /*E*/
  take(t ^ 1);
  out[t] = p.row;
  places[t].column = t; /*F*/
}

__global__ void to_member(Place* places, int* out, int n) {
  int t = threadIdx.x;
  Held h(places[t ^ 1], n);
  out[t] = h.place.row;
  places[t].column = t; /*H*/
}

__global__ void of_many(Row* rows, int* out) {
  int t = threadIdx.x;
  Row r = rows[t ^ 1]; /*I*/
  out[t] = r.first;
  rows[t].cells[70] = t; /*J*/
}

__global__ void of_part(Last* all, int* out) {
  int t = threadIdx.x;
  Last l = all[t ^ 1];
  out[t] = l.count.value;
  all[t].column = t; /*L*/
}

__global__ void to_pointer(Place* places, int* out) {
  int t = threadIdx.x;
  Place p;
  Place* to = &p;
  *to = places[t ^ 1]; /*M*/
  out[t] = p.row;
  places[t].column = t; /*N*/
}

__global__ void not_used(Row* rows, int* out) {
  int t = threadIdx.x;
  Row r;
  __builtin_memcpy(&r, &rows[t ^ 1], sizeof r); /*O*/
  out[t] = t;
  rows[t].cells[3] = t; /*P*/
}
