(** * The pair form is sound and complete

    Statement ([pair_form]): for two threads that run the same barriers, two accesses are concurrent
    iff one cross has them. Loops may synchronise at any depth and be empty, conditions and trip
    counts may differ between the threads wherever the barriers are the same, and accesses may stand
    behind the last barrier. Hence ([crosses_race]) a kernel races iff a cross has a conflicting
    pair.

    theory.md: section 2, "Why it is right". C++: src/protocol/align/align.cpp. *)

From Heddle Require Import Protocol Uniformity PairForm.

(** Concurrency of the two threads within [p] at [r]. *)
Definition meet (t u : tid) (r : env) (p : proto) (x y : inst) : Prop :=
  exists k, In x (phase k (trace t r p)) /\ In y (phase k (trace u r p)).

Lemma count_bars t r p : count (trace t r p) = length (bars t r p).
Proof. apply count_barriers. Qed.

Lemma meet_sym t u r p x y : meet t u r p x y -> meet u t r p y x.
Proof. intros (k & X & Y). now exists k. Qed.

Lemma meet_block t u r p x y :
  synchronised p = false ->
  (meet t u r p x y <-> row_pair t u r (Block p) x y).
Proof.
  intro S. simpl. rewrite <- !phase_no_barrier by (now apply no_barrier).
  split; [|now exists 0]. intros (k & X & Y).
  pose proof (phase_le _ _ _ X) as L. rewrite no_barrier in L by easy.
  now assert (k = 0) as -> by lia.
Qed.

Lemma meet_seq t u r p q x y :
  count (trace t r p) = count (trace u r p) ->
  (meet t u r (Seq p q) x y <->
   meet t u r p x y \/ meet t u r q x y \/
   row_pair t u r (Meet (suffix p) (prefix q)) x y \/
   row_pair u t r (Meet (suffix p) (prefix q)) y x).
Proof.
  intro C. simpl row_pair. rewrite !in_suffix, !in_prefix. unfold last_phase, meet.
  change (trace t r (Seq p q)) with (trace t r p ++ trace t r q).
  change (trace u r (Seq p q)) with (trace u r p ++ trace u r q).
  split.
  - intros (k & X & Y). apply phase_app in X, Y.
    destruct X as [X|(i & E & X)], Y as [Y|(j & F & Y)].
    + left. now exists k.
    + do 2 right; left. pose proof (phase_le _ _ _ X).
      assert (j = 0) as -> by lia. rewrite Nat.add_0_r in F. subst k. now rewrite <- C in X.
    + do 3 right. pose proof (phase_le _ _ _ Y).
      assert (i = 0) as -> by lia. rewrite Nat.add_0_r in E. subst k. now rewrite C in Y.
    + right; left. exists i. now replace j with i in Y by lia.
  - intros [(k & X & Y)|[(k & X & Y)|[(X & Y)|(Y & X)]]].
    + exists k. rewrite !phase_app. auto.
    + exists (count (trace t r p) + k). rewrite !phase_app.
      split; right; exists k; split; auto; lia.
    + exists (count (trace t r p)). rewrite !phase_app. split; [now left|].
      right. exists 0. split; [lia | easy].
    + exists (count (trace u r p)). rewrite !phase_app. split; [|now left].
      right. exists 0. split; [lia | easy].
Qed.

Lemma count_iterations f n a :
  count (flat_map f (seq 0 (n + a))) =
  count (flat_map f (seq 0 n)) + count (flat_map f (seq n a)).
Proof. now rewrite seq_app, flat_map_app, count_app. Qed.

Lemma count_iterations_same f g n :
  (forall i, i < n -> count (f i) = count (g i)) ->
  count (flat_map f (seq 0 n)) = count (flat_map g (seq 0 n)).
Proof.
  induction n as [|n IH]; intro H; [easy|].
  rewrite seq_S, !flat_map_app, !count_app, IH by auto. simpl.
  rewrite !count_app, H by lia. easy.
Qed.

