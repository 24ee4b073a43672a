(** * Uniformity: the obligation E is exact

    For a barrier let E(t, b) be the conjunction of all ranges and conditions around it, for thread
    t at iterations b. The obligation says that E(t, b) implies E(u, b) for all threads t, u and all
    b. Statement: it holds of every barrier iff all threads run the same barriers, in the same
    iterations, in the same order. (Divergence.v: iff no execution gets stuck.) Conditions and trip
    counts themselves may well differ between threads.

    theory.md: section 2, "Uniformity". C++: src/protocol/uniform.cpp. *)

From Heddle Require Import Protocol.

(** What is around a place, innermost first: a condition and the value that it must have, or a
    loop. [Around] in src/protocol/align/align.hpp, [Step] in src/protocol/uniform.cpp. *)
Inductive around :=
| Cond (c : env -> tid -> bool) (v : bool)
| Iter (n : env -> tid -> nat).

(** E: thread [t] comes to the place in iterations [r]. *)
Fixpoint holds (A : list around) (r : env) (t : tid) : Prop :=
  match A with
  | [] => r = []
  | Cond c v :: A => c r t = v /\ holds A r t
  | Iter n :: A => match r with [] => False | i :: r => i < n r t /\ holds A r t end
  end.

(** The barriers of [p], each with what is around it. *)
Fixpoint places (A : list around) (p : proto) : list (nat * list around) :=
  match p with
  | Skip | Acc _ => []
  | Bar b => [(b, A)]
  | Seq p q => places A p ++ places A q
  | If c p q => places (Cond c true :: A) p ++ places (Cond c false :: A) q
  | Loop n p => places (Iter n :: A) p
  end.

Definition obligation (n : nat) (A : list around) : Prop :=
  forall t u r, t < n -> u < n -> holds A r t -> holds A r u.

Definition obligations (n : nat) (p : proto) : Prop :=
  forall b A, In (b, A) (places [] p) -> obligation n A.

Fixpoint names (p : proto) : list nat :=
  match p with
  | Skip | Acc _ => []
  | Bar b => [b]
  | Seq p q | If _ p q => names p ++ names q
  | Loop _ p => names p
  end.

(** Barriers at different places have different names. *)
Definition well_named (p : proto) : Prop := NoDup (names p).

Definition bars (t : tid) (r : env) (p : proto) := barriers (trace t r p).

(** ** Names and iterations tell barriers apart *)

Lemma NoDup_app_inv {A} (l m : list A) :
  NoDup (l ++ m) -> NoDup l /\ NoDup m /\ forall x, In x l -> In x m -> False.
Proof.
  induction l as [|a l IH]; simpl; [repeat split; auto using NoDup_nil|].
  inversion_clear 1 as [|? ? N D]. destruct (IH D) as (L & M & X).
  repeat split; auto.
  - constructor; auto. intro I. apply N, in_or_app. auto.
  - intros x [<-|I] J; eauto. apply N, in_or_app. auto.
Qed.

Lemma in_barriers_flat_map {A} e (f : A -> list event) l :
  In e (barriers (flat_map f l)) <-> exists i, In i l /\ In e (barriers (f i)).
Proof.
  induction l as [|a l IH]; simpl.
  - split; [easy | intros (i & [] & _)].
  - rewrite barriers_app, in_app_iff, IH. split.
    + intros [H|(i & I & H)]; eauto.
    + intros (i & [->|I] & H); eauto.
Qed.

Lemma in_bars_seq e t r p q : In e (bars t r (Seq p q)) <-> In e (bars t r p) \/ In e (bars t r q).
Proof. unfold bars. simpl. now rewrite barriers_app, in_app_iff. Qed.

Lemma in_bars_loop e t r n p :
  In e (bars t r (Loop n p)) <-> exists i, i < n r t /\ In e (bars t (i :: r) p).
Proof.
  unfold bars. simpl. rewrite in_barriers_flat_map.
  split; intros (i & I & H); exists i; split; auto; apply in_seq in I || apply in_seq; lia.
Qed.

Lemma bars_name t p : forall r b s, In (b, s) (bars t r p) -> In b (names p) /\ exists g, s = g ++ r.
Proof.
  induction p as [|a|c|p IHp q IHq|c p IHp q IHq|n p IHp]; intros r b s H; simpl.
  - easy.
  - easy.
  - destruct H as [[= -> ->]|[]]. split; [now left | now exists []].
  - apply in_bars_seq in H. destruct H as [H|H]; [apply IHp in H | apply IHq in H];
      destruct H; split; auto; apply in_or_app; auto.
  - unfold bars in *. simpl in H.
    destruct (c r t); [apply IHp in H | apply IHq in H]; destruct H; split; auto;
      apply in_or_app; auto.
  - apply in_bars_loop in H as (i & _ & H). apply IHp in H as (N & g & ->).
    split; [easy|]. exists (g ++ [i]). now rewrite <- app_assoc.
Qed.

Lemma same_iteration (g h r : env) i j : g ++ i :: r = h ++ j :: r -> i = j.
Proof.
  intro E. change (i :: r) with ([i] ++ r) in E. change (j :: r) with ([j] ++ r) in E.
  rewrite !app_assoc in E. apply app_inv_tail in E. now apply app_inj_tail in E.
