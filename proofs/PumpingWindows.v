(** * Windows: who is before whom in a program with more iterations

    A pump of the given program P is repeated m times. Operation j of thread v has its places in the
    larger program: the same one if it is before the pump, one for each round b <= m if it is in the
    pump, that after the last round if it is behind. Statement ([windows]): what happens before such
    a place is read off P. An operation of another thread u whose stamp is below c u is itself; one
    from there on is moved back by b rounds, and stands for the last one below c u if that is further
    than c u. So "before" in all sizes is a table of one run and a comparison of distances. It is
    exact, in both directions. [loop_windows] says it of loops with n and n + m p iterations. Places
    are numbers of operations here; condition (4) of the theory turns them into iterations.

    theory.md: section 4, step 6. C++: src/barrier/analysis/windows.cpp, src/barrier/analysis/compress.cpp. *)

From Heddle Require Import NamedBarriers HappensBefore Clocks WellSync NamedRaces Engine OnePass
  PumpStates Pumping PumpingLoops PumpingExamples.

Section Block.

Variable threads : nat.
Variable barriers : nat.

Notation do P := (do threads P (corrected P)).
Notation exec P := (exec threads P (corrected P)).
Notation good P := (good threads P (corrected P)).
Notation reachable P := (reachable threads P).
Notation finished P := (finished threads P).
Notation well_synchronised P := (well_synchronised threads P).
Notation well_formed := (well_formed barriers).
Notation alike := (alike threads barriers).
Notation pumpable := (pumpable threads barriers).
Notation same_so_far := (same_so_far threads barriers).

(** ** The state in which an operation is done *)