(** Accesses of two iterations [i] < [j] are in one phase iff no barrier lies between. *)
Lemma meet_iterations t u r n p x y i j k l :
  (forall i, i < n r t -> i < n r u -> count (trace t (i :: r) p) = count (trace u (i :: r) p)) ->
  i < j -> i < n r t -> j < n r u ->
  In x (phase k (trace t (i :: r) p)) -> In y (phase l (trace u (j :: r) p)) ->
  (count (flat_map (fun i => trace t (i :: r) p) (seq 0 i)) + k =
   count (flat_map (fun i => trace u (i :: r) p) (seq 0 j)) + l <->
   k = count (trace t (i :: r) p) /\ l = 0 /\ sat_from u r (none p) (S i) (j - S i) = true).
Proof.
  intros C I T U X Y. apply phase_le in X, Y. rewrite sat_from_none.
  rewrite (count_iterations_same (fun i => trace t (i :: r) p) (fun i => trace u (i :: r) p) i)
    by (intros; apply C; lia).
  replace (seq 0 j) with (seq 0 (i + S (j - S i))) by (f_equal; lia).
  rewrite count_iterations. simpl seq. simpl flat_map.
  rewrite count_app. rewrite (C i) in * by lia. lia.
Qed.

Lemma meet_loop t u r n p x y :
  same t u r (Loop n p) -> well_named p ->
  (meet t u r (Loop n p) x y <->
   (exists i, i < n r t /\ i < n r u /\ meet t u (i :: r) p x y) \/
   row_pair t u r (Next n (none p) (suffix p) (prefix p)) x y \/
   row_pair u t r (Next n (none p) (suffix p) (prefix p)) y x).
Proof.
  intros H W.
  assert (C : forall i, i < n r t -> i < n r u ->
              count (trace t (i :: r) p) = count (trace u (i :: r) p)).
  { intros i T U. rewrite !count_bars. f_equal. apply same_bars; [easy|].
    now apply (same_loop t u r n p H i). }
  assert (C' : forall i, i < n r u -> i < n r t ->
               count (trace u (i :: r) p) = count (trace t (i :: r) p))
    by (intros; symmetry; auto).
  unfold meet. simpl trace. split.
  - intros (k & X & Y). apply phase_iterations in X as (i & a & I & E & X), Y as (j & b & J & F & Y).
    rewrite Nat.sub_0_r in E, F. simpl in I, J.
    destruct (Nat.lt_trichotomy i j) as [L|[<-|L]].
    + right; left. rewrite E in F.
      apply (meet_iterations t u r n p x y i j a b) in F as (-> & -> & G); try easy.
      exists i, j. rewrite in_suffix, in_prefix. intuition.
    + left. exists i. repeat split; try easy. exists a. split; [easy|].
      rewrite (count_iterations_same _ (fun i => trace u (i :: r) p) i) in E
        by (intros; apply C; lia).
      now replace a with b by lia.
    + right; right. rewrite F in E.
      apply (meet_iterations u t r n p y x j i b a) in E as (-> & -> & G); try easy.
      exists j, i. rewrite in_suffix, in_prefix. intuition.
  - setoid_rewrite phase_iterations.
    intros [(i & T & U & k & X & Y)|[(i & j & L & T & U & G & X & Y)|(i & j & L & U & T & G & Y & X)]].
    + exists (count (flat_map (fun i => trace t (i :: r) p) (seq 0 i)) + k).
      split; exists i, k; rewrite Nat.sub_0_r; repeat split; try easy; try lia.
      now rewrite (count_iterations_same _ (fun i => trace u (i :: r) p) i)
        by (intros; apply C; lia).
    + apply in_suffix in X. apply in_prefix in Y. unfold last_phase in X.
      eexists. split; [exists i, (count (trace t (i :: r) p)) | exists j, 0];
        rewrite Nat.sub_0_r; (split; [lia|]); (split; [|easy]); [reflexivity|].
      now apply (meet_iterations t u r n p x y).
    + apply in_suffix in Y. apply in_prefix in X. unfold last_phase in Y.
      exists (count (flat_map (fun i => trace u (i :: r) p) (seq 0 i)) +
              count (trace u (i :: r) p)).
      split; [exists j, 0 | exists i, (count (trace u (i :: r) p))];
        rewrite Nat.sub_0_r; (split; [lia|]); (split; [|easy]); [|reflexivity].
      now apply (meet_iterations u t r n p y x).
