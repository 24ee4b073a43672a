(** * Happens-before of named barriers

    Two events of one thread are ordered as written. Behind a sync, a thread knows all registrations
    of the generation that it waited for. [hb] is what follows from these two. Statements:

    - [hb_closed]: in every execution that agrees on generations, what happens before an event comes
      before it;
    - [hb_agree]: all such executions have the same happens-before;
    - [run_down_set]: conversely every set of events that is closed under happens-before is what some
      execution has done at some time. So no order is claimed in vain.

    Paper: PLDI'15, section 4 (the relation R). theory.md: section 3. C++: src/sync/groups.hpp keeps
    it as clocks, see Clocks.v. *)

From Heddle Require Import NamedBarriers.

Section Block.

Variable threads : nat.
Variable prog : tid -> list op.
Hypothesis positive : counts_positive prog.

Notation registers := (registers prog).
Notation syncs := (syncs prog).
Notation blocked := (blocked prog).
Notation reachable := (reachable threads prog).
Notation invariant := (invariant threads prog).

Inductive hb (s : state) : event -> event -> Prop :=
| hb_po t i j : i < j -> hb s (t, i) (t, j)
| hb_member m b k t i j :
    In (m, b, k) (log s) -> In ((t, i), b, k) (log s) -> syncs (t, i) -> k < gen s b -> i < j ->
    hb s m (t, j)
| hb_before x m b k t i j :
    hb s x m ->
    In (m, b, k) (log s) -> In ((t, i), b, k) (log s) -> syncs (t, i) -> k < gen s b -> i < j ->
    hb s x (t, j).

Lemma hb_later s x t i j : hb s x (t, i) -> i <= j -> hb s x (t, j).
Proof.
  intro H. remember (t, i) as y eqn:E. revert t i E j.
  destruct H; intros t' i' [= <- <-] j' L.
  - apply hb_po. lia.
  - eapply hb_member; eauto. lia.
  - eapply hb_before; eauto. lia.
Qed.

Theorem hb_trans s x y z : hb s x y -> hb s y z -> hb s x z.
Proof.
  intros H K. revert H. induction K as [t i j L|m b k t i j M Y Q G L|y m b k t i j K IH M Y Q G L];
    intro H.
  - eapply hb_later; [apply H | lia].
  - now apply (hb_before s x m b k t i).
  - apply (hb_before s x m b k t i); auto.
Qed.

(** An event that is done, or that its thread can do next. *)
Definition settled (s : state) (y : event) : Prop :=
  executed s y \/ (fst y < threads /\ snd y = pc s (fst y) /\ ~ blocked s (fst y)).

Lemma sync_op s t i b k :
  invariant s -> In ((t, i), b, k) (log s) -> syncs (t, i) ->
  t < threads /\ exists n, op_at prog (t, i) = Some (Sync b n).
