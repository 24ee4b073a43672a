// expect: unknown
// unknown: U a pointer that is loaded from memory
// An object that holds its own address and is built elsewhere than it stands.
struct Cell { int value = 1; };
struct Cursor { Cell cell, *current = &cell; };

__global__ void fill(int* out) {
  Cursor cursor;
  cursor.current->value = 5; /*U*/
  if (cursor.cell.value == 5) out[0] = threadIdx.x;
}
