(** * Vector clocks compute happens-before

    The engine keeps one clock for each thread and one for the open generation of each barrier. A
    registration joins the thread's clock into the barrier's; completion hands that to all who
    waited. Statement ([clocks_correct]): entry u of the clock of thread t is above i iff operation i
    of thread u happens before what t does next. So an event is in the clock or it is not ordered.

    An entry counts all operations of a thread here; the C++ counts hand-overs, and has one clock for
    lanes that have done the same. Accesses are compared in NamedRaces.v.

    theory.md: section 3. C++: src/sync/clock.hpp, src/sync/groups.cpp (release, acquire),
    src/sync/named.cpp (register_at, finish_generation). *)

From Heddle Require Import NamedBarriers HappensBefore.

Definition clock := tid -> nat.

Definition join (f g : clock) : clock := fun u => max (f u) (g u).

Record clocks := Clocks {
  known : tid -> clock;
  joined : nat -> clock
}.

Section Block.

Variable threads : nat.
Variable prog : tid -> list op.
Hypothesis positive : counts_positive prog.

Notation registers := (registers prog).
Notation syncs := (syncs prog).
Notation blocked := (blocked prog).
Notation reachable := (reachable threads prog).
Notation invariant := (invariant threads prog).
Notation hb := (hb prog).
Notation settled := (settled threads prog).

(** What [t] hands on: what it knows, and what it does now. *)
Definition own (s : state) (c : clocks) (t : tid) : clock :=
  fun u => if u =? t then S (pc s t) else known c t u.

Definition set {A} (f : nat -> A) (x : nat) (v : A) : nat -> A := fun y => if y =? x then v else f y.

Definition is_sync (e : event) : bool := if syncs_dec prog e then true else false.

(** Has thread [u] a sync among the registrations of this generation? *)
Definition waits (l : list (event * nat * nat)) (b k : nat) (u : tid) : bool :=
  existsb (fun m => (fst m =? u) && is_sync m) (members l b k).

Definition completes (s : state) (t : tid) (b n : nat) : bool :=
  length (members (log (registered s t b n)) b (gen s b)) =? n.

Definition clocks_register (s : state) (c : clocks) (t : tid) (b n : nat) : clocks :=
  let v := own s c t in
  let j := join (joined c b) v in
  let k := set (known c) t v in
  if completes s t b n
  then Clocks (fun u => if waits (log (registered s t b n)) b (gen s b) u then join (k u) j else k u)
              (set (joined c) b (fun _ => 0))
  else Clocks k (set (joined c) b j).

Inductive run : state -> clocks -> Prop :=
| run_init : run init (Clocks (fun _ _ => 0) (fun _ _ => 0))
| run_touch s c t a w :
    run s c -> t < threads -> ~ blocked s t -> op_at prog (next s t) = Some (Touch a w) ->
    run (State (bump (pc s) t) (gen s) (log s)) (Clocks (set (known c) t (own s c t)) (joined c))
| run_register s c t b n :
    run s c -> t < threads -> ~ blocked s t -> registers (next s t) b n ->
    (forall m, In (m, b, gen s b) (log s) -> registers m b n) ->
    run (registered s t b n) (clocks_register s c t b n).

Lemma run_reachable s c : run s c -> reachable s.
Proof. induction 1; [constructor| |]; eapply reach_step; eauto using step. Qed.