Qed.

Lemma meet_if t u r c p q x y :
  same t u r (If c p q) -> well_named (If c p q) ->
  (meet t u r (If c p q) x y <->
   (c r t = true /\ c r u = true /\ meet t u r p x y) \/
   (c r t = false /\ c r u = false /\ meet t u r q x y) \/
   row_pair t u r (Differ c (none p) (none q) (prefix p) (prefix q)) x y \/
   row_pair u t r (Differ c (none p) (none q) (prefix p) (prefix q)) y x).
Proof.
  intros H W. apply same_if in H; [|easy]. unfold meet. simpl trace. simpl row_pair.
  rewrite !in_prefix, !sat_none, !count_bars.
  assert (Z : forall t u r p q x y, bars t r p = [] -> bars u r q = [] ->
    (exists k, In x (phase k (trace t r p)) /\ In y (phase k (trace u r q))) <->
    In x (phase 0 (trace t r p)) /\ In y (phase 0 (trace u r q))).
  { clear. intros t u r p q x y P Q. split; [|now exists 0]. intros (k & X & Y).
    pose proof (phase_le _ _ _ X) as L. rewrite count_bars, P in L. simpl in L.
    now assert (k = 0) as -> by lia. }
  destruct (c r t), (c r u).
  - intuition discriminate.
  - destruct H as (P & Q). rewrite (Z t u) by easy. rewrite P, Q. simpl. intuition discriminate.
  - destruct H as (P & Q). rewrite (Z t u) by easy. rewrite P, Q. simpl. intuition discriminate.
  - intuition discriminate.
Qed.

Lemma paired_app l m t u x y : paired (l ++ m) t u x y <-> paired l t u x y \/ paired m t u x y.
Proof.
  unfold paired. setoid_rewrite in_app_iff. split.
  - intros (c & [I|I] & H); [left | right]; now exists c.
  - intros [(c & I & H)|(c & I & H)]; exists c; auto.
Qed.

Lemma paired_one A w t u x y :
  paired [Cross A w] t u x y <->
  exists r, holds A r t /\ holds A r u /\ (row_pair t u r w x y \/ row_pair u t r w y x).
Proof.
  unfold paired, cross_pair. split.
  - intros (c & [<-|[]] & [(r & H & K & P)|(r & H & K & P)]); exists r; auto.
  - intros (r & H & K & P). exists (Cross A w). split; [now left|]. simpl.
    destruct P; [left | right]; exists r; auto.
Qed.

Lemma crosses_meet t u x y p : forall A, well_named p ->
  (forall r, holds A r t -> holds A r u -> same t u r p) ->
  (paired (crosses A p) t u x y <->
   exists r, holds A r t /\ holds A r u /\ meet t u r p x y).
