(** * One pass decides; the published check does not

    Statements:

    - [one_pass]: of a schedule that finishes, the engine of Engine.v reports nothing about recycling
      iff the block is well-synchronized;
    - [one_pass_races]: then it reports a race iff some schedule has one;
    - [figure_4_unsound]: with the check of Figure 4, line 18, which asks for the syncs of the previous
      generation only, the engine passes a block whose schedules disagree on generations.

    Paper: PLDI'15, Figure 4. theory.md: section 3. C++: src/sync/named.cpp, check_order;
    tests/unit/sync/oracle_test.cpp. *)

From Heddle Require Import NamedBarriers HappensBefore Clocks WellSync NamedRaces Engine.

Section Block.

Variable threads : nat.
Variable prog : tid -> list op.
Hypothesis positive : counts_positive prog.

Lemma corrected_incl l m : In m (corrected prog l) -> In m l.
Proof.
  unfold corrected. destruct (existsb (is_sync prog) l); [|easy]. intro H.
  now apply filter_In in H.
Qed.

Lemma published_incl l m : In m (published prog l) -> In m l.
Proof. intro H. now apply filter_In in H. Qed.

Lemma is_sync_spec e : is_sync prog e = true <-> syncs prog e.
Proof. unfold is_sync. now destruct (syncs_dec prog e). Qed.

Lemma asks_corrected f : asks prog (corrected prog) f <-> check prog f.
Proof.
  unfold asks, check, corrected. split.
  - intros H e b k X. specialize (H e b k X). split.
    + intros s M Y. apply H. replace (existsb _ _) with true.
      * apply filter_In. split; [now apply in_members | now apply is_sync_spec].
      * symmetry. apply existsb_exists. exists s.
        split; [now apply in_members | now apply is_sync_spec].
    + intros N a M. apply H. replace (existsb _ _) with false; [now apply in_members|].
      symmetry. apply not_true_is_false. intro Z. apply existsb_exists in Z as (s & S & Y).
      apply (N s); [now apply in_members | now apply is_sync_spec].
  - intros H e b k X m M. destruct (H e b k X) as (HS & HA).
    destruct (existsb _ _) eqn:Z.
    + apply filter_In in M as (M & Y). apply HS; [now apply in_members | now apply is_sync_spec].
    + apply HA; [|now apply in_members]. intros s S Y.
      apply not_true_iff_false in Z. apply Z, existsb_exists. exists s.
      split; [now apply in_members | now apply is_sync_spec].
Qed.

Notation exec := (exec threads prog (corrected prog)).
Notation good := (good threads prog (corrected prog)).

Lemma exec_start l e : exec l start = Some e -> good e.
Proof. apply (exec_good threads prog _ positive). now apply good_start. Qed.

Theorem one_pass l e : exec l start = Some e -> finished threads prog (core e) ->
  (ordered e = true <-> well_synchronised threads prog).
Proof.
  intros X D. pose proof (exec_start l e X) as G.
  rewrite (good_ordered _ _ _ e G), asks_corrected.
  apply check_exact; auto. exact (run_reachable threads prog _ _ (good_run _ _ _ e G)).
Qed.

Theorem one_pass_races l e : exec l start = Some e -> finished threads prog (core e) ->
  ordered e = true ->
  (raced e = true <-> exists x y, fst x < threads /\ fst y < threads /\ race threads prog x y).
Proof.
  intros X D O. pose proof (exec_start l e X) as G.
  assert (W : well_synchronised threads prog) by (now apply (one_pass l e)).
  assert (R : reachable threads prog (core e))
    by exact (run_reachable threads prog _ _ (good_run _ _ _ e G)).
  rewrite (good_raced _ _ _ e G). split.
  - intros (x & y & _ & _ & Tx & Ty & H). exists x, y. split; [easy|]. split; [easy|].
    now apply (race_exact threads prog positive (core e)).
  - intros (x & y & Tx & Ty & H). exists x, y.
    apply (race_exact threads prog positive (core e)) in H; auto.
    assert (E : forall z, fst z < threads -> (exists a v, op_at prog z = Some (Touch a v)) ->
                executed (core e) z).
    { intros [u i] T (a & v & Q). unfold executed. simpl in *.
      destruct (D u T) as (Len & _). rewrite Len.
      apply nth_error_Some. unfold op_at in Q. simpl in Q. now rewrite Q. }
    destruct H as ((N & a & v & w & Ox & Oy & V) & H).
    split; [apply E; eauto|]. split; [apply E; eauto|]. split; [easy|]. split; [easy|].
    split; [|easy]. split; [easy|]. exists a, v, w. auto.
Qed.

End Block.

(** ** Evaluated *)

(** All operations done, and nobody waits. *)
Definition finished_b (threads : nat) (prog : tid -> list op) (s : state) : bool :=
  forallb (fun t => (pc s t =? length (prog t)) && negb (blocked_b prog s t)) (seq 0 threads).

Lemma finished_b_spec threads prog s : invariant threads prog s ->
  finished_b threads prog s = true -> finished threads prog s.
Proof.
  intros I H t T. unfold finished_b in H. rewrite forallb_forall in H.
  specialize (H t ltac:(apply in_seq; lia)). apply andb_true_iff in H as (E & B).
  apply Nat.eqb_eq in E. split; [easy|]. intro X.
  apply (blocked_b_spec threads prog s t I) in X. now rewrite X in B.
Qed.

