(** * One schedule decides well-synchronization

    Take any execution that finishes. [check]: every registration of generation k+1 of a barrier is
    behind all syncs of generation k, and, where generation k has no sync, behind all its arrivals.
    Statement ([check_exact]): the check holds of that one execution iff the block is
    well-synchronized: no schedule meets a count error or a deadlock, and all schedules agree on the
    generation of each registration. [check_all_members]: it may as well ask for all registrations
    of generation k, with or without syncs.

    Paper: PLDI'15, section 5 and Figure 4; its line 18 asks for syncs only, which is unsound, see
    Figure4.v. theory.md: section 3. C++: src/sync/named.cpp, check_order and finish_generation (which
    keeps of a generation with syncs only these). *)

From Heddle Require Import NamedBarriers HappensBefore Clocks.

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
Notation finished := (finished threads prog).
Notation well_synchronised := (well_synchronised threads prog).

Definition check (f : state) : Prop :=
  forall e b k, In (e, b, S k) (log f) ->
    (forall s, In (s, b, k) (log f) -> syncs s -> hb f s e) /\
    ((forall s, In (s, b, k) (log f) -> ~ syncs s) ->
     forall a, In (a, b, k) (log f) -> hb f a e).

Definition check_strict (f : state) : Prop :=
  forall e b k, In (e, b, S k) (log f) -> forall m, In (m, b, k) (log f) -> hb f m e.

Lemma invariant_of s : reachable s -> invariant s.
Proof. apply reachable_invariant, positive. Qed.

(** Who is behind a sync is behind the whole generation. *)
Lemma released s f y x b k :
  invariant s -> invariant f -> agrees s f -> hb f x y -> In (x, b, k) (log f) -> syncs x ->
  settled s y -> k < gen s b.
Proof.
  intros I F A H X Y. induction H as [t i j L|m c l t i j M Z Q G L|x m c l t i j H IH M Z Q G L]; intro S.
  - now apply (settled_complete threads prog s f t i j b k).
  - destruct (log_fun threads prog f _ _ _ _ _ F X M) as (-> & ->).
    now apply (settled_complete threads prog s f t i j c l).
  - apply IH; auto. left. eapply inv_executed; [apply I|].
    eapply (settled_member threads prog s f); eauto.
Qed.

Lemma sync_or_none (l : list (event * nat * nat)) b k :
  (exists s, In (s, b, k) l /\ syncs s) \/ forall s, In (s, b, k) l -> ~ syncs s.
Proof.
  assert (H : forall m : list event, (exists s, In s m /\ syncs s) \/ forall s, In s m -> ~ syncs s).
  { induction m as [|a m [(s & M & Y)|N]]; [now right|left; exists s; simpl; auto|].
    destruct (syncs_dec prog a); [left; exists a; simpl; auto | right].
    intros s [<-|M]; auto. }
  destruct (H (members l b k)) as [(s & M & Y)|N].
  - left. exists s. split; [now apply in_members | easy].
  - right. intros s M. apply N. now apply in_members.
Qed.

(** ** Sound *)

Section Sound.

Variable f : state.
Hypothesis Rf : reachable f.
Hypothesis Done : finished f.
Hypothesis Check : check f.

Lemma finished_executes s t : reachable s -> t < threads -> op_at prog (next s t) <> None ->
  executed f (next s t).
Proof.
  intros R T O. apply nth_error_Some in O. unfold executed. simpl in *.
  destruct (Done t T) as (E & _). lia.
Qed.

Lemma same_generation s t b n :
  reachable s -> agrees s f -> t < threads -> ~ blocked s t -> registers (next s t) b n ->
  In (next s t, b, gen s b) (log f).
