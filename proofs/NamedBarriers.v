(** * Named barriers: operational semantics

    Each thread has a list of operations: arrive at a barrier, sync at a barrier, or touch memory.
    Arrivals and syncs register. A generation of a barrier is complete when as many threads have
    registered as they say; a thread that syncs waits for that; an arrival does not. A registration
    with another count than those of its generation is an error.

    Control flow is not here: theory.md section 3 runs one path of each thread, and what depends on
    the schedule is `unknown` to the tool.

    Paper: PLDI'15, section 3. theory.md: section 3. C++: src/sync/named.cpp, register_at, complete
    and finish_generation. *)

From Coq Require Export List Arith Bool Lia.
Export ListNotations.

Definition tid := nat.

(** Operation [snd e] of thread [fst e]. *)
Definition event := (tid * nat)%type.

Inductive op :=
| Arrive (b n : nat)
| Sync (b n : nat)
| Touch (address : nat) (write : bool).

Section Block.

Variable threads : nat.
Variable prog : tid -> list op.

Definition op_at (e : event) : option op := nth_error (prog (fst e)) (snd e).

Definition registers (e : event) (b n : nat) : Prop :=
  op_at e = Some (Arrive b n) \/ op_at e = Some (Sync b n).

Definition syncs (e : event) : Prop := exists b n, op_at e = Some (Sync b n).

(** How far each thread is, the open generation of each barrier, and who has registered at which
    barrier in which generation. *)
Record state := State {
  pc : tid -> nat;
  gen : nat -> nat;
  log : list (event * nat * nat)
}.

Definition next (s : state) (t : tid) : event := (t, pc s t).

Definition members (l : list (event * nat * nat)) (b k : nat) : list event :=
  map (fun x => fst (fst x)) (filter (fun x => (snd (fst x) =? b) && (snd x =? k)) l).

(** The last operation of [t] was a sync, whose generation is still open. *)
Definition blocked (s : state) (t : tid) : Prop :=
  exists i b, pc s t = S i /\ syncs (t, i) /\ In ((t, i), b, gen s b) (log s).

Definition bump (f : nat -> nat) (x : nat) : nat -> nat := fun y => if y =? x then S (f x) else f y.

Definition registered (s : state) (t : tid) (b n : nat) : state :=
  let l := (next s t, b, gen s b) :: log s in
  State (bump (pc s) t)
        (if length (members l b (gen s b)) =? n then bump (gen s) b else gen s) l.

Inductive step (s : state) (t : tid) : state -> Prop :=
| step_touch a w :
    t < threads -> ~ blocked s t -> op_at (next s t) = Some (Touch a w) ->
    step s t (State (bump (pc s) t) (gen s) (log s))
| step_register b n :
    t < threads -> ~ blocked s t -> registers (next s t) b n ->
    (forall m, In (m, b, gen s b) (log s) -> registers m b n) ->
    step s t (registered s t b n).

Definition init : state := State (fun _ => 0) (fun _ => 0) [].

Inductive reachable : state -> Prop :=
| reach_init : reachable init
| reach_step s t s' : reachable s -> step s t s' -> reachable s'.

Definition count_error (s : state) : Prop :=
  exists t b n m, t < threads /\ ~ blocked s t /\ registers (next s t) b n /\
                  In (m, b, gen s b) (log s) /\ ~ registers m b n.

Definition finished (s : state) : Prop :=
  forall t, t < threads -> pc s t = length (prog t) /\ ~ blocked s t.

(** No schedule goes wrong, and all agree on the generation of each registration. *)
Record well_synchronised : Prop := {
  no_count_error s : reachable s -> ~ count_error s;
  no_deadlock s : reachable s -> finished s \/ exists t s', step s t s';
  same_generations s s' e b k k' : reachable s -> reachable s' ->
    In (e, b, k) (log s) -> In (e, b, k') (log s') -> k = k'
}.

