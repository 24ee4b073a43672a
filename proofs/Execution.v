(** * Executions of a protocol by n threads, step by step

    Threads take turns in any order. A thread waits at a barrier until all threads wait at that
    barrier in the same iterations. [race_iff_phase_race] ties these executions to the phases of
    Protocol.v: when all threads run the same barriers, two conflicting accesses can be next at the
    same time iff they are in one phase.

    Paper: CAV'21, section 3. theory.md: sections 1 and 2. C++: src/core/interpreter/interpreter_run.cpp runs
    kernels so; src/protocol speaks of phases only. *)

From Heddle Require Import Protocol.

(** What a thread has still to do. *)
Definition stack := list (env * proto).
Definition state := tid -> stack.

Inductive local (t : tid) : stack -> stack -> Prop :=
| local_skip r K : local t ((r, Skip) :: K) K
| local_acc a r K : local t ((r, Acc a) :: K) K
| local_seq p q r K : local t ((r, Seq p q) :: K) ((r, p) :: (r, q) :: K)
| local_if c p q r K : local t ((r, If c p q) :: K) ((r, if c r t then p else q) :: K)
| local_loop n p r K :
    local t ((r, Loop n p) :: K) (map (fun i => (i :: r, p)) (seq 0 (n r t)) ++ K).

Definition update (s : state) (t : tid) (K : stack) : state :=
  fun u => if u =? t then K else s u.

Inductive step (n : nat) : state -> state -> Prop :=
| step_local s t K : t < n -> local t (s t) K -> step n s (update s t K)
| step_barrier s b r (K : state) :
    (forall t, t < n -> s t = (r, Bar b) :: K t) ->
    step n s (fun t => if t <? n then K t else s t).

Inductive star {A} (R : A -> A -> Prop) : A -> A -> Prop :=
| star_refl a : star R a a
| star_step a b c : R a b -> star R b c -> star R a c.

Definition init (p : proto) : state := fun _ => [([], p)].
Definition reachable (n : nat) (p : proto) (s : state) : Prop := star (step n) (init p) s.

(** Two threads that can do conflicting accesses next. *)
Definition race_state (n : nat) (s : state) : Prop :=
  exists t u a r b q K L,
    t < n /\ u < n /\ t <> u /\
    s t = (r, Acc a) :: K /\ s u = (q, Acc b) :: L /\ conflict t (a, r) u (b, q).

Definition racy (n : nat) (p : proto) : Prop := exists s, reachable n p s /\ race_state n s.

(** Nobody can go on, and somebody is not done. *)
Definition diverged (n : nat) (s : state) : Prop :=
  (forall s', ~ step n s s') /\ exists t, t < n /\ s t <> [].

Definition diverges (n : nat) (p : proto) : Prop := exists s, reachable n p s /\ diverged n s.

Lemma star_trans {A} (R : A -> A -> Prop) a b c : star R a b -> star R b c -> star R a c.
Proof. induction 1; eauto using @star. Qed.

Lemma star_one {A} (R : A -> A -> Prop) a b : R a b -> star R a b.
Proof. eauto using @star. Qed.

Definition stack_trace (t : tid) (K : stack) : list event :=
  flat_map (fun f => trace t (fst f) (snd f)) K.

Lemma stack_trace_app t K L : stack_trace t (K ++ L) = stack_trace t K ++ stack_trace t L.
Proof. apply flat_map_app. Qed.

Lemma stack_trace_loop t r p l :
  stack_trace t (map (fun i => (i :: r, p)) l) = flat_map (fun i => trace t (i :: r) p) l.
Proof. induction l; simpl; congruence. Qed.

(** A local step performs at most one access, and changes nothing else of what is to come. *)
Lemma local_trace t K L :
  local t K L -> stack_trace t K = stack_trace t L \/
                 exists x, stack_trace t K = EAcc x :: stack_trace t L.
Proof.
  destruct 1; simpl; auto.
  - right; eauto.
  - left. now rewrite app_assoc.
  - left. now destruct (c r t).
  - left. now rewrite stack_trace_app, stack_trace_loop.
Qed.

(** ** From executions to phases *)

