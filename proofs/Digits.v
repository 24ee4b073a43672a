(** The rules of questions to the solver (src/smt/normal/rules.hpp) whose divisors and factors are no
    constants, for all integers. [÷] and [Z.rem] truncate, as C's operators do. *)
From Coq Require Import ZArith Lia.
Open Scope Z_scope.

Lemma floor_of_positive x y : 0 <= x -> 1 <= y -> x ÷ y = x / y.
Proof. intros. apply Z.quot_div_nonneg; lia. Qed.

Lemma mod_of_positive x y : 0 <= x -> 1 <= y -> Z.rem x y = x mod y.
Proof. intros. apply Z.rem_mod_nonneg; lia. Qed.

(** divisor-split *)
Theorem divisor_split_quotient x y z :
  0 <= x -> 1 <= y -> 1 <= z -> x ÷ (y * z) = x ÷ y ÷ z.
Proof. intros. rewrite Z.quot_quot; lia. Qed.

Theorem divisor_split_remainder x y z :
  0 <= x -> 1 <= y -> 1 <= z -> Z.rem x (y * z) = Z.rem x y + y * Z.rem (x ÷ y) z.
Proof.
  intros. rewrite !mod_of_positive, floor_of_positive; try nia.
  - rewrite Z.rem_mul_r; lia.
  - apply Z.quot_pos; lia.
Qed.

(** digit-exact: r is the remainder by y, or 0. *)
Theorem digit_exact x y r :
  1 <= y -> 0 <= r < y -> 0 <= y * x + r -> (y * x + r) ÷ y = x /\ Z.rem (y * x + r) y = r.
Proof.
  intros Y R N. rewrite floor_of_positive, mod_of_positive by lia.
  rewrite (Z.mul_comm y x), (Z.add_comm (x * y)).
  rewrite Z.div_add, Z.mod_add, Z.div_small, Z.mod_small by lia. lia.
Qed.

(** dividend-whole *)
Theorem dividend_whole x y z : y <> 0 -> z * ((x ÷ y) * y) + z * Z.rem x y = z * x.
Proof. intros. rewrite (Z.quot_rem' x y) at 3. lia. Qed.

(** above-all-digits *)
Theorem above_all_digits x y z :
  1 <= y -> 1 <= z -> 0 <= x < y * z -> x ÷ y ÷ z = 0 /\ Z.rem (x ÷ y) z = x ÷ y.
Proof.
  intros Y Z0 X.
  assert (0 <= x ÷ y < z).
  { rewrite floor_of_positive by lia. split; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia. }
  split; [apply Z.quot_small | apply Z.rem_small]; lia.
Qed.

(** equal-digits *)
Theorem equal_digits x y z : x ÷ z = y ÷ z -> Z.rem x z = Z.rem y z -> x = y.
Proof. intros Q R. rewrite (Z.quot_rem' x z), (Z.quot_rem' y z), Q, R. reflexivity. Qed.

(** divisor-negative, dividend-negative: all but where the divisor is 0, of which nothing is said. *)
Theorem divisor_negative x y : y <> 0 -> x ÷ - y = - (x ÷ y) /\ Z.rem x (- y) = Z.rem x y.
Proof. intros. split; [apply Z.quot_opp_r | apply Z.rem_opp_r]; assumption. Qed.

Theorem dividend_negative x y : y <> 0 -> - x ÷ y = - (x ÷ y) /\ Z.rem (- x) y = - Z.rem x y.
Proof. intros. split; [apply Z.quot_opp_l | apply Z.rem_opp_l]; assumption. Qed.

(** divisor-signed, dividend-signed, zero-signed, bound-unsigned, sign-squared: s is -1 or 1. *)
Theorem divisor_signed s x y :
  s = -1 \/ s = 1 -> y <> 0 -> x ÷ (s * y) = s * (x ÷ y) /\ Z.rem x (s * y) = Z.rem x y.
Proof.
  intros [-> | ->] Y.
  - replace (-1 * y) with (- y) by lia. destruct (divisor_negative x y Y) as [-> ->]. lia.
  - rewrite !Z.mul_1_l. split; reflexivity.
Qed.

Theorem dividend_signed s x y :
  s = -1 \/ s = 1 -> y <> 0 -> s * x ÷ y = s * (x ÷ y) /\ Z.rem (s * x) y = s * Z.rem x y.
Proof.
  intros [-> | ->] Y.
  - replace (-1 * x) with (- x) by lia. destruct (dividend_negative x y Y) as [-> ->]. lia.
  - rewrite !Z.mul_1_l. split; reflexivity.
Qed.

Theorem zero_signed s x : s = -1 \/ s = 1 -> s * x = 0 <-> x = 0.
Proof. intros [-> | ->]; lia. Qed.

Theorem bound_unsigned s x y : s = -1 \/ s = 1 -> 0 <= x -> y + s * x <= 0 -> y - x <= 0.
Proof. intros [-> | ->]; lia. Qed.

Theorem sign_squared s : s = -1 \/ s = 1 -> s * s = 1.
Proof. intros [-> | ->]; reflexivity. Qed.

(** truncate-negative, truncate-open: with [/] and [mod], which round down. *)
Theorem truncate_negative x c :
  x < 0 -> 0 < c -> x ÷ c = - (- x / c) /\ Z.rem x c = - (- x mod c).
Proof.
  intros X C. rewrite <- (Z.opp_involutive x) at 1 3. rewrite Z.quot_opp_l, Z.rem_opp_l by lia.
  rewrite floor_of_positive, mod_of_positive by lia. split; reflexivity.
Qed.

(** positions-symbolic: what is below z, or the difference of two that are, lies between -z and z. *)
Theorem positions_symbolic x y z : - z < y < z -> z * x + y = 0 -> x = 0 /\ y = 0.
Proof. intros. assert (x = 0) by nia. subst. lia. Qed.

(** positions: k g is the only multiple of g among the values of y. *)
Theorem positions g x y k :
  g <> 0 -> (forall j, y = j * g -> j = k) -> g * x + y = 0 -> y = k * g /\ x = - k.
Proof. intros G Only E. assert (- x = k) by (apply Only; lia). subst. lia. Qed.

(** The rules of constant divisors, for every constant. *)
Theorem floor_whole c x y : c <> 0 -> (c * x + y) / c = x + y / c.
Proof. intros. rewrite (Z.mul_comm c x), Z.add_comm, Z.div_add by assumption. lia. Qed.

Theorem floor_common g x k d : 0 < g -> 0 < d -> (g * x + k) / (g * d) = (x + k / g) / d.
Proof. intros. rewrite <- Z.div_div, floor_whole by lia. reflexivity. Qed.

Theorem floor_digits x c d : 0 < c -> 0 < d -> x / (c * d) = x / c / d.
Proof. intros. rewrite Z.div_div by lia. reflexivity. Qed.

Theorem mod_common g x k d :
  0 < g -> 0 < d -> (g * x + k) mod (g * d) = g * ((x + k / g) mod d) + k mod g.
Proof.
  intros. rewrite Z.rem_mul_r by lia.
  rewrite (Z.mul_comm g x), (Z.add_comm (x * g)), Z.mod_add, Z.div_add by lia.
  rewrite (Z.add_comm (k / g)). lia.
Qed.

(** bound-rounded: the constant is divided and rounded up. *)
Theorem bound_rounded g x k : 0 < g -> g * x + k <= 0 <-> x + - (- k / g) <= 0.
Proof.
  intros. pose proof (Z.div_mod (- k) g). pose proof (Z.mod_pos_bound (- k) g). nia.
Qed.

(** The order lemmas of products (src/smt/normal/lemmas.hpp). *)
Theorem order_lemma m d k :
  0 <= m -> (k <= d -> k * m <= d * m) /\ (d <= k -> d * m <= k * m).
Proof. intros. split; intros; nia. Qed.
