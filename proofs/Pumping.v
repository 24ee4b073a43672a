(** * Pumping: a part of a run may be repeated

    A pump is two states of one run that are alike (PumpStates.v), where each thread t has done d t
    operations in between: in the column of t, what is below c t has stayed, the rest has moved by
    d t. Statement ([pump_verdict]): the program in which each thread does what it did in between m
    times more is well-synchronized iff the given one is; so good runs stand for good programs, and
    bad runs for bad ones. PumpingLoops.v draws the conclusion for loops with a symbolic number of
    iterations.

    theory.md: section 4, steps 3 to 5. C++: src/barrier/analysis/pump.cpp, columns_agree. *)

From Heddle Require Import NamedBarriers HappensBefore Clocks WellSync NamedRaces Engine OnePass
  PumpStates.

Section Block.

Variable threads : nat.
Variable barriers : nat.

Notation do P := (do threads P (corrected P)).
Notation exec P := (exec threads P (corrected P)).
Notation good P := (good threads P (corrected P)).
Notation finished P := (finished threads P).
Notation well_synchronised P := (well_synchronised threads P).
Notation well_formed := (well_formed barriers).
Notation alike := (alike threads barriers).
Notation alike_pc := (alike_pc threads barriers).
Notation alike_open := (alike_open threads barriers).
Notation alike_previous := (alike_previous threads barriers).
Notation alike_op := (alike_op threads barriers).
Notation alike_known := (alike_known threads barriers).
Notation alike_joined := (alike_joined threads barriers).
Notation alike_do := (alike_do threads barriers).
Notation alike_blocked := (alike_blocked threads barriers).
Notation well_formed_positive := (well_formed_positive barriers).
Notation good_reachable := (good_reachable threads).
Notation good_invariant := (good_invariant threads barriers).

(** ** Runs *)