(** Done, recycling seen, race seen. *)
Definition verdict (threads : nat) (prog : tid -> list op) (asked : list event -> list event)
    (l : list tid) : option (bool * bool * bool) :=
  match exec threads prog asked l start with
  | Some e => Some (finished_b threads prog (core e), negb (ordered e), raced e)
  | None => None
  end.

(** The counterexample to Figure 4. *)
Definition block (t : tid) : list op :=
  match t with
  | 0 => [Arrive 0 2; Arrive 0 2; Sync 0 2; Arrive 0 2]
  | 1 => [Sync 0 2; Sync 0 2; Arrive 0 2; Sync 0 2]
  | _ => []
  end.

(** Thread 0 arrives twice, which completes a generation without a sync; then all goes well. *)
Definition schedule : list tid := [0; 0; 1; 0; 1; 0; 1; 1].

Lemma block_positive : counts_positive block.
Proof.
  intros [[|[|t]] i] b n H; unfold registers, op_at in H; simpl in H;
    repeat (destruct i as [|i]; simpl in H; try (destruct H as [[= <- <-]|[= <- <-]]; lia);
            try (destruct H; discriminate));
    destruct H as [H|H]; destruct i; discriminate H.
Qed.

Compute verdict 2 block (published block) schedule.
Compute verdict 2 block (corrected block) schedule.

(** A schedule whose run satisfies [p]. *)
Definition runs_to (l : list tid) (p : engine -> bool) : bool :=
  match exec 2 block (published block) l start with Some e => p e | None => false end.

Lemma runs_to_good l p : runs_to l p = true -> exists e,
  exec 2 block (published block) l start = Some e /\ p e = true /\
  good 2 block (published block) e /\ reachable 2 block (core e).
Proof.
  unfold runs_to. destruct (exec 2 block (published block) l start) as [e|] eqn:X; [|easy].
  intro P. exists e. split; [easy|]. split; [easy|].
  assert (G : good 2 block (published block) e).
  { apply (exec_good 2 block (published block) block_positive l start e); [|easy].
    apply good_start. }
  split; [easy|]. exact (run_reachable 2 block _ _ (good_run _ _ _ e G)).
Qed.

Definition registered_in (x : event) (k : nat) (e : engine) : bool :=
  existsb (event_eqb x) (members (log (core e)) 0 k).

Lemma registered_in_spec x k e : registered_in x k e = true -> In (x, 0, k) (log (core e)).
Proof.
  intro H. apply existsb_exists in H as (y & Y & E). apply event_eqb_spec in E as <-.
  now apply in_members.
Qed.

Theorem figure_4_unsound : exists f,
  reachable 2 block f /\ finished 2 block f /\ asks block (published block) f /\
  ~ well_synchronised 2 block.
Proof.
  destruct (runs_to_good schedule (fun e => finished_b 2 block (core e) && ordered e &&
              registered_in (0, 1) 0 e)) as (e & _ & P & G & R); [vm_compute; reflexivity|].
  apply andb_true_iff in P as (P & L). apply andb_true_iff in P as (F & O).
  apply registered_in_spec in L.
  exists (core e). split; [easy|].
  split; [apply finished_b_spec; auto; apply reachable_invariant; [apply block_positive | easy]|].
  split; [now apply (good_ordered _ _ _ e G)|]. intro W.
  (* another schedule: thread 1 comes first, and the second arrival is of generation 1 *)
  destruct (runs_to_good [1; 0; 1; 0] (registered_in (0, 1) 1)) as (e' & _ & P' & _ & R');
    [vm_compute; reflexivity|].
  apply registered_in_spec in P'.
  discriminate (same_generations 2 block W _ _ _ _ _ _ R R' L P').
Qed.

(** A ring of two slots, one producer and one consumer: slot s is full at barrier s, empty at
    barrier s + 2. Without waiting for the empty slot the producer overwrites what is being read. *)
Definition ring (waits : bool) (t : tid) : list op :=
  match t with
  | 0 => flat_map (fun i =>
           (if waits then [Sync (i mod 2 + 2) 2] else []) ++
           [Touch (i mod 2) true; Arrive (i mod 2) 2]) (seq 0 4)
  | 1 => [Arrive 2 2; Arrive 3 2] ++
         flat_map (fun i =>
           [Sync (i mod 2) 2; Touch (i mod 2) false] ++
           (if i <? 2 then [Arrive (i mod 2 + 2) 2] else [])) (seq 0 4)
  | _ => []
  end.

(** Thread 0 waits for slot 0, fills it; thread 1 reads it; .. *)
Definition turns : list tid :=
  [1; 1] ++ [0; 0; 0] ++ [1; 1; 1] ++ [0; 0; 0] ++ [1; 1; 1] ++ [0; 0; 0] ++ [1; 1] ++
  [0; 0; 0] ++ [1; 1].

Compute verdict 2 (ring true) (corrected (ring true)) turns.

(** The producer does not wait: it arrives twice at barrier 0 before anybody is known to have left
    it. *)
Compute verdict 2 (ring false) (corrected (ring false))
  ([1; 1] ++ [0; 0] ++ [1; 1; 1] ++ [0; 0] ++ [1; 1; 1] ++ [0; 0] ++ [1; 1] ++ [0; 0] ++ [1; 1]).

(** Well-synchronized, and a race: the write is behind the arrival, not before it. *)
Definition late_write (t : tid) : list op :=
  match t with
  | 0 => [Arrive 0 2; Touch 0 true]
  | 1 => [Sync 0 2; Touch 0 false]
  | _ => []
  end.

Compute verdict 2 late_write (corrected late_write) [0; 0; 1; 1].