Qed.

(** ** What equal barriers of a protocol mean for its parts *)

Definition same (t u : tid) (r : env) (p : proto) : Prop :=
  forall e, In e (bars t r p) <-> In e (bars u r p).

Lemma same_sym t u r p : same t u r p -> same u t r p.
Proof. intros H e. symmetry. apply H. Qed.

Lemma none_in {A} (l : list A) : (forall x, ~ In x l) -> l = [].
Proof. destruct l as [|a l]; [easy|]. intro H. now destruct (H a (or_introl eq_refl)). Qed.

Lemma same_seq t u r p q :
  well_named (Seq p q) -> same t u r (Seq p q) -> same t u r p /\ same t u r q.
Proof.
  intros W H. apply NoDup_app_inv in W as (_ & _ & D).
  assert (K : forall t u, same t u r (Seq p q) -> forall e,
              (In e (bars t r p) -> In e (bars u r p)) /\ (In e (bars t r q) -> In e (bars u r q))).
  { clear - D. intros t u H [b s]. specialize (H (b, s)). rewrite !in_bars_seq in H.
    split; intro I; (destruct H as [[J|J] _]; [auto | auto |]); auto;
      exfalso; apply bars_name in I as (I & _), J as (J & _); eauto. }
  split; intro e; split; apply K; auto using same_sym.
Qed.

Lemma same_if t u r c p q :
  well_named (If c p q) -> same t u r (If c p q) ->
  match c r t, c r u with
  | true, true => same t u r p
  | false, false => same t u r q
  | true, false => bars t r p = [] /\ bars u r q = []
  | false, true => bars t r q = [] /\ bars u r p = []
  end.
Proof.
  intros W H. apply NoDup_app_inv in W as (_ & _ & D). unfold same, bars in H. simpl in H.
  fold (bars t r p) (bars t r q) (bars u r p) (bars u r q) in H.
  destruct (c r t), (c r u); try exact H; split; apply none_in; intros [b s] I;
    pose proof I as J; apply H in J; apply bars_name in I as (I & _), J as (J & _); eauto.
Qed.

Lemma same_loop t u r n p :
  same t u r (Loop n p) ->
  forall i, (i < n r t -> i < n r u -> same t u (i :: r) p) /\
            (i < n r t -> n r u <= i -> bars t (i :: r) p = []).
Proof.
  intros H i.
  assert (K : forall t u, same t u r (Loop n p) -> forall e, i < n r t ->
              In e (bars t (i :: r) p) -> i < n r u /\ In e (bars u (i :: r) p)).
  { clear. intros t u H [b s] L I.
    assert (J : In (b, s) (bars u r (Loop n p))) by (apply H, in_bars_loop; eauto).
    apply in_bars_loop in J as (j & M & J).
    pose proof J as J'. apply bars_name in I as (_ & g & E), J' as (_ & h & ->).
    apply same_iteration in E as ->. easy. }
  split; intros L M.
  - intro e. split; intro I; [apply (K t u) | apply (K u t)]; auto using same_sym.
  - apply none_in. intros e I. apply (K t u H e L) in I. lia.
Qed.

Lemma flat_map_iterations {B} (f g : nat -> list B) n m :
  (forall i, i < n -> i < m -> f i = g i) ->
  (forall i, i < n -> m <= i -> f i = []) -> (forall i, i < m -> n <= i -> g i = []) ->
  flat_map f (seq 0 n) = flat_map g (seq 0 m).
Proof.
  assert (Z : forall (h : nat -> list B) k a, (forall i, a <= i < a + k -> h i = []) ->
              flat_map h (seq a k) = []).
  { intros h k. induction k as [|k IH]; intros a H; simpl; [easy|].
    rewrite H by lia. apply IH. intros i I. apply H. lia. }
  assert (X : forall k a, (forall i, a <= i < a + k -> f i = g i) ->
              flat_map f (seq a k) = flat_map g (seq a k)).
  { induction k as [|k IH]; intros a H; simpl; [easy|].
    rewrite H by lia. f_equal. apply IH. intros i I. apply H. lia. }
  intros E F G. destruct (Nat.le_ge_cases n m) as [L|L].
  - replace m with (n + (m - n)) by lia. rewrite seq_app, flat_map_app, (Z g (m - n)).
    + rewrite app_nil_r. apply X. intros i I. apply E; lia.
    + intros i I. apply G; lia.
  - replace n with (m + (n - m)) by lia. rewrite seq_app, flat_map_app, (Z f (n - m)).
    + rewrite app_nil_r. apply X. intros i I. apply E; lia.
    + intros i I. apply F; lia.
Qed.

Lemma barriers_flat_map {A} (f : A -> list event) l :
  barriers (flat_map f l) = flat_map (fun i => barriers (f i)) l.
Proof. induction l; simpl; [easy|]. rewrite barriers_app. congruence. Qed.

