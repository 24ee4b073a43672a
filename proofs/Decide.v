(** * The pair form, run

    The crosses of a protocol whose parameters are numbers can be enumerated: [race_found n p] is the
    verdict of the tool on [n] threads. Statement ([race_found_correct]): it is true iff some
    execution of [n] threads reaches two conflicting accesses at once.

    theory.md: section 2. C++: src/protocol/split/split.cpp makes a formula of each cross where this file
    enumerates; tests/unit/protocol/oracle_enumeration.cpp enumerates as this file does. *)

From Heddle Require Import Protocol Execution Uniformity Divergence PairForm PairFormExact.

(** All iterations in which thread [t] comes to a place. *)
Fixpoint envs (A : list around) (t : tid) : list env :=
  match A with
  | [] => [[]]
  | Cond c v :: A => filter (fun r => Bool.eqb (c r t) v) (envs A t)
  | Iter n :: A => flat_map (fun r => map (fun i => i :: r) (seq 0 (n r t))) (envs A t)
  end.

Fixpoint holds_b (A : list around) (r : env) (t : tid) : bool :=
  match A with
  | [] => match r with [] => true | _ => false end
  | Cond c v :: A => Bool.eqb (c r t) v && holds_b A r t
  | Iter n :: A => match r with [] => false | i :: r => (i <? n r t) && holds_b A r t end
  end.

