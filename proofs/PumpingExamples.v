(** * Pumping, evaluated: rings of two slots

    The search for a pump as a function: a schedule is run, with the entries of clocks kept in tables,
    and two of its states are compared. Statements:

    - [pump_found], [verdict_found]: what these functions find is so;
    - [ring_for_all_n]: a producer that waits for empty slots and a consumer, two slots in turn, are
      well-synchronized for every number of items, by the runs of the first few;
    - [careless_for_no_n]: without the wait for empty slots they are not, for every number from 4 on.

    theory.md: section 4. C++: src/barrier/analysis/run.cpp, src/barrier/analysis/pump.cpp, src/barrier/analysis/analysis.cpp. *)

From Heddle Require Import NamedBarriers HappensBefore Clocks WellSync Engine OnePass
  PumpStates Pumping PumpingLoops.

Section Block.

Variable threads : nat.
Variable barriers : nat.

Notation do P := (do threads P (corrected P)).
Notation exec P := (exec threads P (corrected P)).
Notation well_formed := (well_formed barriers).

(** ** Runs with tables *)

Definition tabulated {A} (f : nat -> nat -> A) (n m : nat) (a : A) : nat -> nat -> A :=
  let table := map (fun x => map (f x) (seq 0 m)) (seq 0 n) in
  fun x y => nth y (nth x table []) a.

Definition in_tables (e : engine) : engine :=
  Engine (core e)
         (Clocks (tabulated (known (clk e)) threads threads 0)
                 (tabulated (joined (clk e)) barriers threads 0))
         (ordered e) (touched e) (raced e).

Fixpoint runs (P : tid -> list op) (l : list tid) (e : engine) : option engine :=
  match l with
  | [] => Some e
  | t :: l => match do P e t with Some e => runs P l (in_tables e) | None => None end
  end.

Lemma tabulated_at {A} (f : nat -> nat -> A) n m a x y : x < n -> y < m ->
  tabulated f n m a x y = f x y.
Proof.
  intros X Y. unfold tabulated.
  rewrite (nth_indep _ [] (map (f 0) (seq 0 m))) by (now rewrite map_length, seq_length).
  rewrite (map_nth (fun x => map (f x) (seq 0 m))), seq_nth by easy. simpl.
  rewrite (nth_indep _ a (f x 0)) by (now rewrite map_length, seq_length).
  now rewrite map_nth, seq_nth.
Qed.

(** The same state, with clocks that have the same entries. *)
Record equal (P : tid -> list op) (e f : engine) : Prop := {
  equal_core : core f = core e;
  equal_ordered : ordered f = ordered e;
  equal_alike : same_so_far threads barriers P P e f
}.

Lemma same_tables P e f : same_so_far threads barriers P P e f ->
  same_so_far threads barriers P P e (in_tables f).
Proof.
  intros [A1 A2 A3 A4 A5 A6]. split; simpl; auto; intros;
    rewrite tabulated_at by easy; auto.
Qed.

Lemma do_core P e f t : core f = core e ->
  option_map core (do P f t) = option_map core (do P e t).
Proof.
  intro E. unfold Engine.do. rewrite E. destruct (_ && _); [|easy].
  destruct (op_at P (next (core e) t)) as [[b n|b n|a w]|]; try easy; unfold do_register;
    rewrite E; now destruct (forallb _ _).
Qed.