Proof.
  intros R A T B Rg. pose proof (invariant_of s R) as I. pose proof (invariant_of f Rf) as F.
  assert (X : executed f (next s t)).
  { apply finished_executes; auto. destruct Rg as [Rg|Rg]; now rewrite Rg. }
  destruct (inv_logged threads prog f F (next s t) b n T X Rg) as (k & K).
  destruct (Nat.lt_trichotomy k (gen s b)) as [L|[<-|L]]; [|easy|]; exfalso.
  - assert (Y : In (next s t, b, k) (log s)) by (now apply (complete_same threads prog s f)).
    apply (inv_executed threads prog s I) in Y. unfold executed in Y. simpl in Y. lia.
  - destruct k as [|k]; [lia|]. destruct (Check _ b k K) as (CS & CA).
    assert (St : settled s (next s t)) by (now apply next_settled).
    enough (k < gen s b) by lia.
    destruct (sync_or_none (log f) b k) as [(y & M & Y)|N].
    + apply (released s f (next s t) y b k); auto.
    + pose proof (inv_gen threads prog f F _ _ _ K) as G.
      apply (open_not_all threads prog s f); auto.
      intros m M. specialize (CA N m M).
      assert (E : executed s m) by (now apply (hb_closed threads prog s f m (next s t))).
      destruct (inv_registers threads prog f F _ _ _ M) as (n' & Rm).
      destruct (inv_logged threads prog s I m b n' (inv_thread threads prog f F _ _ _ M) E Rm)
        as (k' & Ms).
      destruct (log_fun threads prog f _ _ _ _ _ F M (A _ Ms)) as (_ & ->). easy.
Qed.

Lemma sound_agrees s : reachable s -> agrees s f.
Proof.
  induction 1 as [|s t s' R A S]; [intros x []|].
  destruct S as [a w T B O|b n T B Rg C]; [exact A|].
  intros x [<-|X]; [|now apply A]. now apply (same_generation s t b n).
Qed.

Lemma same_count x y b k n :
  In (x, b, k) (log f) -> In (y, b, k) (log f) -> registers x b n -> registers y b n.
Proof.
  intros X Y Rx. pose proof (invariant_of f Rf) as F.
  pose proof (inv_gen threads prog f F _ _ _ X) as G.
  destruct (Nat.eq_dec k (gen f b)) as [->|].
  - destruct (inv_open threads prog f F b x n X Rx) as (_ & A). auto.
  - destruct (inv_full threads prog f F b k ltac:(lia)) as (n' & _ & _ & A).
    destruct (registers_fun prog _ _ _ _ _ Rx (A x X)) as (_ & ->). auto.
Qed.

Lemma sound_counts s : reachable s -> ~ count_error threads prog s.
Proof.
  intros R (t & b & n & m & T & B & Rg & M & N). apply N.
  apply (same_count (next s t) m b (gen s b)).
  - now apply (same_generation s t b n); auto using sound_agrees.
  - exact (sound_agrees s R _ M).
  - easy.
Qed.

(** Who is not behind a prefix of the given execution can go on. *)
Lemma sound_unblocked s t : reachable s -> t < threads ->
  (forall p, reachable p -> pc p t = pc s t -> ~ blocked p t ->
   (forall u, u < threads -> pc p u <= pc s u) -> ~ blocked s t).
Proof.
  intros R T p Rp E Bp L.
  pose proof (invariant_of s R) as I. pose proof (invariant_of f Rf) as F.
  pose proof (invariant_of p Rp) as P. pose proof (sound_agrees p Rp) as Ap.
  apply (unblocked_if threads prog s f); auto using sound_agrees.
  intros i b n Es O.
  destruct (passed_if_unblocked threads prog p t i b n P T Bp) as (k & K & G); [lia | easy |].
  exists k. split; [auto|]. split; [eapply (agrees_gen threads prog p f); eauto|].
  intros m M. assert (Mp : In (m, b, k) (log p)) by (now apply (complete_same threads prog p f)).
  pose proof (inv_thread threads prog p P _ _ _ Mp) as Tm.
  apply (inv_executed threads prog p P) in Mp. unfold executed in *. specialize (L _ Tm). lia.
Qed.

Lemma sound_progress s : reachable s -> finished s \/ exists t s', step threads prog s t s'.
Proof.
  intro R.
  assert (H : forall p, reachable p ->
              (forall u, u < threads -> pc p u <= pc s u) \/ exists t s', step threads prog s t s').
  { induction 1 as [|p t p' Rp IH S]; [left; simpl; lia|].
    destruct IH as [L|]; [|now right].
    assert (T : t < threads) by now destruct S.
    destruct (Nat.eq_dec (pc p t) (pc s t)) as [E|N].
    - right. assert (B : ~ blocked p t) by now destruct S.
      destruct (can_step threads prog s t) as (s' & St & _).
      + now apply sound_counts.
      + easy.
      + now apply (sound_unblocked s t R T p).
      + rewrite <- E. eapply step_length; eauto.
      + eauto.
    - left. intros u U. rewrite (step_pc threads prog p t p' S). unfold bump.
      specialize (L u U). destruct (Nat.eqb_spec u t) as [->|]; lia. }
  destruct (H f Rf) as [L|]; [left|now right]. intros t T.
  destruct (Done t T) as (E & B). specialize (L t T) as Lt.
  assert (M : pc s t <= length (prog t)).
  { clear - R T. induction R as [|s u s' R IH S]; [simpl; lia|].
    pose proof (step_length threads prog s u s' S). rewrite (step_pc threads prog s u s' S).
    unfold bump. destruct (Nat.eqb_spec t u) as [->|]; lia. }
  split; [lia|]. apply (sound_unblocked s t R T f); auto. lia.
Qed.

Theorem check_sound : well_synchronised.
Proof.
  split.
  - exact sound_counts.
  - exact sound_progress.
  - intros s s' e b k k' R R' H H'.
    apply (log_fun threads prog f e b k b k' (invariant_of f Rf)).
    + exact (sound_agrees s R _ H).
    + exact (sound_agrees s' R' _ H').
Qed.

End Sound.

(** ** Complete *)

Lemma past_closed f y d : settled f y -> (forall t i, i < d t <-> hb f (t, i) y) ->
  closed threads prog f d.
Proof.
  intros S D [u j] t i T L H. simpl. apply D. apply D in L. eapply hb_trans; eauto.
Qed.

Lemma step_executes s t s' y : step threads prog s t s' ->
  (executed s' y <-> executed s y \/ y = next s t).
Proof. intro S. destruct S; apply executed_bump. Qed.

Lemma hb_irrefl f e : reachable f -> executed f e -> ~ hb f e e.
Proof.
  intros R. induction R as [|s t s' R IH S]; intros X H; [unfold executed in X; simpl in X; lia|].
  pose proof (invariant_of s R) as I.
  pose proof (invariant_of s' (reach_step threads prog s t s' R S)) as I'.
  assert (A : agrees s s') by (eapply step_agrees; eauto).
  apply (step_executes s t s' e S) in X as [X| ->].
  - apply (IH X). apply (hb_agree threads prog s s'); auto. now left.
  - assert (Y : settled s (next s t)) by (destruct S; now apply next_settled).
    apply (hb_closed threads prog s s' _ _ I I' A H) in Y. unfold executed in Y. simpl in Y. lia.
Qed.

(** The past of an event, and nothing else, is an execution in which it can come next. *)
Lemma run_past f e : well_synchronised -> reachable f -> executed f e -> fst e < threads ->
  exists s, reachable s /\ agrees s f /\ next s (fst e) = e /\ ~ blocked s (fst e) /\
            forall x, fst x < threads -> executed s x -> hb f x e.
Proof.
  intros W R X T. pose proof (invariant_of f R) as F. destruct e as [t i]. simpl in T.
  destruct (hb_bounded threads prog positive f (t, i) R (or_introl X)) as (d & D).
  assert (Refl : agrees f f) by (intros x Hx; exact Hx).
  destruct (run_down_set threads prog positive W f d R) with (p := f) as (s & Rs & A & E); auto.
  { apply (past_closed f (t, i)); [now left | easy]. }
  pose proof (invariant_of s Rs) as I.
  assert (Past : forall x, fst x < threads -> hb f x (t, i) -> executed s x).
  { intros [u j] U H. unfold executed. simpl in *. rewrite E by easy.
    assert (Y : executed f (u, j)) by
      (apply (hb_closed threads prog f f (u, j) (t, i)); auto; now left).
    apply D in H. unfold executed in Y. simpl in Y. lia. }
  assert (Dt : d t = i).
  { destruct (Nat.lt_trichotomy (d t) i) as [L|[L|L]]; [|easy|]; exfalso.
    - assert (Z : d t < d t) by (apply D, hb_po, L). lia.
    - apply D in L. now apply hb_irrefl in L. }
  unfold executed in X. simpl in X.
  exists s. simpl. split; [easy|]. split; [easy|]. split; [|split].
  - unfold next. rewrite E by easy. f_equal. lia.
  - apply (unblocked_if threads prog s f); auto. intros j b n Es O.
    rewrite E in Es by easy.
    destruct (inv_passed threads prog f F t j b n T) as (k & K & G); [lia | easy |].
    exists k. split; [easy|]. split; [easy|]. intros m M. apply Past.
    + now apply (inv_thread threads prog f F m b k).
    + apply (hb_member prog f m b k t j); auto; [now exists b, n | lia].
  - intros [u j] U Y. unfold executed in Y. simpl in *. rewrite E in Y by easy.
    apply D. lia.
Qed.

Theorem check_complete f : well_synchronised -> reachable f -> check_strict f.
Proof.
  intros W R e b k X m M. pose proof (invariant_of f R) as F.
  pose proof (inv_thread threads prog f F _ _ _ X) as T.
  destruct (run_past f e W R (inv_executed threads prog f F _ _ _ X) T)
    as (s & Rs & A & N & B & Past).
  pose proof (invariant_of s Rs) as I.
  destruct (inv_registers threads prog f F _ _ _ X) as (n & Rg).
  destruct (counts_agree prog s b n) as [C|(y & Y & Z)].
  - (* it registers, and in the generation that all schedules agree on *)
    rewrite <- N in Rg.
    assert (St := step_register threads prog s (fst e) b n T B Rg C).
    assert (R' := reach_step threads prog s (fst e) _ Rs St).
    assert (G : gen s b = S k).
    { apply (same_generations threads prog W _ f e b _ _ R' R); [|easy]. left. now rewrite N. }
    assert (Ms : In (m, b, k) (log s)).
    { apply (complete_same threads prog s f); auto. lia. }
    apply Past; [now apply (inv_thread threads prog f F m b k)|].
    now apply (inv_executed threads prog s I _ _ _ Ms).
  - exfalso. apply (no_count_error threads prog W s Rs). exists (fst e), b, n, y.
    rewrite N. auto.
Qed.

Theorem check_exact f : reachable f -> finished f -> (check f <-> well_synchronised).
Proof.
  intros R D. split; [now apply check_sound|].
  intros W e b k X. pose proof (check_complete f W R e b k X) as H. split; auto.
Qed.

Theorem check_all_members f : reachable f -> finished f -> (check f <-> check_strict f).
Proof.
  intros R D. split; [|intros H e b k X; split; intros; eapply H; eauto].
  intro C. apply check_complete; [now apply (check_sound f) | easy].
Qed.

(** And a block that is well-synchronized has an execution that finishes; any one will do. *)
Theorem well_synchronised_finishes : well_synchronised -> exists f, reachable f /\ finished f.
Proof.
  intro W.
  set (todo := fun s => list_sum (map (fun t => length (prog t) - pc s t) (seq 0 threads))).
  assert (Less : forall s t s', step threads prog s t s' -> todo s' < todo s).
  { intros s t s' S. pose proof (step_length threads prog s t s' S) as Ln.
    assert (T : t < threads) by now destruct S.
    assert (Q : forall u, length (prog u) - pc s' u <= length (prog u) - pc s u).
    { intro u. rewrite (step_pc threads prog s t s' S). pose proof (bump_le (pc s) t u). lia. }
    assert (G : forall l,
      list_sum (map (fun t => length (prog t) - pc s' t) l) <=
      list_sum (map (fun t => length (prog t) - pc s t) l) /\
      (In t l -> list_sum (map (fun t => length (prog t) - pc s' t) l) <
                 list_sum (map (fun t => length (prog t) - pc s t) l))).
    { induction l as [|u l (I1 & I2)]; simpl; [easy|]. specialize (Q u).
      split; [lia|]. intros [->|V]; [|specialize (I2 V); lia].
      rewrite (step_pc threads prog s t s' S), bump_self in *. lia. }
    apply G, in_seq. lia. }
  assert (H : forall n s, todo s <= n -> reachable s -> exists f, reachable f /\ finished f).
  { induction n as [|n IH]; intros s L R;
      (destruct (no_deadlock threads prog W s R) as [D|(t & s' & S)]; [eauto|]);
      specialize (Less s t s' S); [lia|].
    apply (IH s'); [lia|]. eapply reach_step; eauto. }
  apply (H (todo init) init); [easy | constructor].
Qed.

(** ** Happens-before is precise

    Of a well-synchronized block: [x] is before [y] iff no schedule does [y] without [x]. *)
Lemma finished_agrees s f : well_synchronised -> reachable s -> reachable f -> finished f ->
  agrees s f.
Proof.
  intros W R Rf D. apply (all_agree threads prog positive W s f R Rf). intros e b k X.
  pose proof (invariant_of s R) as I. pose proof (inv_thread threads prog s I _ _ _ X) as T.
  apply (inv_executed threads prog s I) in X. unfold executed in *.
  destruct (D (fst e) T) as (E & _). rewrite E. apply (Nat.lt_le_trans _ (pc s (fst e))); [easy|].
  clear - R. induction R as [|s u s' R IH S]; [simpl; lia|].
  pose proof (step_length threads prog s u s' S). rewrite (step_pc threads prog s u s' S).
  unfold bump. destruct (Nat.eqb_spec (fst e) u) as [->|]; lia.
Qed.

Theorem hb_precise f x y : well_synchronised -> reachable f ->
  executed f y -> fst x < threads -> fst y < threads -> x <> y ->
  (hb f x y <-> forall s, reachable s -> executed s y -> executed s x).
Proof.
  intros W R Y Tx Ty N.
  destruct (well_synchronised_finishes W) as (g & Rg & Dg).
  pose proof (invariant_of f R) as F. pose proof (invariant_of g Rg) as G.
  assert (Afg : agrees f g) by now apply finished_agrees.
  rewrite <- (hb_agree threads prog f g x y F G Afg (or_introl Y)). split.
  - intros H s Rs E. apply (hb_closed threads prog s g x y); auto.
    + now apply invariant_of.
    + now apply finished_agrees.
    + now left.
  - intro H.
    assert (L : snd y < length (prog (fst y))).
    { clear - R Y. induction R as [|s u s' R IH S]; [unfold executed in Y; simpl in Y; lia|].
      apply (step_executes s u s' y S) in Y as [Y| ->]; [auto|].
      simpl. eapply step_length; eauto. }
    assert (Yg : executed g y) by (unfold executed; destruct (Dg (fst y) Ty) as (E & _); lia).
    destruct (run_past g y W Rg Yg Ty) as (s & Rs & A & E & B & Past).
    destruct (can_step threads prog s (fst y)) as (s' & S & _); auto.
    + now apply (no_count_error threads prog W).
    + rewrite <- E in L. exact L.
    + assert (X : executed s' x).
      { apply H; [eapply reach_step; eauto|]. apply (step_executes s (fst y) s' y S). now right. }
      apply (step_executes s (fst y) s' x S) in X as [X| ->]; [auto|]. now rewrite E in N.
Qed.

(** ** One schedule, and what holds of all *)

(** Whatever schedule is run until nobody can go on: it decides. *)
Theorem one_schedule f : reachable f -> (forall t s, ~ step threads prog f t s) ->
  (well_synchronised <-> finished f /\ check f).
Proof.
  intros R N. split.
  - intro W. destruct (no_deadlock threads prog W f R) as [D|(t & s & S)]; [|now apply N in S].
    split; [easy | now apply (check_exact f R D)].
  - intros (D & C). now apply (check_sound f).
Qed.

(** Registrations that no generation consumes are the same in all schedules. *)
Theorem same_outcome f g : well_synchronised -> reachable f -> finished f -> reachable g -> finished g ->
  (forall x, In x (log f) <-> In x (log g)) /\ forall b, gen f b = gen g b.
Proof.
  intros W Rf Df Rg Dg.
  assert (A : agrees f g) by now apply finished_agrees.
  assert (B : agrees g f) by now apply finished_agrees.
  pose proof (invariant_of f Rf) as F. pose proof (invariant_of g Rg) as G.
  split; [split; [apply A | apply B]|].
  intro b. destruct (Nat.lt_trichotomy (gen f b) (gen g b)) as [L|[L|L]]; [|easy|]; exfalso.
  - apply (agrees_gen threads prog g f b _ G F B) in L. lia.
  - apply (agrees_gen threads prog f g b _ F G A) in L. lia.
Qed.

End Block.
