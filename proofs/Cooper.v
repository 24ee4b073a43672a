(** * Universal guards without quantifiers

    "No iteration k > low with upper(k) runs a barrier" is asked at finitely many k only: the D
    iterations behind low, and D behind each point after which a literal can become true, where D is
    a common period. Statement ([none_above_exact]): for formulas of literals c k < r, c k = r (any
    constant c, any r) and periodic ones this loses nothing.

    [instances_suffice] is the core: any condition that can be taken D iterations down, but for
    finitely many points, may be asked at these instances; literals that are only known to be
    decreasing in k ([Down]) need no point at all. Any set of instances gives a weaker guard
    ([instances_sound]), which may find too many pairs, but misses none.

    theory.md: section 2, "Quantified guards". C++: src/protocol/align/align_quantify.cpp, none_above. *)

From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
Local Open Scope Z_scope.

(** [h] holds D iterations earlier too, unless a point of [B] is on the way. *)
Definition steps_down (B : list Z) (D low : Z) (h : Z -> Prop) : Prop :=
  forall k, low < k - D -> h k -> (forall b, In b B -> ~ b < k <= b + D) -> h (k - D).

Definition instances (B : list Z) (D low : Z) (h : Z -> Prop) : Prop :=
  (forall j, 1 <= j <= D -> ~ h (low + j)) /\
  (forall b j, In b B -> 1 <= j <= D -> low < b + j -> ~ h (b + j)).

Lemma point_on_the_way B k D :
  (exists b, In b B /\ b < k <= b + D) \/ forall b, In b B -> ~ b < k <= b + D.
Proof.
  induction B as [|a B IH]; [now right|].
  destruct (Z_lt_dec a k), (Z_le_dec k (a + D)).
  1: left; exists a; simpl; split; [now left | lia].
  all: destruct IH as [(b & I & H)|H]; [left; exists b; simpl; auto | right].
  all: intros b [<-|I]; [lia | now apply H].
Qed.

Theorem instances_sound B D low h : (forall k, low < k -> ~ h k) -> instances B D low h.
Proof. intro H. split; intros; apply H; lia. Qed.

Theorem instances_suffice B D low h : 0 < D -> steps_down B D low h ->
  ((forall k, low < k -> ~ h k) <-> instances B D low h).
Proof.
  intros P S. split; [apply instances_sound|]. intros (F & I) k L H.
  assert (G : forall m k, low < k <= low + Z.of_nat m -> ~ h k).
  { clear k L H. induction m as [|m IH]; intros k L H; [lia|].
    destruct (Z_le_dec k (low + D)) as [Q|Q].
    - apply (F (k - low)); [lia|]. now replace (low + (k - low)) with k by lia.
    - destruct (point_on_the_way B k D) as [(b & J & R)|N].
      + apply (I b (k - b)); [easy | lia | lia |]. now replace (b + (k - b)) with k by lia.
      + apply (IH (k - D)); [lia|]. apply S; auto. lia. }
  apply (G (Z.to_nat (k - low)) k); [lia | easy].
Qed.

(** ** Formulas *)

Inductive formula :=
| Free (v : bool)                    (* does not speak of k *)
| Less (c r : Z)                     (* c k < r *)
| Equal (c r : Z)                    (* c k = r *)
| Down (f : Z -> bool)               (* decreasing: true at k + 1 implies true at k *)
| Periodic (d : Z) (f : Z -> bool)   (* f (k + d) = f k; k % 4 == 1, k & 3, .. *)
| Not (h : formula)
| And (h i : formula)
| Or (h i : formula).

Fixpoint true_at (k : Z) (h : formula) : bool :=
  match h with
  | Free v => v
  | Less c r => c * k <? r
  | Equal c r => c * k =? r
  | Down f | Periodic _ f => f k
  | Not h => negb (true_at k h)
  | And h i => true_at k h && true_at k i
  | Or h i => true_at k h || true_at k i
  end.

(** [Down] and [Periodic] keep their promises for k >= 0; [Down] is not negated. *)
Fixpoint proper (positive : bool) (h : formula) : Prop :=
  match h with
  | Free _ | Less _ _ | Equal _ _ => True
  | Down f => positive = true /\ forall k, 0 <= k -> f (k + 1) = true -> f k = true
  | Periodic d f => 0 < d /\ forall k, 0 <= k -> f (k + d) = f k
  | Not h => proper (negb positive) h
  | And h i | Or h i => proper positive h /\ proper positive i
  end.

(** Behind which points the formula, negated when not [positive], may become true. Division rounds
    as in C++; for a negative dividend there is nothing to find among k >= 0. *)
Fixpoint points (positive : bool) (h : formula) : list Z :=
  match h with
  | Free _ | Down _ | Periodic _ _ => []
  | Less c r =>
      if positive then if c <? 0 then [(- r) ÷ (- c)] else []
      else if 0 <? c then [(r - 1) ÷ c] else []
  | Equal c r =>
      if c =? 0 then []
      else let q := if c <? 0 then (- r) ÷ (- c) else r ÷ c in
           [if positive then q - 1 else q]
  | Not h => points (negb positive) h
  | And h i | Or h i => points positive h ++ points positive i
  end.