Lemma runs_exec P l : well_formed P -> forall e f f', invariant threads P (core e) ->
  equal P e f -> runs P l f = Some f' ->
  exists e', exec P l e = Some e' /\ equal P e' f' /\ invariant threads P (core e').
Proof.
  intro W. induction l as [|t l IH]; intros e f f' I E H; simpl in *.
  - injection H as <-. eauto.
  - destruct E as [Ec Eo Ea]. destruct (do P f t) as [f1|] eqn:Df; [|easy].
    pose proof (do_core P e f t Ec) as C. rewrite Df in C. simpl in C.
    destruct (do P e t) as [e1|] eqn:De; [|easy]. simpl in C. injection C as C.
    destruct (do_pc threads P e t e1 De) as (T & _).
    assert (If : invariant threads P (core f)) by now rewrite Ec.
    assert (O : op_at P (next (core f) t) = op_at P (next (core e) t)) by now rewrite Ec.
    pose proof (alike_do threads barriers P P _ _ e f Ea t I If W W T O) as A.
    unfold do_alike in A. rewrite De, Df in A. destruct A as (A & k & Oe & Of).
    apply (IH e1 (in_tables f1)); auto.
    + clear - De I W. pose proof (well_formed_positive barriers P W) as Pos.
      unfold Engine.do in De. destruct (Nat.ltb_spec t threads) as [T|]; [|easy]. simpl in De.
      destruct (blocked_b P (core e) t) eqn:B; [easy|]. simpl in De.
      assert (Nb : ~ blocked P (core e) t).
      { intro X. apply (blocked_b_spec threads P _ t I) in X. congruence. }
      assert (Rg : forall b n, registers P (next (core e) t) b n ->
                do_register P (corrected P) e t b n = Some e1 -> invariant threads P (core e1)).
      { intros b n R X. unfold do_register in X. destruct (forallb _ _) eqn:F in X; [|easy].
        injection X as <-. simpl. apply invariant_register; auto.
        intros m M. rewrite forallb_forall in F. apply registers_b_spec. now apply F, in_members. }
      destruct (op_at P (next (core e) t)) as [[b n|b n|a w]|] eqn:O; try easy.
      * apply (Rg b n); [now left | easy].
      * apply (Rg b n); [now right | easy].
      * injection De as <-. simpl. now apply (invariant_touch threads P) with (a := a) (w := w).
    + split; simpl; [easy | congruence | now apply same_tables].
Qed.

(** ** Comparing states *)

Definition op_dec : forall x y : option op, {x = y} + {x <> y}.
Proof. repeat decide equality. Defined.

Fixpoint same_events (l m : list event) : bool :=
  match l, m with
  | [], [] => true
  | x :: l, y :: m => event_eqb x y && same_events l m
  | _, _ => false
  end.

Lemma same_events_eq l : forall m, same_events l m = true -> l = m.
Proof.
  induction l as [|x l IH]; intros [|y m] H; try easy. simpl in H.
  apply andb_true_iff in H as (E & H). apply event_eqb_spec in E as <-. f_equal. now apply IH.
Qed.

Definition below (n : nat) (p : nat -> bool) : bool := forallb p (seq 0 n).

Lemma below_true n p : below n p = true -> forall i, i < n -> p i = true.
Proof. intros H i L. unfold below in H. rewrite forallb_forall in H. apply H, in_seq. lia. Qed.

Definition alike_b (P : tid -> list op) (c d : tid -> nat) (e f : engine) : bool :=
  below threads (fun t =>
    (pc (core f) t =? pc (core e) t + d t) &&
    ((d t =? 0) || ((0 <? c t) && (c t <=? pc (core e) t))) &&
    below threads (fun u => known (clk f) t u =? shift c d u (known (clk e) t u))) &&
  below barriers (fun b =>
    same_events (opened (core f) b) (map (moved c d) (opened (core e) b)) &&
    same_events (previous P (core f) b) (map (moved c d) (previous P (core e) b)) &&
    forallb (fun m => if op_dec (op_at P (moved c d m)) (op_at P m) then true else false)
            (opened (core e) b) &&
    below threads (fun u => joined (clk f) b u =? shift c d u (joined (clk e) b u))).

Lemma alike_b_alike P c d e f : alike_b P c d e f = true -> alike threads barriers P P c d e f.
Proof.
  intro H. apply andb_true_iff in H as (H & K). split.
  - intros t T. pose proof (below_true _ _ H t T) as X. cbv beta in X.
    rewrite !andb_true_iff, orb_true_iff, andb_true_iff, !Nat.eqb_eq, Nat.ltb_lt, Nat.leb_le in X.
    tauto.
  - intros b B. pose proof (below_true _ _ K b B) as X. cbv beta in X.
    rewrite !andb_true_iff in X. now apply same_events_eq.
  - intros b B. pose proof (below_true _ _ K b B) as X. cbv beta in X.
    rewrite !andb_true_iff in X. now apply same_events_eq.
  - intros b m B I. pose proof (below_true _ _ K b B) as X. cbv beta in X.
    rewrite !andb_true_iff in X. destruct X as ((_ & X) & _). rewrite forallb_forall in X.
    specialize (X m I). now destruct (op_dec _ _).
  - intros t u T U. pose proof (below_true _ _ H t T) as X. cbv beta in X.
    rewrite !andb_true_iff in X. destruct X as (_ & X). now apply Nat.eqb_eq, (below_true _ _ X).
  - intros b u B U. pose proof (below_true _ _ K b B) as X. cbv beta in X.
    rewrite !andb_true_iff in X. destruct X as (_ & X). now apply Nat.eqb_eq, (below_true _ _ X).
Qed.

Definition stuck_b (P : tid -> list op) (e : engine) : bool :=
  below threads (fun t => match do P e t with Some _ => false | None => true end).

Lemma stuck_b_stuck P e f : core f = core e -> stuck_b P f = true -> stuck threads P e.
Proof.
  intros E H t. destruct (Nat.ltb_spec t threads) as [T|T].
  - pose proof (below_true _ _ H t T) as X. cbv beta in X. pose proof (do_core P e f t E) as C.
    destruct (do P f t); [easy|]. simpl in C. now destruct (do P e t).
  - apply Nat.ltb_ge in T. unfold Engine.do. now rewrite T.
Qed.

(** ** A schedule: of the threads that can go on, the one that has done least *)

Definition pick (P : tid -> list op) (e : engine) : option tid :=
  fold_right (fun t best =>
    match do P e t, best with
    | None, _ => best
    | _, None => Some t
    | _, Some u => if pc (core e) t <=? pc (core e) u then Some t else Some u
    end) None (seq 0 threads).

Fixpoint balanced (P : tid -> list op) (fuel : nat) (e : engine) : list tid :=
  match fuel with
  | 0 => []
  | S fuel =>
      match pick P e with
      | None => []
      | Some t => match do P e t with
                  | Some e => t :: balanced P fuel (in_tables e)
                  | None => []
                  end
      end
  end.

Lemma equal_start P : equal P start start.
Proof. split; auto. apply same_start. Qed.

Lemma start_invariant P : well_formed P -> invariant threads P (core start).
Proof.
  intro W. apply reachable_invariant; [now apply (well_formed_positive barriers)|constructor].
Qed.

(** Everybody gets to the end, and nothing is recycled. *)
Definition verdict_b (P : tid -> list op) (l : list tid) : bool :=
  match runs P l start with
  | Some e => stuck_b P e && finished_b threads P (core e) && ordered e
  | None => false
  end.

Theorem verdict_found P l : well_formed P -> verdict_b P l = true -> well_synchronised threads P.
Proof.
  intros W H. unfold verdict_b in H. destruct (runs P l start) as [f|] eqn:R; [|easy].
  rewrite !andb_true_iff in H. destruct H as ((N & F) & O).
  destruct (runs_exec P l W start start f (start_invariant P W) (equal_start P) R)
    as (e & X & [Ec Eo _] & I).
  pose proof (good_after threads barriers P l start e W (good_start' threads P) X) as G.
  apply (stuck_verdict threads barriers P e W G (stuck_b_stuck P e f Ec N)).
  rewrite <- Ec, <- Eo. split; [|easy]. apply finished_b_spec; [now rewrite Ec | easy].
Qed.

(** ** Loops *)

Variable sk : tid -> role.
Notation unrolled := (unrolled sk).

Definition goes_round_b (r : role) (n p a d : nat) : bool :=
  let T := trips r n in
  (match body r with [] => true | _ => false end && (d =? 0)) ||
  existsb (fun i =>
    let x := length (prologue r ++ iterations r T i) in
    (x <=? a) && (a - x <=? length (iteration r T i)) && (i + p <? T) &&
    (a + d =? length (prologue r ++ iterations r T (i + p)) + (a - x)) &&
    forallb (fun o => (from o <=? i) && (i + p + until o <? T) && (p =? p / ring o * ring o))
            (body r)) (seq 0 T).

Lemma goes_round_found r n p a d : goes_round_b r n p a d = true -> goes_round r n p a d.
Proof.
  intro H. unfold goes_round_b in H. apply orb_true_iff in H as [H|H].
  - left. apply andb_true_iff in H as (B & D). apply Nat.eqb_eq in D. now destruct (body r).
  - right. apply existsb_exists in H as (i & _ & H).
    rewrite !andb_true_iff, !Nat.leb_le, Nat.ltb_lt, Nat.eqb_eq, forallb_forall in H.
    destruct H as ((((Hx & Hk) & Hp) & Hd) & Ho). exists i, (a - length (prologue r ++ iterations r (trips r n) i)).
    repeat split; auto; try lia; apply Ho in H; rewrite !andb_true_iff, Nat.leb_le, Nat.ltb_lt, Nat.eqb_eq in H;
      destruct H as ((H1 & H2) & H3); auto. now exists (p / ring o).
Qed.

(** Between steps [x] and [y] of the schedule [l]. *)
Definition pump_b (n p x y : nat) (c : tid -> nat) (l : list tid) : bool :=
  let P := unrolled n in
  match runs P (firstn x l) start with
  | None => false
  | Some e =>
      match runs P (firstn (y - x) (skipn x l)) e with
      | None => false
      | Some f =>
          let a := pc (core e) in
          let d := fun t => pc (core f) t - pc (core e) t in
          alike_b P c d e f &&
          below threads (fun t => goes_round_b (sk t) n p (a t) (d t))
      end
  end.

Theorem pump_found n p x y c l : well_formed (unrolled n) -> pump_b n p x y c l = true ->
  loops_pumpable threads barriers sk n p.
Proof.
  intros W H. unfold pump_b in H. set (P := unrolled n) in *.
  destruct (runs P (firstn x l) start) as [e|] eqn:R1; [|easy].
  destruct (runs P (firstn (y - x) (skipn x l)) e) as [f|] eqn:R2; [|easy].
  apply andb_true_iff in H as (A & G).
  destruct (runs_exec P _ W start start e (start_invariant P W) (equal_start P) R1)
    as (e' & X1 & E1 & I1).
  destruct (runs_exec P _ W e' e f I1 E1 R2) as (f' & X2 & E2 & I2).
  exists c, (pc (core e)), (fun t => pc (core f) t - pc (core e) t). split.
  - eapply pumpable_run; [exact X1 | exact X2 | |].
    + apply (same_alike threads barriers P P P _ _ e' e f'); [apply E1|].
      apply (alike_same threads barriers P P P _ _ e f f').
      * now apply alike_b_alike.
      * apply same_sym, E2.
    + intros t _. now rewrite (equal_core P _ _ E1).
  - intros t T. apply goes_round_found. exact (below_true _ _ G t T).
Qed.

End Block.

(** ** A ring *)

(** Slot s is full at barrier s, empty at barrier s + 2; slots hold addresses 0 and 1. The consumer
    says at first that both are empty, and later unless it is not needed any more. *)
Definition producer (waits : bool) : role :=
  Role [] ((if waits then [Operation (Syncs 2) 2 2 0 0] else []) ++
           [Operation (Touches true) 0 2 0 0; Operation (Arrives 2) 0 2 0 0]) 0 0 [].
Definition consumer : role :=
  Role [Arrive 2 2; Arrive 3 2]
       [Operation (Syncs 2) 0 2 0 0; Operation (Touches false) 0 2 0 0;
        Operation (Arrives 2) 2 2 0 2] 0 0 [].

Definition block (waits : bool) (t : tid) : role :=
  match t with 0 => producer waits | 1 => consumer | _ => Role [] [] 0 0 [] end.

Definition turns (waits : bool) (n : nat) : list tid :=
  balanced 2 4 (unrolled (block waits) n) (20 * n + 20) start.

Lemma block_formed waits n : well_formed 4 (unrolled (block waits) n).
Proof.
  intros t b k H.
  assert (I : forall o, In o (unroll (block waits t) n) ->
    match o with Arrive b k | Sync b k => 0 < k /\ b < 4 | Touch _ _ => True end).
  { intros o I. unfold unroll in I. rewrite !in_app_iff in I.
    destruct I as [I|[I|I]].
    - destruct t as [|[|t]], waits; simpl in I; try easy;
        repeat (destruct I as [<-|I]; [lia|]); easy.
    - apply in_flat_map in I as (i & _ & I). apply in_flat_map in I as (x & X & I).
      pose proof (Nat.mod_upper_bound i 2 ltac:(lia)) as M. unfold instance in I.
      destruct t as [|[|t]], waits; simpl in X; repeat (destruct X as [<-|X]); try easy;
        cbn [act base ring from until] in I; (destruct (_ && _); [|easy]);
        destruct I as [<-|[]]; lia || easy.
    - destruct t as [|[|t]]; easy. }
  destruct H as [H|H]; apply I in H; exact H.
Qed.

(** Where the pumps of the runs for n = 5 to 7 may begin: steps of the schedule. *)
Compute map (fun n => filter (fun x =>
  pump_b 2 4 (block true) n 2 x (x + 12) (fun _ => 1) (turns true n)) (seq 10 4)) [5; 6; 7].

Theorem ring_for_all_n n : well_synchronised 2 (unrolled (block true) n).
Proof.
  revert n. apply (finitely_many 2 4 (block true) (block_formed true) 6 2); [lia|..].
  - intros n B. exists 2. split; [now exists 1|].
    apply (pump_found 2 4 (block true) n 2 12 24 (fun _ => 1) (turns true n) (block_formed true n)).
    assert (n = 6 \/ n = 7) as [->| ->] by lia; vm_compute; reflexivity.
  - intros n B. apply (verdict_found 2 4 _ (turns true n)); [apply block_formed|].
    assert (V : forallb (fun n => verdict_b 2 4 (unrolled (block true) n) (turns true n)) (seq 0 8) =
                true) by (vm_compute; reflexivity).
    rewrite forallb_forall in V. apply V, in_seq. lia.
Qed.

(** The producer arrives at barrier 0 again before anybody is known to have left it. *)
Theorem careless_for_no_n n : 4 <= n -> ~ well_synchronised 2 (unrolled (block false) n).
Proof.
  destruct (exec 2 (unrolled (block false) 4) (corrected (unrolled (block false) 4))
                 [1; 1; 0; 0; 1; 0; 0; 0; 0] start) as [e|] eqn:X;
    [|vm_compute in X; discriminate].
  assert (O : option_map (fun e => (ordered e, pc (core e) 0, pc (core e) 1))
    (exec 2 (unrolled (block false) 4) (corrected (unrolled (block false) 4))
          [1; 1; 0; 0; 1; 0; 0; 0; 0] start) = Some (false, 6, 3)) by (vm_compute; reflexivity).
  rewrite X in O. injection O as O P0 P1. revert n.
  apply (bad_inside 2 4 (block false) (block_formed false) 4 _ e X); [|now left].
  intros t T. right. destruct t as [|[|t]]; [exists 4 | exists 1 | lia]; rewrite ?P0, ?P1;
    (split; [vm_compute; lia|]); (split; [vm_compute; lia|]); simpl; intros o I;
    repeat (destruct I as [<-|I]; [vm_compute; lia|]); easy.
Qed.