Proof.
  assert (B : forall A p, synchronised p = false ->
    (paired [Cross A (Block p)] t u x y <->
     exists r, holds A r t /\ holds A r u /\ meet t u r p x y)).
  { clear. intros A p Sy. rewrite paired_one.
    split; intros (r & H & K & M); exists r; repeat split; auto.
    - destruct M as [M|M]; apply meet_block in M; auto using meet_sym.
    - left. now apply meet_block. }
  induction p as [|a|b|p IHp q IHq|c p IHp q IHq|n p IHp]; intros A W H;
    simpl crosses; try (now apply B).
  - split; [now intros (? & [] & _)|]. now intros (r & _ & _ & [|[|]] & X & _).
  - destruct (synchronised p || synchronised q) eqn:Sy; [|now apply B].
    assert (Hp : forall r, holds A r t -> holds A r u -> same t u r p /\ same t u r q)
      by (intros; apply same_seq; auto).
    pose proof W as W'. apply NoDup_app_inv in W' as (Wp & Wq & _).
    rewrite !paired_app, paired_one, IHp, IHq by (auto; intros; now apply Hp).
    assert (M : forall r, holds A r t -> holds A r u -> _) by
      (intros r E F; apply (meet_seq t u r p q x y); rewrite !count_bars; f_equal;
       apply same_bars; [easy | now apply Hp]).
    split.
    + intros [(r & E & F & K)|[(r & E & F & K)|(r & E & F & K)]]; exists r;
        (split; [easy|]); (split; [easy|]); apply M; auto.
    + intros (r & E & F & K). apply M in K; [|easy..].
      destruct K as [K|[K|K]]; [left | right; left | right; right]; exists r; auto.
  - destruct (synchronised p || synchronised q) eqn:Sy; [|now apply B].
    pose proof W as W'. apply NoDup_app_inv in W' as (Wp & Wq & _).
    rewrite !paired_app, paired_one, IHp, IHq.
    2: { easy. }
    2: { intros r (C & E) (D & F). specialize (H r E F). apply same_if in H; [|easy].
         now rewrite C, D in H. }
    2: { easy. }
    2: { intros r (C & E) (D & F). specialize (H r E F). apply same_if in H; [|easy].
         now rewrite C, D in H. }
    assert (M : forall r, holds A r t -> holds A r u -> _) by
      (intros r E F; apply (meet_if t u r c p q x y); auto).
    split.
    + intros [(r & (C & E) & (D & F) & K)|[(r & (C & E) & (D & F) & K)|(r & E & F & K)]];
        exists r; (split; [easy|]); (split; [easy|]); apply M; auto.
    + intros (r & E & F & K). apply M in K; [|easy..].
      destruct K as [(C & D & K)|[(C & D & K)|K]];
        [left | right; left | right; right]; exists r; simpl; auto.
  - destruct (synchronised p) eqn:Sy; [|now apply B].
    rewrite paired_app, paired_one, IHp; [|easy|].
    2: { intros [|i r]; [easy|]. intros (I & E) (J & F).
         now apply (same_loop t u r n p (H r E F) i). }
    assert (M : forall r, holds A r t -> holds A r u -> _) by
      (intros r E F; apply (meet_loop t u r n p x y); auto).
    split.
    + intros [([|i r] & E & F & K)|(r & E & F & K)]; [easy| |];
        [destruct E as (I & E), F as (J & F)|];
        exists r; (split; [easy|]); (split; [easy|]); apply M; auto. left. now exists i.
    + intros (r & E & F & K). apply M in K; [|easy..].
      destruct K as [(i & I & J & K)|K]; [left; exists (i :: r) | right; exists r]; simpl; auto.
Qed.

(** Two accesses are concurrent iff a cross has them. *)
Theorem pair_form n p : well_named p -> uniform n p ->
  forall t u x y, t < n -> u < n ->
  (concurrent p t u x y <-> paired (crosses [] p) t u x y).
Proof.
  intros W H t u x y T U. rewrite crosses_meet; [|easy|].
  - split; [intro K; now exists [] | now intros (r & -> & _ & K)].
  - intros r -> _ e. unfold bars. now rewrite (H t u T U).
Qed.

(** The tool's whole claim: when the obligations hold, a kernel races iff a cross has a conflicting
    pair. *)
Theorem crosses_race n p : well_named p -> uniform n p ->
  (phase_race n p <-> exists t u x y,
    t < n /\ u < n /\ t <> u /\ (exists c, In c (crosses [] p) /\ cross_pair t u c x y) /\
    conflict t x u y).
Proof.
  intros W H. split.
  - intros (t & u & x & y & T & U & N & C & K).
    apply (pair_form n p W H) in C as (c & I & [P|P]); [..|easy|easy].
    + exists t, u, x, y. eauto 10.
    + exists u, t, y, x. apply conflict_sym in K. eauto 10.
  - intros (t & u & x & y & T & U & N & (c & I & P) & K).
    exists t, u, x, y. refine (conj T (conj U (conj N (conj _ K)))).
    apply (pair_form n p W H); auto. exists c. auto.
Qed.