Fixpoint period (h : formula) : Z :=
  match h with
  | Periodic d _ => d
  | Not h => period h
  | And h i | Or h i => Z.lcm (period h) (period i)
  | _ => 1
  end.

Definition holds_at (positive : bool) (h : formula) (k : Z) : Prop := true_at k h = positive.

Lemma period_pos h : forall positive, proper positive h -> 0 < period h.
Proof.
  induction h as [v|c r|c r|f|d f|h IH|h IHh i IHi|h IHh i IHi]; simpl; intros positive P;
    try lia; eauto.
  all: destruct P as (Ph & Pi); apply IHh in Ph; apply IHi in Pi;
    pose proof (Z.lcm_nonneg (period h) (period i));
    assert (Z.lcm (period h) (period i) <> 0) by (rewrite Z.lcm_eq_0; lia); lia.
Qed.

Lemma down_steps (f : Z -> bool) : (forall k, 0 <= k -> f (k + 1) = true -> f k = true) ->
  forall n k, 0 <= k - Z.of_nat n -> f k = true -> f (k - Z.of_nat n) = true.
Proof.
  intros H n. induction n as [|n IH]; intros k L F.
  - now replace (k - Z.of_nat 0) with k by lia.
  - apply H; [easy|]. replace (k - Z.of_nat (S n) + 1) with (k - Z.of_nat n) by lia.
    apply IH; [lia | easy].
Qed.

Lemma periodic_steps (f : Z -> bool) d : 0 < d -> (forall k, 0 <= k -> f (k + d) = f k) ->
  forall n k, 0 <= k - Z.of_nat n * d -> f (k - Z.of_nat n * d) = f k.
Proof.
  intros P H n. induction n as [|n IH]; intros k L.
  - f_equal. lia.
  - rewrite <- (IH k) by lia. rewrite <- H by easy. f_equal. lia.
Qed.

(** c k > r, c positive. *)
Lemma above_steps c r D k : 0 < c -> 0 <= k - D -> c * k > r -> ~ r ÷ c < k <= r ÷ c + D ->
  c * (k - D) > r.
Proof.
  intros C L H N. destruct (Z_lt_dec r 0) as [Neg|Pos]; [nia|].
  rewrite Z.quot_div_nonneg in N by lia.
  pose proof (Z.div_mod r c). pose proof (Z.mod_pos_bound r c C).
  assert (r / c < k) by (apply Z.div_lt_upper_bound; lia).
  assert (r / c + 1 <= k - D) by lia. nia.
Qed.

Lemma exact_quotient c r k : 0 < c -> 0 <= k -> c * k = r -> r ÷ c = k.
Proof. intros C K <-. rewrite Z.mul_comm. apply Z.quot_mul. lia. Qed.

Lemma formula_steps_down D low h : -1 <= low -> 0 < D -> forall positive,
  proper positive h -> (period h | D) ->
  steps_down (points positive h) D low (holds_at positive h).
Proof.
  intros Low Dpos. unfold steps_down, holds_at.
  induction h as [v|c r|c r|f|d f|h IH|h IHh i IHi|h IHh i IHi];
    intros positive P Dv k L H N; simpl in *.
  - easy.
  - destruct positive.
    + apply Z.ltb_lt. apply Z.ltb_lt in H. destruct (Z.ltb_spec c 0); [|nia].
      assert (- c * (k - D) > - r); [|lia].
      apply above_steps; [lia | lia | lia|]. apply N. now left.
    + apply Z.ltb_ge. apply Z.ltb_ge in H. destruct (Z.ltb_spec 0 c); [|nia].
      assert (c * (k - D) > r - 1); [|lia].
      apply above_steps; [lia | lia | lia|]. apply N. now left.
  - destruct (Z.eqb_spec c 0) as [->|C]; [now rewrite Z.mul_0_l in *|].
    assert (Q : forall k, 0 <= k -> c * k = r ->
                (if c <? 0 then (- r) ÷ (- c) else r ÷ c) = k).
    { intros m M E. destruct (Z.ltb_spec c 0); apply exact_quotient; lia. }
    specialize (N _ (or_introl eq_refl)). destruct positive.
    + apply Z.eqb_eq in H. rewrite (Q k) in N by (auto; lia). lia.
    + apply Z.eqb_neq. apply Z.eqb_neq in H. intro E.
      rewrite (Q (k - D)) in N by (auto; lia). lia.
  - destruct P as (-> & P). replace D with (Z.of_nat (Z.to_nat D)) by lia.
    apply down_steps; auto. lia.
  - destruct P as (Pd & P). destruct Dv as (m & E).
    assert (0 < m) by nia. rewrite <- H. replace D with (Z.of_nat (Z.to_nat m) * d) by lia.
    apply periodic_steps; auto. replace (Z.of_nat (Z.to_nat m) * d) with D by lia. lia.
  - rewrite <- (negb_involutive positive) in H |- *. f_equal. apply (IH (negb positive)); auto.
    now destruct (true_at k h), positive.
  - assert (Dh : (period h | D)) by (eapply Z.divide_trans; [apply Z.divide_lcm_l | eauto]).
    assert (Di : (period i | D)) by (eapply Z.divide_trans; [apply Z.divide_lcm_r | eauto]).
    destruct P as (Ph & Pi). setoid_rewrite in_app_iff in N.
    assert (Sh := IHh positive Ph Dh k L). assert (Si := IHi positive Pi Di k L).
    destruct positive.
    + apply andb_true_iff in H as (Hh & Hi). rewrite Sh, Si; auto.
    + apply andb_false_iff in H. apply andb_false_iff. destruct H; auto.
  - assert (Dh : (period h | D)) by (eapply Z.divide_trans; [apply Z.divide_lcm_l | eauto]).
    assert (Di : (period i | D)) by (eapply Z.divide_trans; [apply Z.divide_lcm_r | eauto]).
    destruct P as (Ph & Pi). setoid_rewrite in_app_iff in N.
    assert (Sh := IHh positive Ph Dh k L). assert (Si := IHi positive Pi Di k L).
    destruct positive.
    + apply orb_true_iff in H. apply orb_true_iff. destruct H; auto.
    + apply orb_false_iff in H as (Hh & Hi). rewrite Sh, Si; auto.