(** The tool refuses counts of 0. *)
Definition counts_positive : Prop := forall e b n, registers e b n -> 0 < n.
Hypothesis positive : counts_positive.

(** ** What holds of every reachable state *)

Lemma registers_fun e b n b' n' : registers e b n -> registers e b' n' -> b = b' /\ n = n'.
Proof. unfold registers. intros [H|H] [K|K]; rewrite H in K; inversion K; auto. Qed.

Lemma in_members l b k e : In e (members l b k) <-> In (e, b, k) l.
Proof.
  unfold members. rewrite in_map_iff. split.
  - intros ([[x c] j] & <- & H). apply filter_In in H as (I & H). simpl in *.
    apply andb_true_iff in H as (B & K). apply Nat.eqb_eq in B, K. now subst.
  - intro I. exists (e, b, k). split; [easy|]. apply filter_In. simpl.
    now rewrite !Nat.eqb_refl.
Qed.

Lemma bump_self f x : bump f x x = S (f x).
Proof. unfold bump. now rewrite Nat.eqb_refl. Qed.

Lemma bump_other f x y : y <> x -> bump f x y = f y.
Proof. unfold bump. intro N. now apply Nat.eqb_neq in N as ->. Qed.

Lemma bump_le f x y : f y <= bump f x y.
Proof. unfold bump. destruct (Nat.eqb_spec y x) as [->|]; lia. Qed.

Definition executed (s : state) (e : event) : Prop := snd e < pc s (fst e).

Record invariant (s : state) : Prop := {
  inv_thread e b k : In (e, b, k) (log s) -> fst e < threads;
  inv_executed e b k : In (e, b, k) (log s) -> executed s e;
  inv_registers e b k : In (e, b, k) (log s) -> exists n, registers e b n;
  inv_gen e b k : In (e, b, k) (log s) -> k <= gen s b;
  inv_nodup : NoDup (map (fun x => fst (fst x)) (log s));
  inv_logged e b n : fst e < threads -> executed s e -> registers e b n ->
                     exists k, In (e, b, k) (log s);
  inv_full b k : k < gen s b -> exists n, 0 < n /\ length (members (log s) b k) = n /\
                 forall m, In (m, b, k) (log s) -> registers m b n;
  inv_open b m n : In (m, b, gen s b) (log s) -> registers m b n ->
                   length (members (log s) b (gen s b)) < n /\
                   forall m', In (m', b, gen s b) (log s) -> registers m' b n;
  inv_passed t i b n : t < threads -> S i < pc s t -> op_at (t, i) = Some (Sync b n) ->
                       exists k, In ((t, i), b, k) (log s) /\ k < gen s b
}.

Lemma members_cons e b k l b' k' :
  members ((e, b, k) :: l) b' k' =
  if (b =? b') && (k =? k') then e :: members l b' k' else members l b' k'.
Proof. unfold members. simpl. now destruct ((b =? b') && (k =? k')). Qed.

Lemma executed_bump s t g l e :
  executed (State (bump (pc s) t) g l) e <-> executed s e \/ e = next s t.
Proof.
  destruct e as [u i]. unfold executed, next. simpl. unfold bump.
  destruct (Nat.eqb_spec u t) as [->|N].
  - split.
    + intro L. destruct (Nat.eq_dec i (pc s t)) as [->|]; [now right | left; lia].
    + intros [L|[= ->]]; lia.
  - split; [now left|]. intros [L|[= E]]; [easy|congruence].
Qed.

(** A thread that is not blocked is past its last sync. *)
Lemma passed_if_unblocked s t i b n :
  invariant s -> t < threads -> ~ blocked s t -> i < pc s t -> op_at (t, i) = Some (Sync b n) ->
  exists k, In ((t, i), b, k) (log s) /\ k < gen s b.
