(** * Pumping: loops with a symbolic number of iterations

    Each thread runs a prologue, T = n + up - down iterations of a loop, and an epilogue. An operation
    of the loop has the id base + i mod S and is guarded by i >= from and i < T - until; n is symbolic.
    Statements:

    - [pump_loops]: if the run for some n has a pump in which each thread with a loop goes on by p
      iterations, from one place to the same place, behind all [from] and before all [until], with p a
      multiple of all S, then n + m p is well-synchronized iff n is;
    - [all_n]: if each n from N to N+P-1 has such a pump whose p divides P, then what the runs for
      n < N+P say decides every n;
    - [bad_inside]: a run that goes wrong while each thread still has operations in common with the run
      for another n is bad for that n too.

    The solver's part, that numbers of iterations differ by constants, is in the form of T here.
    PumpingExamples.v has rings.

    theory.md: section 4, steps 2 to 5. C++: src/barrier/analysis/program.cpp (unroll), src/barrier/analysis/pump.cpp
    (measure), src/barrier/analysis/analysis.cpp. *)

From Heddle Require Import NamedBarriers HappensBefore Clocks WellSync Engine OnePass
  PumpStates Pumping.

Inductive action := Arrives (count : nat) | Syncs (count : nat) | Touches (write : bool).

Record operation := Operation {
  act : action;
  base : nat;
  ring : nat;
  from : nat;
  until : nat
}.

Record role := Role {
  prologue : list op;
  body : list operation;
  up : nat;
  down : nat;
  epilogue : list op
}.

Definition trips (r : role) (n : nat) : nat := n + up r - down r.

(** Operation [o] in iteration [i] of [T]. *)
Definition instance (T i : nat) (o : operation) : list op :=
  if (from o <=? i) && (i + until o <? T) then
    let x := base o + i mod ring o in
    [match act o with Arrives k => Arrive x k | Syncs k => Sync x k | Touches w => Touch x w end]
  else [].

Definition iteration (r : role) (T i : nat) : list op := flat_map (instance T i) (body r).

Definition iterations (r : role) (T i : nat) : list op := flat_map (iteration r T) (seq 0 i).

Definition unroll (r : role) (n : nat) : list op :=
  prologue r ++ iterations r (trips r n) (trips r n) ++ epilogue r.

(** The program of each thread. *)
Definition unrolled (sk : tid -> role) (n : nat) : tid -> list op := fun t => unroll (sk t) n.

(** Between [a] and [a + d] operations of its own, the thread goes on by [p] iterations. *)
Definition goes_round (r : role) (n p a d : nat) : Prop :=
  let T := trips r n in
  (body r = [] /\ d = 0) \/
  exists i k, a = length (prologue r ++ iterations r T i) + k /\
    a + d = length (prologue r ++ iterations r T (i + p)) + k /\
    k <= length (iteration r T i) /\ i + p < T /\
    forall o, In o (body r) -> from o <= i /\ i + p + until o < T /\ Nat.divide (ring o) p.

(** ** One more round *)

Lemma iterations_split r T i m : i <= m ->
  iterations r T m = iterations r T i ++ flat_map (iteration r T) (seq i (m - i)).
Proof.
  intro L. unfold iterations. rewrite <- flat_map_app, <- seq_app. f_equal. f_equal. lia.
Qed.

