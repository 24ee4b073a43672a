(** * Loops with a barrier in every iteration

    When no iteration is without a barrier, P is that of the first iteration, S that of the last,
    and only neighbouring iterations meet. Statements: the rows that the tool builds in this case
    mean what the general rows mean.

    theory.md: section 2, "Simplifications" and the row "always" of the table of guards. C++:
    src/protocol/align/align.cpp, every_iteration_cuts. *)

From Heddle Require Import Protocol Uniformity PairForm.

Definition always_cuts (t : tid) (r : env) (n : env -> tid -> nat) (g : guard) : Prop :=
  forall i, i < n r t -> sat t (i :: r) g = false.

Lemma sat_from_never t r n g i k : always_cuts t r n g -> i + k <= n r t ->
  (sat_from t r g i k = true <-> k = 0).
Proof.
  intros C L. unfold sat_from. destruct k as [|k]; simpl; [easy|].
  rewrite C by lia. easy.
Qed.

(** g: the loop is empty. *)
Theorem every_none t r n g : always_cuts t r n g -> (sat t r (All n g) = true <-> n r t = 0).
Proof. intro C. simpl. now apply (sat_from_never t r n g 0 (n r t)). Qed.

Theorem every_first t r n g s x : always_cuts t r n g ->
  (In x (members t r (First n g s)) <-> 0 < n r t /\ In x (members t (0 :: r) s)).
Proof.
  intro C. simpl. rewrite in_flat_map_if. split.
  - intros (i & I & G & H). apply in_seq in I.
    apply (sat_from_never t r n g 0 i C) in G; [subst; split; [lia | easy] | lia].
  - intros (L & H). exists 0. split; [apply in_seq; lia|]. split; [easy | easy].
Qed.

Theorem every_last t r n g s x : always_cuts t r n g ->
  (In x (members t r (Last n g s)) <-> 0 < n r t /\ In x (members t ((n r t - 1) :: r) s)).
Proof.
  intro C. simpl. rewrite in_flat_map_if. split.
  - intros (i & I & G & H). apply in_seq in I.
    apply (sat_from_never t r n g (S i) _ C) in G; [|lia].
    replace (n r t - 1) with i by lia. split; [lia | easy].
  - intros (L & H). exists (n r t - 1). split; [apply in_seq; lia|]. split; [|easy].
    apply (sat_from_never t r n g _ _ C); lia.
Qed.

Theorem every_next t u r n g s s' x y : always_cuts u r n g ->
  (row_pair t u r (Next n g s s') x y <->
   exists i, i < n r t /\ S i < n r u /\
             In x (members t (i :: r) s) /\ In y (members u (S i :: r) s')).
Proof.
  intro C. simpl. split.
  - intros (i & j & L & T & U & G & X & Y).
    apply (sat_from_never u r n g (S i) _ C) in G; [|lia].
    assert (j = S i) as -> by lia. eauto.
  - intros (i & T & U & X & Y). exists i, (S i).
    repeat split; auto. apply (sat_from_never u r n g (S i) _ C); lia.
Qed.

(** A loop over a barrier is of that kind, and so is every body with a barrier that all iterations
    run. *)
Lemma always_cuts_count t r n p :
  (forall i, i < n r t -> 0 < count (trace t (i :: r) p)) -> always_cuts t r n (none p).
Proof.
  intros H i L. specialize (H i L). apply not_true_is_false. intro S. apply sat_none in S. lia.
Qed.
