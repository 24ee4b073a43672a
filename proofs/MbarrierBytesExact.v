(** * mbarriers with transaction bytes: the rules are exact

    Statement ([bytes_check_exact]): an execution that finishes satisfies A, W1, W2 and T, with no
    arrival too many, iff the block is well-synchronized. [bytes_one_schedule]: so any schedule, run
    until nobody can go on, decides. As MbarrierExact.v: where a rule fails, what was known there is an
    execution of its own, which goes on into another phase; for T it is the part that looks whole.

    theory.md: section 3, "mbarriers", rule T. C++: src/sync/mbarrier.cpp. *)

From Heddle Require Import MbarrierBytes MbarrierBytesCheck.

Section Block.

Variable threads : nat.
Variable prog : tid -> list op.
Variable expected : nat -> nat.
Hypothesis positive : forall b, 0 < expected b.

Notation next := (next prog expected).
Notation reachable := (reachable threads prog expected).
Notation follows := (follows prog expected).
Notation complete := (complete expected).
Notation finished := (finished threads prog).
Notation check := (check expected).
Notation well_synchronised := (well_synchronised threads prog expected).

(** What an operation knows is itself and what it knew before. *)
Lemma arrival_knows l x e b : reachable l -> In x l -> on b (what x) = true ->
  knows (after x) e -> e = ev x \/ knows (before x) e.