Qed.

(** What none_above builds: upper and h at the instances. [low] = -1 stands for "from iteration 0
    on". *)
Definition none_above (low : Z) (upper h : formula) : bool :=
  let f := And upper h in
  let D := period f in
  let js := map Z.of_nat (seq 1 (Z.to_nat D)) in
  forallb (fun j => negb (true_at (low + j) f)) js &&
  forallb (fun b => forallb (fun j => negb ((low <? b + j) && true_at (b + j) f)) js)
          (points true f).

Theorem none_above_exact low upper h : -1 <= low -> proper true upper -> proper true h ->
  (none_above low upper h = true <->
   forall k, low < k -> true_at k upper = true -> true_at k h = true -> False).
Proof.
  intros Low Pu Ph. set (f := And upper h). assert (Pf : proper true f) by (split; auto).
  pose proof (period_pos f true Pf) as Dpos.
  pose proof (instances_suffice (points true f) (period f) low (holds_at true f) Dpos
    (formula_steps_down _ low f Low Dpos true Pf (Z.divide_refl _))) as E.
  assert (J : forall j, In j (map Z.of_nat (seq 1 (Z.to_nat (period f)))) <-> 1 <= j <= period f).
  { intro j. rewrite in_map_iff. split.
    - intros (n & <- & I). apply in_seq in I. lia.
    - intro L. exists (Z.to_nat j). split; [lia|]. apply in_seq. lia. }
  transitivity (instances (points true f) (period f) low (holds_at true f)).
  - unfold none_above, instances. fold f. rewrite andb_true_iff, !forallb_forall.
    setoid_rewrite forallb_forall. setoid_rewrite J. setoid_rewrite negb_true_iff.
    unfold holds_at. split; intros (A & B); split.
    + intros j L. now rewrite A.
    + intros b j I L M H. specialize (B b I j L). apply Z.ltb_lt in M. now rewrite M, H in B.
    + intros j L. specialize (A j L). now destruct (true_at (low + j) f).
    + intros b I j L. destruct (Z.ltb_spec low (b + j)) as [M|M]; [|easy].
      specialize (B b j I L M). now destruct (true_at (b + j) f).
  - rewrite <- E. unfold holds_at, f. simpl. split.
    + intros H k L U K. apply (H k L). now rewrite U, K.
    + intros H k L K. apply andb_true_iff in K as (U & K). eauto.
Qed.

(** ** What the tool does before: disjunctions are asked one by one, what does not speak of k first *)

Theorem split_or low upper h i :
  (forall k, low < k -> true_at k upper = true -> true_at k (Or h i) = true -> False) <->
  (forall k, low < k -> true_at k upper = true -> true_at k h = true -> False) /\
  (forall k, low < k -> true_at k upper = true -> true_at k i = true -> False).
Proof.
  simpl. setoid_rewrite orb_true_iff. split.
  - intro H. split; intros; eapply H; eauto.
  - intros (H & I) k L U [K|K]; eauto.
Qed.

Theorem split_free low upper v h :
  (forall k, low < k -> true_at k upper = true -> true_at k (And (Free v) h) = true -> False) <->
  (v = false \/ forall k, low < k -> true_at k upper = true -> true_at k h = true -> False).
Proof.
  simpl. setoid_rewrite andb_true_iff. destruct v; split.
  - intro H. right. eauto.
  - intros [H|H] k L U (_ & K); [easy | eauto].
  - now left.
  - intros _ k _ _ (H & _). easy.
Qed.

(** Is there a barrier between iterations 2 and 9, at every fourth? Between 2 and 5? *)
Compute none_above 2 (Less 1 9) (Periodic 4 (fun k => k mod 4 =? 1)).
Compute none_above 2 (Less 1 5) (Periodic 4 (fun k => k mod 4 =? 1)).