Proof.
  intros I H (b' & n & O). split; [apply (inv_thread threads prog s I _ _ _ H)|].
  destruct (inv_registers threads prog s I _ _ _ H) as (n' & R).
  destruct (registers_fun _ _ _ _ _ _ R (or_intror O)) as (-> & _). eauto.
Qed.

(** The sync behind which a settled event stands is complete, and the other execution agrees. *)
Lemma settled_complete s f t i j b k :
  invariant s -> invariant f -> agrees s f -> settled s (t, j) -> i < j ->
  In ((t, i), b, k) (log f) -> syncs (t, i) -> k < gen s b /\ In ((t, i), b, k) (log s).
Proof.
  intros I F A S L H Y. destruct (sync_op f t i b k F H Y) as (T & n & O).
  assert (P : exists k, In ((t, i), b, k) (log s) /\ k < gen s b).
  { destruct S as [S|(_ & S & B)]; [unfold executed in S|]; simpl in *.
    - apply (inv_passed threads prog s I t i b n); auto. lia.
    - apply (passed_if_unblocked threads prog s t i b n); auto. lia. }
  destruct P as (k' & P & G). destruct (log_fun threads prog f _ _ _ _ _ F H (A _ P)) as (_ & ->). auto.
Qed.

Lemma settled_member s f m t i j b k :
  invariant s -> invariant f -> agrees s f -> settled s (t, j) -> i < j ->
  In (m, b, k) (log f) -> In ((t, i), b, k) (log f) -> syncs (t, i) -> In (m, b, k) (log s).
Proof.
  intros I F A S L M H Y. destruct (settled_complete s f t i j b k I F A S L H Y) as (G & _).
  now apply (complete_same threads prog s f).
Qed.

Theorem hb_closed s f x y :
  invariant s -> invariant f -> agrees s f -> hb f x y -> settled s y -> executed s x.
Proof.
  intros I F A H. induction H as [t i j L|m b k t i j M Y Q G L|x m b k t i j H IH M Y Q G L]; intro S.
  - unfold executed. simpl. destruct S as [S|(_ & S & _)]; [unfold executed in S|]; simpl in S; lia.
  - eapply inv_executed; [apply I|]. eapply settled_member; eauto.
  - apply IH. left. eapply inv_executed; [apply I|]. eapply settled_member; eauto.
Qed.

(** A generation that one execution completed is complete in those that continue it. *)
Lemma agrees_gen s f b k :
  invariant s -> invariant f -> agrees s f -> k < gen s b -> k < gen f b.
Proof.
  intros I F A L. destruct (inv_full threads prog s I b k L) as (n & P & E & R).
  destruct (gen_member threads prog s b k I L) as (m & M). pose proof (R m M) as Rm. apply A in M.
  pose proof (inv_gen threads prog f F _ _ _ M) as G. destruct (Nat.eq_dec k (gen f b)) as [->|]; [|lia].
  destruct (inv_open threads prog f F b m n M Rm) as (Lt & _).
  assert (length (members (log s) b (gen f b)) <= length (members (log f) b (gen f b))); [|lia].
  apply NoDup_incl_length; [eapply members_nodup; eauto|].
  intros e X. apply in_members in X. apply in_members. auto.
Qed.

Lemma hb_mono s f x y :
  invariant s -> invariant f -> agrees s f -> hb s x y -> hb f x y.
Proof.
  intros I F A H. induction H.
  - now apply hb_po.
  - eapply hb_member; eauto using agrees_gen.
  - eapply hb_before; eauto using agrees_gen.
Qed.

Theorem hb_agree s f x y :
  invariant s -> invariant f -> agrees s f -> settled s y -> (hb f x y <-> hb s x y).
Proof.
  intros I F A S. split; [|now apply hb_mono].
  intro H. induction H as [t i j L|m b k t i j M Y Q G L|x m b k t i j H IH M Y Q G L].
  - now apply hb_po.
  - destruct (settled_complete s f t i j b k) as (Gs & Ys); auto.
    eapply hb_member; eauto. eapply settled_member; eauto.
  - destruct (settled_complete s f t i j b k) as (Gs & Ys); auto.
    assert (Ms : In (m, b, k) (log s)) by (eapply settled_member; eauto).
    eapply hb_before; eauto. apply IH. left. eapply inv_executed; eauto.
Qed.

(** ** Every closed set of events is an execution *)

Lemma unblocked_if s f t :
  invariant s -> invariant f -> agrees s f -> t < threads ->
  (forall i b n, pc s t = S i -> op_at prog (t, i) = Some (Sync b n) ->
   exists k, In ((t, i), b, k) (log f) /\ k < gen f b /\
             forall m, In (m, b, k) (log f) -> executed s m) ->
  ~ blocked s t.
Proof.
  intros I F A T H (i & b & E & Y & L).
  destruct (sync_op s t i b _ I L Y) as (_ & n & O).
  destruct (H i b n E O) as (k & Lf & G & M).
  destruct (log_fun threads prog f _ _ _ _ _ F Lf (A _ L)) as (_ & ->).
  enough (gen s b < gen s b) by lia. apply (open_not_all threads prog s f); auto.
  intros m Mf. destruct (inv_registers threads prog f F _ _ _ Mf) as (n' & R).
  destruct (inv_logged threads prog s I m b n' (inv_thread threads prog f F _ _ _ Mf) (M m Mf) R) as (k & Ms).
  destruct (log_fun threads prog f _ _ _ _ _ F Mf (A _ Ms)) as (_ & ->). easy.
Qed.

Lemma registers_dec e b n : {registers e b n} + {~ registers e b n}.
Proof.
  unfold NamedBarriers.registers.
  assert (D : forall x y : option op, {x = y} + {x <> y}) by repeat decide equality.
  destruct (D (op_at prog e) (Some (Arrive b n))), (D (op_at prog e) (Some (Sync b n))); tauto.
Qed.

Lemma counts_agree s b n :
  (forall m, In (m, b, gen s b) (log s) -> registers m b n) \/
  exists m, In (m, b, gen s b) (log s) /\ ~ registers m b n.
Proof.
  assert (H : forall l, (forall m, In m l -> registers m b n) \/ exists m, In m l /\ ~ registers m b n).
  { induction l as [|a l [IH|(m & M & N)]]; [now left| |right; exists m; simpl; auto].
    destruct (registers_dec a b n) as [R|R]; [left; intros m [<-|M]; auto | right; exists a; simpl; auto]. }
  destruct (H (members (log s) b (gen s b))) as [A|(m & M & N)].
  - left. intros m M. apply A. now apply in_members.
  - right. exists m. split; [now apply in_members | easy].
Qed.

(** A thread that is not blocked and has an operation left can do it. *)
Lemma can_step s t : ~ count_error threads prog s -> t < threads -> ~ blocked s t -> pc s t < length (prog t) ->
  exists s', step threads prog s t s' /\ pc s' = bump (pc s) t.
Proof.
  intros C0 T B L. destruct (op_at prog (next s t)) as [o|] eqn:O.
  2: { apply nth_error_None in O. simpl in O. lia. }
  assert (Reg : forall b n, registers (next s t) b n -> exists s', step threads prog s t s' /\ pc s' = bump (pc s) t).
  { intros b n Rg. destruct (counts_agree s b n) as [C|(m & M & N)].
    - exists (registered s t b n). split; [now apply step_register | easy].
    - exfalso. apply C0. exists t, b, n, m. auto. }
  destruct o as [b n|b n|a w].
  - apply (Reg b n). now left.
  - apply (Reg b n). now right.
  - eexists. split; [now apply (step_touch _ _ _ _ a w) | easy].
Qed.

Hypothesis well : well_synchronised threads prog.

Lemma all_agree s f : reachable s -> reachable f ->
  (forall e b k, In (e, b, k) (log s) -> executed f e) -> agrees s f.
Proof.
  intros R Rf H [[e b] k] X. pose proof (reachable_invariant threads prog positive s R) as I.
  pose proof (reachable_invariant threads prog positive f Rf) as F.
  destruct (inv_registers threads prog s I _ _ _ X) as (n & Rg).
  destruct (inv_logged threads prog f F e b n (inv_thread threads prog s I _ _ _ X) (H _ _ _ X) Rg) as (k' & Y).
  now rewrite (same_generations threads prog well s f e b k k' R Rf X Y).
Qed.

Definition closed (f : state) (d : tid -> nat) : Prop :=
  forall x t i, t < threads -> i < d t -> hb f x (t, i) -> snd x < d (fst x).

Lemma step_agrees s t s' : step threads prog s t s' -> agrees s s'.
Proof. destruct 1; intros x X; simpl; auto. Qed.

Lemma step_length s t s' : step threads prog s t s' -> pc s t < length (prog t).
Proof.
  intro H. destruct H as [a w _ _ O|b n _ _ O _].
  - apply nth_error_Some. unfold op_at, next in O. simpl in O. now rewrite O.
  - apply nth_error_Some. unfold NamedBarriers.registers, op_at, next in O. simpl in O.
    destruct O as [O|O]; now rewrite O.
Qed.

Lemma step_pc s t s' : step threads prog s t s' -> pc s' = bump (pc s) t.
Proof. now destruct 1. Qed.

Theorem run_down_set f d : reachable f -> closed f d -> forall p, reachable p -> agrees p f ->
  exists s, reachable s /\ agrees s f /\ forall t, t < threads -> pc s t = min (pc p t) (d t).
Proof.
  intros Rf D p Rp. pose proof (reachable_invariant threads prog positive f Rf) as F.
  induction Rp as [|p t p' Rp IH St]; intro Ap.
  - exists (init). split; [constructor|]. split; [intros x []|]. easy.
  - pose proof (step_agrees _ _ _ St) as Ag.
    destruct IH as (s & R & A & E); [intros x X; auto|].
    pose proof (reachable_invariant threads prog positive p Rp) as P.
    pose proof (reachable_invariant threads prog positive s R) as I.
    assert (T : t < threads) by now destruct St.
    assert (Bp : ~ blocked p t) by now destruct St.
    assert (App : agrees p f) by (intros x X; auto).
    destruct (Nat.le_gt_cases (d t) (pc p t)) as [Le|Gt].
    + exists s. split; [easy|]. split; [easy|]. intros u U. rewrite (step_pc _ _ _ St), (E u U).
      unfold bump. destruct (Nat.eqb_spec u t) as [->|]; lia.
    + assert (Pc : pc s t = pc p t) by (rewrite E by easy; lia).
      assert (B : ~ blocked s t).
      { apply (unblocked_if s f); auto. intros i b n Es O.
        destruct (passed_if_unblocked threads prog p t i b n P T Bp) as (k & L & G); [lia | easy |].
        exists k. split; [auto|]. split; [eapply (agrees_gen p f); eauto|].
        intros m M. unfold executed. rewrite E by exact (inv_thread threads prog f F _ _ _ M).
        assert (Mp : In (m, b, k) (log p)) by (now apply (complete_same threads prog p f)).
        apply (inv_executed threads prog p P) in Mp. unfold executed in Mp.
        assert (snd m < d (fst m)); [|lia].
        apply (D m t (pc p t) T Gt). apply (hb_member f m b k t i); auto.
        - now exists b, n.
        - eapply (agrees_gen p f); eauto.
        - lia. }
      destruct (can_step s t (no_count_error threads prog well s R) T B) as (s' & Ss & Es); [rewrite Pc; eapply step_length; eauto|].
      exists s'. assert (R' : reachable s') by (eapply reach_step; eauto).
      split; [exact R'|]. split.
      * intros [[e b] k] X.
        assert (Y : In (e, b, k) (log s) \/ e = next s t).
        { destruct Ss; simpl in X; [now left|]. destruct X as [[= <- _ _]|X]; auto. }
        destruct Y as [Y|Ye]; [now apply A|].
        (* the new registration: the prefix has it too, in the generation of all executions *)
        assert (R2 : reachable p') by exact (reach_step threads prog p t p' Rp St).
        assert (I' := reachable_invariant threads prog positive s' R').
        assert (P' := reachable_invariant threads prog positive p' R2).
        destruct (inv_registers threads prog s' I' _ _ _ X) as (n & Rg).
        destruct (inv_logged threads prog p' P' e b n) as (k' & Y); auto.
        { now apply (inv_thread threads prog s' I' _ _ _ X). }
        { subst e. unfold executed, next. simpl. rewrite (step_pc _ _ _ St), bump_self. lia. }
        rewrite (same_generations threads prog well s' p' e b k k'); auto.
      * intros u U. rewrite Es, (step_pc _ _ _ St). unfold bump.
        destruct (Nat.eqb_spec u t) as [->|]; [lia | auto].
Qed.

End Block.