Proof.
  intros I T B L O. destruct (Nat.eq_dec (S i) (pc s t)) as [E|N].
  - destruct (inv_logged s I (t, i) b n T L (or_intror O)) as (k & H).
    exists k. split; [easy|]. pose proof (inv_gen s I _ _ _ H).
    destruct (Nat.eq_dec k (gen s b)) as [->|]; [|lia].
    exfalso. apply B. exists i, b. split; [easy|]. split; [|easy]. now exists b, n.
  - apply (inv_passed s I t i b n); auto. lia.
Qed.

Lemma invariant_touch s t a w :
  invariant s -> t < threads -> ~ blocked s t -> op_at (next s t) = Some (Touch a w) ->
  invariant (State (bump (pc s) t) (gen s) (log s)).
Proof.
  intros I T B O. split; simpl; try apply I.
  - intros e b k H. apply executed_bump. left. now apply (inv_executed s I) in H.
  - intros e b n Te X R. apply executed_bump in X as [X | ->].
    + now apply (inv_logged s I e b n).
    + unfold registers in R. rewrite O in R. destruct R; discriminate.
  - intros u i b n Tu L P. unfold bump in L. destruct (Nat.eqb_spec u t) as [->|].
    + apply (passed_if_unblocked s t i b n); auto. lia.
    + now apply (inv_passed s I u i b n).
Qed.

Lemma invariant_register s t b n :
  invariant s -> t < threads -> ~ blocked s t -> registers (next s t) b n ->
  (forall m, In (m, b, gen s b) (log s) -> registers m b n) ->
  invariant (registered s t b n).
