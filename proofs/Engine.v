(** * The engine: one pass over one schedule, clocks and no stored commands

    [exec] runs a schedule, keeps the clocks of Clocks.v, and checks on the fly: at each registration
    the generation before it, at each access the earlier accesses to its address. Statement
    ([exec_good]): at any time the engine has reported nothing about recycling iff the check holds of
    what was run, and a race iff two accesses that were run are not ordered. OnePass.v draws the
    conclusions.

    Kept simple here: earlier accesses are a list, where the C++ keeps the last writer and the readers
    since; registrations and clocks are per thread, where the C++ groups lanes.

    theory.md: section 3. C++: src/sync/engine.cpp, src/sync/named.cpp (register_at, check_order),
    src/sync/shadow.cpp. *)

From Heddle Require Import NamedBarriers HappensBefore Clocks WellSync NamedRaces.

Section Block.

Variable threads : nat.
Variable prog : tid -> list op.

Notation syncs := (syncs prog).
Notation blocked := (blocked prog).
Notation reachable := (reachable threads prog).
Notation hb := (hb prog).
Notation finished := (finished threads prog).
Notation well_synchronised := (well_synchronised threads prog).

Definition event_eqb (x y : event) : bool := (fst x =? fst y) && (snd x =? snd y).

Definition blocked_b (s : state) (t : tid) : bool :=
  match pc s t with
  | 0 => false
  | S i => match op_at prog (t, i) with
           | Some (Sync b _) => existsb (event_eqb (t, i)) (members (log s) b (gen s b))
           | _ => false
           end
  end.

Definition registers_b (e : event) (b n : nat) : bool :=
  match op_at prog e with
  | Some (Arrive b' n') | Some (Sync b' n') => (b =? b') && (n =? n')
  | _ => false
  end.

(** Is the event in the clock? *)
Definition knows (c : clock) (m : event) : bool := snd m <? c (fst m).

(** Which registrations of the previous generation are asked for. *)
Definition corrected (l : list event) : list event :=
  if existsb (is_sync prog) l then filter (is_sync prog) l else l.
Definition published (l : list event) : list event := filter (is_sync prog) l.

Variable asked : list event -> list event.

Definition previous_known (s : state) (c : clocks) (t : tid) (b : nat) : bool :=
  match gen s b with
  | 0 => true
  | S k => forallb (knows (known c t)) (asked (members (log s) b k))
  end.

Record engine := Engine {
  core : state;
  clk : clocks;
  ordered : bool;                        (* no recycling so far *)
  touched : list (event * nat * bool);   (* accesses so far, with address and "write" *)
  raced : bool
}.

Definition start : engine := Engine init (Clocks (fun _ _ => 0) (fun _ _ => 0)) true [] false.

Definition clashes (s : state) (c : clocks) (t a : nat) (w : bool) (x : event * nat * bool) : bool :=
  (snd (fst x) =? a) && (snd x || w) && negb (fst (fst (fst x)) =? t) &&
  negb (knows (known c t) (fst (fst x))).

Definition do_register (e : engine) (t b n : nat) : option engine :=
  let s := core e in
  if forallb (fun m => registers_b m b n) (members (log s) b (gen s b)) then
    Some (Engine (registered s t b n) (clocks_register prog s (clk e) t b n)
                 (ordered e && previous_known s (clk e) t b) (touched e) (raced e))
  else None.

Definition do (e : engine) (t : tid) : option engine :=
  let s := core e in
  if (t <? threads) && negb (blocked_b s t) then
    match op_at prog (next s t) with
    | Some (Touch a w) =>
        Some (Engine (State (bump (pc s) t) (gen s) (log s))
                     (Clocks (set (known (clk e)) t (own s (clk e) t)) (joined (clk e)))
                     (ordered e) ((next s t, a, w) :: touched e)
                     (raced e || existsb (clashes s (clk e) t a w) (touched e)))
    | Some (Arrive b n) | Some (Sync b n) => do_register e t b n
    | None => None
    end
  else None.

Fixpoint exec (l : list tid) (e : engine) : option engine :=
  match l with
  | [] => Some e
  | t :: l => match do e t with Some e => exec l e | None => None end
  end.