Definition row_pairs (t u : tid) (r : env) (w : row) : list (inst * inst) :=
  match w with
  | Block p => list_prod (members t r (Local p)) (members u r (Local p))
  | Meet s s' => list_prod (members t r s) (members u r s')
  | Differ c g h s s' =>
      if c r t && negb (c r u) && sat t r g && sat u r h
      then list_prod (members t r s) (members u r s') else []
  | Next n g s s' =>
      flat_map (fun i => flat_map (fun j =>
        if (i <? j) && sat_from u r g (S i) (j - S i)
        then list_prod (members t (i :: r) s) (members u (j :: r) s') else [])
        (seq 0 (n r u))) (seq 0 (n r t))
  end.

Definition cross_pairs (t u : tid) (c : cross) : list (inst * inst) :=
  flat_map (fun r => if holds_b (shared c) r u then row_pairs t u r (what c) else [])
           (envs (shared c) t).

Definition conflict_b (t u : tid) (xy : inst * inst) : bool :=
  let '((a, r), (b, s)) := xy in
  (acc_array a =? acc_array b) && kinds_conflict (acc_kind a) (acc_kind b) &&
  (acc_offset a r t <? acc_offset b s u + acc_size b)%Z &&
  (acc_offset b s u <? acc_offset a r t + acc_size a)%Z.

Definition race_found (n : nat) (p : proto) : bool :=
  existsb (fun t => existsb (fun u => negb (t =? u) &&
    existsb (fun c => existsb (conflict_b t u) (cross_pairs t u c)) (crosses [] p))
    (seq 0 n)) (seq 0 n).

Lemma holds_b_spec A t : forall r, holds_b A r t = true <-> holds A r t.
Proof.
  induction A as [|[c v|n] A IH]; intro r; simpl.
  - now destruct r.
  - rewrite andb_true_iff, IH, eqb_true_iff. easy.
  - destruct r as [|i r]; [easy|]. rewrite andb_true_iff, IH, Nat.ltb_lt. easy.
Qed.

Lemma in_envs A t : forall r, In r (envs A t) <-> holds A r t.
Proof.
  induction A as [|[c v|n] A IH]; intro r; simpl.
  - intuition.
  - rewrite filter_In, IH, eqb_true_iff. tauto.
  - rewrite in_flat_map. setoid_rewrite in_map_iff. split.
    + intros (s & S & i & <- & I). apply in_seq in I. split; [lia | now apply IH].
    + destruct r as [|i r]; [easy|]. intros (I & H). exists r. split; [now apply IH|].
      exists i. split; [easy | apply in_seq; lia].
Qed.

Lemma in_row_pairs t u r w x y : In (x, y) (row_pairs t u r w) <-> row_pair t u r w x y.
Proof.
  destruct w as [p|s s'|c g h s s'|n g s s']; unfold row_pairs, row_pair.
  - apply in_prod_iff.
  - apply in_prod_iff.
  - destruct (c r t), (c r u), (sat t r g), (sat u r h); simpl; rewrite ?in_prod_iff; intuition easy.
  - rewrite in_flat_map. setoid_rewrite in_flat_map. split.
    + intros (i & I & j & J & H). exists i, j. apply in_seq in I, J.
      destruct (Nat.ltb_spec i j); [|easy].
      destruct (sat_from u r g (S i) (j - S i)); [|easy]. apply in_prod_iff in H. intuition.
    + intros (i & j & L & I & J & G & H). exists i. split; [apply in_seq; lia|].
      exists j. split; [apply in_seq; lia|]. apply Nat.ltb_lt in L. rewrite L, G.
      now apply in_prod_iff.
Qed.

Lemma in_cross_pairs t u c x y : In (x, y) (cross_pairs t u c) <-> cross_pair t u c x y.
Proof.
  unfold cross_pairs, cross_pair. rewrite in_flat_map_if. setoid_rewrite in_envs.
  setoid_rewrite holds_b_spec. setoid_rewrite in_row_pairs. easy.
Qed.

Lemma conflict_b_spec t u x y : conflict_b t u (x, y) = true <-> conflict t x u y.
Proof.
  destruct x as [a r], y as [b s]. simpl.
  rewrite !andb_true_iff, Nat.eqb_eq, !Z.ltb_lt. tauto.
Qed.

Lemma race_found_spec n p :
  race_found n p = true <-> exists t u x y,
    t < n /\ u < n /\ t <> u /\ (exists c, In c (crosses [] p) /\ cross_pair t u c x y) /\
    conflict t x u y.
Proof.
  unfold race_found. rewrite existsb_exists. split.
  - intros (t & T & H). apply existsb_exists in H as (u & U & H).
    apply andb_true_iff in H as (N & H). apply existsb_exists in H as (c & C & H).
    apply existsb_exists in H as ([x y] & P & K). exists t, u, x, y.
    apply in_seq in T, U. apply in_cross_pairs in P. apply conflict_b_spec in K.
    rewrite negb_true_iff, Nat.eqb_neq in N.
    split; [lia|]. split; [lia|]. split; [easy|]. split; [|easy]. now exists c.
  - intros (t & u & x & y & T & U & N & (c & C & P) & K).
    exists t. split; [apply in_seq; lia|]. apply existsb_exists.
    exists u. split; [apply in_seq; lia|]. apply andb_true_iff.
    split; [now rewrite negb_true_iff, Nat.eqb_neq|]. apply existsb_exists.
    exists c. split; [easy|]. apply existsb_exists. exists (x, y).
    split; [now apply in_cross_pairs | now apply conflict_b_spec].
Qed.

Theorem race_found_correct n p :
  well_named p -> obligations n p -> (race_found n p = true <-> racy n p).
Proof.
  intros W O. apply obligations_iff_uniform in O; [|easy].
  now rewrite race_found_spec, race_iff_phase_race, crosses_race.
Qed.

(** The obligations, run: the tool asks a solver for a model of E(t, b) and not E(u, b). *)
Definition obligations_hold (n : nat) (p : proto) : bool :=
  forallb (fun bA => forallb (fun t => forallb (fun u =>
    forallb (fun r => holds_b (snd bA) r u) (envs (snd bA) t)) (seq 0 n)) (seq 0 n)) (places [] p).

Theorem obligations_hold_correct n p : obligations_hold n p = true <-> obligations n p.
Proof.
  unfold obligations_hold, obligations, obligation. rewrite forallb_forall. split.
  - intros H b A I t u r T U E. specialize (H (b, A) I). simpl in H.
    rewrite forallb_forall in H. assert (T' : In t (seq 0 n)) by (apply in_seq; lia).
    apply H in T'. rewrite forallb_forall in T'.
    assert (U' : In u (seq 0 n)) by (apply in_seq; lia). apply T' in U'.
    rewrite forallb_forall in U'. apply holds_b_spec, U'. now apply in_envs.
  - intros H [b A] I. apply forallb_forall. intros t T. apply forallb_forall. intros u U.
    apply forallb_forall. intros r R. apply in_seq in T, U. apply in_envs in R.
    apply holds_b_spec. apply (H b A I t u r); auto; lia.
Qed.
