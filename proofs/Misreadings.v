(** * Three readings of the pair form that are unsound

    theory.md, section 2 ("What is shared and what is not") names three ways to read the table of the
    pair form that lose races. Each stands here as a counterexample: two concurrent accesses that
    the reading does not find.

    theory.md: section 2. C++: what src/protocol/align/align.cpp does not do: a barrier-free part is
    [Side::Local] there, [Side::Iteration] stands at its own accesses, and a subterm without a
    cutting barrier is a block whatever conditions are in it. *)

From Heddle Require Import Protocol Uniformity PairForm PairFormExact.

Definition cell (k : nat) : access := Access Write k (fun _ _ => 0%Z) 4.

(** ** 1. Loops in a barrier-free part shared by both threads

    for x in [0, 2) a: thread 0 in iteration 0 meets thread 1 in iteration 1. *)
Definition shared_iterations (l : list cross) (t u : tid) (x y : inst) : Prop :=
  exists c, In c l /\ (cross_pair t u c x y \/ cross_pair u t c y x) /\
            match what c with Block _ => snd x = snd y | _ => True end.

Definition two_iterations : proto := Loop (fun _ _ => 2) (Acc (cell 0)).

Theorem sharing_iterations_unsound :
  concurrent two_iterations 0 1 (cell 0, [0]) (cell 0, [1]) /\
  ~ shared_iterations (crosses [] two_iterations) 0 1 (cell 0, [0]) (cell 0, [1]).
Proof.
  split.
  - exists 0. simpl. auto.
  - now intros (c & [<-|[]] & _ & E).
Qed.

(** ** 2. "Some iteration" said of a whole side, not of its own accesses

    a0; a1; for x in [0, 0) { barrier; a2 }: without an iteration the side would be empty. *)
Fixpoint inhabited (t : tid) (r : env) (s : side) : bool :=
  match s with
  | Nothing | Local _ => true
  | Guarded _ s => inhabited t r s
  | Either s s' => inhabited t r s && inhabited t r s'
  | First n g _ => existsb (fun i => sat_from t r g 0 i) (seq 0 (n r t))
  | Last n g _ => existsb (fun i => sat_from t r g (S i) (n r t - S i)) (seq 0 (n r t))
  end.

Definition hoisted (t : tid) (r : env) (s : side) : list inst :=
  if inhabited t r s then members t r s else [].

Definition hoisted_pair (t u : tid) (c : cross) (x y : inst) : Prop :=
  cross_pair t u c x y /\
  match what c with
  | Meet s s' => exists r, In x (hoisted t r s) /\ In y (hoisted u r s')
  | _ => True
  end.

Definition no_iteration (a0 a1 a2 : access) : proto :=
  Seq (Acc a0) (Seq (Acc a1) (Loop (fun _ _ => 0) (Seq (Bar 0) (Acc a2)))).

Theorem hoisting_unsound a0 a1 a2 : a0 <> a1 ->
  concurrent (no_iteration a0 a1 a2) 0 1 (a0, []) (a1, []) /\
  forall c, In c (crosses [] (no_iteration a0 a1 a2)) ->
    ~ hoisted_pair 0 1 c (a0, []) (a1, []) /\ ~ hoisted_pair 1 0 c (a1, []) (a0, []).
Proof.
  intro N. split.
  - exists 0. simpl. auto.
  - intros c I. simpl in I.
    repeat destruct I as [<-|I]; try easy; split; intros ((r & E & _ & P) & H); simpl in E, P, H;
      repeat match goal with
      | H : exists _, _ |- _ => destruct H
      | H : _ /\ _ |- _ => destruct H
      | H : _ \/ _ |- _ => destruct H
      end; try easy; try congruence.
Qed.

(** ** 3. Conditions shared where no barrier cuts the pair of threads

    if (warp == 0) { a1; __syncwarp(); a2 } else { a3 }, for threads of two warps: the barrier of
    one warp does not cut them ([Skip]), and one may be at a1 while the other is at a3. *)
Definition first_warp : env -> tid -> bool := fun _ t => t <? 32.

Definition between_warps : proto :=
  If first_warp (Seq (Acc (cell 1)) (Seq Skip (Acc (cell 2)))) (Acc (cell 3)).

Definition condition_shared : list cross :=
  crosses [Cond first_warp true] (Seq (Acc (cell 1)) (Seq Skip (Acc (cell 2)))) ++
  crosses [Cond first_warp false] (Acc (cell 3)).

Theorem sharing_conditions_unsound :
  concurrent between_warps 0 32 (cell 1, []) (cell 3, []) /\
  ~ paired condition_shared 0 32 (cell 1, []) (cell 3, []).
Proof.
  split.
  - exists 0. simpl. auto.
  - intros (c & I & [(r & H & K & _)|(r & H & K & _)]); simpl in I;
      repeat destruct I as [<-|I]; try easy; destruct H as (H & _), K as (K & _);
      rewrite <- H in K; discriminate K.
Qed.