Lemma instance_same T T' i j o : (from o <=? i) = (from o <=? j) ->
  (i + until o <? T) = (j + until o <? T') -> i mod ring o = j mod ring o ->
  instance T i o = instance T' j o.
Proof. unfold instance. now intros -> -> ->. Qed.

Lemma flat_map_same {A B} (f g : A -> list B) l : (forall x, In x l -> f x = g x) ->
  flat_map f l = flat_map g l.
Proof.
  induction l as [|a l IH]; [easy|]. intro H. simpl. rewrite H by (now left).
  now rewrite IH by (intros; apply H; now right).
Qed.

Section Round.

Variables (r : role) (n p a d : nat).
Hypothesis G : goes_round r n p a d.

Lemma round_none : body r = [] -> forall m, unroll r m = prologue r ++ epilogue r.
Proof.
  intros E m. unfold unroll, iterations, iteration. rewrite E. simpl. f_equal.
  induction (seq 0 (trips r m)); simpl; auto.
Qed.

Lemma round_trips : body r <> [] -> trips r (n + p) = trips r n + p.
Proof.
  intro E. destruct G as [(N & _)|(i & k & _ & _ & _ & L & _)]; [easy|]. unfold trips in *. lia.
Qed.

(** Where the pump is, guards do not see the end. *)
Lemma round_before i o : i + p + until o < trips r n -> forall j, j <= i + p ->
  instance (trips r n + p) j o = instance (trips r n) j o.
Proof.
  intros U j L. apply instance_same; auto.
  destruct (Nat.ltb_spec (j + until o) (trips r n + p)), (Nat.ltb_spec (j + until o) (trips r n)); lia.
Qed.

(** Behind it they do not see the beginning. *)
Lemma round_behind i o : from o <= i -> Nat.divide (ring o) p -> forall j, i <= j ->
  instance (trips r n + p) (j + p) o = instance (trips r n) j o.
Proof.
  intros F (q & D) j L. apply instance_same.
  - destruct (Nat.leb_spec (from o) (j + p)), (Nat.leb_spec (from o) j); lia.
  - destruct (Nat.ltb_spec (j + p + until o) (trips r n + p)),
      (Nat.ltb_spec (j + until o) (trips r n)); lia.
  - rewrite D. destruct (ring o) as [|s]; [rewrite Nat.mul_0_r; now rewrite Nat.add_0_r|].
    now rewrite Nat.mod_add.
Qed.

Lemma round_again : unroll r (n + p) = firstn (a + d) (unroll r n) ++ skipn a (unroll r n).
Proof.
  pose proof round_trips as Tr.
  destruct G as [(E & ->)|(i & k & Ea & Ed & Lk & Lt & H)].
  { rewrite !round_none by easy. now rewrite Nat.add_0_r, firstn_skipn. }
  destruct (body r) as [|o0 l0] eqn:Eb.
  { rewrite !round_none by easy.
    assert (Z : forall T j, iterations r T j = []).
    { intros T j. unfold iterations, iteration. rewrite Eb. simpl. induction (seq 0 j); auto. }
    rewrite !Z, app_nil_r in *. replace (a + d) with a by lia. now rewrite firstn_skipn. }
  assert (Ne : body r <> []) by (rewrite Eb; discriminate). rewrite <- Eb in *. clear Eb.
  specialize (Tr Ne). set (T := trips r n) in *.
  assert (E1 : forall j, j <= i + p -> iteration r (T + p) j = iteration r T j).
  { intros j L. apply flat_map_same. intros o I. apply (round_before i); [|easy]. now apply H. }
  assert (E2 : forall j, i <= j -> iteration r (T + p) (j + p) = iteration r T j).
  { intros j L. apply flat_map_same. intros o I. apply (round_behind i); [|..|easy]; now apply H. }
  assert (Ei : iteration r T (i + p) = iteration r T i) by (rewrite <- E1, E2; auto).
  assert (U : forall T j rest, j < T -> prologue r ++ iterations r T T ++ rest =
    (prologue r ++ iterations r T j) ++ iteration r T j ++
    flat_map (iteration r T) (seq (S j) (T - S j)) ++ rest).
  { intros T0 j rest L. rewrite (iterations_split r T0 j T0) by lia.
    replace (T0 - j) with (S (T0 - S j)) by lia. simpl. now rewrite <- !app_assoc. }
  unfold unroll. rewrite Tr. fold T. rewrite (U (T + p) (i + p)) by lia.
  rewrite (U T (i + p)) at 1 by lia. rewrite (U T i) by lia.
  rewrite Ed, Ea, firstn_app_2, skipn_app.
  rewrite (skipn_all2 (prologue r ++ iterations r T i)) by lia.
  rewrite firstn_app, skipn_app, Ei.
  replace (length (prologue r ++ iterations r T i) + k - length (prologue r ++ iterations r T i))
    with k by lia.
  replace (k - length (iteration r T i)) with 0 by lia. rewrite firstn_O, app_nil_r.
  cbn [skipn app]. rewrite !app_assoc, <- (app_assoc _ (firstn k _) (skipn k _)), firstn_skipn.
  f_equal. f_equal; [|].
  - f_equal; [|rewrite E1 by lia; exact Ei].
    f_equal. apply flat_map_same. intros j J. apply in_seq in J. apply E1. lia.
  - replace (T + p - S (i + p)) with (T - S i) by lia.
    change (S (i + p)) with (S i + p). generalize (T - S i) as m. intro m.
    assert (L : i <= S i) by lia. revert L. generalize (S i) as j. induction m as [|m IH]; [easy|].
    intros j L. simpl. rewrite E2 by easy. f_equal. apply (IH (S j)). lia.
Qed.

Lemma round_next : goes_round r (n + p) p a d.
Proof.
  pose proof round_trips as Tr. destruct G as [H|(i & k & Ea & Ed & Lk & Lt & H)]; [now left|].
  destruct (body r) as [|o0 l0] eqn:Eb.
  { left. split; [easy|].
    assert (Z : forall T j, iterations r T j = []).
    { intros T j. unfold iterations, iteration. rewrite Eb. simpl. induction (seq 0 j); auto. }
    rewrite !Z in *. lia. }
  right. assert (Ne : body r <> []) by (rewrite Eb; discriminate). rewrite <- Eb in *. clear Eb.
  exists i, k. rewrite (Tr Ne).
  assert (E1 : forall j, j <= i + p -> iteration r (trips r n + p) j = iteration r (trips r n) j).
  { intros j L. apply flat_map_same. intros o I. apply (round_before i); [|easy]. now apply H. }
  assert (E : forall j, j <= i + p -> iterations r (trips r n + p) j = iterations r (trips r n) j).
  { intros j L. apply flat_map_same. intros x J. apply in_seq in J. apply E1. lia. }
  rewrite !E, E1 by lia. repeat split; auto; try lia; try (now apply H).
  apply H in H0 as (_ & L & _). lia.
Qed.

End Round.

(** ** All n *)

Section Skeleton.

Variables threads barriers : nat.
Variable sk : tid -> role.

Notation well_synchronised P := (well_synchronised threads P).
Notation well_formed := (well_formed barriers).
Notation unrolled := (unrolled sk).

Hypothesis formed : forall n, well_formed (unrolled n).

(** The run for [n] has a pump of [p] iterations. *)
Definition loops_pumpable (n p : nat) : Prop := exists c a d,
  pumpable threads barriers (unrolled n) c a d /\
  forall t, t < threads -> goes_round (sk t) n p (a t) (d t).

Lemma loops_again n p : loops_pumpable n p ->
  loops_pumpable (n + p) p /\
  (well_synchronised (unrolled n) <-> well_synchronised (unrolled (n + p))).
Proof.
  intros (c & a & d & H & G).
  destruct (pump_again threads barriers _ c a d (formed n) H) as (H' & V).
  destruct (pumpable_same threads barriers (again a d (unrolled n)) (unrolled (n + p)) c a d)
    as (H2 & V2); auto.
  - now apply again_well_formed.
  - intros t T. now apply round_again, G.
  - split; [|now rewrite V]. exists c, a, d. split; [easy|]. intros t T. now apply round_next, G.
Qed.

Theorem pump_loops n p m : loops_pumpable n p ->
  (well_synchronised (unrolled n) <-> well_synchronised (unrolled (n + m * p))).
Proof.
  intro H. assert (X : loops_pumpable (n + m * p) p /\
    (well_synchronised (unrolled n) <-> well_synchronised (unrolled (n + m * p)))); [|apply X].
  induction m as [|m (Hm & V)]; [now rewrite Nat.add_0_r|].
  destruct (loops_again _ _ Hm) as (H' & V').
  replace (n + S m * p) with (n + m * p + p) by lia. split; [easy|]. now rewrite V.
Qed.

Theorem all_n N P : 0 < P ->
  (forall n, N <= n < N + P -> exists p, Nat.divide p P /\ loops_pumpable n p) ->
  forall n, N <= n ->
  (well_synchronised (unrolled n) <-> well_synchronised (unrolled (N + (n - N) mod P))).
Proof.
  intros L H n Le. pose proof (Nat.mod_upper_bound (n - N) P ltac:(lia)) as B.
  destruct (H (N + (n - N) mod P) ltac:(lia)) as (p & (q & D) & Hp).
  symmetry. pose proof (Nat.div_mod (n - N) P ltac:(lia)) as E.
  replace n with (N + (n - N) mod P + (n - N) / P * q * p) at 2 by nia.
  now apply pump_loops.
Qed.

(** So finitely many runs decide. *)
Corollary finitely_many N P : 0 < P ->
  (forall n, N <= n < N + P -> exists p, Nat.divide p P /\ loops_pumpable n p) ->
  ((forall n, well_synchronised (unrolled n)) <->
   forall n, n < N + P -> well_synchronised (unrolled n)).
Proof.
  intros L H. split; [auto|]. intros W n. destruct (Nat.lt_ge_cases n N) as [A|A].
  - apply W. lia.
  - apply (all_n N P L H n A), W. pose proof (Nat.mod_upper_bound (n - N) P ltac:(lia)). lia.
Qed.

(** ** Bad before anybody leaves a loop *)

(** The thread has done [x] operations and has another one in an iteration in which no guard sees
    the end. *)
Definition still_inside (r : role) (n x : nat) : Prop :=
  body r = [] \/ exists i, x < length (prologue r ++ iterations r (trips r n) i) /\
    i <= trips r n /\ forall o, In o (body r) -> i + until o <= trips r n.

Lemma inside_same r n m x : still_inside r n x -> n <= m ->
  firstn (S x) (unroll r m) = firstn (S x) (unroll r n).
Proof.
  intros [E|(i & L & I & H)] Le; [now rewrite !round_none|].
  assert (Lt : trips r n <= trips r m) by (unfold trips; lia).
  assert (E : iterations r (trips r m) i = iterations r (trips r n) i).
  { apply flat_map_same. intros j J. apply in_seq in J. apply flat_map_same. intros o O.
    specialize (H o O). apply instance_same; auto.
    destruct (Nat.ltb_spec (j + until o) (trips r m)), (Nat.ltb_spec (j + until o) (trips r n)); lia. }
  unfold unroll. rewrite (iterations_split r (trips r m) i) by lia.
  rewrite (iterations_split r (trips r n) i (trips r n)) by lia. rewrite E, <- !app_assoc.
  rewrite !(app_assoc (prologue r)), !(firstn_app (S x) (prologue r ++ _)).
  now replace (S x - length (prologue r ++ iterations r (trips r n) i)) with 0 by lia.
Qed.

Theorem bad_inside n l e : exec threads (unrolled n) (corrected (unrolled n)) l start = Some e ->
  (forall t, t < threads -> still_inside (sk t) n (pc (core e) t)) ->
  ordered e = false \/ (stuck threads (unrolled n) e /\ ~ finished threads (unrolled n) (core e)) ->
  forall m, n <= m -> ~ well_synchronised (unrolled m).
Proof.
  intros H I B m L. apply (bad_prefix threads barriers (unrolled n) (unrolled m) l e); auto.
  intros t T. now apply inside_same, L; apply I.
Qed.

End Skeleton.
