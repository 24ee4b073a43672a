(** * Barriers of several scopes: pair by pair

    A barrier of a warp, tile, block or grid lets the threads of one of its groups pass when all of
    them wait there. For a pair of threads, erase the barriers whose groups do not hold both, and
    look at the phases of what is left. Statement ([scoped_race_found]): this misses no race of any
    execution, whatever the groups are and however the conditions around the erased barriers differ
    between the two threads. (The converse, for nested scopes, is not proved here.)

    theory.md: section 2, "Scopes". C++: src/protocol/align/align.hpp, Cutting; src/protocol/split/split.cpp asks
    once for each pair class. *)

From Heddle Require Import Protocol Execution.

Section Scopes.

(** [group b t u]: thread [u] is of the group of [t] at barrier [b]. *)
Variable group : nat -> tid -> tid -> bool.
Hypothesis group_sym : forall b t u, group b t u = true -> group b u t = true.
Hypothesis group_trans : forall b t u v,
  group b t u = true -> group b u v = true -> group b t v = true.

(** As [step] of Execution.v, but a barrier is passed by one group. *)
Inductive scoped_step (n : nat) : state -> state -> Prop :=
| scoped_local s t K : t < n -> local t (s t) K -> scoped_step n s (update s t K)
| scoped_barrier s t b r (K : state) :
    t < n ->
    (forall u, u < n -> group b t u = true -> s u = (r, Bar b) :: K u) ->
    scoped_step n s (fun u => if (u <? n) && group b t u then K u else s u).

Definition scoped_reachable (n : nat) (p : proto) (s : state) : Prop :=
  star (scoped_step n) (init p) s.

(** What is left for the pair [t], [u]. *)
Fixpoint erase (cuts : nat -> bool) (p : proto) : proto :=
  match p with
  | Bar b => if cuts b then Bar b else Skip
  | Seq p q => Seq (erase cuts p) (erase cuts q)
  | If c p q => If c (erase cuts p) (erase cuts q)
  | Loop n p => Loop n (erase cuts p)
  | p => p
  end.

Definition keeps (cuts : nat -> bool) (e : event) : bool :=
  match e with EAcc _ => true | EBar b _ => cuts b end.

Lemma filter_flat_map {A} (f : A -> list event) k l :
  filter k (flat_map f l) = flat_map (fun i => filter k (f i)) l.
Proof. induction l; simpl; [easy|]. now rewrite filter_app, IHl. Qed.

Lemma trace_erase cuts t p : forall r,
  trace t r (erase cuts p) = filter (keeps cuts) (trace t r p).
Proof.
  induction p as [|a|b|p IHp q IHq|c p IHp q IHq|n p IHp]; intro r; simpl; try easy.
  - now destruct (cuts b).
  - now rewrite filter_app, IHp, IHq.
  - destruct (c r t); auto.
  - rewrite filter_flat_map. apply flat_map_ext. auto.
Qed.

Definition left_of (cuts : nat -> bool) (t : tid) (K : stack) : list event :=
  filter (keeps cuts) (stack_trace t K).

Lemma scoped_step_phase n s s' t u k x y :
  scoped_step n s s' -> t < n -> u < n ->
  let cuts := fun b => group b t u in
  In x (phase k (left_of cuts t (s' t))) -> In y (phase k (left_of cuts u (s' u))) ->
  exists k', In x (phase k' (left_of cuts t (s t))) /\ In y (phase k' (left_of cuts u (s u))).
Proof.
  intros S T U cuts X Y. destruct S as [s v K V L | s v b r K V H].
  - assert (P : forall w z, In z (phase k (left_of cuts w (update s v K w))) ->
                            In z (phase k (left_of cuts w (s w)))).
    { intros w z. unfold update. destruct (Nat.eqb_spec w v) as [->|]; [|easy]. unfold left_of.
      destruct (local_trace _ _ _ L) as [->|[e ->]]; [easy|]. simpl. destruct k; simpl; auto. }
    exists k. split; apply P; auto.
  - destruct (cuts b) eqn:C.
    + (* the barrier cuts the pair: both pass it, or neither *)
      assert (E : group b v t = group b v u).
      { unfold cuts in C. destruct (group b v t) eqn:Gt, (group b v u) eqn:Gu; try easy.
        - rewrite (group_trans b v t u Gt C) in Gu. discriminate.
        - rewrite (group_trans b v u t Gu (group_sym _ _ _ C)) in Gt. discriminate. }
      apply Nat.ltb_lt in T as T', U as U'. rewrite T' in X. rewrite U' in Y. simpl in X, Y.
      destruct (group b v t) eqn:Gt; rewrite <- E in Y; [|now exists k].
      exists (S k). unfold left_of. rewrite (H t T Gt), (H u U (eq_sym E)). simpl. now rewrite C.
    + (* it does not: it counts for neither *)
      assert (P : forall w z, w < n ->
                In z (phase k (left_of cuts w (if (w <? n) && group b v w then K w else s w))) ->
                In z (phase k (left_of cuts w (s w)))).
      { intros w z W. destruct ((w <? n) && group b v w) eqn:G; [|easy].
        apply andb_true_iff in G as (_ & G). unfold left_of. rewrite (H w W G). simpl.
        now rewrite C. }
      exists k. split; now apply P.
Qed.

Theorem scoped_race_found n p s t u a r b q K L :
  scoped_reachable n p s -> t < n -> u < n ->
  s t = (r, Acc a) :: K -> s u = (q, Acc b) :: L ->
  concurrent (erase (fun c => group c t u) p) t u (a, r) (b, q).
Proof.
  intros R T U Et Eu. set (cuts := fun c => group c t u).
  assert (P : exists k, In (a, r) (phase k (left_of cuts t (s t))) /\
                        In (b, q) (phase k (left_of cuts u (s u)))).
  { exists 0. unfold left_of. rewrite Et, Eu. simpl. auto. }
  assert (Q : exists k, In (a, r) (phase k (left_of cuts t (init p t))) /\
                        In (b, q) (phase k (left_of cuts u (init p u)))).
  { clear Et Eu. unfold scoped_reachable in R.
    induction R as [s | s1 s2 s3 S R IH]; [easy|].
    destruct (IH P) as (k & X & Y). exact (scoped_step_phase n s1 s2 t u k _ _ S T U X Y). }
  destruct Q as (k & X & Y). exists k. rewrite !trace_erase.
  unfold left_of, init in X, Y. simpl in X, Y. now rewrite !app_nil_r in *.
Qed.

End Scopes.