Lemma do_pc P e t e' : do P e t = Some e' -> t < threads /\ pc (core e') = bump (pc (core e)) t.
Proof.
  unfold Engine.do. destruct (Nat.ltb_spec t threads) as [T|]; [|easy]. simpl.
  destruct (blocked_b P (core e) t); [easy|]. simpl.
  destruct (op_at P (next (core e) t)) as [[b n|b n|a w]|]; [| | |easy];
    unfold do_register; try (destruct (forallb _ _); [|easy]); intros [= <-]; now split.
Qed.

Lemma exec_app P l m e : exec P (l ++ m) e = match exec P l e with Some e' => exec P m e' | None => None end.
Proof. revert e. induction l as [|t l IH]; intro e; simpl; [easy|]. now destruct (do P e t). Qed.

Lemma exec_pc P l : forall e e' t, exec P l e = Some e' -> pc (core e) t <= pc (core e') t.
Proof.
  induction l as [|u l IH]; intros e e' t H; simpl in H; [injection H as <-; lia|].
  destruct (do P e u) as [e1|] eqn:D; [|easy]. apply (IH _ _ t) in H. apply do_pc in D as (_ & D).
  rewrite D in H. pose proof (bump_le (pc (core e)) u t). lia.
Qed.

Lemma exec_ordered P l : forall e e', exec P l e = Some e' -> ordered e' = true -> ordered e = true.
Proof.
  induction l as [|u l IH]; intros e e' H O; simpl in H; [congruence|].
  destruct (do P e u) as [e1|] eqn:D; [|easy]. specialize (IH _ _ H O). clear H.
  unfold Engine.do in D. destruct ((u <? threads) && _); [|easy].
  destruct (op_at P (next (core e) u)) as [[b n|b n|a w]|]; [| | |easy]; unfold do_register in D;
    try (destruct (forallb _ _) in D; [|easy]); injection D as <-; simpl in IH;
    try apply andb_true_iff in IH; tauto.
Qed.

Lemma pc_length P e t : good P e -> t < threads -> pc (core e) t <= length (P t).
Proof.
  intros G _. apply good_reachable in G. induction G as [|s u s' R IH S]; [simpl; lia|].
  pose proof (step_length threads P s u s' S). rewrite (step_pc threads P s u s' S).
  unfold bump. destruct (Nat.eqb_spec t u) as [->|]; lia.
Qed.

Lemma good_start' P : good P start.
Proof. now apply good_start. Qed.

Lemma good_after P l e e' : well_formed P -> good P e -> exec P l e = Some e' -> good P e'.
Proof.
  intros W G H. exact (exec_good threads P _ (well_formed_positive P W) l e e' G H).
Qed.

(** Nobody can go on. *)
Definition stuck (P : tid -> list op) (e : engine) : Prop := forall t, do P e t = None.

Lemma stuck_step P e t s : well_formed P -> good P e -> stuck P e -> ~ step threads P (core e) t s.
Proof.
  intros W G N S. specialize (N t). pose proof (good_invariant P e W G) as I.
  assert (T : t < threads) by now destruct S. apply Nat.ltb_lt in T.
  assert (B : blocked_b P (core e) t = false).
  { apply not_true_is_false. intro B. apply (blocked_b_spec threads P _ _ I) in B. now destruct S. }
  unfold Engine.do in N. rewrite T, B in N. simpl in N.
  destruct S as [a w _ _ O|b n _ _ R A]; [now rewrite O in N|].
  assert (F : forallb (fun m => registers_b P m b n) (members (log (core e)) b (gen (core e) b)) = true).
  { apply forallb_forall. intros m M. apply registers_b_spec. now apply A, in_members. }
  destruct R as [R|R]; rewrite R in N; unfold do_register in N; rewrite F in N; discriminate N.
Qed.

Lemma stuck_verdict P e : well_formed P -> good P e -> stuck P e ->
  (well_synchronised P <-> finished P (core e) /\ ordered e = true).
Proof.
  intros W G N.
  rewrite (one_schedule threads P (well_formed_positive P W) (core e) (good_reachable P e G)).
  - now rewrite (good_ordered _ _ _ e G), asks_corrected.
  - intros t s. now apply stuck_step.
Qed.

(** Every run ends. *)
Lemma run_ends P e : exists l e', exec P l e = Some e' /\ stuck P e'.
Proof.
  assert (One : forall e, stuck P e \/ exists t e', do P e t = Some e').
  { intro e0. assert (H : forall l, (forall t, In t l -> do P e0 t = None) \/
                                    exists t e', do P e0 t = Some e').
    { induction l as [|t l [H|H]]; [now left| |auto].
      destruct (do P e0 t) as [e'|] eqn:D; [eauto|]. left. intros u [<-|I]; auto. }
    destruct (H (seq 0 threads)) as [N|N]; [left|now right]. intro t.
    destruct (do P e0 t) as [e'|] eqn:D; [|easy]. apply do_pc in D as D'. destruct D' as (T & _).
    rewrite <- D. apply N, in_seq. lia. }
  set (todo := fun e => list_sum (map (fun t => length (P t) - pc (core e) t) (seq 0 threads))).
  assert (H : forall n e, todo e <= n -> exists l e', exec P l e = Some e' /\ stuck P e').
  { induction n as [|n IH]; intros e0 L; destruct (One e0) as [N|(t & e1 & D)];
      try (exists [], e0; now split).
    all: assert (Less : todo e1 < todo e0).
    1, 3: apply do_pc in D as D'; destruct D' as (T & E);
      assert (Q : pc (core e0) t < length (P t)) by
        (unfold Engine.do in D; destruct (_ && _); [|easy];
         destruct (op_at P (next (core e0) t)) eqn:O; [|easy];
         apply nth_error_Some; unfold op_at, next in O; simpl in O; now rewrite O);
      unfold todo; rewrite E; clear - T Q;
      assert (G : forall l, list_sum (map (fun u => length (P u) - bump (pc (core e0)) t u) l) <=
                            list_sum (map (fun u => length (P u) - pc (core e0) u) l) /\
                (In t l -> list_sum (map (fun u => length (P u) - bump (pc (core e0)) t u) l) <
                           list_sum (map (fun u => length (P u) - pc (core e0) u) l)))
        by (induction l as [|u l (I1 & I2)]; simpl; [easy|];
            pose proof (bump_le (pc (core e0)) t u);
            split; [lia|]; intros [->|V]; [rewrite bump_self in *; lia | specialize (I2 V); lia]);
      apply G, in_seq; lia.
    - lia.
    - destruct (IH e1) as (l & e' & X & N); [lia|]. exists (t :: l), e'. simpl. now rewrite D. }
  apply (H (todo e)). easy.
Qed.

(** What is left to do is the same. *)
Definition same_rest (P Q : tid -> list op) (e f : engine) : Prop :=
  forall t, t < threads -> skipn (pc (core f) t) (Q t) = skipn (pc (core e) t) (P t).

Lemma skipn_next {A} (l : list A) n : nth_error l n = hd_error (skipn n l).
Proof. revert l. induction n as [|n IH]; intros [|a l]; simpl; auto. Qed.

Lemma skipn_tl {A} (l : list A) n : skipn (S n) l = tl (skipn n l).
Proof. revert l. induction n as [|n IH]; intros [|a l]; simpl; auto. now rewrite <- IH. Qed.

Lemma rest_op P Q e f t : same_rest P Q e f -> t < threads ->
  op_at Q (next (core f) t) = op_at P (next (core e) t).
Proof. intros R T. unfold op_at, next. simpl. now rewrite !skipn_next, (R t T). Qed.

Lemma alike_exec P Q c d l : well_formed P -> well_formed Q -> forall e f e',
  good P e -> good Q f -> alike P Q c d e f -> same_rest P Q e f -> exec P l e = Some e' ->
  exists f', exec Q l f = Some f' /\ alike P Q c d e' f' /\ same_rest P Q e' f' /\
    exists k, ordered e' = ordered e && k /\ ordered f' = ordered f && k.
Proof.
  intros Wp Wq. induction l as [|t l IH]; intros e f e' Ge Gf A R H; simpl in *.
  - injection H as <-. exists f. split; [easy|]. split; [easy|]. split; [easy|].
    exists true. now rewrite !andb_true_r.
  - destruct (do P e t) as [e1|] eqn:De; [|easy]. apply do_pc in De as De'. destruct De' as (T & Pe).
    pose proof (alike_do P Q c d e f A t
      (good_invariant P e Wp Ge) (good_invariant Q f Wq Gf) Wp Wq T (rest_op P Q e f t R T)) as D.
    unfold do_alike in D. rewrite De in D. destruct (do Q f t) as [f1|] eqn:Df; [|easy].
    destruct D as (A1 & k1 & Oe & Of). apply do_pc in Df as Df'. destruct Df' as (_ & Pf).
    destruct (IH e1 f1 e') as (f' & H' & A' & R' & k & Oe' & Of'); auto.
    + apply (good_after P [t] e); auto. simpl. now rewrite De.
    + apply (good_after Q [t] f); auto. simpl. now rewrite Df.
    + intros u U. rewrite Pe, Pf. unfold bump. destruct (Nat.eqb_spec u t) as [->|]; [|auto].
      now rewrite !skipn_tl, (R t T).
    + exists f'. split; [easy|]. split; [easy|]. split; [easy|]. exists (k1 && k).
      now rewrite Oe', Of', Oe, Of, !andb_assoc.
Qed.

Lemma alike_stuck P Q c d e f : well_formed P -> well_formed Q -> good P e -> good Q f ->
  alike P Q c d e f -> same_rest P Q e f -> stuck P e ->
  stuck Q f /\ (finished P (core e) <-> finished Q (core f)).
Proof.
  intros Wp Wq Ge Gf A R N. split.
  - intro t. destruct (Nat.ltb_spec t threads) as [T|T].
    + pose proof (alike_do P Q c d e f A t
      (good_invariant P e Wp Ge) (good_invariant Q f Wq Gf) Wp Wq T (rest_op P Q e f t R T)) as D.
      unfold do_alike in D. rewrite (N t) in D. now destruct (do Q f t).
    + apply Nat.ltb_ge in T. unfold Engine.do. now rewrite T.
  - assert (X : forall t, t < threads ->
      (pc (core e) t = length (P t) /\ ~ blocked P (core e) t <->
       pc (core f) t = length (Q t) /\ ~ blocked Q (core f) t)).
    { intros t T. rewrite <- (blocked_b_spec threads P _ t (good_invariant P e Wp Ge)),
        <- (blocked_b_spec threads Q _ t (good_invariant Q f Wq Gf)),
        (alike_blocked P Q c d e f A t Wp Wq T).
      pose proof (pc_length P e t Ge T). pose proof (pc_length Q f t Gf T).
      pose proof (f_equal (@length op) (R t T)) as E. rewrite !skipn_length in E.
      split; intros (? & ?); split; auto; lia. }
    split; intros F t T; apply (X t T), F, T.
Qed.

(** ** Runs that have been the same so far *)

Definition same_so_far (P Q : tid -> list op) : engine -> engine -> Prop :=
  alike P Q (fun _ => 0) (fun _ => 0).

Lemma moved_none m : moved (fun _ => 0) (fun _ => 0) m = m.
Proof. destruct m. unfold moved. simpl. now rewrite Nat.add_0_r. Qed.

Lemma map_moved_none l : map (moved (fun _ => 0) (fun _ => 0)) l = l.
Proof. rewrite (map_ext _ (fun m => m)) by apply moved_none. apply map_id. Qed.

Lemma shift_none u x : shift (fun _ => 0) (fun _ => 0) u x = x.
Proof. unfold shift. simpl. lia. Qed.

Lemma same_start P Q : same_so_far P Q start start.
Proof. split; simpl; easy || auto. Qed.

Lemma same_sym P Q e f : same_so_far P Q e f -> same_so_far Q P f e.
Proof.
  intros [A1 A2 A3 A4 A5 A6].
  split; intros; rewrite ?map_moved_none, ?shift_none in *.
  - destruct (A1 t H). lia.
  - rewrite A2 by easy. now rewrite map_moved_none.
  - rewrite A3 by easy. now rewrite map_moved_none.
  - rewrite moved_none. rewrite A2, map_moved_none in H0 by easy. rewrite <- (A4 b m H H0).
    now rewrite moved_none.
  - now rewrite A5, shift_none by easy.
  - now rewrite A6, shift_none by easy.
Qed.

Lemma alike_same P Q R c d e f g : alike P Q c d e f -> same_so_far Q R f g -> alike P R c d e g.
Proof.
  intros A [B1 B2 B3 B4 B5 B6]. split.
  - intros t T. destruct (B1 t T) as (-> & _). rewrite Nat.add_0_r. now apply (alike_pc _ _ _ _ _ _ A).
  - intros b H. rewrite B2, map_moved_none by easy. now apply (alike_open _ _ _ _ _ _ A).
  - intros b H. rewrite B3, map_moved_none by easy. now apply (alike_previous _ _ _ _ _ _ A).
  - intros b m H I. rewrite <- (alike_op _ _ _ _ _ _ A b m H I), <- (B4 b); [now rewrite moved_none|easy|].
    rewrite (alike_open _ _ _ _ _ _ A b H). now apply in_map.
  - intros t u T U. rewrite B5, shift_none by easy. now apply (alike_known _ _ _ _ _ _ A).
  - intros b u H U. rewrite B6, shift_none by easy. now apply (alike_joined _ _ _ _ _ _ A).
Qed.

Lemma same_alike P Q R c d e f g : same_so_far P Q e f -> alike Q R c d f g -> alike P R c d e g.
Proof.
  intros [B1 B2 B3 B4 B5 B6] A. split.
  - intros t T. destruct (B1 t T) as (E & _). destruct (alike_pc _ _ _ _ _ _ A t T). lia.
  - intros b H. now rewrite (alike_open _ _ _ _ _ _ A b H), B2, map_moved_none.
  - intros b H. now rewrite (alike_previous _ _ _ _ _ _ A b H), B3, map_moved_none.
  - intros b m H I. rewrite (alike_op _ _ _ _ _ _ A b m H); [|now rewrite B2, map_moved_none].
    rewrite <- (B4 b m H I). now rewrite moved_none.
  - intros t u T U. now rewrite (alike_known _ _ _ _ _ _ A t u T U), B5, shift_none.
  - intros b u H U. now rewrite (alike_joined _ _ _ _ _ _ A b u H U), B6, shift_none.
Qed.

Lemma same_exec P Q l : well_formed P -> well_formed Q -> forall e f e',
  good P e -> good Q f -> same_so_far P Q e f -> ordered f = ordered e -> exec P l e = Some e' ->
  (forall t, t < threads -> firstn (pc (core e') t) (Q t) = firstn (pc (core e') t) (P t)) ->
  exists f', exec Q l f = Some f' /\ same_so_far P Q e' f' /\ ordered f' = ordered e'.
Proof.
  intros Wp Wq. induction l as [|t l IH]; intros e f e' Ge Gf A O H Pre; simpl in *.
  - injection H as <-. eauto.
  - destruct (do P e t) as [e1|] eqn:De; [|easy]. apply do_pc in De as De'. destruct De' as (T & Pe).
    assert (Op : op_at Q (next (core f) t) = op_at P (next (core e) t)).
    { unfold op_at, next. simpl. destruct (alike_pc _ _ _ _ _ _ A t T) as (-> & _).
      rewrite Nat.add_0_r. pose proof (exec_pc P l e1 e' t H) as L. rewrite Pe, bump_self in L.
      assert (N : forall m : list op, nth_error m (pc (core e) t) =
                  nth_error (firstn (pc (core e') t) m) (pc (core e) t)).
      { clear - L. revert L. generalize (pc (core e) t) as i, (pc (core e') t) as k.
        induction i as [|i IH]; intros [|k] L [|a m]; simpl; auto; try lia. apply IH. lia. }
      now rewrite (N (Q t)), (N (P t)), (Pre t T). }
    pose proof (alike_do P Q _ _ e f A t
      (good_invariant P e Wp Ge) (good_invariant Q f Wq Gf) Wp Wq T Op) as D.
    unfold do_alike in D. rewrite De in D. destruct (do Q f t) as [f1|] eqn:Df; [|easy].
    destruct D as (A1 & k & Oe & Of). apply (IH e1 f1 e'); auto; [| |congruence].
    + apply (good_after P [t] e); auto. simpl. now rewrite De.
    + apply (good_after Q [t] f); auto. simpl. now rewrite Df.
Qed.

(** ** Pumps *)

(** A run of which the part [l1] is a pump: it begins when thread t has done a t operations, and does
    d t of each thread. *)
Inductive pumpable (P : tid -> list op) (c a d : tid -> nat) : Prop :=
| pumpable_run l0 l1 e1 e2 :
    exec P l0 start = Some e1 -> exec P l1 e1 = Some e2 -> alike P P c d e1 e2 ->
    (forall t, t < threads -> pc (core e1) t = a t) -> pumpable P c a d.

(** What thread t does in the pump, once more. *)
Definition again (a d : tid -> nat) (P : tid -> list op) : tid -> list op :=
  fun t => firstn (a t + d t) (P t) ++ skipn (a t) (P t).

Fixpoint more (m : nat) (a d : tid -> nat) (P : tid -> list op) : tid -> list op :=
  match m with 0 => P | S m => again a d (more m a d P) end.

Lemma again_well_formed a d P : well_formed P -> well_formed (again a d P).
Proof.
  intros W t b n H. apply (W t).
  assert (I : forall o, In o (again a d P t) -> In o (P t)).
  { intros o I. rewrite <- (firstn_skipn (a t) (P t)). unfold again in I.
    apply in_app_or in I as [I|I]; [|apply in_or_app; auto].
    rewrite (firstn_skipn (a t) (P t)). rewrite <- (firstn_skipn (a t + d t) (P t)).
    apply in_or_app. auto. }
  destruct H; auto.
Qed.

Lemma again_before a d P t i : a t + d t <= length (P t) -> i <= a t + d t ->
  firstn i (again a d P t) = firstn i (P t).
Proof.
  intros Len L. assert (E : firstn (a t + d t) (again a d P t) = firstn (a t + d t) (P t)).
  { unfold again.
    rewrite firstn_app, firstn_firstn, firstn_length, Nat.min_id, Nat.min_l, Nat.sub_diag by easy.
    now rewrite firstn_O, app_nil_r. }
  apply (f_equal (firstn i)) in E. now rewrite !firstn_firstn, Nat.min_l in E.
Qed.

Lemma again_behind a d P t : a t + d t <= length (P t) ->
  skipn (a t + d t) (again a d P t) = skipn (a t) (P t).
Proof.
  intro Len. unfold again. rewrite skipn_app, firstn_length, Nat.min_l, Nat.sub_diag by easy.
  rewrite skipn_all2 by (rewrite firstn_length; lia). easy.
Qed.

(** Both programs come to the end of the pump; what [again] has left there is what the given one has
    left at the beginning. *)
Lemma again_runs P c a d l0 l1 e1 e2 : well_formed P ->
  exec P l0 start = Some e1 -> exec P l1 e1 = Some e2 -> alike P P c d e1 e2 ->
  (forall t, t < threads -> pc (core e1) t = a t) ->
  let Q := again a d P in
  (forall t, t < threads -> pc (core e2) t = a t + d t /\ a t + d t <= length (P t)) /\
  exists f1 f2, exec Q l0 start = Some f1 /\ exec Q l1 f1 = Some f2 /\
    same_so_far P Q e1 f1 /\ same_so_far P Q e2 f2 /\ ordered f2 = ordered e2 /\
    alike P Q c d e1 f2 /\ same_rest P Q e1 f2.
Proof.
  intros W H1 H2 L A Q. assert (Wq : well_formed Q) by now apply again_well_formed.
  pose proof (good_start' P) as G0. pose proof (good_after P l0 _ _ W G0 H1) as G1.
  pose proof (good_after P l1 _ _ W G1 H2) as G2. pose proof (good_start' Q) as Gq.
  assert (P2 : forall t, t < threads -> pc (core e2) t = a t + d t /\ a t + d t <= length (P t)).
  { intros t T. destruct (alike_pc _ _ _ _ _ _ L t T) as (E & _). rewrite A in E by easy.
    split; [easy|]. rewrite <- E. now apply pc_length. }
  split; [exact P2|].
  destruct (same_exec P Q l0 W Wq start start e1) as (f1 & Hf1 & S1 & O1); auto.
  { apply same_start. }
  { intros t T. rewrite A by easy. apply again_before; [now apply P2 | lia]. }
  pose proof (good_after Q l0 _ _ Wq Gq Hf1) as Gf1.
  destruct (same_exec P Q l1 W Wq e1 f1 e2) as (f2 & Hf2 & S2 & O2); auto.
  { intros t T. destruct (P2 t T) as (-> & Len). now apply again_before. }
  assert (L' : alike P Q c d e1 f2) by now apply (alike_same P P Q c d e1 e2 f2).
  exists f1, f2. repeat (split; [easy|]). intros t T.
  destruct (alike_pc _ _ _ _ _ _ L' t T) as (-> & _). rewrite A by easy.
  now apply again_behind, P2.
Qed.

Theorem pump_again P c a d : well_formed P -> pumpable P c a d ->
  pumpable (again a d P) c a d /\ (well_synchronised P <-> well_synchronised (again a d P)).
Proof.
  intros W [l0 l1 e1 e2 H1 H2 L A]. destruct (run_ends P e2) as (l2 & e3 & H3 & N).
  destruct (again_runs P c a d l0 l1 e1 e2 W H1 H2 L A)
    as (_ & f1 & f2 & Hf1 & Hf2 & S1 & S2 & O2 & L' & R).
  set (Q := again a d P) in *. assert (Wq : well_formed Q) by now apply again_well_formed.
  pose proof (good_after P l0 _ _ W (good_start' P) H1) as G1.
  pose proof (good_after P l1 _ _ W G1 H2) as G2. pose proof (good_after P l2 _ _ W G2 H3) as G3.
  pose proof (good_after Q l0 _ _ Wq (good_start' Q) Hf1) as Gf1.
  pose proof (good_after Q l1 _ _ Wq Gf1 Hf2) as Gf2.
  assert (H13 : exec P (l1 ++ l2) e1 = Some e3) by now rewrite exec_app, H2.
  destruct (alike_exec P Q c d (l1 ++ l2) W Wq e1 f2 e3 G1 Gf2 L' R H13)
    as (f3 & Hf3 & L3 & R3 & k & Oe & Of).
  pose proof (good_after Q _ _ _ Wq Gf2 Hf3) as Gf3.
  destruct (alike_stuck P Q c d e3 f3 W Wq G3 Gf3 L3 R3 N) as (Nf & Fin).
  split.
  - apply (pumpable_run Q c a d l0 l1 f1 f2); auto.
    + apply (same_alike Q P Q c d f1 e1 f2); [now apply same_sym | easy].
    + intros t T. destruct (alike_pc _ _ _ _ _ _ S1 t T) as (-> & _). rewrite Nat.add_0_r. auto.
  - rewrite (stuck_verdict P e3 W G3 N), (stuck_verdict Q f3 Wq Gf3 Nf), Fin.
    assert (ordered e3 = ordered f3) as ->; [|easy].
    rewrite Of, O2. apply eq_iff_eq_true. rewrite andb_true_iff. split.
    + intro E. split; [now apply (exec_ordered P l2 e2 e3)|].
      rewrite Oe in E. now apply andb_true_iff in E.
    + intros (E & K). rewrite Oe, K, andb_true_r. now apply (exec_ordered P l1 e1 e2).
Qed.

Lemma pumpable_more P c a d m : well_formed P -> pumpable P c a d ->
  well_formed (more m a d P) /\ pumpable (more m a d P) c a d /\
  (well_synchronised P <-> well_synchronised (more m a d P)).
Proof.
  intros W H. induction m as [|m (Wm & Hm & V)]; [easy|]. simpl.
  destruct (pump_again (more m a d P) c a d Wm Hm) as (H' & V').
  split; [now apply again_well_formed|]. split; [easy|]. now rewrite V.
Qed.

(** The statement of this file. *)
Theorem pump_verdict P c a d m : well_formed P -> pumpable P c a d ->
  (well_synchronised P <-> well_synchronised (more m a d P)).
Proof. intros W H. now apply (pumpable_more P c a d m). Qed.

(** Only what threads of the block do matters. *)
Lemma pumpable_same P Q c a d : well_formed P -> well_formed Q ->
  (forall t, t < threads -> Q t = P t) -> pumpable P c a d ->
  pumpable Q c a d /\ (well_synchronised P <-> well_synchronised Q).
Proof.
  intros W Wq E [l0 l1 e1 e2 H1 H2 L A]. destruct (run_ends P e2) as (l2 & e3 & H3 & N).
  pose proof (good_start' P) as G0. pose proof (good_after P l0 _ _ W G0 H1) as G1.
  pose proof (good_after P l1 _ _ W G1 H2) as G2. pose proof (good_after P l2 _ _ W G2 H3) as G3.
  pose proof (good_start' Q) as Gq.
  destruct (same_exec P Q l0 W Wq start start e1) as (f1 & Hf1 & S1 & O1); auto.
  { apply same_start. }
  { intros t T. now rewrite E. }
  pose proof (good_after Q l0 _ _ Wq Gq Hf1) as Gf1.
  destruct (same_exec P Q l1 W Wq e1 f1 e2) as (f2 & Hf2 & S2 & O2); auto.
  { intros t T. now rewrite E. }
  pose proof (good_after Q l1 _ _ Wq Gf1 Hf2) as Gf2.
  destruct (same_exec P Q l2 W Wq e2 f2 e3) as (f3 & Hf3 & S3 & O3); auto.
  { intros t T. now rewrite E. }
  pose proof (good_after Q l2 _ _ Wq Gf2 Hf3) as Gf3.
  assert (R : same_rest P Q e3 f3).
  { intros t T. destruct (alike_pc _ _ _ _ _ _ S3 t T) as (-> & _). now rewrite E, Nat.add_0_r. }
  destruct (alike_stuck P Q _ _ e3 f3 W Wq G3 Gf3 S3 R N) as (Nf & Fin).
  split.
  - apply (pumpable_run Q c a d l0 l1 f1 f2); auto.
    + apply (same_alike Q P Q c d f1 e1 f2); [now apply same_sym|].
      now apply (alike_same P P Q c d e1 e2 f2).
    + intros t T. destruct (alike_pc _ _ _ _ _ _ S1 t T) as (-> & _). rewrite Nat.add_0_r. auto.
  - now rewrite (stuck_verdict P e3 W G3 N), (stuck_verdict Q f3 Wq Gf3 Nf), Fin, O3.
Qed.

(** What goes wrong before the programs differ is wrong in both. *)
Theorem bad_prefix P Q l e : well_formed P -> well_formed Q -> exec P l start = Some e ->
  (forall t, t < threads -> firstn (S (pc (core e) t)) (Q t) = firstn (S (pc (core e) t)) (P t)) ->
  ordered e = false \/ (stuck P e /\ ~ finished P (core e)) -> ~ well_synchronised Q.
Proof.
  intros W Wq H E B. pose proof (good_start' P) as G0. pose proof (good_start' Q) as Gq.
  pose proof (good_after P l _ _ W G0 H) as G.
  assert (Op : forall t, t < threads ->
               nth_error (Q t) (pc (core e) t) = nth_error (P t) (pc (core e) t)).
  { intros t T. specialize (E t T). revert E. generalize (pc (core e) t) as i, (Q t), (P t). clear.
    induction i as [|i IH]; intros [|a l] [|b m] E; simpl in *; try easy; try congruence.
    injection E as _ E. now apply IH. }
  destruct (same_exec P Q l W Wq start start e) as (f & Hf & A & O); auto.
  { apply same_start. }
  { intros t T. specialize (E t T). apply (f_equal (firstn (pc (core e) t))) in E.
    now rewrite !firstn_firstn, Nat.min_l in E by lia. }
  pose proof (good_after Q l _ _ Wq Gq Hf) as Gf. pose proof (good_reachable Q f Gf) as Rf.
  intro Y. destruct B as [B|(N & B)].
  - assert (X : ordered f = true); [|congruence].
    apply (good_ordered _ _ _ f Gf), asks_corrected.
    pose proof (check_complete threads Q (well_formed_positive Q Wq) (core f) Y Rf) as C.
    intros x b k X. split; intros; eapply C; eauto.
  - assert (Nf : stuck Q f).
    { intro t. destruct (Nat.ltb_spec t threads) as [T|T].
      - destruct (alike_pc _ _ _ _ _ _ A t T) as (Pf & _). rewrite Nat.add_0_r in Pf.
        assert (On : op_at Q (next (core f) t) = op_at P (next (core e) t)).
        { unfold op_at, next. simpl. rewrite Pf. now apply Op. }
        pose proof (alike_do P Q _ _ e f A t
          (good_invariant P e W G) (good_invariant Q f Wq Gf) W Wq T On) as D.
        unfold do_alike in D. rewrite (N t) in D. now destruct (do Q f t).
      - apply Nat.ltb_ge in T. unfold Engine.do. now rewrite T. }
    apply (stuck_verdict Q f Wq Gf Nf) in Y as (Y & _). apply B. intros t T.
    destruct (Y t T) as (Len & Bl). destruct (alike_pc _ _ _ _ _ _ A t T) as (Pf & _).
    rewrite Nat.add_0_r in Pf. rewrite <- (blocked_b_spec threads P _ t (good_invariant P e W G)),
      <- (alike_blocked P Q _ _ e f A t W Wq T),
      (blocked_b_spec threads Q _ t (good_invariant Q f Wq Gf)).
    split; [|easy]. pose proof (pc_length P e t G T). specialize (Op t T).
    assert (Z : nth_error (Q t) (pc (core e) t) = None) by (apply nth_error_None; lia).
    rewrite Z in Op. symmetry in Op. apply nth_error_None in Op. lia.
Qed.

End Block.
