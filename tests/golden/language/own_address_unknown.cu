// expect: unknown
// unknown: U an object of type 'Cursor' that points to itself
// An object that holds its own address and is built elsewhere than it stands.
struct Cell { int value = 1; };
struct Cursor { Cell cell, *current = &cell; };

__global__ void fill(int* out) {
  Cursor cursor; /*U*/
  cursor.current->value = 5;
  if (cursor.cell.value == 5) out[0] = threadIdx.x;
}