Lemma reachable_run s : reachable s -> exists c, run s c.
Proof.
  induction 1 as [|s t s' R (c & IH) S]; [eexists; constructor|].
  destruct S; eexists; [eapply run_touch | apply run_register]; eauto.
Qed.

Record correct (s : state) (c : clocks) : Prop := {
  known_hb t u i : i < known c t u <-> hb s (u, i) (t, pc s t);
  joined_hb b u i : i < joined c b u <->
    exists m, In (m, b, gen s b) (log s) /\ ((u, i) = m \/ hb s (u, i) m)
}.

Lemma next_settled s t : t < threads -> ~ blocked s t -> settled s (next s t).
Proof. intros T B. right. auto. Qed.

Lemma own_hb s c t u i :
  invariant s -> t < threads -> ~ blocked s t -> correct s c ->
  (i < own s c t u <-> (u, i) = next s t \/ hb s (u, i) (next s t)).
Proof.
  intros I T B C. unfold own, next. destruct (Nat.eqb_spec u t) as [->|N].
  - split.
    + intro L. destruct (Nat.eq_dec i (pc s t)) as [->|]; [now left | right; apply hb_po; lia].
    + intros [[= ->]|H]; [lia|].
      assert (X : executed s (t, i)); [|unfold executed in X; simpl in X; lia].
      apply (hb_closed threads prog s s (t, i) (next s t)); auto using next_settled.
      intros x X. exact X.
  - rewrite (known_hb s c C). split; [now right|]. intros [[= E _]|H]; [easy|easy].
Qed.

(** What a step adds to what is known. *)
Lemma hb_touch s t w x g l :
  invariant s -> t < threads -> ~ blocked s t -> g = gen s -> l = log s ->
  (hb (State (bump (pc s) t) g l) x (w, bump (pc s) t w) <->
   hb s x (w, pc s w) \/ (w = t /\ (x = next s t \/ hb s x (next s t)))).
Proof.
  intros I T B -> ->. set (s' := State (bump (pc s) t) (gen s) (log s)).
  assert (E : forall x y, hb s' x y <-> hb s x y).
  { intros y z. split; induction 1; eauto using hb_po, hb_member, hb_before. }
  rewrite E. unfold bump. destruct (Nat.eqb_spec w t) as [->|N].
  - split.
    + intro H. right. split; [easy|].
      inversion H as [? i ? L|? b k ? i ? M Y Q G L|? m b k ? i ? K M Y Q G L]; subst.
      * destruct (Nat.eq_dec i (pc s t)) as [->|]; [now left | right; apply hb_po; lia].
      * right. assert (Z : i < pc s t) by exact (inv_executed threads prog s I _ _ _ Y).
        apply (hb_member prog s x b k t i); auto.
      * right. assert (Z : i < pc s t) by exact (inv_executed threads prog s I _ _ _ Y).
        apply (hb_before prog s x m b k t i); auto.
    + intros [H|(_ & [->|H])]; [|apply hb_po; lia|]; (eapply hb_later; [apply H | lia]).
  - split; [now left|]. intros [H|(? & _)]; easy.
Qed.

Lemma hb_register s t b n w x :
  invariant s -> invariant (registered s t b n) -> t < threads -> ~ blocked s t ->
  (hb (registered s t b n) x (w, bump (pc s) t w) <->
   (hb s x (w, pc s w) \/ (w = t /\ (x = next s t \/ hb s x (next s t)))) \/
   (completes s t b n = true /\ waits (log (registered s t b n)) b (gen s b) w = true /\
    exists m, In (m, b, gen s b) (log (registered s t b n)) /\ (x = m \/ hb s x m))).
Proof.
  intros I I' T B. set (s' := registered s t b n) in *.
  assert (A : agrees s s') by (intros y Y; right; easy).
  assert (Old : forall c k, k < gen s' c -> k < gen s c \/
                (completes s t b n = true /\ c = b /\ k = gen s b)).
  { intros c k L. unfold s', registered, completes in *. simpl in L.
    simpl. destruct (length _ =? n); [|now left]. unfold bump in L.
    destruct (Nat.eqb_spec c b) as [->|]; [|now left].
    destruct (Nat.eq_dec k (gen s b)); [right; auto | left; lia]. }
  assert (New : forall c k m, In (m, c, k) (log s') -> settled s m).
  { intros c k m [[= <- _ _]|M]; [now apply next_settled|].
    left. now apply (inv_executed threads prog s I) in M. }
  assert (E : forall c k m y, In (m, c, k) (log s') -> hb s' y m <-> hb s y m).
  { intros c k m y M. apply (hb_agree threads prog s s'); eauto. }
  assert (Pc : bump (pc s) t w = pc s w \/ w = t /\ bump (pc s) t w = S (pc s t)).
  { unfold bump. destruct (Nat.eqb_spec w t) as [->|]; auto. }
  assert (Ex : forall c k i, In ((w, i), c, k) (log s) -> i < pc s w).
  { intros c k i H. now apply (inv_executed threads prog s I) in H. }
  split.
  - intro H.
    inversion H as [? i ? L|? c k ? i ? M Y Q G L|? m c k ? i ? K M Y Q G L]; subst.
    + left. destruct Pc as [P|(-> & P)]; rewrite P in L; [left; now apply hb_po|].
      right. split; [easy|]. destruct (Nat.eq_dec i (pc s t)) as [->|]; [now left|].
      right. apply hb_po. lia.
    + destruct (Old c k G) as [Gs|(D & -> & ->)].
      * assert (Ms : In (x, c, k) (log s)) by (now apply (complete_same threads prog s s')).
        assert (Ys : In ((w, i), c, k) (log s)) by (now apply (complete_same threads prog s s')).
        left. left. apply (hb_member prog s x c k w i); eauto.
      * right. split; [easy|]. split; [|exists x; auto].
        apply existsb_exists. exists (w, i). split; [now apply in_members|].
        unfold is_sync. destruct (syncs_dec prog (w, i)); [|easy]. simpl. now rewrite Nat.eqb_refl.
    + destruct (Old c k G) as [Gs|(D & -> & ->)].
      * assert (Ms : In (m, c, k) (log s)) by (now apply (complete_same threads prog s s')).
        assert (Ys : In ((w, i), c, k) (log s)) by (now apply (complete_same threads prog s s')).
        left. left. apply (hb_before prog s x m c k w i); eauto. now apply (E c k m x).
      * right. split; [easy|]. split; [|exists m; split; [easy | right; now apply (E _ _ m x M)]].
        apply existsb_exists. exists (w, i). split; [now apply in_members|].
        unfold is_sync. destruct (syncs_dec prog (w, i)); [|easy]. simpl. now rewrite Nat.eqb_refl.
  - intros [[H|(-> & H)]|(D & W & m & M & H)].
    + apply (hb_mono threads prog s s') in H; auto.
      eapply hb_later; [apply H|]. apply bump_le.
    + rewrite bump_self. destruct H as [->|H]; [apply hb_po; lia|].
      apply (hb_mono threads prog s s') in H; auto. eapply hb_later; [apply H | lia].
    + apply existsb_exists in W as ([v i] & V & Z). apply in_members in V. simpl in Z.
      apply andb_true_iff in Z as (Ev & Q). apply Nat.eqb_eq in Ev. subst v.
      unfold is_sync in Q. destruct (syncs_dec prog (w, i)) as [Q'|]; [|easy].
      assert (G : gen s b < gen s' b).
      { unfold s', registered, completes in *. simpl in *. rewrite D. rewrite bump_self. lia. }
      assert (L : i < bump (pc s) t w).
      { apply (inv_executed threads prog s' I') in V. exact V. }
      destruct H as [->|H].
      * now apply (hb_member prog s' m b (gen s b) w i).
      * apply (hb_before prog s' x m b (gen s b) w i); auto. now apply (E b (gen s b) m x).
Qed.

Lemma lt_join i f g u : i < join f g u <-> i < f u \/ i < g u.
Proof. unfold join. lia. Qed.

Theorem clocks_correct s c : run s c -> correct s c.
Proof.
  induction 1 as [|s c t a w R C T B O|s c t b n R C T B Rg A].
  - split; simpl.
    + intros t u i. split; [lia|]. intro H.
      inversion H as [? ? ? L|? ? ? ? ? ? M|? ? ? ? ? ? ? ? M]; [lia|easy|easy].
    + intros b u i. split; [lia|]. now intros (m & [] & _).
  - pose proof (reachable_invariant threads prog positive s (run_reachable s c R)) as I.
    split; simpl.
    + intros v u i. rewrite hb_touch by auto. unfold set.
      destruct (Nat.eqb_spec v t) as [->|N].
      * rewrite (own_hb s c t u i I T B C). unfold next. tauto.
      * rewrite (known_hb s c C). split; [auto|]. intros [H|(? & _)]; easy.
    + intros b u i. rewrite (joined_hb s c C).
      assert (E : forall x y, hb (State (bump (pc s) t) (gen s) (log s)) x y <-> hb s x y).
      { intros y z. split; induction 1; eauto using hb_po, hb_member, hb_before. }
      setoid_rewrite E. easy.
  - pose proof (run_reachable s c R) as Rs.
    assert (Rs' : reachable (registered s t b n)) by (eapply reach_step; eauto using step).
    pose proof (reachable_invariant threads prog positive s Rs) as I.
    pose proof (reachable_invariant threads prog positive _ Rs') as I'.
    set (s' := registered s t b n) in *.
    assert (K : forall v u i, i < set (known c) t (own s c t) v u <->
                hb s (u, i) (v, pc s v) \/ (v = t /\ ((u, i) = next s t \/ hb s (u, i) (next s t)))).
    { intros v u i. unfold set. destruct (Nat.eqb_spec v t) as [->|N].
      - rewrite (own_hb s c t u i I T B C). unfold next. tauto.
      - rewrite (known_hb s c C). split; [auto|]. intros [H|(? & _)]; easy. }
    assert (J : forall u i, i < join (joined c b) (own s c t) u <->
                exists m, In (m, b, gen s b) (log s') /\ ((u, i) = m \/ hb s (u, i) m)).
    { intros u i. rewrite lt_join, (joined_hb s c C), (own_hb s c t u i I T B C). split.
      - intros [(m & M & H)|H]; [exists m; split; [now right | easy] | exists (next s t)].
        split; [now left | easy].
      - intros (m & [M|M] & H); [|left; now exists m].
        injection M as <-. now right. }
    assert (Ag : agrees s s') by (intros y Y; right; easy).
    assert (E : forall m d k x, In (m, d, k) (log s') -> hb s' x m <-> hb s x m).
    { intros m d k x M. apply (hb_agree threads prog s s'); auto.
      destruct M as [[= <- _ _]|M]; [now apply next_settled|].
      left. now apply (inv_executed threads prog s I) in M. }
    assert (O : forall d u i, d <> b -> (i < joined c d u <->
                exists m, In (m, d, gen s d) (log s') /\ ((u, i) = m \/ hb s' (u, i) m))).
    { intros d u i N. rewrite (joined_hb s c C). split; intros (m & M & H); exists m.
      - assert (M' : In (m, d, gen s d) (log s')) by now right.
        split; [easy|]. rewrite (E m d (gen s d)) by easy. easy.
      - rewrite (E m d (gen s d)) in H by easy.
        destruct M as [[= _ <- _]|M]; [easy | now split]. }
    assert (D' : (if length (members (log s') b (gen s b)) =? n then bump (gen s) b else gen s) =
                 if completes s t b n then bump (gen s) b else gen s) by easy.
    change (if length (members (log s') b (gen s b)) =? n then bump (gen s) b else gen s)
      with (gen s') in D'.
    unfold clocks_register. fold s'. destruct (completes s t b n) eqn:D; split;
      cbn [known joined].
    + intros v u i. pose proof (hb_register s t b n v (u, i) I I' T B) as HR.
      fold s' in HR. change (bump (pc s) t v) with (pc s' v) in HR. rewrite HR. clear HR.
      destruct (waits (log s') b (gen s b) v) eqn:W.
      * rewrite lt_join, K, J. tauto.
      * rewrite K. split; [tauto|]. intros [H|(_ & H & _)]; [easy|discriminate].
    + intros d u i. unfold set. rewrite D'. destruct (Nat.eqb_spec d b) as [->|N].
      * rewrite bump_self. split; [lia|]. intros (m & M & _). exfalso.
        destruct M as [[= _ M]|M]; [lia|]. apply (inv_gen threads prog s I) in M. lia.
      * rewrite bump_other by easy. now apply O.
    + intros v u i. pose proof (hb_register s t b n v (u, i) I I' T B) as HR.
      fold s' in HR. change (bump (pc s) t v) with (pc s' v) in HR. rewrite HR. clear HR.
      rewrite K, D. split; [tauto|]. intros [H|(H & _)]; [easy|discriminate].
    + intros d u i. unfold set. rewrite D'. destruct (Nat.eqb_spec d b) as [->|N].
      * rewrite J. split; intros (m & M & H); exists m; (split; [easy|]).
        -- now rewrite (E m b (gen s b)).
        -- now rewrite (E m b (gen s b)) in H.
      * now apply O.
Qed.

(** So what happens before an event is a number of operations of each thread. *)
Theorem hb_bounded f y : reachable f -> settled f y ->
  exists d, forall t i, i < d t <-> hb f (t, i) y.
Proof.
  intro R. revert y.
  assert (N : forall s t, reachable s -> exists d, forall u i, i < d u <-> hb s (u, i) (t, pc s t)).
  { intros s t Rs. destruct (reachable_run s Rs) as (c & C). exists (known c t).
    apply (known_hb s c (clocks_correct s c C)). }
  assert (X : forall y, executed f y -> exists d, forall t i, i < d t <-> hb f (t, i) y).
  { induction R as [|s t s' R IH S]; intros y X; [unfold executed in X; simpl in X; lia|].
    pose proof (reachable_invariant threads prog positive s R) as I.
    assert (R' : reachable s') by exact (reach_step threads prog s t s' R S).
    pose proof (reachable_invariant threads prog positive s' R') as I'.
    assert (A : agrees s s') by (eapply step_agrees; eauto).
    assert (Y : executed s y \/ y = next s t).
    { unfold executed in *. rewrite (step_pc threads prog s t s' S) in X.
      destruct y as [u i]. simpl in *. unfold bump in X.
      destruct (Nat.eqb_spec u t) as [->|]; [|now left].
      destruct (Nat.eq_dec i (pc s t)) as [->|]; [now right | left; lia]. }
    assert (Q : settled s y).
    { destruct Y as [Y| ->]; [now left|]. destruct S; now apply next_settled. }
    assert (D : exists d, forall t i, i < d t <-> hb s (t, i) y).
    { destruct Y as [Y| ->]; [now apply IH | now apply N]. }
    destruct D as (d & D). exists d. intros u i. rewrite D. symmetry.
    now apply (hb_agree threads prog s s'). }
  intros y [S|(_ & E & _)]; [now apply X|].
  destruct y as [t i]. simpl in E. subst i. now apply N.
Qed.

End Block.