Proof.
  intros I T B R A. unfold registered. set (e0 := next s t).
  set (l := (e0, b, gen s b) :: log s).
  assert (New : forall b' k, In (e0, b', k) (log s) -> False).
  { intros b' k H. apply (inv_executed s I) in H. unfold executed, e0, next in H. simpl in H. lia. }
  assert (Len : length (members l b (gen s b)) <= n /\
                forall m, In (m, b, gen s b) l -> registers m b n).
  { unfold l. rewrite members_cons, !Nat.eqb_refl. simpl. split.
    - destruct (members (log s) b (gen s b)) as [|m q] eqn:E; [simpl; now apply positive in R|].
      assert (M : In (m, b, gen s b) (log s)) by (apply in_members; rewrite E; now left).
      destruct (inv_open s I b m n M (A m M)) as (L & _). now rewrite E in L.
    - intros m [[= <-]|M]; auto. }
  destruct Len as (Len & All).
  set (done := length (members l b (gen s b)) =? n).
  assert (G : forall b', gen s b' <= (if done then bump (gen s) b else gen s) b')
    by (intro; destruct done; [apply bump_le | easy]).
  split; simpl; fold done.
  - intros e b' k [[= <- <- <-]|H]; [easy | now apply (inv_thread s I) in H].
  - intros e b' k H. apply executed_bump. destruct H as [[= <- <- <-]|H]; [now right | left].
    now apply (inv_executed s I) in H.
  - intros e b' k [[= <- <- <-]|H]; [eauto | now apply (inv_registers s I) in H].
  - intros e b' k [[= <- <- <-]|H]; [apply G|]. apply (inv_gen s I) in H.
    specialize (G b'). lia.
  - constructor; [|apply I]. intro H. apply in_map_iff in H as ([[x c] j] & E & H).
    simpl in E. subst x. eapply New; eauto.
  - intros e b' n' Te X R'. apply executed_bump in X as [X | ->].
    + destruct (inv_logged s I e b' n' Te X R') as (k & H). eauto.
    + destruct (registers_fun _ _ _ _ _ R R') as (<- & <-). eauto.
  - intros b' k L. unfold l. rewrite members_cons.
    destruct (Nat.eqb_spec b b') as [<-|N]; simpl.
    + destruct (Nat.eqb_spec (gen s b) k) as [<-|N].
      * destruct done eqn:D; [|lia]. apply Nat.eqb_eq in D. exists n.
        unfold l in D. rewrite members_cons, !Nat.eqb_refl in D. simpl in D.
        split; [lia|]. split; [easy | exact All].
      * assert (L' : k < gen s b).
        { destruct done; [rewrite bump_self in L|]; lia. }
        destruct (inv_full s I b k L') as (n' & P & E & M). exists n'.
        split; [easy|]. split; [easy|]. intros m [[= <- <-]|H]; [lia | auto].
    + assert (L' : k < gen s b') by (destruct done; [rewrite bump_other in L by auto|]; auto).
      destruct (inv_full s I b' k L') as (n' & P & E & M). exists n'.
      split; [easy|]. split; [easy|]. intros m [[= <- <- <-]|H]; [easy | auto].
  - intros b' m n' H R'.
    destruct (Nat.eq_dec b' b) as [->|N].
    + destruct done eqn:D.
      * rewrite bump_self in *. exfalso. destruct H as [[= <- E]|H]; [lia|].
        apply (inv_gen s I) in H. lia.
      * assert (n' = n) as -> by (apply (registers_fun m b n' b n); auto).
        split; [|exact All]. unfold done in D. apply Nat.eqb_neq in D. unfold l in *. lia.
    + assert (E : (if done then bump (gen s) b else gen s) b' = gen s b')
        by (destruct done; [now apply bump_other | easy]).
      rewrite E in *. unfold l in *. rewrite members_cons.
      destruct (Nat.eqb_spec b b') as [->|_]; [easy|]. simpl.
      destruct H as [[= <- <- _]|H]; [easy|].
      destruct (inv_open s I b' m n' H R') as (L & M). split; [easy|].
      intros m' [[= <- <- _]|H']; [easy | auto].
  - intros u i b' n' Tu L O.
    assert (X : exists k, In ((u, i), b', k) (log s) /\ k < gen s b').
    { unfold bump in L. destruct (Nat.eqb_spec u t) as [->|].
      - apply (passed_if_unblocked s t i b' n'); auto. lia.
      - now apply (inv_passed s I u i b' n'). }
    destruct X as (k & H & K). exists k. split; [now right|]. specialize (G b'). lia.
Qed.

Theorem reachable_invariant s : reachable s -> invariant s.
Proof.
  induction 1 as [|s t s' R I S].
  - split; simpl; try easy; try constructor; intros; unfold executed in *; simpl in *; lia.
  - destruct S; eauto using invariant_touch, invariant_register.
Qed.

(** ** Consequences *)

Lemma log_fun s e b k b' k' :
  invariant s -> In (e, b, k) (log s) -> In (e, b', k') (log s) -> b = b' /\ k = k'.
Proof.
  intros I H K. pose proof (inv_nodup s I) as N. revert H K N. clear.
  induction (log s) as [|[[x c] j] l IH]; simpl; [easy|]. intros H K N.
  inversion_clear N as [|? ? Nx Nl].
  assert (Z : forall c' j', In (x, c', j') l -> False).
  { intros c' j' M. apply Nx. apply in_map_iff. exists (x, c', j'). auto. }
  destruct H as [E|H], K as [F|K]; eauto.
  - inversion E; inversion F; subst. auto.
  - inversion E; subst. exfalso; eauto.
  - inversion F; subst. exfalso; eauto.
Qed.

Lemma members_nodup s b k : invariant s -> NoDup (members (log s) b k).
Proof.
  intro I. pose proof (inv_nodup s I) as N. unfold members. revert N.
  generalize (fun x : event * nat * nat => (snd (fst x) =? b) && (snd x =? k)) as f. intro f.
  induction (log s) as [|x l IH]; simpl; intro N; [constructor|].
  inversion_clear N as [|? ? Nx Nl]. destruct (f x); simpl; auto. constructor; auto.
  intro H. apply Nx. apply in_map_iff in H as (y & E & H). apply filter_In in H as (H & _).
  apply in_map_iff. eauto.
Qed.

Lemma gen_member s b k : invariant s -> k < gen s b -> exists m, In (m, b, k) (log s).
Proof.
  intros I L. destruct (inv_full s I b k L) as (n & P & E & _).
  destruct (members (log s) b k) as [|m q] eqn:M; [simpl in E; lia|].
  exists m. apply in_members. rewrite M. now left.
Qed.

Definition syncs_dec (e : event) : {syncs e} + {~ syncs e}.
Proof.
  unfold syncs. destruct (op_at e) as [[b n|b n|a w]|]; [right|left|right|right];
    try (intros (b' & n' & E); discriminate E). eauto.
Defined.

Lemma blocked_dec s t : invariant s -> {blocked s t} + {~ blocked s t}.
Proof.
  intro I. unfold blocked. destruct (pc s t) as [|i]; [right; intros (i & b & E & _); discriminate|].
  destruct (op_at (t, i)) as [[b n|b n|a w]|] eqn:O.
  1, 3, 4: right; intros (j & b' & [= <-] & (c & m & E) & _); congruence.
  assert (D : forall x y : event * nat * nat, {x = y} + {x <> y}) by repeat decide equality.
  destruct (in_dec D ((t, i), b, gen s b) (log s)) as [H|H].
  - left. exists i, b. split; [easy|]. split; [now exists b, n | easy].
  - right. intros (j & b' & [= <-] & _ & K). apply H.
    destruct (inv_registers s I _ _ _ K) as (n' & R).
    destruct (registers_fun _ _ _ _ _ R (or_intror O)) as (-> & _). easy.
Qed.

(** What a state has of a generation that it completed, another one has too, if they agree so far. *)
Definition agrees (s f : state) : Prop := forall x, In x (log s) -> In x (log f).

Lemma complete_same s f b k m :
  invariant s -> invariant f -> agrees s f -> k < gen s b ->
  In (m, b, k) (log f) -> In (m, b, k) (log s).
Proof.
  intros I J A L H. destruct (inv_full s I b k L) as (n & P & E & R).
  apply in_members. apply (NoDup_length_incl (l := members (log s) b k) (l' := members (log f) b k)).
  - now apply members_nodup.
  - destruct (gen_member s b k I L) as (m0 & M0).
    pose proof (R m0 M0) as R0. apply A in M0. rewrite E.
    pose proof (inv_gen f J _ _ _ M0) as G.
    destruct (Nat.eq_dec k (gen f b)) as [->|N].
    + destruct (inv_open f J b m0 n M0 R0). lia.
    + destruct (inv_full f J b k ltac:(lia)) as (n' & _ & E' & R').
      destruct (registers_fun _ _ _ _ _ R0 (R' m0 M0)) as (_ & ->). lia.
  - intros x X. apply in_members in X. apply in_members. auto.
  - now apply in_members.
Qed.

(** An open generation cannot have all registrations of one that another state completed. *)
Lemma open_not_all s f b k :
  invariant s -> invariant f -> agrees s f -> k < gen f b ->
  (forall m, In (m, b, k) (log f) -> In (m, b, k) (log s)) -> k < gen s b.
Proof.
  intros I J A L H. destruct (gen_member f b k J L) as (m0 & M0).
  pose proof (H m0 M0) as M. pose proof (inv_gen s I _ _ _ M) as G.
  destruct (Nat.eq_dec k (gen s b)) as [->|]; [|lia]. exfalso.
  destruct (inv_full f J b (gen s b) L) as (n & _ & E & R).
  destruct (inv_open s I b m0 n M (R m0 M0)) as (Lt & _).
  assert (length (members (log f) b (gen s b)) <= length (members (log s) b (gen s b))); [|lia].
  apply NoDup_incl_length; [now apply members_nodup|].
  intros x X. apply in_members in X. apply in_members. auto.
Qed.

End Block.
