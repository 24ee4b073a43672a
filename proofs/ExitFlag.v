(** * A return becomes a flag that guards accesses and not barriers

    A thread that returns does no more accesses and no more barriers. The tool lowers `return` to a
    flag: control flow and barriers stay as they are, accesses are done by threads that have not
    returned. Statements:

    - [exit_flag]: each phase of the lowered protocol has the accesses that the thread really does
      there; so the pair form may be asked about it;
    - [exit_flag_barriers]: the barriers that the thread really does are the first of those of the
      lowered protocol; the rest are the ones that Exits.v lets it miss.

    theory.md: section 1, "Exited threads". C++: src/protocol/infer/infer_simple.cpp and infer_engine.cpp,
    alive. *)

From Heddle Require Import Protocol.

Inductive kernel :=
| KSkip
| KAcc (a : access)
| KBar (b : nat)
| KReturn
| KSeq (p q : kernel)
| KIf (c : env -> tid -> bool) (p q : kernel)
| KLoop (n : env -> tid -> nat) (p : kernel).

(** What a thread really does, and whether it returns. *)
Definition course := (list event * bool)%type.

Definition followed (x y : course) : course := if snd x then x else (fst x ++ fst y, snd y).

Definition in_turn (l : list course) : course := fold_right followed ([], false) l.

Fixpoint run (t : tid) (r : env) (p : kernel) : course :=
  match p with
  | KSkip => ([], false)
  | KAcc a => ([EAcc (a, r)], false)
  | KBar b => ([EBar b r], false)
  | KReturn => ([], true)
  | KSeq p q => followed (run t r p) (run t r q)
  | KIf c p q => if c r t then run t r p else run t r q
  | KLoop n p => in_turn (map (fun i => run t (i :: r) p) (seq 0 (n r t)))
  end.

(** [alive]: the thread has not returned when it comes here. *)
Definition flag := env -> tid -> bool.

Definition behind (alive : flag) (p : kernel) : flag :=
  fun r t => alive r t && negb (snd (run t r p)).

Definition in_iteration (alive : flag) (p : kernel) : flag :=
  fun r t => match r with
             | [] => false
             | i :: r => alive r t && forallb (fun j => negb (snd (run t (j :: r) p))) (seq 0 i)
             end.

Fixpoint lower (alive : flag) (p : kernel) : proto :=
  match p with
  | KSkip | KReturn => Skip
  | KAcc a => If alive (Acc a) Skip
  | KBar b => Bar b
  | KSeq p q => Seq (lower alive p) (lower (behind alive p) q)
  | KIf c p q => If c (lower alive p) (lower alive q)
  | KLoop n p => Loop n (lower (in_iteration alive p) p)
  end.

Definition lowered (p : kernel) : proto := lower (fun _ _ => true) p.

(** ** Proofs *)

Lemma accesses_flat_map {A} (f : A -> list event) l :
  (forall a, In a l -> accesses (f a) = []) -> accesses (flat_map f l) = [].
Proof.
  induction l as [|a l IH]; intro H; simpl; [easy|].
  rewrite accesses_app, (H a) by (now left). apply IH. intros b B. apply H. now right.
Qed.

(** Who has returned does no accesses. *)
Lemma dead t p : forall alive r, alive r t = false -> accesses (trace t r (lower alive p)) = [].
Proof.
  induction p as [|a|b| |p IHp q IHq|c p IHp q IHq|n p IHp]; intros alive r D; simpl; try easy.
  - now rewrite D.
  - rewrite accesses_app, IHp by easy. apply IHq. unfold behind. now rewrite D.
  - destruct (c r t); auto.
  - apply accesses_flat_map. intros i _. apply IHp. simpl. now rewrite D.
Qed.

(** [l] begins with what [x] did; the rest, if [x] returned, has no accesses. *)
Definition goes_on (x : course) (l : list event) : Prop :=
  exists m, l = fst x ++ m /\ accesses m = [] /\ (snd x = false -> m = []).

Lemma goes_on_followed x y l m : goes_on x l -> (snd x = true -> accesses m = []) ->
  (snd x = false -> goes_on y m) -> goes_on (followed x y) (l ++ m).
Proof.
  intros (k & -> & K & N) D G. unfold followed. destruct (snd x) eqn:E.
  - exists (k ++ m). rewrite app_assoc, accesses_app, K, D by easy. repeat split; auto.
    intro F. congruence.
  - rewrite (N eq_refl), app_nil_r. destruct (G eq_refl) as (j & -> & J & Z).
    exists j. simpl. now rewrite app_assoc.