Lemma exec_at P l v j : forall e e', exec P l e = Some e' -> pc (core e) v <= j < pc (core e') v ->
  exists l1 l2 f g, l = l1 ++ v :: l2 /\ exec P l1 e = Some f /\ pc (core f) v = j /\
    do P f v = Some g.
Proof.
  induction l as [|t l IH]; intros e e' H B; simpl in H; [injection H as ->; lia|].
  destruct (do P e t) as [e1|] eqn:D; [|easy]. destruct (do_pc threads P e t e1 D) as (_ & E).
  destruct (Nat.eq_dec (pc (core e) v) j) as [Ej|Nj], (Nat.eq_dec t v) as [->|Nt].
  - exists [], l, e, e1. auto.
  - destruct (IH e1 e' H) as (l1 & l2 & f & g & -> & X & Y); [rewrite E, bump_other by auto; lia|].
    exists (t :: l1), l2, f, g. simpl. now rewrite D.
  - destruct (IH e1 e' H) as (l1 & l2 & f & g & -> & X & Y); [rewrite E, bump_self; lia|].
    exists (v :: l1), l2, f, g. simpl. now rewrite D.
  - destruct (IH e1 e' H) as (l1 & l2 & f & g & -> & X & Y); [rewrite E, bump_other by auto; lia|].
    exists (t :: l1), l2, f, g. simpl. now rewrite D.
Qed.

Lemma do_unblocked P e v g : well_formed P -> good P e -> do P e v = Some g ->
  ~ blocked P (core e) v.
Proof.
  intros W G D B. apply (blocked_b_spec threads P) in B; [|now apply (good_invariant threads barriers)].
  unfold Engine.do in D. now rewrite B, andb_false_r in D.
Qed.

(** What is before an operation is in the clock that its thread has when it does it. *)
Lemma before_in_clock P e v g F u i : well_formed P -> well_synchronised P -> good P e ->
  v < threads -> do P e v = Some g -> reachable P F -> finished P F ->
  (hb P F (u, i) (v, pc (core e) v) <-> i < known (clk e) v u).
Proof.
  intros W Y G V D R Fin. pose proof (well_formed_positive barriers P W) as Pos.
  pose proof (good_reachable threads P e G) as Re.
  rewrite (hb_agree threads P (core e) F).
  - symmetry. apply (known_hb P (core e) (clk e)), (clocks_correct threads P Pos). apply G.
  - now apply reachable_invariant.
  - now apply reachable_invariant.
  - now apply (finished_agrees threads P Pos).
  - apply (next_settled threads P (core e) v V). now apply (do_unblocked P e v g).
Qed.

(** ** One round more *)

Section Once.

Variables (P : tid -> list op) (c a d : tid -> nat).
Hypothesis (W : well_formed P) (H : pumpable P c a d) (Y : well_synchronised P).
Notation Q := (again a d P).

Variables F G : state.
Hypothesis (RF : reachable P F) (FF : finished P F) (RG : reachable Q G) (FG : finished Q G).

Definition back (b : nat) (u : tid) (i : nat) : nat :=
  if S i <? c u then i else max (i - b * d u) (c u - 1).

Lemma below_shift u i k : (d u = 0 \/ 0 < c u) -> (i < shift c d u k <-> back 1 u i < k).
Proof.
  intro C. unfold shift, back. rewrite Nat.mul_1_l.
  destruct (Nat.ltb_spec k (c u)), (Nat.ltb_spec (S i) (c u)); lia.
Qed.

Lemma wq : well_formed Q.
Proof. now apply again_well_formed. Qed.

Lemma yq : well_synchronised Q.
Proof. now apply (pump_again threads barriers P c a d W H). Qed.

Lemma window_before u i v j : u < threads -> v < threads -> j < a v + d v ->
  (hb Q G (u, i) (v, j) <-> hb P F (u, i) (v, j)).
Proof.
  intros U V L. pose proof wq as Wq. pose proof yq as Yq. destruct H as [l0 l1 e1 e2 H1 H2 A Pa].
  destruct (again_runs threads barriers P c a d l0 l1 e1 e2 W H1 H2 A Pa) as (P2 & _).
  assert (H12 : exec P (l0 ++ l1) start = Some e2) by now rewrite exec_app, H1.
  destruct (exec_at P (l0 ++ l1) v j start e2 H12) as (k1 & k2 & e & g & El & X & <- & D);
    [rewrite (proj1 (P2 v V)); simpl; lia|].
  pose proof (good_start' threads P) as G0. pose proof (good_start' threads Q) as Gq.
  assert (X1 : exec P k2 g = Some e2)
    by (rewrite El, exec_app, X in H12; simpl in H12; now rewrite D in H12).
  assert (Pre : forall t, t < threads -> pc (core e) t <= pc (core g) t <= a t + d t).
  { intros t T. destruct (do_pc threads P e v g D) as (_ & E). destruct (P2 t T) as (<- & _).
    split; [rewrite E; apply bump_le | now apply (exec_pc threads P k2)]. }
  destruct (same_exec threads barriers P Q k1 W Wq start start e) as (f & Hf & S & O); auto.
  { apply same_start. }
  { intros t T. apply again_before; [now apply P2 | specialize (Pre t T); lia]. }
  pose proof (good_after threads barriers P k1 _ _ W G0 X) as Ge.
  pose proof (good_after threads barriers Q k1 _ _ Wq Gq Hf) as Gf.
  destruct (same_exec threads barriers P Q [v] W Wq e f g) as (g' & Hg & _); auto.
  { simpl. now rewrite D. }
  { intros t T. apply again_before; [now apply P2 | specialize (Pre t T); lia]. }
  simpl in Hg. destruct (do Q f v) as [g2|] eqn:Df; [|easy].
  destruct (alike_pc _ _ _ _ _ _ _ _ S v V) as (Pf & _). rewrite Nat.add_0_r in Pf.
  rewrite <- Pf at 1.
  rewrite (before_in_clock Q f v g2 G u i), (before_in_clock P e v g F u i) by easy.
  now rewrite (alike_known _ _ _ _ _ _ _ _ S v u V U), shift_none.
Qed.

Lemma window_behind u i v j : u < threads -> v < threads -> a v <= j < length (P v) ->
  (hb Q G (u, i) (v, j + d v) <-> hb P F (u, back 1 u i) (v, j)).
Proof.
  intros U V L. pose proof wq as Wq. pose proof yq as Yq. destruct H as [l0 l1 e1 e2 H1 H2 A Pa].
  destruct (run_ends threads P e1) as (l & e3 & H3 & N).
  destruct (again_runs threads barriers P c a d l0 l1 e1 e2 W H1 H2 A Pa)
    as (P2 & f1 & f2 & Hf1 & Hf2 & S1 & S2 & O2 & L' & R).
  pose proof (good_after threads barriers P l0 _ _ W (good_start' threads P) H1) as G1.
  pose proof (good_after threads barriers P l _ _ W G1 H3) as G3.
  pose proof (good_after threads barriers Q l0 _ _ Wq (good_start' threads Q) Hf1) as Gf1.
  pose proof (good_after threads barriers Q l1 _ _ Wq Gf1 Hf2) as Gf2.
  destruct (proj1 (stuck_verdict threads barriers P e3 W G3 N) Y) as (Fin & _).
  destruct (exec_at P l v j e1 e3 H3) as (k1 & k2 & e & g & El & X & <- & D).
  { rewrite Pa by easy. destruct (Fin v V) as (-> & _). easy. }
  pose proof (good_after threads barriers P k1 _ _ W G1 X) as Ge.
  destruct (alike_exec threads barriers P Q c d k1 W Wq e1 f2 e G1 Gf2 L' R X)
    as (f & Hf & Lf & Rf & _).
  pose proof (good_after threads barriers Q k1 _ _ Wq Gf2 Hf) as Gf.
  assert (X1 : exec P [v] e = Some g) by (simpl; now rewrite D).
  destruct (alike_exec threads barriers P Q c d [v] W Wq e f g Ge Gf Lf Rf X1) as (g' & Hg & _).
  simpl in Hg. destruct (do Q f v) as [g2|] eqn:Df; [|easy].
  destruct (alike_pc _ _ _ _ _ _ _ _ Lf v V) as (Pf & _). rewrite <- Pf.
  rewrite (before_in_clock Q f v g2 G u i), (before_in_clock P e v g F u (back 1 u i)) by easy.
  rewrite (alike_known _ _ _ _ _ _ _ _ Lf v u V U). apply below_shift.
  destruct (alike_pc _ _ _ _ _ _ _ _ Lf u U) as (_ & C). lia.
Qed.

End Once.

(** ** All rounds *)

Lemma back_back c d b u i : back c d b u (back c d 1 u i) = back c d (S b) u i.
Proof.
  unfold back. destruct (Nat.ltb_spec (S i) (c u)) as [L|L].
  - apply Nat.ltb_lt in L. now rewrite L.
  - destruct (Nat.ltb_spec (S (max (i - 1 * d u) (c u - 1))) (c u)); lia.
Qed.

Lemma back_none c d u i : back c d 0 u i = i.
Proof. unfold back. destruct (Nat.ltb_spec (S i) (c u)); lia. Qed.

Lemma more_length a d P t m : a t + d t <= length (P t) ->
  length (more m a d P t) = length (P t) + m * d t.
Proof.
  intro L. induction m as [|m IH]; simpl; [lia|]. unfold again.
  rewrite app_length, firstn_length, skipn_length, IH. lia.
Qed.

(** Operation [j] of thread [v] of the given program has a place in round [b] of [m]. *)
Definition placed (a d : tid -> nat) (m b v j : nat) : Prop :=
  b <= m /\ (j < a v -> b = 0) /\ (a v + d v <= j -> b = m).

Theorem windows P c a d m F G : well_formed P -> pumpable P c a d -> well_synchronised P ->
  reachable P F -> finished P F -> reachable (more m a d P) G -> finished (more m a d P) G ->
  forall u v i j b, u < threads -> v < threads -> j < length (P v) -> placed a d m b v j ->
  (hb (more m a d P) G (u, i) (v, j + b * d v) <-> hb P F (u, back c d b u i) (v, j)).
Proof.
  intros W H Y RF FF. revert G. induction m as [|m IH]; intros G RG FG u v i j b U V L (B & B1 & B2).
  - assert (b = 0) as -> by lia. rewrite back_none, Nat.add_0_r. simpl in *.
    pose proof (well_formed_positive barriers P W) as Pos.
    assert (Lv : j < pc F v) by (destruct (FF v V); lia).
    apply (hb_agree threads P F G); [now apply reachable_invariant..| |now left].
    now apply (finished_agrees threads P Pos).
  - destruct (pumpable_more threads barriers P c a d m W H) as (Wm & Hm & V').
    assert (Ym : well_synchronised (more m a d P)) by now apply V'.
    assert (Len : a v + d v <= length (P v)).
    { destruct H as [l0 l1 e1 e2 H1 H2 A Pa].
      destruct (again_runs threads barriers P c a d l0 l1 e1 e2 W H1 H2 A Pa) as (P2 & _).
      now apply P2. }
    destruct (well_synchronised_finishes threads _ Ym) as (E & RE & FE).
    destruct b as [|b].
    + rewrite Nat.add_0_r. simpl more.
      rewrite (window_before (more m a d P) c a d Wm Hm Ym E G RE FE RG FG u i v j U V) by lia.
      specialize (IH E RE FE u v i j 0 U V L). rewrite Nat.add_0_r in IH. apply IH.
      split; [lia|]. split; [easy|]. lia.
    + assert (a v <= j) by (destruct (Nat.lt_ge_cases j (a v)) as [X|X]; [specialize (B1 X); lia|easy]).
      replace (j + S b * d v) with (j + b * d v + d v) by lia. simpl more.
      rewrite (window_behind (more m a d P) c a d Wm Hm Ym E G RE FE RG FG u i v (j + b * d v) U V).
      * rewrite <- (back_back c d b u i). apply IH; auto. split; [lia|]. split; lia.
      * rewrite more_length by easy. split; [lia|]. apply Nat.lt_le_trans with (length (P v) + b * d v).
        -- lia.
        -- apply Nat.add_le_mono_l, Nat.mul_le_mono_r. lia.
Qed.

(** ** Loops *)

(** Only programs of threads of the block matter. *)
Section Same.

Variables P Q : tid -> list op.
Hypothesis (Wp : well_formed P) (E : forall t, t < threads -> Q t = P t).

Lemma same_op m : fst m < threads -> op_at Q m = op_at P m.
Proof. intro T. unfold op_at. now rewrite E. Qed.

Lemma same_reachable s : reachable P s -> reachable Q s.
Proof.
  induction 1 as [|s t s' R IH S]; [constructor|]. apply (reach_step threads Q s t s' IH).
  pose proof (reachable_invariant threads P (well_formed_positive barriers P Wp) s R) as I.
  assert (B : t < threads -> ~ blocked P s t -> ~ blocked Q s t).
  { intros T B (i & b & Ei & (b' & n & O) & X). apply B. exists i, b. split; [easy|].
    split; [exists b', n; now rewrite <- (same_op (t, i) T) | easy]. }
  destruct S as [a w T N O|b n T N Rg C].
  - apply step_touch with (a := a) (w := w); auto. now rewrite (same_op (next s t) T).
  - apply step_register; auto; unfold registers; [now rewrite (same_op (next s t) T)|].
    intros m M. rewrite (same_op m (inv_thread threads P s I _ _ _ M)). now apply C.
Qed.

Lemma same_hb s x y : reachable P s -> hb P s x y -> hb Q s x y.
Proof.
  intro R. pose proof (reachable_invariant threads P (well_formed_positive barriers P Wp) s R) as I.
  assert (Y : forall t i b k, In ((t, i), b, k) (log s) -> syncs P (t, i) -> syncs Q (t, i)).
  { intros t i b k X (b' & n & O). exists b', n.
    now rewrite (same_op (t, i) (inv_thread threads P s I _ _ _ X)). }
  induction 1; eauto using hb_po, hb_member, hb_before.
Qed.

End Same.

Theorem loop_windows sk n p : (forall n, well_formed (unrolled sk n)) ->
  loops_pumpable threads barriers sk n p -> well_synchronised (unrolled sk n) ->
  exists c a d, (forall t, t < threads -> goes_round (sk t) n p (a t) (d t)) /\
  forall m F G, reachable (unrolled sk n) F -> finished (unrolled sk n) F ->
  reachable (unrolled sk (n + m * p)) G -> finished (unrolled sk (n + m * p)) G ->
  forall u v i j b, u < threads -> v < threads -> j < length (unrolled sk n v) ->
  placed a d m b v j ->
  (hb (unrolled sk (n + m * p)) G (u, i) (v, j + b * d v) <->
   hb (unrolled sk n) F (u, back c d b u i) (v, j)).
Proof.
  intros W (c & a & d & H & R) Y. exists c, a, d. split; [easy|].
  intros m F G RF FF RG FG u v i j b U V L B.
  destruct (pumpable_more threads barriers _ c a d m (W n) H) as (Wm & _).
  assert (E : (forall t, t < threads -> goes_round (sk t) (n + m * p) p (a t) (d t)) /\
              forall t, t < threads -> more m a d (unrolled sk n) t = unrolled sk (n + m * p) t).
  { clear - R. induction m as [|m (Rm & Em)]; [now rewrite Nat.add_0_r|].
    replace (n + S m * p) with (n + m * p + p) by lia. split; intros t T.
    - now apply round_next, Rm.
    - simpl. unfold again. rewrite Em by easy. symmetry. now apply round_again, Rm. }
  destruct E as (_ & E).
  assert (E' : forall t, t < threads -> unrolled sk (n + m * p) t = more m a d (unrolled sk n) t)
    by (intros; now rewrite E).
  pose proof (same_reachable _ _ (W (n + m * p)) E G RG) as RG'.
  assert (FG' : finished (more m a d (unrolled sk n)) G).
  { intros t T. destruct (FG t T) as (P1 & P2). rewrite E by easy. split; [easy|].
    intros (k & x & Ek & (x' & y & O) & X). apply P2. exists k, x. split; [easy|].
    split; [exists x', y; exact (eq_trans (eq_sym (same_op _ _ E (t, k) T)) O) | easy]. }
  rewrite <- (windows _ c a d m F G (W n) H Y RF FF RG' FG' u v i j b U V L B).
  split; intro X; [exact (same_hb _ _ (W _) E G _ _ RG X) | exact (same_hb _ _ Wm E' G _ _ RG' X)].
Qed.

End Block.

(** ** The ring of PumpingExamples.v *)

(** Of each operation done: its thread and number, and how many operations of thread [u] are before. *)
Fixpoint knowledge (P : tid -> list op) (u : tid) (l : list tid) (e : engine) : list (event * nat) :=
  match l with
  | [] => []
  | t :: l => (next (core e) t, known (clk e) t u) ::
              match do 2 P (corrected P) e t with
              | Some e => knowledge P u l (in_tables 2 4 e)
              | None => []
              end
  end.

Definition known_before (n : nat) (u v : tid) : list nat :=
  map snd (filter (fun x => fst (fst x) =? v)
                  (knowledge (unrolled (block true) n) u (turns true n) start)).

(** The consumer's read of iteration i knows the 3 (i + 1) operations of the producer up to its
    arrival in iteration i; .. *)
Compute known_before 6 0 1.
(** .. the producer's write of iteration i >= 2 knows the consumer's 2 + 3 (i - 1) up to its arrival
    in iteration i - 2. *)
Compute known_before 6 1 0.

(** With two items more: one round, and what is behind it is 6 operations further and knows 6
    operations more. *)
Example two_more :
  known_before 8 0 1 =
    firstn 12 (known_before 6 0 1) ++ map (fun k => k + 6) (skipn 6 (known_before 6 0 1)).
Proof. vm_compute. reflexivity. Qed.
