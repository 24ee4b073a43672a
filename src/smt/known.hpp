// Questions that were answered before: instances of one template, launches and pairs of an unrolled
// loop ask many that are equal, and `heddle repair` those of pairs that an edit did not touch.
#pragma once
#include "smt/query.hpp"

#include <memory>
#include <optional>
#include <string>

namespace heddle::smt {

// While one lives, `solve` keeps in this process which questions have no solution, and which were
// given up within how many seconds, and answers equal ones with that. Equal: but for the names and
// numbers of symbols. Models are not kept: they name symbols of one pool. Several that live at a
// time share what they keep.
class KnownAnswers {
public:
  KnownAnswers();
  KnownAnswers(const KnownAnswers&) = delete;
  KnownAnswers& operator=(const KnownAnswers&) = delete;

  struct Store;

private:
  std::shared_ptr<Store> store_;
};

// What makes two questions equal, whichever pools they are of.
std::string question_text(const Pool& pool, const Query& query);

// Empty where nothing is kept, or nothing of this question.
std::optional<Answer> known_answer(const std::string& text, const Limits& limits);
void keep_answer(std::string text, const Answer& answer, const Limits& limits);
bool keeps_answers();

} // namespace heddle::smt