Lemma step_phase n s s' :
  step n s s' ->
  forall t u k x y, t < n -> u < n ->
    In x (phase k (stack_trace t (s' t))) -> In y (phase k (stack_trace u (s' u))) ->
    exists k', In x (phase k' (stack_trace t (s t))) /\ In y (phase k' (stack_trace u (s u))).
Proof.
  intros S t u k x y T U X Y. destruct S as [s v K V L | s b r K H].
  - assert (P : forall w z, In z (phase k (stack_trace w (update s v K w))) ->
                            In z (phase k (stack_trace w (s w)))).
    { intros w z. unfold update. destruct (Nat.eqb_spec w v) as [->|]; [|easy].
      destruct (local_trace _ _ _ L) as [->|[e ->]]; [easy|]. destruct k; simpl; auto. }
    exists k. split; apply P; auto.
  - exists (S k). rewrite (H t T), (H u U). simpl.
    apply Nat.ltb_lt in T, U. now rewrite T in X; rewrite U in Y.
Qed.

Lemma reachable_phase n p s :
  reachable n p s ->
  forall t u k x y, t < n -> u < n ->
    In x (phase k (stack_trace t (s t))) -> In y (phase k (stack_trace u (s u))) ->
    concurrent p t u x y.
Proof.
  intros R t u k x y T U X Y.
  assert (P : exists k', In x (phase k' (stack_trace t (init p t))) /\
                         In y (phase k' (stack_trace u (init p u)))).
  { revert k X Y. unfold reachable in R. induction R as [s | s1 s2 s3 S R IH]; intros k X Y.
    - eauto.
    - destruct (IH _ X Y) as (j & X' & Y'). eapply step_phase; eauto. }
  destruct P as (j & X' & Y'). simpl in X', Y'. rewrite !app_nil_r in *. now exists j.
Qed.

Theorem racy_phase_race n p : racy n p -> phase_race n p.
Proof.
  intros (s & R & t & u & a & r & b & q & K & L & T & U & N & St & Su & C).
  exists t, u, (a, r), (b, q). refine (conj T (conj U (conj N (conj _ C)))).
  apply (reachable_phase n p s R t u 0); auto; [rewrite St | rewrite Su]; simpl; auto.
Qed.

(** ** From phases to executions *)

Definition frame (e : event) : env * proto :=
  match e with
  | EAcc (a, r) => (r, Acc a)
  | EBar b r => (r, Bar b)
  end.

(** Silent steps bring the next event to the top. *)
Definition exposes (t : tid) (F K : stack) : Prop :=
  match stack_trace t F with
  | [] => star (local t) (F ++ K) K
  | e :: l => exists G, star (local t) (F ++ K) (frame e :: G ++ K) /\ stack_trace t G = l
  end.

Lemma exposes_app t F G :
  (forall K, exposes t F K) -> (forall K, exposes t G K) -> forall K, exposes t (F ++ G) K.
Proof.
  intros HF HG K. specialize (HF (G ++ K)). specialize (HG K). unfold exposes in *.
  rewrite stack_trace_app, <- app_assoc. destruct (stack_trace t F) as [|e l]; simpl.
  - destruct (stack_trace t G) as [|e l]; [eapply star_trans; eauto|].
    destruct HG as (G' & S & E). exists G'. split; [eapply star_trans; eauto | easy].
  - destruct HF as (F' & S & E). exists (F' ++ G). rewrite <- app_assoc. split; [easy|].
    now rewrite stack_trace_app, E.
Qed.

Lemma exposes_proto p : forall t r K, exposes t [(r, p)] K.
Proof.
  induction p as [|a|b|p IHp q IHq|c p IHp q IHq|n p IHp]; intros t r K.
  - apply star_one. constructor.
  - exists []. split; [constructor | easy].
  - exists []. split; [constructor | easy].
  - generalize (exposes_app t [(r, p)] [(r, q)] (IHp t r) (IHq t r) K).
    unfold exposes. simpl. rewrite !app_nil_r.
    assert (S : local t ((r, Seq p q) :: K) ((r, p) :: (r, q) :: K)) by constructor.
    destruct (trace t r p ++ trace t r q).
    + eauto using @star.
    + intros (G & H & E). eauto using @star.
  - assert (E : exposes t [(r, if c r t then p else q)] K) by (destruct (c r t); auto).
    revert E. unfold exposes. simpl. rewrite !app_nil_r.
    assert (S : local t ((r, If c p q) :: K) ((r, if c r t then p else q) :: K)) by constructor.
    replace (trace t r (if c r t then p else q))
      with (if c r t then trace t r p else trace t r q) by (destruct (c r t); auto).
    destruct (if c r t then trace t r p else trace t r q).
    + eauto using @star.
    + intros (G & H & E). eauto using @star.
  - assert (L : forall l K, exposes t (map (fun i => (i :: r, p)) l) K).
    { induction l as [|i l IH]; [constructor|].
      intro K'. apply (exposes_app t [(i :: r, p)] (map (fun i => (i :: r, p)) l)); auto. }
    generalize (L (seq 0 (n r t)) K). unfold exposes. rewrite stack_trace_loop. simpl.
    rewrite app_nil_r.
    assert (S := local_loop t n p r K).
    destruct (flat_map _ _).
    + eauto using @star.
    + intros (G & H & E). eauto using @star.
Qed.

Lemma exposes_stack t F : forall K, exposes t F K.
Proof.
  induction F as [|[r p] F IH]; [constructor|].
  apply (exposes_app t [(r, p)] F); auto using exposes_proto.
Qed.

Lemma reach_event t l e m : forall K,
  count l = 0 -> stack_trace t K = l ++ e :: m ->
  exists L, star (local t) K (frame e :: L) /\ stack_trace t L = m.
Proof.
  induction l as [|[[a r]|b r] l IH]; intros K C E; [| |discriminate];
    generalize (exposes_stack t K []); unfold exposes; rewrite E; simpl; rewrite app_nil_r;
    intros (G & S & T); rewrite app_nil_r in *.
  - eauto.
  - destruct (IH G C T) as (L & S' & T'). exists L. split; [|easy].
    eapply star_trans; [apply S|]. econstructor; [constructor | apply S'].
Qed.

Lemma reach_end t l : forall K, count l = 0 -> stack_trace t K = l -> star (local t) K [].
Proof.
  induction l as [|[[a r]|b r] l IH]; intros K C E; [| |discriminate];
    generalize (exposes_stack t K []); unfold exposes; rewrite E; simpl; rewrite app_nil_r.
  - easy.
  - intros (G & S & T). rewrite app_nil_r in *.
    eapply star_trans; [apply S|]. econstructor; [constructor | eauto].
Qed.

Lemma run_thread n s t K :
  t < n -> star (local t) (s t) K ->
  exists s', star (step n) s s' /\ s' t = K /\ forall u, u <> t -> s' u = s u.
Proof.
  intros T R. remember (s t) as J eqn:E. revert s E.
  induction R as [J | J1 J2 J3 L R IH]; intros s E.
  - exists s. split; [constructor | auto].
  - destruct (IH (update s t J2)) as (s' & R' & E' & O).
    { unfold update. now rewrite Nat.eqb_refl. }
    exists s'. split; [|split; [easy|]].
    + econstructor; [|apply R']. apply step_local; [easy|]. now rewrite <- E.
    + intros u N. rewrite (O u N). unfold update. now apply Nat.eqb_neq in N as ->.
Qed.

Lemma run_threads n (P : tid -> stack -> Prop) s :
  (forall t, t < n -> exists K, star (local t) (s t) K /\ P t K) ->
  exists s', star (step n) s s' /\ forall t, t < n -> P t (s' t).
Proof.
  intro H.
  assert (G : forall m, m <= n -> exists s', star (step n) s s' /\
            (forall t, t < m -> P t (s' t)) /\ forall t, m <= t -> s' t = s t).
  { induction m as [|m IH]; intro M.
    - exists s. repeat split; [constructor | lia].
    - destruct IH as (s1 & R1 & D & O); [lia|].
      destruct (H m) as (K & L & Q); [lia|]. rewrite <- (O m) in L by lia.
      destruct (run_thread n s1 m K) as (s2 & R2 & E & O2); [lia | easy |].
      exists s2. repeat split.
      + eapply star_trans; eauto.
      + intros t T. destruct (Nat.eq_dec t m) as [->|]; [now rewrite E|].
        rewrite O2 by easy. apply D. lia.
      + intros t T. rewrite O2 by lia. apply O. lia. }
  destruct (G n) as (s' & R & D & _); eauto.
Qed.

(** ** Where a trace can be cut *)

Lemma split_access x l : In x (phase 0 l) -> exists m k, l = m ++ EAcc x :: k /\ count m = 0.
Proof.
  induction l as [|[y|b r] l IH]; simpl; [easy| |easy]. intros [->|H].
  - now exists [], l.
  - destruct (IH H) as (m & k & -> & C). now exists (EAcc y :: m), k.
Qed.

Lemma split_barrier l b r m :
  barriers l = (b, r) :: m -> exists k j, l = k ++ EBar b r :: j /\ count k = 0 /\ barriers j = m.
Proof.
  induction l as [|[y|c q] l IH]; simpl; [easy| |].
  - intro H. destruct (IH H) as (k & j & -> & C & E). now exists (EAcc y :: k), j.
  - intros [= -> -> <-]. now exists [], l.
Qed.

Lemma phase_past_barrier k l b r m :
  count l = 0 -> phase (S k) (l ++ EBar b r :: m) = phase k m.
Proof.
  intro C. induction l as [|[y|c q] l IH]; simpl in *; [easy|auto|discriminate].
Qed.

Definition same_barriers (n : nat) (s : state) : Prop :=
  forall t u, t < n -> u < n ->
    barriers (stack_trace t (s t)) = barriers (stack_trace u (s u)).

(** Threads that come to the same next barrier can all come to it, and pass it. *)
Lemma pass_barrier n s b r :
  (forall t, t < n -> exists m, barriers (stack_trace t (s t)) = (b, r) :: m) ->
  exists s', star (step n) s s' /\ forall t, t < n -> exists l,
    stack_trace t (s t) = l ++ EBar b r :: stack_trace t (s' t) /\ count l = 0.
Proof.
  intro H.
  destruct (run_threads n
    (fun t K => exists L l, K = (r, Bar b) :: L /\
                stack_trace t (s t) = l ++ EBar b r :: stack_trace t L /\ count l = 0) s)
    as (s1 & R & P).
  { intros t T. destruct (H t T) as (m & E).
    apply split_barrier in E as (k & j & E & C & _).
    destruct (reach_event t k (EBar b r) j (s t) C E) as (L & S & F).
    exists ((r, Bar b) :: L). split; [easy|]. exists L, k. now rewrite F. }
  exists (fun t => if t <? n then tl (s1 t) else s1 t). split.
  - eapply star_trans; [apply R|]. apply star_one. apply step_barrier with (b := b) (r := r).
    intros t T. destruct (P t T) as (L & l & -> & _). easy.
  - intros t T. destruct (P t T) as (L & l & E & F). exists l.
    apply Nat.ltb_lt in T. now rewrite T, E.
Qed.

Lemma phase_race_reachable n t u x y : t < n -> u < n -> t <> u -> forall k s,
  same_barriers n s ->
  In x (phase k (stack_trace t (s t))) -> In y (phase k (stack_trace u (s u))) ->
  exists s' K L, star (step n) s s' /\
    s' t = frame (EAcc x) :: K /\ s' u = frame (EAcc y) :: L.
Proof.
  intros T U N. induction k as [|k IH]; intros s B X Y.
  - apply split_access in X as (l & m & Et & Ct), Y as (l' & m' & Eu & Cu).
    apply reach_event in Et as (K & Rt & _); [|easy].
    apply reach_event in Eu as (L & Ru & _); [|easy].
    destruct (run_thread n s t _ T Rt) as (s1 & R1 & E1 & O1).
    rewrite <- (O1 u) in Ru by auto.
    destruct (run_thread n s1 u _ U Ru) as (s2 & R2 & E2 & O2).
    exists s2, K, L. rewrite O2 by auto. eauto using star_trans.
  - destruct (barriers (stack_trace t (s t))) as [|[b r] m] eqn:E.
    { apply phase_le in X. rewrite count_barriers, E in X. simpl in X. lia. }
    destruct (pass_barrier n s b r) as (s' & R & P).
    { intros v V. exists m. rewrite <- E. auto. }
    destruct (IH s') as (s2 & K & L & R2 & E2 & F2).
    + intros v w V W. specialize (B v w V W).
      destruct (P v V) as (l & Ev & C), (P w W) as (l' & Ew & C').
      rewrite Ev, Ew, !barriers_app in B. simpl in B.
      assert (Z : forall l, count l = 0 -> barriers l = []).
      { intros j J. rewrite count_barriers in J. now apply length_zero_iff_nil. }
      rewrite (Z l), (Z l') in B by easy. simpl in B. congruence.
    + destruct (P t T) as (l & Et & C). rewrite Et in X.
      now rewrite (phase_past_barrier k l b r _ C) in X.
    + destruct (P u U) as (l & Et & C). rewrite Et in Y.
      now rewrite (phase_past_barrier k l b r _ C) in Y.
    + exists s2, K, L. eauto using star_trans.
Qed.

Lemma same_barriers_init n p : uniform n p <-> same_barriers n (init p).
Proof.
  unfold uniform, same_barriers, init. simpl.
  split; intros H t u T U; specialize (H t u T U); rewrite !app_nil_r in *; easy.
Qed.

Theorem phase_race_racy n p : uniform n p -> phase_race n p -> racy n p.
Proof.
  intros B (t & u & [a r] & [b q] & T & U & N & (k & X & Y) & C).
  destruct (phase_race_reachable n t u (a, r) (b, q) T U N k (init p)) as (s & K & L & R & Et & Eu).
  - now apply same_barriers_init.
  - simpl. now rewrite app_nil_r.
  - simpl. now rewrite app_nil_r.
  - exists s. split; [easy|]. now exists t, u, a, r, b, q, K, L.
Qed.

Theorem race_iff_phase_race n p : uniform n p -> (racy n p <-> phase_race n p).
Proof. split; auto using racy_phase_race, phase_race_racy. Qed.