(** The text fixes the order: threads that run the same barriers run them in the same order. *)
Lemma same_bars t u p : forall r, well_named p -> same t u r p -> bars t r p = bars u r p.
Proof.
  induction p as [|a|b|p IHp q IHq|c p IHp q IHq|n p IHp]; intros r W H; try easy.
  - destruct (same_seq _ _ _ _ _ W H) as (Hp & Hq). apply NoDup_app_inv in W as (Wp & Wq & _).
    apply IHp in Hp; [|easy]. apply IHq in Hq; [|easy].
    unfold bars in *. simpl. rewrite !barriers_app. congruence.
  - pose proof (same_if _ _ _ _ _ _ W H) as K. apply NoDup_app_inv in W as (Wp & Wq & _).
    unfold bars in *. simpl.
    destruct (c r t), (c r u); [apply IHp; easy | | | apply IHq; easy]; destruct K; congruence.
  - unfold bars. simpl. rewrite !barriers_flat_map.
    apply flat_map_iterations; intros i I J.
    + apply IHp; [easy|]. now apply (proj1 (same_loop _ _ _ _ _ H i)).
    + now apply (proj2 (same_loop _ _ _ _ _ H i)).
    + now apply (proj2 (same_loop _ _ _ _ _ (same_sym _ _ _ _ H) i)).
Qed.

(** ** E says which barriers a thread runs *)

Lemma bars_holds t b s p : forall A r,
  holds A r t -> In (b, s) (bars t r p) -> exists B, In (b, B) (places A p) /\ holds B s t.
Proof.
  induction p as [|a|c|p IHp q IHq|c p IHp q IHq|n p IHp]; intros A r E H; simpl.
  - easy.
  - easy.
  - destruct H as [[= -> ->]|[]]. eauto.
  - apply in_bars_seq in H as [H|H]; [apply (IHp A) in H | apply (IHq A) in H]; auto;
      destruct H as (B & I & F); exists B; split; auto; apply in_or_app; auto.
  - unfold bars in *. simpl in H. destruct (c r t) eqn:C.
    + apply (IHp (Cond c true :: A)) in H as (B & I & F); [|now split].
      exists B. split; auto. apply in_or_app; auto.
    + apply (IHq (Cond c false :: A)) in H as (B & I & F); [|now split].
      exists B. split; auto. apply in_or_app; auto.
  - apply in_bars_loop in H as (i & L & H). apply (IHp (Iter n :: A)) in H; auto. now split.
Qed.

Lemma holds_bars t b s p : forall A B,
  In (b, B) (places A p) -> holds B s t -> exists r, holds A r t /\ In (b, s) (bars t r p).
Proof.
  induction p as [|a|c|p IHp q IHq|c p IHp q IHq|n p IHp]; intros A B I E; simpl in I.
  - easy.
  - easy.
  - destruct I as [[= -> ->]|[]]. exists s. split; [easy | now left].
  - apply in_app_or in I as [I|I]; [apply IHp in I | apply IHq in I]; auto;
      destruct I as (r & F & H); exists r; split; auto; apply in_bars_seq; auto.
  - apply in_app_or in I as [I|I]; [apply IHp in I | apply IHq in I]; auto;
      destruct I as (r & (C & F) & H); exists r; split; auto; unfold bars; simpl; now rewrite C.
  - apply IHp in I; auto. destruct I as ([|i r] & F & H); [easy|]. destruct F as (L & F).
    exists r. split; auto. apply in_bars_loop. eauto.
Qed.

Lemma places_names p : forall A, map fst (places A p) = names p.
Proof. induction p; intro A; simpl; rewrite ?map_app; congruence. Qed.

Lemma NoDup_fst {A B} (l : list (A * B)) a b c :
  NoDup (map fst l) -> In (a, b) l -> In (a, c) l -> b = c.
Proof.
  induction l as [|[x y] l IH]; simpl; [easy|]. inversion_clear 1 as [|? ? N D].
  intros [E|I] [F|J]; [congruence | | | auto];
    [injection E | injection F]; intros _ ->; exfalso; apply N;
    [apply (in_map fst) in J | apply (in_map fst) in I]; easy.
Qed.

Theorem obligations_iff_uniform n p : well_named p -> (obligations n p <-> uniform n p).
Proof.
  intro W. split.
  - intros O t u T U. apply same_bars; [easy|].
    assert (K : forall t u, t < n -> u < n -> forall e, In e (bars t [] p) -> In e (bars u [] p)).
    { clear - O. intros t u T U [b s] I.
      apply (bars_holds t b s p []) in I as (B & I & E); [|easy].
      assert (F : holds B s u) by (eapply O; [apply I | apply T | easy | easy]).
      apply (holds_bars u b s p [] B I) in F as (r & -> & H). easy. }
    split; apply K; auto.
  - intros H b A I t u r T U E.
    destruct (holds_bars t b r p [] A I E) as (s & -> & J).
    unfold bars in J. rewrite (H t u T U) in J.
    apply (bars_holds u b r p []) in J as (B & J & F); [|easy].
    enough (A = B) by (subst; easy).
    apply (NoDup_fst (places [] p) b); auto. now rewrite places_names.
Qed.
