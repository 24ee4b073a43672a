(** * The definitions, evaluated on examples/transpose.cu

    One block of transpose, tiles of 2 x 2 instead of 32 x 32, so 4 threads; the loop lacks its
    closing barrier. The verdicts are computed, and by Decide.v they are those of the executions.

    C++: examples/transpose.cu and examples/transpose_fixed.cu; tests/golden. *)

From Heddle Require Import Protocol Execution Uniformity PairForm Decide.

Local Open Scope Z_scope.

Definition tx (t : tid) : Z := Z.of_nat t mod 2.
Definition ty (t : tid) : Z := Z.of_nat t / 2.
Definition iteration (r : env) : Z := Z.of_nat (hd 0%nat r).

(** tile is array 0 with rows of 3, out is array 1 with rows of [n]; floats of 4 bytes. *)
Definition store_tile := Access Write 0 (fun _ t => 4 * (3 * ty t + tx t)) 4.
Definition load_tile := Access Read 0 (fun _ t => 4 * (3 * tx t + ty t)) 4.
Definition store_out (n : Z) :=
  Access Write 1 (fun r t => 4 * ((2 * iteration r + ty t) * n + tx t)) 4.

Definition inside (n : Z) (x : env -> tid -> Z) : env -> tid -> bool := fun r t => x r t <? n.

Definition body (n : Z) : proto :=
  Seq (If (inside n (fun r t => 2 * iteration r + tx t)) (Acc store_tile) Skip)
 (Seq (Bar 0)
      (If (inside n (fun r t => 2 * iteration r + ty t)) (Seq (Acc load_tile) (Acc (store_out n))) Skip)).

Definition tiles (n : nat) : env -> tid -> nat := fun _ _ => Nat.div (n + 1) 2.

Definition transpose (n : nat) : proto := Loop (tiles n) (body (Z.of_nat n)).
Definition transpose_fixed (n : nat) : proto := Loop (tiles n) (Seq (body (Z.of_nat n)) (Bar 1)).

Example transpose_racy : race_found 4 (transpose 3) = true.
Proof. reflexivity. Qed.

Example transpose_one_tile_clean : race_found 4 (transpose 2) = false.
Proof. reflexivity. Qed.

Example transpose_fixed_clean : race_found 4 (transpose_fixed 7) = false.
Proof. reflexivity. Qed.

Example transpose_uniform : obligations_hold 4 (transpose_fixed 7) = true.
Proof. reflexivity. Qed.

Theorem transpose_races : racy 4 (transpose 3).
Proof.
  apply race_found_correct; [|now apply obligations_hold_correct | easy].
  repeat constructor; easy.
Qed.

Theorem transpose_fixed_race_free : ~ racy 4 (transpose_fixed 7).
Proof.
  rewrite <- race_found_correct; [easy| |now apply obligations_hold_correct].
  repeat constructor; simpl; intuition discriminate.
Qed.

(** The crosses are few, whatever [n] is. *)
Compute length (crosses [] (transpose_fixed 1000)).
Compute map (fun n => race_found 4 (transpose n)) [0; 1; 2; 3; 4]%nat.
Compute map (fun n => race_found 4 (transpose_fixed n)) [0; 1; 2; 3; 4]%nat.