Qed.

Lemma goes_on_in_turn (f : nat -> course) (g : nat -> list event) k : forall a,
  (forall j, j < a -> snd (f j) = false) ->
  (forall i, (forall j, j < i -> snd (f j) = false) -> goes_on (f i) (g i)) ->
  (forall i j, j < i -> snd (f j) = true -> accesses (g i) = []) ->
  goes_on (in_turn (map f (seq a k))) (flat_map g (seq a k)).
Proof.
  induction k as [|k IH]; intros a N G D; simpl; [now exists []|].
  apply goes_on_followed; [now apply G| |].
  - intro E. apply accesses_flat_map. intros i I. apply in_seq in I. apply (D i a); [lia|easy].
  - intro E. apply IH; auto. intros j J. destruct (Nat.eq_dec j a) as [->|]; [easy|].
    apply N. lia.
Qed.

Lemma alive_goes_on t p : forall alive r, alive r t = true ->
  goes_on (run t r p) (trace t r (lower alive p)).
Proof.
  induction p as [|a|b| |p IHp q IHq|c p IHp q IHq|n p IHp]; intros alive r A; simpl.
  - now exists [].
  - rewrite A. now exists [].
  - now exists [].
  - now exists [].
  - apply goes_on_followed; [now apply IHp| |]; intro E.
    + apply dead. unfold behind. now rewrite E, andb_false_r.
    + apply IHq. unfold behind. now rewrite A, E.
  - destruct (c r t); auto.
  - apply (goes_on_in_turn (fun i => run t (i :: r) p)).
    + lia.
    + intros i N. apply IHp. simpl. rewrite A. apply forallb_forall. intros j J.
      apply in_seq in J. now rewrite N by lia.
    + intros i j L E. apply dead. simpl. rewrite A. apply not_true_is_false. intro F.
      apply andb_true_iff in F as (_ & F). rewrite forallb_forall in F.
      specialize (F j). rewrite E in F. discriminate F. apply in_seq. lia.
Qed.

Lemma phase_rest l m : accesses m = [] -> forall k, phase k (l ++ m) = phase k l.
Proof.
  intros A. assert (Z : forall k, phase k m = []).
  { intro k. destruct (phase k m) as [|x k'] eqn:E; [easy|].
    assert (In x (accesses m)) by (apply (phase_accesses x m k); rewrite E; now left).
    now rewrite A in H. }
  induction l as [|[x|b r] l IH]; intro k; simpl; auto; destruct k; simpl; rewrite ?IH; auto.
Qed.

Theorem exit_flag t p k : phase k (trace t [] (lowered p)) = phase k (fst (run t [] p)).
Proof.
  destruct (alive_goes_on t p (fun _ _ => true) [] eq_refl) as (m & E & A & _).
  unfold lowered. rewrite E. now apply phase_rest.
Qed.

Theorem exit_flag_barriers t p : exists rest,
  barriers (trace t [] (lowered p)) = barriers (fst (run t [] p)) ++ rest /\
  (snd (run t [] p) = false -> rest = []).
Proof.
  destruct (alive_goes_on t p (fun _ _ => true) [] eq_refl) as (m & E & _ & N).
  unfold lowered. rewrite E. exists (barriers m). split; [apply barriers_app|].
  intro F. now rewrite (N F).
Qed.

(** for (i = 0; i < 3; ++i) { if (i == threadIdx.x) return; write s[i]; __syncthreads(); } *)
Definition leaving : kernel :=
  KLoop (fun _ _ => 3)
    (KSeq (KIf (fun r t => hd 0 r =? t) KReturn KSkip)
          (KSeq (KAcc (Access Write 0 (fun r _ => Z.of_nat (4 * hd 0 r)) 4)) (KBar 0))).

(** Iterations of the accesses of thread 1, phase by phase: really, and by the flag. *)
Example leaving_same :
  map (fun k => map snd (phase k (fst (run 1 [] leaving)))) [0; 1; 2; 3] = [[[0]]; []; []; []] /\
  map (fun k => map snd (phase k (trace 1 [] (lowered leaving)))) [0; 1; 2; 3] =
  [[[0]]; []; []; []].
Proof. now split. Qed.