Lemma event_eqb_spec x y : event_eqb x y = true <-> x = y.
Proof.
  destruct x, y. unfold event_eqb. simpl. rewrite andb_true_iff, !Nat.eqb_eq.
  split; [intros (-> & ->) | intros [= -> ->]]; auto.
Qed.

Lemma registers_b_spec e b n : registers_b e b n = true <-> registers prog e b n.
Proof.
  unfold registers_b, registers. destruct (op_at prog e) as [[b' n'|b' n'|a w]|];
    rewrite ?andb_true_iff, ?Nat.eqb_eq.
  1, 2: split; [intros (-> & ->); auto | intros [H|H]; inversion H; auto].
  all: split; [easy | intros [H|H]; discriminate H].
Qed.

Lemma knows_spec c u i : knows c (u, i) = true <-> i < c u.
Proof. unfold knows. apply Nat.ltb_lt. Qed.

Hypothesis positive : counts_positive prog.

Lemma blocked_b_spec s t : invariant threads prog s -> (blocked_b s t = true <-> blocked s t).
Proof.
  intro I. unfold blocked_b, NamedBarriers.blocked. destruct (pc s t) as [|i].
  { split; [easy | intros (i & b & E & _); discriminate]. }
  split.
  - destruct (op_at prog (t, i)) as [[b n|b n|a w]|] eqn:O; try easy. intro H.
    apply existsb_exists in H as (m & M & E). apply event_eqb_spec in E as <-.
    exists i, b. split; [easy|]. split; [now exists b, n | now apply in_members].
  - intros (j & b & [= <-] & (b' & n & O) & H). rewrite O.
    destruct (inv_registers threads prog s I _ _ _ H) as (n' & R).
    destruct (registers_fun prog _ _ _ _ _ R (or_intror O)) as (-> & _).
    apply existsb_exists. exists (t, i). split; [now apply in_members | now apply event_eqb_spec].
Qed.

Definition asks (f : state) : Prop :=
  forall e b k, In (e, b, S k) (log f) ->
  forall m, In m (asked (members (log f) b k)) -> hb f m e.

Hypothesis asked_incl : forall l m, In m (asked l) -> In m l.

(** What holds while the engine runs. *)
Record good (e : engine) : Prop := {
  good_run : run threads prog (core e) (clk e);
  good_ordered : ordered e = true <-> asks (core e);
  good_touched x a w : In (x, a, w) (touched e) <->
    executed (core e) x /\ fst x < threads /\ op_at prog x = Some (Touch a w);
  good_raced : raced e = true <-> exists x y, executed (core e) x /\ executed (core e) y /\
    fst x < threads /\ fst y < threads /\
    conflicting prog x y /\ ~ hb (core e) x y /\ ~ hb (core e) y x
}.

Lemma knows_next s c t m : run threads prog s c ->
  (knows (known c t) m = true <-> hb s m (next s t)).
Proof.
  intro R. destruct m as [u i]. rewrite knows_spec.
  apply (known_hb prog s c (clocks_correct threads prog positive s c R)).
Qed.

Lemma raced_step s t s' : reachable s -> step threads prog s t s' ->
  (exists x y, executed s' x /\ executed s' y /\ fst x < threads /\ fst y < threads /\
     conflicting prog x y /\ ~ hb s' x y /\ ~ hb s' y x) <->
  (exists x y, executed s x /\ executed s y /\ fst x < threads /\ fst y < threads /\
     conflicting prog x y /\ ~ hb s x y /\ ~ hb s y x) \/
  (exists x, executed s x /\ fst x < threads /\ conflicting prog x (next s t) /\
     ~ hb s x (next s t)).
Proof.
  intros R S. pose proof (invariant_of threads prog positive s R) as I.
  assert (R' : reachable s') by exact (reach_step threads prog s t s' R S).
  pose proof (invariant_of threads prog positive s' R') as I'.
  assert (A : agrees s s') by (eapply step_agrees; eauto).
  assert (T : t < threads) by now destruct S.
  assert (B : ~ blocked s t) by now destruct S.
  assert (E : forall x y, executed s y \/ y = next s t -> (hb s' x y <-> hb s x y)).
  { intros x y Y. apply (hb_agree threads prog s s'); auto.
    destruct Y as [Y| ->]; [now left | now apply next_settled]. }
  assert (X : forall y, executed s' y <-> executed s y \/ y = next s t)
    by (intro; now apply (step_executes threads prog)).
  assert (Sym : forall x y, conflicting prog x y -> conflicting prog y x).
  { intros x y (N & a & v & w & Ox & Oy & V). split; [auto|]. exists a, w, v.
    rewrite orb_comm. auto. }
  assert (Last : forall x, executed s x -> ~ hb s (next s t) x).
  { intros x Ex H. assert (Z : executed s (next s t)).
    { apply (hb_closed threads prog s s _ x); auto; [intros z Z; exact Z | now left]. }
    unfold executed in Z. simpl in Z. lia. }
  split.
  - intros (x & y & Ex & Ey & Tx & Ty & C & N & M). apply X in Ex as Ex', Ey as Ey'.
    rewrite E in N, M by easy. destruct Ex' as [Ex'| ->], Ey' as [Ey'| ->].
    + left. exists x, y. auto 8.
    + right. exists x. auto.
    + right. exists y. auto.
    + now destruct C.
  - intros [(x & y & Ex & Ey & Tx & Ty & C & N & M)|(x & Ex & Tx & C & N)].
    + exists x, y. rewrite !X, !E by auto. auto 10.
    + exists x, (next s t). rewrite !X, !E by auto. auto 10.
Qed.

Lemma good_start : good start.
Proof.
  split; simpl.
  - constructor.
  - split; [intros _ e b k [] | easy].
  - intros x a w. split; [easy|]. unfold executed. simpl. lia.
  - split; [easy|]. intros (x & y & X & _). unfold executed in X. simpl in X. lia.
Qed.

Lemma good_do e t e' : good e -> do e t = Some e' -> good e'.
Proof.
  intros G H. pose proof (good_run e G) as R. set (s := core e) in *.
  assert (Rs : reachable s) by exact (run_reachable threads prog s (clk e) R).
  pose proof (invariant_of threads prog positive s Rs) as I.
  unfold do in H. fold s in H.
  destruct (t <? threads) eqn:T; [|easy]. apply Nat.ltb_lt in T. simpl in H.
  destruct (blocked_b s t) eqn:Bb; [easy|]. simpl in H.
  assert (B : ~ blocked s t) by (intro B; apply blocked_b_spec in B; [congruence | easy]).
  assert (Reg : forall b n, registers prog (next s t) b n -> do_register e t b n = Some e' -> good e').
  { clear H. intros b n Rg H. unfold do_register in H. fold s in H.
    destruct (forallb _ _) eqn:F in H; [|easy]. injection H as <-.
    assert (A : forall m, In (m, b, gen s b) (log s) -> registers prog m b n).
    { intros m M. apply registers_b_spec. rewrite forallb_forall in F. now apply F, in_members. }
    assert (St := step_register threads prog s t b n T B Rg A).
    assert (R' := reach_step threads prog s t _ Rs St).
    pose proof (invariant_of threads prog positive _ R') as I'.
    assert (Ag : agrees s (registered s t b n)) by (eapply step_agrees; eauto).
    split; simpl.
    - now apply run_register.
    - rewrite andb_true_iff, (good_ordered e G). fold s.
      assert (Old : forall x c k, In (x, c, S k) (log s) ->
                    members (log (registered s t b n)) c k = members (log s) c k).
      { intros x c k X. simpl. rewrite members_cons. apply (inv_gen threads prog s I) in X.
        destruct (Nat.eqb_spec b c) as [<-|], (Nat.eqb_spec (gen s b) k); simpl; auto. lia. }
      assert (Prev : forall k, gen s b = S k ->
                     members (log (registered s t b n)) b k = members (log s) b k).
      { intros k X. simpl. rewrite members_cons, Nat.eqb_refl.
        destruct (Nat.eqb_spec (gen s b) k); simpl; auto. lia. }
      assert (E : forall x y, executed s y \/ y = next s t ->
                  (hb (registered s t b n) x y <-> hb s x y)).
      { intros x y Y. apply (hb_agree threads prog s); auto.
        destruct Y as [Y| ->]; [now left | now apply next_settled]. }
      assert (K : previous_known s (clk e) t b = true <->
                  forall k, gen s b = S k ->
                  forall m, In m (asked (members (log s) b k)) -> hb s m (next s t)).
      { unfold previous_known. destruct (gen s b) as [|k]; [split; [discriminate|easy]|].
        rewrite forallb_forall. split.
        - intros F' j Ej m M. injection Ej as <-. now apply (knows_next s (clk e) t m R), F'.
        - intros F' m M. now apply (knows_next s (clk e) t m R), (F' k). }
      rewrite K. split.
      + intros (O & P) x c k [X|X] m M.
        * injection X as <- <- X. rewrite E by auto. rewrite (Prev k X) in M. eauto.
        * rewrite (Old x c k X) in M. rewrite E; [now apply (O x c k)|].
          left. now apply (inv_executed threads prog s I) in X.
      + intro O. split.
        * intros x c k X m M. rewrite <- E; [|left; now apply (inv_executed threads prog s I) in X].
          apply (O x c k); [now right|]. now rewrite (Old x c k X).
        * intros k X m M. rewrite <- E by auto. apply (O (next s t) b k).
          -- left. now rewrite X.
          -- now rewrite (Prev k X).
    - intros x a w. rewrite (good_touched e G). fold s.
      rewrite (step_executes threads prog s t _ x St). split; [tauto|].
      intros ([X| ->] & Tx & O); [tauto|]. destruct Rg as [Rg|Rg]; rewrite Rg in O; discriminate.
    - rewrite (good_raced e G). fold s. rewrite (raced_step s t _ Rs St). split; [now left|].
      intros [X|(x & _ & _ & (_ & a & v & w & _ & O & _) & _)]; [easy|].
      destruct Rg as [Rg|Rg]; rewrite Rg in O; discriminate. }
  destruct (op_at prog (next s t)) as [[b n|b n|a w]|] eqn:O; [..|easy].
  - apply (Reg b n); [now left | easy].
  - apply (Reg b n); [now right | easy].
  - injection H as <-.
    assert (St := step_touch threads prog s t a w T B O).
    assert (E : forall x y, hb (State (bump (pc s) t) (gen s) (log s)) x y <-> hb s x y).
    { intros x y. split; induction 1; eauto using hb_po, hb_member, hb_before. }
    split; simpl.
    + now apply run_touch with (a := a) (w := w).
    + rewrite (good_ordered e G). unfold asks. simpl. setoid_rewrite E. easy.
    + intros x c v. rewrite executed_bump. rewrite (good_touched e G). fold s. split.
      * intros [[= <- <- <-]|X]; [auto | tauto].
      * intros ([X| ->] & Tx & Ox); [tauto|]. left. congruence.
    + rewrite orb_true_iff, (good_raced e G), (raced_step s t _ Rs St). fold s.
      apply or_iff_compat_l. rewrite existsb_exists. unfold clashes. split.
      * intros ([[x c] v] & X & Q). apply (good_touched e G) in X as (Xe & Tx & Ox). simpl in Q.
        rewrite !andb_true_iff, !negb_true_iff, Nat.eqb_eq, Nat.eqb_neq in Q.
        destruct Q as (((-> & V) & N) & U). exists x. split; [easy|]. split; [easy|]. split.
        -- split; [easy|]. exists a, v, w. auto.
        -- intro Hb. apply (knows_next s (clk e)) in Hb; [congruence | easy].
      * intros (x & Xe & Tx & (N & c & v & w' & Ox & Oy & V) & U). rewrite O in Oy.
        injection Oy as <- <-. exists (x, a, v). split; [now apply (good_touched e G)|]. simpl.
        rewrite !andb_true_iff, !negb_true_iff, Nat.eqb_refl, Nat.eqb_neq.
        repeat split; auto. apply not_true_is_false. intro K.
        apply U. now apply (knows_next s (clk e)).
Qed.

Theorem exec_good l : forall e e', good e -> exec l e = Some e' -> good e'.
Proof.
  induction l as [|t l IH]; intros e e' G H; simpl in H; [congruence|].
  destruct (do e t) as [e1|] eqn:D; [|easy]. eauto using good_do.
Qed.

End Block.
