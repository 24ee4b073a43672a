(** * mbarriers with transaction bytes: the rules suffice

    Statement ([bytes_sound]): if an execution that finishes satisfies A, W1, W2 and T, and no arrival
    is one too many, then the block is well-synchronized: no schedule deadlocks or has an arrival too
    many, and all see the same phases. As MbarrierCheck.v; T is what says that another schedule, which
    at any time has done a closed part of each phase, completes none of them early.

    MbarrierBytesRule.v has T as the tool asks it, and examples.

    theory.md: section 3, "mbarriers", rule T. C++: src/sync/mbarrier.cpp, finish_phase. *)

From Heddle Require Import MbarrierBytes.

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

(** ** More of what holds of every execution *)

Lemma reach_follows x l : reachable (x :: l) -> follows l (fst (ev x)) x /\ reachable l.
Proof.
  inversion 1 as [|l' t y R T N E]; subst. apply next_follows in N.
  rewrite (follows_ev _ _ _ _ _ N). now split.
Qed.

Lemma older l x : reachable l -> In x l -> exists l1 l2, l = l1 ++ x :: l2 /\
  reachable (x :: l2) /\ follows l2 (fst (ev x)) x /\ reachable l2.
Proof.
  intros R I. apply in_split in I as (l1 & l2 & ->). exists l1, l2. split; [easy|].
  apply reachable_app in R. split; [easy|]. now apply reach_follows.
Qed.

Lemma seen_complete l x : reachable l -> In x l -> seen x <= complete l (place (what x)).
Proof.
  intros R I. destruct (older l x R I) as (l1 & l2 & -> & _ & F & _).
  rewrite (follows_seen _ _ _ _ _ F). change (x :: l2) with ([x] ++ l2). rewrite app_assoc.
  apply complete_app.
Qed.

Lemma later_seen x l y : reachable (x :: l) -> In y l -> place (what y) = place (what x) ->
  seen y <= seen x.
Proof.
  intros R I E. apply reach_follows in R as (F & R).
  destruct (older l y R I) as (l1 & l2 & -> & _ & G & _).
  rewrite (follows_seen _ _ _ _ _ F), (follows_seen _ _ _ _ _ G), E.
  change (y :: l2) with ([y] ++ l2). rewrite app_assoc. apply complete_app.
Qed.

Lemma clocked_of l : reachable l -> clocked l.
Proof. now apply reachable_clocked. Qed.

(** What is known of a mbarrier is no later than who knows it. *)
Lemma known_seen l x y : reachable l -> In x l -> In y l -> knows (after x) (ev y) ->
  place (what y) = place (what x) -> seen y <= seen x.
Proof.
  intros R I J K E. destruct (older l x R I) as (l1 & l2 & -> & R2 & F & _).
  destruct (after_closed _ (clocked_of _ R2) x (or_introl eq_refl) _ K) as (z & Z & Ez & _).
  assert (z = y) as -> by
    (apply (same_event threads prog expected (l1 ++ x :: l2)); auto; apply in_or_app; auto).
  destruct Z as [->|Z]; [easy|]. now apply (later_seen x l2).
Qed.

Lemma before_after l t x v : reachable l -> follows l t x -> before x v <= after x v.
Proof.
  intros R F. rewrite (follows_before _ _ _ _ _ F), (follows_after _ _ _ _ _ F).
  pose proof (known_own _ (clocked_of l R) t) as O. simpl.
  assert (known l t v <= (if v =? t then S (pc l t) else known l t v)); [|destruct (what x); lia].
  destruct (Nat.eqb_spec v t) as [->|]; lia.
Qed.

Lemma before_own l t x : reachable l -> follows l t x -> before x t = pc l t.
Proof.
  intros R F. rewrite (follows_before _ _ _ _ _ F). apply (known_own _ (clocked_of l R)).
Qed.

Lemma knows_own l x : reachable l -> In x l -> knows (after x) (ev x).
Proof.
  intros R I. destruct (older l x R I) as (l1 & l2 & _ & _ & F & _). unfold knows.
  rewrite (follows_after _ _ _ _ _ F), Nat.eqb_refl.
  assert (E : snd (ev x) = pc l2 (fst (ev x))) by now rewrite (follows_ev _ _ _ _ _ F) at 1.
  rewrite E. cbv zeta. destruct (what x); lia.
Qed.

Lemma before_closed l x : reachable l -> In x l -> closed l (before x).
Proof.
  intros R I. destruct (older l x R I) as (l1 & l2 & -> & _ & F & R2).
  rewrite (follows_before _ _ _ _ _ F).
  pose proof (known_closed _ (clocked_of l2 R2) (fst (ev x))) as C.
  intros e K. destruct (C e K) as (y & J & H). exists y. split; [|easy].
  apply in_or_app. right. now right.
Qed.

Lemma known_from l t : (exists x, In x l /\ fst (ev x) = t /\ known l t = after x) \/
                       known l t = fun _ => 0.
Proof.
  unfold known. destruct (find _ l) as [x|] eqn:E; [left|now right].
  apply find_some in E as (I & E). apply Nat.eqb_eq in E. eauto.
Qed.

Lemma pc_same s t k : (forall i, executed s (t, i) <-> i < k) -> pc s t = k.
Proof.
  intro H. unfold executed in H. simpl in H.
  destruct (Nat.lt_trichotomy (pc s t) k) as [L|[E|L]]; auto; apply H in L; lia.
Qed.

Lemma goes_on s t o : nth_error (prog t) (pc s t) = Some o ->
  (forall b p, o = Wait b p -> Nat.odd (complete s b) <> p) ->
  exists x, next s t = Some x /\ ev x = (t, pc s t) /\ what x = o /\ seen x = complete s (place o).
Proof.
  intros O P. unfold MbarrierBytes.next. rewrite O. destruct o as [b a n|b p]; [eauto 6|].
  destruct (Bool.eqb (Nat.odd (complete s b)) p) eqn:E; [|eauto 6].
  apply eqb_prop in E. now destruct (P b p eq_refl).
Qed.

(** ** The rules suffice *)

Section Sound.

Variable l : execution.
Hypothesis (R : reachable l) (D : finished l) (C : check l).

Record same (s : execution) : Prop := {
  same_agree : agree s l;
  same_down y : In y l -> executed s (ev y) -> forall v, after y v <= pc s v
}.

Lemma within s x : reachable s -> In x s -> executed l (ev x).
Proof.
  intros Rs I. apply (in_op threads prog expected s x Rs) in I as (O & T).
  unfold executed. rewrite (D _ T). apply nth_error_Some. now rewrite O.
Qed.

Lemma known_in s y l1 l2 : reachable s -> same s -> l = l1 ++ y :: l2 ->
  follows l2 (fst (ev y)) y -> pc l2 (fst (ev y)) = pc s (fst (ev y)) -> reachable l2 ->
  forall v, before y v <= pc s v.
Proof.
  intros Rs S E F P R2 v. rewrite (follows_before _ _ _ _ _ F).
  destruct (known_from l2 (fst (ev y))) as [(z & I & T & ->)| ->]; [|lia].
  apply (same_down s S); [rewrite E; apply in_or_app; right; now right|].
  pose proof (in_executed threads prog expected l2 z R2 I) as X. unfold executed in *.
  now rewrite T, <- P, <- T.
Qed.

(** Not more phases than in [l]: else some operation knows what has not been done. *)
Lemma not_beyond s y b p : reachable s -> same s -> In y l -> what y = Wait b p ->
  ~ executed s (ev y) -> complete s b <= seen y.
Proof.
  intros Rs S I W N. apply Nat.nlt_ge. intro L. apply N.
  assert (part : forall x, In x s -> executed l (ev x)) by (intros; now apply (within s)).
  destruct (rule_W2 _ l C b p y I W) as (a & J & Wa & Sa & K).
  { now apply (not_more threads prog expected positive s l Rs R part (same_agree s S)
                 (same_down s S)). }
  assert (X : executed s (ev a)).
  { apply (all_in threads prog expected positive s l Rs R part (same_agree s S) (same_down s S) b);
      auto. lia. }
  destruct (older l a R J) as (l1 & l2 & _ & _ & F & R2).
  pose proof (same_down s S a J X (fst (ev y))). pose proof (before_after _ _ _ (fst (ev y)) R2 F).
  unfold executed, knows in *. lia.
Qed.

Lemma odd_neq m n p : Nat.odd m <> p -> Nat.odd n <> p -> Nat.odd m = Nat.odd n.
Proof. destruct (Nat.odd m), (Nat.odd n), p; congruence. Qed.

Lemma same_seen s t x y : reachable s -> same s -> follows s t x -> In y l -> ev y = ev x ->
  what y = what x -> (forall v, before y v <= pc s v) -> seen x = seen y.
Proof.
  intros Rs S F I E W B.
  assert (part : forall z, In z s -> executed l (ev z)) by (intros; now apply (within s)).
  assert (N : ~ executed s (ev y)).
  { rewrite E, (follows_ev _ _ _ _ _ F). unfold executed. simpl. lia. }
  pose proof (seen_complete l y R I) as Ay.
  rewrite (follows_seen _ _ _ _ _ F), <- W. destruct (what y) as [b a n|b p] eqn:Wy; simpl in *.
  - assert (O : on b (what y) = true) by (rewrite Wy; apply Nat.eqb_refl).
    apply Nat.le_antisymm.
    + apply Nat.nlt_ge. intro L. apply N.
      now apply (all_in threads prog expected positive s l Rs R part (same_agree s S)
                   (same_down s S) b).
    + destruct (seen y) as [|j] eqn:Sy; [lia|].
      apply (all_arrived threads prog expected positive s l Rs R part (same_agree s S)); auto.
      intros z J Wz Sz. unfold executed.
      assert (K : knows (before y) (ev z)) by (apply (rule_A _ l C b); auto; congruence).
      unfold knows in K. specialize (B (fst (ev z))). lia.
  - assert (U : complete s b <= seen y) by now apply (not_beyond s y b p).
    assert (P : Nat.odd (complete s b) = Nat.odd (seen y)).
    { apply (odd_neq _ _ p).
      - pose proof (follows_parity _ _ _ _ _ F b p) as Q.
        rewrite (follows_seen _ _ _ _ _ F), <- W in Q. auto.
      - destruct (older l y R I) as (l1 & l2 & _ & _ & G & _).
        now apply (follows_parity _ _ _ _ _ G b). }
    destruct (seen y) as [|[|j]] eqn:Sy.
    + lia.
    + destruct (complete s b) as [|[|]]; try easy; lia.
    + assert (H : j < complete s b).
      { apply (all_arrived threads prog expected positive s l Rs R part (same_agree s S)); [lia|].
        intros z J Wz Sz. unfold executed.
        assert (K : knows (before y) (ev z)) by (apply (rule_W1 _ l C b p); auto; congruence).
        unfold knows in K. specialize (B (fst (ev z))). lia. }
      assert (complete s b <> Datatypes.S j); [|lia]. intro Q. rewrite Q in P.
      rewrite (Nat.odd_succ (Datatypes.S j)), <- Nat.negb_odd in P.
      now destruct (Nat.odd (Datatypes.S j)).
Qed.

Lemma reachable_same s : reachable s -> same s.
Proof.
  induction 1 as [|s t x Rs IH T N].
  { split; [intros x y [] | intros y _ X; unfold executed, pc in X; simpl in X; lia]. }
  pose proof (reach_step _ _ _ s t x Rs T N) as Rx. apply next_follows in N as F.
  destruct (executed_in threads prog expected l (ev x) R) as (y & I & E).
  { apply (within (x :: s)); [easy | now left]. }
  assert (W : what y = what x)
    by (apply (same_what threads prog expected l (x :: s)); auto; now left).
  destruct (older l y R I) as (l1 & l2 & El & _ & G & R2).
  assert (Ey : fst (ev y) = t) by now rewrite E, (follows_ev _ _ _ _ _ F).
  assert (P : pc l2 (fst (ev y)) = pc s (fst (ev y))).
  { pose proof (follows_ev _ _ _ _ _ G) as Q. rewrite E, (follows_ev _ _ _ _ _ F) in Q.
    rewrite E, (follows_ev _ _ _ _ _ F). simpl in *. congruence. }
  pose proof (known_in s y l1 l2 Rs IH El G P R2) as B.
  assert (Se : seen x = seen y) by (apply (same_seen s t); auto).
  assert (Mono : forall v, pc s v <= pc (x :: s) v) by (intro; rewrite pc_cons; lia).
  split.
  - intros z z' [<-|J] J' Ez; [|now apply (same_agree s IH)].
    rewrite Se. f_equal. apply (same_event threads prog expected l); auto. congruence.
  - intros z J X v. apply (executed_cons prog expected _ _ _ _ F) in X as [X|X].
    { pose proof (same_down s IH z J X v). specialize (Mono v). lia. }
    assert (z = y) as -> by (apply (same_event threads prog expected l); auto; congruence).
    assert (Own : (if v =? fst (ev y) then S (pc l2 (fst (ev y))) else known l2 (fst (ev y)) v)
                  <= pc (x :: s) v).
    { rewrite pc_cons, (follows_ev _ _ _ _ _ F). simpl. rewrite <- Ey, (Nat.eqb_sym (fst (ev y))).
      destruct (Nat.eqb_spec v (fst (ev y))) as [->|]; [lia|].
      specialize (B v). rewrite (follows_before _ _ _ _ _ G) in B. simpl. lia. }
    rewrite (follows_after _ _ _ _ _ G). simpl. destruct (what y) as [b|b p] eqn:Wy; [easy|].
    apply Nat.max_lub; [easy|]. etransitivity; [|apply Mono]. apply Nat.nlt_ge. intro L.
    destruct (released_from l2 b (seen y) (v, pc s v) L) as (a & Ia & Wa & Sa & K).
    assert (Ja : In a l) by (rewrite El; apply in_or_app; right; now right).
    assert (Xa : executed s (ev a)).
    { apply (all_in threads prog expected positive s l Rs R
               (fun z => within s z Rs) (same_agree s IH) (same_down s IH) b); auto.
      pose proof (follows_seen _ _ _ _ _ F) as Q. rewrite <- W in Q. simpl in Q. lia. }
    pose proof (same_down s IH a Ja Xa v). unfold knows in K. simpl in K. lia.
Qed.

(** The oldest operation of [l] that is not in [s]. *)
Lemma first_missing s : (forall x, In x l -> executed s (ev x)) \/
  exists l1 y l2, l = l1 ++ y :: l2 /\ ~ executed s (ev y) /\ forall x, In x l2 -> executed s (ev x).
Proof.
  clear. induction l as [|y m IH]; [now left|]. destruct IH as [H|(l1 & z & l2 & -> & H)].
  - destruct (lt_dec (snd (ev y)) (pc s (fst (ev y)))) as [L|L].
    + left. intros x [<-|I]; auto.
    + right. exists [], y, m. auto.
  - right. exists (y :: l1), z, l2. auto.
Qed.

Theorem bytes_sound : well_synchronised.
Proof.
  split.
  - intros s Rs. pose proof (reachable_same s Rs) as S.
    apply (part_surplus threads prog expected s l Rs R (fun z => within s z Rs) (same_agree s S)).
    apply C.
  - intros s Rs. pose proof (reachable_same s Rs) as S.
    destruct (first_missing s) as [H|(l1 & y & l2 & El & N & H)].
    + left. intros t T. apply Nat.le_antisymm.
      * destruct (Nat.le_gt_cases (pc s t) (length (prog t))) as [|G]; [easy|]. exfalso.
        destruct (executed_in threads prog expected s (t, length (prog t)) Rs G) as (x & I & E).
        apply (in_op threads prog expected s x Rs) in I as (O & _). rewrite E in O. simpl in O.
        assert (Z : nth_error (prog t) (length (prog t)) = None) by now apply nth_error_None.
        congruence.
      * apply Nat.nlt_ge. intro L.
        destruct (executed_in threads prog expected l (t, pc s t) R) as (x & I & E).
        { unfold executed. simpl. now rewrite (D t T). }
        specialize (H x I). rewrite E in H. unfold executed in H. simpl in H. lia.
    + right. assert (I : In y l) by (rewrite El; apply in_or_app; right; now left).
      assert (R2 : reachable (y :: l2)) by (rewrite El in R; now apply reachable_app in R).
      apply reach_follows in R2 as (F & R2). set (t := fst (ev y)) in *.
      assert (P : pc s t = pc l2 t).
      { pose proof (follows_ev _ _ _ _ _ F) as E. apply Nat.le_antisymm.
        - rewrite E in N. unfold executed in N. simpl in N. lia.
        - apply Nat.nlt_ge. intro L.
          destruct (executed_in threads prog expected l2 (t, pc s t) R2 L) as (x & J & Ex).
          specialize (H x J). rewrite Ex in H. unfold executed in H. simpl in H. lia. }
      destruct (goes_on s t (what y)) as (x & X & _).
      * rewrite P. apply (follows_what _ _ _ _ _ F).
      * intros b p W. replace (complete s b) with (seen y);
          [now apply (follows_parity _ _ _ _ _ F b)|].
        apply Nat.le_antisymm; [|now apply (not_beyond s y b p)].
        destruct (seen y) as [|j] eqn:Sy; [lia|].
        apply (all_arrived threads prog expected positive s l Rs R
                 (fun z => within s z Rs) (same_agree s S)).
        { pose proof (seen_complete l y R I) as Q. rewrite W, Sy in Q. simpl in Q. lia. }
        intros z J O Sz. apply H. rewrite El in J. apply in_app_or in J as [J|[<-|J]]; [|lia|easy].
        exfalso. apply in_split in J as (m1 & m2 & E1). rewrite El, E1 in R.
        rewrite <- app_assoc in R. apply reachable_app in R. simpl in R.
        pose proof (later_seen z (m2 ++ y :: l2) y R) as Q. rewrite W in Q. simpl in Q.
        rewrite (on_place _ _ O) in Q. rewrite Sy, Sz in Q.
        specialize (Q ltac:(apply in_or_app; right; now left) eq_refl). lia.
      * exists t, x. split; [|easy]. now apply (in_op threads prog expected l y R).
  - intros s s' Rs Rs' x y I J E.
    destruct (executed_in threads prog expected l (ev x) R (within s x Rs I)) as (z & Z & Ez).
    rewrite (same_agree s (reachable_same s Rs) x z), (same_agree s' (reachable_same s' Rs') y z);
      auto; congruence.
Qed.

End Sound.

End Block.