Proof.
  intros R I W K. destruct (older threads prog expected l x R I) as (l1 & l2 & _ & _ & F & R2).
  unfold knows in *.
  rewrite (follows_after _ _ _ _ _ F) in K. destruct (what x) as [b' a n|]; [|easy]. simpl in K.
  rewrite (follows_before _ _ _ _ _ F). pose proof (follows_ev _ _ _ _ _ F) as E.
  destruct (Nat.eqb_spec (fst e) (fst (ev x))) as [Q|]; [|now right].
  rewrite Q, (known_own _ (clocked_of threads prog expected l2 R2)).
  destruct (Nat.eq_dec (snd e) (pc l2 (fst (ev x)))); [left|right; lia].
  rewrite E. destruct e. simpl in *. congruence.
Qed.

Section Complete.

Hypothesis W : well_synchronised.

(** ** From any state the block can finish *)

Definition all_events : list event :=
  flat_map (fun t => map (pair t) (seq 0 (length (prog t)))) (seq 0 threads).

Lemma bounded s : reachable s -> length s <= length all_events.
Proof.
  intro Rs. rewrite <- (map_length ev). apply NoDup_incl_length.
  - now apply (events_nodup threads prog expected).
  - intros e M. apply in_map_iff in M as (x & <- & M).
    apply (in_op threads prog expected s x Rs) in M as (O & T). apply in_flat_map.
    exists (fst (ev x)). split; [apply in_seq; lia|]. apply in_map_iff.
    exists (snd (ev x)). split; [now destruct (ev x)|]. apply in_seq.
    assert (snd (ev x) < length (prog (fst (ev x)))); [|lia].
    apply nth_error_Some. now rewrite O.
Qed.

Lemma finishes : forall n s, length all_events - length s <= n -> reachable s ->
  exists m, reachable (m ++ s) /\ finished (m ++ s).
Proof.
  induction n as [|n IH]; intros s L Rs;
    destruct (no_deadlock _ _ _ W s Rs) as [D|(t & x & T & N)];
    try (exists []; now split);
    pose proof (reach_step _ _ _ s t x Rs T N) as Rx; pose proof (bounded _ Rx) as B; simpl in B.
  - lia.
  - destruct (IH (x :: s)) as (m & Rm & D); [simpl; lia | easy|].
    exists (m ++ [x]). rewrite <- app_assoc. now split.
Qed.

(** Nobody comes late: what has not been done is of no phase that is complete. *)
Lemma late l s x : reachable l -> reachable s -> In x l -> ~ executed s (ev x) ->
  complete s (place (what x)) <= seen x.
Proof.
  intros R Rs I N. destruct (finishes _ s (Nat.le_refl _) Rs) as (m & Rm & D).
  pose proof (in_op threads prog expected l x R I) as (O & T).
  destruct (executed_in threads prog expected (m ++ s) (ev x) Rm) as (z & Z & Ez).
  { unfold executed. rewrite (D _ T). apply nth_error_Some. now rewrite O. }
  assert (Wz : what z = what x) by (apply (same_what threads prog expected (m ++ s) l); auto).
  apply in_app_or in Z as [Z|Z].
  - assert (Sz : seen z = seen x).
    { apply (same_phases _ _ _ W (m ++ s) l); auto. apply in_or_app. now left. }
    apply in_split in Z as (m1 & m2 & ->). rewrite <- app_assoc in Rm.
    apply reachable_app in Rm. change ((z :: m2) ++ s) with (z :: (m2 ++ s)) in Rm.
    apply (reach_follows threads prog expected) in Rm as (F & _).
    pose proof (follows_seen _ _ _ _ _ F) as Q. rewrite Wz in Q.
    pose proof (complete_app expected m2 s (place (what x))). lia.
  - apply (in_executed threads prog expected s z Rs) in Z. now rewrite Ez in Z.
Qed.

Lemma all_filtered {A} (f : A -> bool) m : (forall x, In x m -> f x = true) -> filter f m = m.
Proof.
  induction m as [|x m IH]; intro H; [easy|]. simpl. rewrite (H x) by (now left).
  f_equal. apply IH. intros y I. apply H. now right.
Qed.

(** Nor does a part complete more phases. *)
Lemma no_more s l b : reachable s -> reachable l -> (forall x, In x s -> executed l (ev x)) ->
  complete s b <= complete l b.
Proof.
  intros Rs Rl P. apply Nat.nlt_ge. intro L.
  pose proof (same_phases _ _ _ W s l Rs Rl) as A.
  pose proof (phased_past _ _ (reachable_phased threads prog expected positive s Rs) b _ L) as Ws.
  pose proof (phased_open _ _ (reachable_phased threads prog expected positive l Rl) b) as Wl.
  rewrite (part_whole threads prog expected s l Rs Rl P A) in Ws.
  rewrite all_filtered in Ws; [congruence|]. intros x I. apply in_ops in I as (I & O & S').
  destruct (in_part s x) eqn:E; [easy|]. exfalso.
  assert (N : ~ executed s (ev x)) by (apply Nat.ltb_ge in E; unfold executed; lia).
  pose proof (late l s x Rl Rs I N) as Q. rewrite (on_place _ _ O) in Q. lia.
Qed.

(** ** Every closed part is an execution *)

Definition down (l : execution) (c : clock) : Prop :=
  forall x, In x l -> knows c (ev x) -> forall e, knows (after x) e -> knows c e.

Lemma closed_down l c : reachable l -> closed l c -> down l c.
Proof.
  intros R C x I K e H. destruct (C _ K) as (y & J & E & L).
  assert (y = x) as -> by (apply (same_event threads prog expected l); auto).
  unfold knows in *. specialize (L (fst e)). lia.
Qed.

Lemma run_down l c : reachable l -> down l c ->
  exists s, reachable s /\ forall e, executed s e <-> executed l e /\ knows c e.
Proof.
  induction 1 as [|l t x R IH T N]; intros C.
  { exists []. split; [constructor|]. intro e. unfold executed, pc. simpl. split; [lia|tauto]. }
  destruct IH as (s & Rs & H).
  { intros y I. apply C. now right. }
  apply next_follows in N as F.
  destruct (lt_dec (snd (ev x)) (c (fst (ev x)))) as [K|K].
  - assert (Kn : forall e, knows (after x) e -> knows c e) by (apply C; [now left|easy]).
    assert (P : pc s t = pc l t).
    { apply pc_same. intro i. rewrite H. split; [now intros (L & _)|]. intro L. split; [easy|].
      apply Kn. unfold knows. simpl. rewrite (follows_after _ _ _ _ _ F), Nat.eqb_refl.
      cbv zeta. destruct (what x); lia. }
    assert (Part : forall y, In y s -> executed l (ev y)).
    { intros y I. apply H. now apply (in_executed threads prog expected). }
    pose proof (same_phases _ _ _ W s l Rs R) as Al.
    destruct (goes_on prog expected s t (what x)) as (y & Y & Ey & _).
    + rewrite P. apply (follows_what _ _ _ _ _ F).
    + intros b p W'. replace (complete s b) with (seen x);
        [now apply (follows_parity _ _ _ _ _ F b)|].
      pose proof (follows_seen _ _ _ _ _ F) as Sx. rewrite W' in Sx. simpl in Sx.
      apply Nat.le_antisymm.
      * destruct (seen x) as [|j] eqn:E; [lia|].
        apply (all_arrived threads prog expected positive s l Rs R Part Al).
        -- lia.
        -- intros a I Wa Sa. apply H. split; [now apply (in_executed threads prog expected)|].
           apply Kn. unfold knows. rewrite (follows_after _ _ _ _ _ F), W'. cbv zeta.
           pose proof (released_in l b (seen x) a I Wa ltac:(lia) (fst (ev a))).
           pose proof (knows_own threads prog expected l a R I). unfold knows in *. lia.
      * rewrite Sx. now apply no_more.
    + exists (y :: s). split; [now apply reach_step with t|]. intro e.
      apply next_follows in Y as G.
      rewrite (executed_cons _ _ _ _ _ _ G), (executed_cons _ _ _ _ _ _ F), H, Ey, P,
        <- (follows_ev _ _ _ _ _ F). split; [|tauto].
      intros [(E & Ke)|E]; [auto|]. split; [now right|]. now rewrite E.
  - exists s. split; [easy|]. intro e. rewrite (executed_cons _ _ _ _ _ _ F), H.
    split; [tauto|]. intros ([E| ->] & Ke); [easy | now destruct K].
Qed.

(** ** Clocks put together *)

Definition sup (m : list entry) : clock := fold_right (fun x => join (after x)) (fun _ => 0) m.

Lemma sup_in m x v : In x m -> after x v <= sup m v.
Proof.
  induction m as [|y m IH]; simpl; [easy|]. unfold join at 1. intros [->|I]; [lia|].
  specialize (IH I). lia.
Qed.

Lemma sup_from m e : knows (sup m) e -> exists x, In x m /\ knows (after x) e.
Proof.
  unfold knows. induction m as [|y m IH]; simpl; [lia|]. unfold join at 1. intro K.
  apply Nat.max_lt_iff in K as [K|K]; [eauto|]. destruct (IH K) as (x & I & H). eauto.
Qed.

Lemma sup_closed l m : reachable l -> incl m l -> closed l (sup m).
Proof.
  intros R I e K. destruct (sup_from m e K) as (x & J & Kx).
  destruct (after_closed _ (clocked_of threads prog expected l R) x (I x J) e Kx)
    as (y & Y & E & L).
  exists y. split; [easy|]. split; [easy|]. intro v. rewrite (L v). now apply sup_in.
Qed.

Definition early (l : execution) (b k : nat) : list entry :=
  filter (fun x => on b (what x) && (seen x <? k)) l.

Lemma in_early l b k x : In x (early l b k) <-> In x l /\ on b (what x) = true /\ seen x < k.
Proof. clear. unfold early. rewrite filter_In, andb_true_iff, Nat.ltb_lt. tauto. Qed.

Lemma early_incl l b k : incl (early l b k) l.
Proof. intros x I. now apply filter_In in I. Qed.

(** ** The rules are needed *)

Variable l : execution.
Hypothesis R : reachable l.

(** All that [x] knows before it starts, all that arrivals of the first [k] phases of [b] know; when
    these do not know [x], then [x] is next. *)
Lemma part_before x b k : In x l ->
  (forall a, In a (early l b k) -> ~ knows (after a) (ev x)) ->
  exists s, reachable s /\ pc s (fst (ev x)) = snd (ev x) /\
    (forall e, executed s e ->
       knows (before x) e \/ exists a, In a (early l b k) /\ knows (after a) e) /\
    (forall e, executed l e -> knows (before x) e -> executed s e) /\
    (forall a, In a (early l b k) -> executed s (ev a)) /\
    (forall y, In y s -> executed l (ev y)) /\ agree s l.
Proof.
  intros I N. set (c := join (before x) (sup (early l b k))).
  destruct (older threads prog expected l x R I) as (l1 & l2 & El & _ & F & R2).
  pose proof (before_own threads prog expected _ _ _ R2 F) as Own.
  assert (Ei : snd (ev x) = pc l2 (fst (ev x))).
  { pose proof (follows_ev _ _ _ _ _ F) as E. rewrite E at 1. easy. }
  assert (C : closed l c).
  { apply closed_join; [now apply (before_closed threads prog expected)|].
    apply sup_closed; [easy | apply early_incl]. }
  destruct (run_down l c R) as (s & Rs & H).
  { now apply closed_down. }
  assert (Z : forall i, snd (ev x) <= i -> ~ knows c (fst (ev x), i)).
  { intros i L K. unfold c, knows, join in K. simpl in K. apply Nat.max_lt_iff in K as [K|K].
    - lia.
    - destruct (sup_from _ (fst (ev x), i) K) as (a & J & Ka). apply (N a J).
      unfold knows in *. simpl in Ka. lia. }
  exists s. split; [easy|]. split; [|split; [|split; [|split; [|split]]]].
  - apply pc_same. intro i. rewrite H. split.
    + intros (_ & K). apply Nat.nle_gt. intro L. now apply (Z i L).
    + intro L. split.
      * apply (in_executed threads prog expected l x R) in I. unfold executed in *. simpl. lia.
      * unfold c, knows, join. simpl. lia.
  - intros e X. apply H in X as (_ & K). unfold c, knows, join in K.
    apply Nat.max_lt_iff in K as [K|K]; [now left|]. right. now apply sup_from.
  - intros e X K. apply H. split; [easy|]. unfold c, knows, join in *. lia.
  - intros a J. assert (Ia : In a l) by now apply early_incl in J.
    apply H. split; [now apply (in_executed threads prog expected)|].
    pose proof (sup_in _ a (fst (ev a)) J).
    pose proof (knows_own threads prog expected l a R Ia).
    unfold c, knows, join in *. lia.
  - intros y J. apply (in_executed threads prog expected s y Rs) in J. now apply H in J.
  - now apply (same_phases _ _ _ W).
Qed.

(** What [x] sees when it comes next in [s]. *)
Lemma seen_next s x : reachable s -> In x l -> pc s (fst (ev x)) = snd (ev x) ->
  (forall b p, what x = Wait b p -> Nat.odd (complete s b) <> p) ->
  seen x = complete s (place (what x)).
Proof.
  intros Rs I P O. pose proof (in_op threads prog expected l x R I) as (Q & T).
  destruct (goes_on prog expected s (fst (ev x)) (what x)) as (y & Y & E & Wy & Sy).
  - now rewrite P.
  - easy.
  - rewrite <- Sy. symmetry.
    apply (same_phases _ _ _ W (y :: s) l); auto; [now apply reach_step with (fst (ev x)) | now left|].
    rewrite E, P. now destruct (ev x).
Qed.

Lemma complete_A b x y : In x l -> In y l -> on b (what x) = true -> on b (what y) = true ->
  seen x = S (seen y) -> knows (before x) (ev y).
Proof.
  intros I J Wx Wy E. destruct (lt_dec (snd (ev y)) (before x (fst (ev y)))) as [|N]; [easy|].
  exfalso. destruct (part_before x b 0 I) as (s & Rs & P & X & _ & _ & Part & Al).
  { intros a M. apply in_early in M. lia. }
  assert (S' : seen x = complete s (place (what x))).
  { apply seen_next; auto. intros b' p Q. now rewrite Q in Wx. }
  rewrite (on_place _ _ Wx) in S'.
  assert (Ny : ~ executed s (ev y)).
  { intro K. apply X in K as [K|(a & M & _)]; [easy|]. apply in_early in M. lia. }
  pose proof (late l s y R Rs J Ny) as Q. rewrite (on_place _ _ Wy) in Q. lia.
Qed.

Lemma complete_W1 b p x y : In x l -> In y l -> what x = Wait b p -> on b (what y) = true ->
  seen x = S (S (seen y)) -> knows (before x) (ev y).
Proof.
  intros I J Wx Wy E. destruct (lt_dec (snd (ev y)) (before x (fst (ev y)))) as [|N]; [easy|].
  exfalso. destruct (part_before x b (seen y) I) as (s & Rs & P & X & _ & Ea & Part & Al).
  { intros a M K. apply in_early in M as (Ia & Wa & Sa).
    pose proof (known_seen threads prog expected l a x R Ia I K) as H.
    rewrite Wx, (on_place _ _ Wa) in H. simpl in H. specialize (H eq_refl). lia. }
  assert (Ny : ~ executed s (ev y)).
  { intro K. apply X in K as [K|(a & M & K)]; [easy|]. apply in_early in M as (Ia & Wa & Sa).
    pose proof (known_seen threads prog expected l a y R Ia J K) as H.
    rewrite (on_place _ _ Wy), (on_place _ _ Wa) in H. specialize (H eq_refl). lia. }
  assert (C : complete s b = seen y).
  { apply Nat.le_antisymm.
    - pose proof (late l s y R Rs J Ny) as Q. now rewrite (on_place _ _ Wy) in Q.
    - destruct (seen y) as [|j] eqn:Sy; [lia|].
      apply (all_arrived threads prog expected positive s l Rs R Part Al).
      + pose proof (seen_complete threads prog expected l y R J) as Q.
        rewrite (on_place _ _ Wy) in Q. lia.
      + intros a Ia Wa Sa. apply Ea, in_early. repeat split; auto. lia. }
  assert (S' : seen x = complete s (place (what x))).
  { apply seen_next; auto. intros b' p' Q. rewrite Wx in Q. injection Q as <- <-. rewrite C.
    destruct (older threads prog expected l x R I) as (l1 & l2 & _ & _ & F & _).
    pose proof (follows_parity _ _ _ _ _ F b p Wx) as O.
    now rewrite E, Nat.odd_succ, Nat.even_succ in O. }
  rewrite Wx in S'. simpl in S'. lia.
Qed.

Lemma complete_W2 b p x : In x l -> what x = Wait b p -> seen x < complete l b ->
  exists y, In y l /\ on b (what y) = true /\ seen y = seen x /\ knows (before y) (ev x).
Proof.
  intros I Wx A.
  set (good := fun y => on b (what y) && (seen y =? seen x) &&
                        (snd (ev x) <? before y (fst (ev x)))).
  destruct (existsb good l) eqn:G.
  { apply existsb_exists in G as (y & J & G). unfold good in G.
    rewrite !andb_true_iff, Nat.eqb_eq, Nat.ltb_lt in G. destruct G as ((Wy & Sy) & K).
    exists y. auto. }
  exfalso.
  destruct (part_before x b (S (seen x)) I) as (s & Rs & P & _ & _ & Ea & Part & Al).
  { intros a M K. apply in_early in M as (Ia & Wa & Sa).
    destruct (arrival_knows l a (ev x) b R Ia Wa K) as [Q|Q].
    - assert (x = a) by (apply (same_event threads prog expected l); auto). subst. now rewrite Wx in Wa.
    - pose proof (known_seen threads prog expected l a x R Ia I K) as L.
      rewrite Wx, (on_place _ _ Wa) in L. simpl in L. specialize (L eq_refl).
      apply not_true_iff_false in G. apply G, existsb_exists. exists a. split; [easy|].
      unfold good. rewrite Wa. replace (seen a) with (seen x) by lia.
      rewrite Nat.eqb_refl. now apply Nat.ltb_lt. }
  assert (C : seen x < complete s b).
  { apply (all_arrived threads prog expected positive s l Rs R Part Al); auto.
    intros a Ia Wa Sa. apply Ea, in_early. repeat split; auto. lia. }
  assert (N : ~ executed s (ev x)) by (unfold executed; lia).
  pose proof (late l s x R Rs I N) as Q. rewrite Wx in Q. simpl in Q. lia.
Qed.

Lemma complete_T b k (part : entry -> bool) :
  (forall x y, In x (ops l b k) -> In y (ops l b k) -> part x = true ->
               knows (after x) (ev y) -> part y = true) ->
  whole expected b (filter part (ops l b k)) = true ->
  forall x, In x (ops l b k) -> part x = true.
Proof.
  intros Cl Wh x J. destruct (part x) eqn:Px; [easy|]. exfalso.
  set (D := filter part (ops l b k)).
  assert (In_D : forall y, In y D <-> In y (ops l b k) /\ part y = true)
    by (intro; unfold D; now rewrite filter_In).
  destruct (run_down l (sup D) R) as (s & Rs & H).
  { apply closed_down; [easy|]. apply sup_closed; [easy|]. intros y Y.
    apply In_D in Y as (Y & _). now apply in_ops in Y. }
  assert (Part : forall y, In y s -> executed l (ev y)).
  { intros y Y. apply (in_executed threads prog expected s y Rs) in Y. now apply H in Y. }
  pose proof (same_phases _ _ _ W s l Rs R) as Al.
  assert (E : forall y, In y (ops l b k) -> (executed s (ev y) <-> part y = true)).
  { intros y Y. assert (Yl : In y l) by now apply in_ops in Y. rewrite H. split.
    - intros (_ & K). destruct (sup_from D (ev y) K) as (z & Z & Kz). apply In_D in Z as (Z & Pz).
      now apply (Cl z y).
    - intro P. split; [now apply (in_executed threads prog expected)|].
      assert (Y' : In y D) by now apply In_D.
      pose proof (sup_in D y (fst (ev y)) Y').
      pose proof (knows_own threads prog expected l y R Yl). unfold knows in *. lia. }
  assert (Ws : whole expected b (ops s b k) = true).
  { rewrite (part_whole threads prog expected s l Rs R Part Al).
    rewrite (filter_ext_in (in_part s) part); [easy|]. intros y Y. apply eq_iff_eq_true.
    rewrite <- (E y Y). unfold in_part, executed. apply Nat.ltb_lt. }
  pose proof (reachable_phased threads prog expected positive s Rs) as [_ O F].
  assert (L : k < complete s b).
  { destruct (Nat.lt_trichotomy k (complete s b)) as [|[->|G]]; [easy| |].
    - now rewrite O in Ws.
    - rewrite F in Ws by easy. now rewrite (whole_empty expected positive) in Ws. }
  assert (N : ~ executed s (ev x)) by (rewrite (E x J); now rewrite Px).
  apply in_ops in J as (J & Ox & Sx).
  pose proof (late l s x R Rs J N) as Q. rewrite (on_place _ _ Ox) in Q. lia.
Qed.

Lemma needed : check l.
Proof.
  split; [now apply (no_surplus _ _ _ W) | apply complete_A | apply complete_W1 | apply complete_W2 |
    apply complete_T].
Qed.

End Complete.

Theorem bytes_check_exact l : reachable l -> finished l -> (check l <-> well_synchronised).
Proof.
  intros R D. split; intro H.
  - now apply (bytes_sound threads prog expected positive l).
  - now apply needed.
Qed.

Theorem bytes_one_schedule l : reachable l -> (forall t, t < threads -> next l t = None) ->
  (well_synchronised <-> finished l /\ check l).
Proof.
  intros R N. split.
  - intro H. split; [|now apply needed].
    destruct (no_deadlock _ _ _ H l R) as [D|(t & x & T & X)]; [easy|].
    rewrite N in X by easy. discriminate.
  - intros (D & C). now apply (bytes_check_exact l).
Qed.

End Block.
