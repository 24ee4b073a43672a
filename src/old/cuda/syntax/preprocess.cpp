// Boost.Wave, kept in this one file: it takes long to compile.
#include "cuda/syntax/parse.hpp"
#include "cuda/syntax/preprocess_state.hpp"

// GCC 12 takes flex_string's shared empty string for one that is freed; its storage never is.
#pragma GCC diagnostic ignored "-Wfree-nonheap-object"
#include <boost/wave.hpp>
#include <boost/wave/cpplexer/cpp_lex_iterator.hpp>
#include <boost/wave/cpplexer/cpp_lex_token.hpp>

#include <string>
#include <string_view>

namespace heddle::cuda {

namespace {

namespace wave = boost::wave;
using WaveToken = wave::cpplexer::lex_token<>;
using LexIterator = wave::cpplexer::lex_iterator<WaveToken>;

// Where Wave's callbacks meet ours. Copied by Wave; the state outlives the context.
class Hooks : public wave::context_policies::eat_whitespace<WaveToken> {
public:
  explicit Hooks(PreprocessState& state) : state_(&state) {}

  template <typename Context>
  bool found_include_directive(const Context& ctx, const std::string& name, bool) {
    return !state_->find_include(name, place(ctx.get_main_pos()));
  }
  template <typename Context>
  bool locate_include_file(Context&, std::string& path, bool is_system, const char*,
                           std::string& directory, std::string& native) {
    // __has_include comes here alone, and a directive after found_include_directive
    const std::optional<std::string> found = state_->locate(path, is_system);
    if (!found) return false;
    native = *found;
    directory = *found;
    return true;
  }
  template <typename Context> void returning_from_include_file(const Context&) {
    state_->leave_file();
  }
  template <typename Context, typename Container>
  bool expanding_object_like_macro(const Context&, const WaveToken& macro, const Container&,
                                   const WaveToken& call) {
    // __LINE__ and its like are replaced in place: their tokens know where they are
    const bool built_in = std::string_view(macro.get_position().get_file().c_str()) == "<built-in>";
    return !enter(call, !built_in);
  }
  template <typename Context, typename Container, typename Iterator>
  bool expanding_function_like_macro(const Context&, const WaveToken& macro,
                                     const std::vector<WaveToken>&, const Container&,
                                     const WaveToken& call, const std::vector<Container>&,
                                     const Iterator&, const Iterator&) {
    if (macro.get_value() == "__VA_OPT__") return false; // no end is announced for it
    return !enter(call, true);
  }
  template <typename Context, typename Container>
  void rescanned_macro(const Context&, const Container& result) {
    if (state_->calls.empty()) return;
    const auto call = state_->calls.back();
    state_->calls.pop_back();
    if (call.moves_tokens) {
      // The list is Wave's own and not const there. The outermost call comes last and so wins.
      WaveToken::position_type position(call.file.c_str(), call.line, call.column);
      for (WaveToken& token : const_cast<Container&>(result))
        token.set_position(position);
    }
  }
  template <typename Context> bool found_directive(const Context&, const WaveToken& directive) {
    // #line would take positions away from the user's files
    return wave::token_id(directive) == wave::T_PP_LINE;
  }
  template <typename Context, typename Container>
  bool interpret_pragma(const Context&, Container&, const WaveToken&, const Container&,
                        const WaveToken&) {
    return true;
  }
  PreprocessState& state() const { return *state_; }

  static PreprocessState::Place place(const WaveToken::position_type& position) {
    return {position.get_file().c_str(), position.get_line(), position.get_column()};
  }

private:
  // False when expansion has gone too deep or on for too long: the name is then left as it is.
  bool enter(const WaveToken& call, bool moves_tokens) {
    const auto& at = call.get_position();
    return state_->enter_macro(
        {at.get_file().c_str(), at.get_line(), at.get_column(), moves_tokens});
  }

  PreprocessState* state_;
};

// How an included file becomes characters: cleaned, and known to Ctx::files.
struct ReadFile {
  template <typename IterationContext> class inner {
  public:
    template <typename Position>
    static void init_iterators(IterationContext& it, const Position&, wave::language_support lang) {
      using Iterator = typename IterationContext::iterator_type;
      it.text_ = it.ctx.get_hooks().state().enter_file(it.filename.c_str());
      it.first = Iterator(it.text_.begin(), it.text_.end(), Position(it.filename), lang);
      it.last = Iterator();
    }

  private:
    std::string text_;
  };
};

using Context = wave::context<std::string::iterator, LexIterator, ReadFile, Hooks>;

std::optional<Token::Kind> kind_of(const WaveToken& token) {
  using namespace boost::wave;
  const token_id id = boost::wave::token_id(token);
  if (id == T_PP_NUMBER) return Token::Kind::number;
  if (id == T_CHARLIT) return Token::Kind::character;
  if (id == T_STRINGLIT || id == T_RAWSTRINGLIT) return Token::Kind::string;
  if (id == T_TRUE || id == T_FALSE) return Token::Kind::keyword;
  if (IS_CATEGORY(id, WhiteSpaceTokenType) || IS_CATEGORY(id, EOLTokenType) ||
      IS_CATEGORY(id, EOFTokenType) || IS_CATEGORY(id, PPTokenType) ||
      IS_CATEGORY(id, InternalTokenType))
    return id == T_NONREPLACABLE_IDENTIFIER ? std::optional(Token::Kind::identifier) : std::nullopt;
  if (IS_CATEGORY(id, IdentifierTokenType)) return Token::Kind::identifier;
  if (IS_CATEGORY(id, KeywordTokenType)) return Token::Kind::keyword;
  if (IS_CATEGORY(id, IntegerLiteralTokenType) || IS_CATEGORY(id, FloatingLiteralTokenType))
    return Token::Kind::number;
  if (IS_CATEGORY(id, CharacterLiteralTokenType)) return Token::Kind::character;
  if (IS_CATEGORY(id, StringLiteralTokenType)) return Token::Kind::string;
  return Token::Kind::punctuator;
}

void define_macros(Context& context, PreprocessState& state) {
  for (const std::string& macro : state.macros()) {
    try {
      context.add_macro_definition(macro, false);
    } catch (const wave::cpp_exception& e) {
      state.fail({}, "bad macro definition '" + macro + "': " + e.description());
    }
  }
}

// Takes tokens until the end; false when Wave cannot go on.
bool take_tokens(Context& context, std::string& text, PreprocessState& state,
                 std::vector<Token>& out) {
  Context::iterator_type it = context.begin(text.begin(), text.end());
  const Context::iterator_type end = context.end();
  for (;;) {
    try {
      for (; it != end; ++it) {
        const std::optional<Token::Kind> kind = kind_of(*it);
        if (!kind) continue;
        if (!state.count_token()) return false;
        out.push_back(
            {*kind, it->get_value().c_str(), state.loc(Hooks::place(it->get_position()))});
      }
      return true;
    } catch (const wave::cpp_exception& e) {
      state.calls.clear();
      const PreprocessState::Place at{e.file_name(), e.line_no(), e.column_no()};
      const bool goes_on = wave::is_recoverable(e);
      state.complain(at, e.description(), goes_on);
      if (!goes_on || state.stopped()) return false;
    }
  }
}

} // namespace

std::optional<std::vector<Token>> preprocess(const std::string& path, Ctx& ctx) {
  PreprocessState state(ctx);
  std::optional<std::string> text = state.open_main(path);
  if (!text) return std::nullopt;
  std::vector<Token> tokens;
  try {
    std::string none;
    Context context(none.begin(), none.end(), state.main_path().c_str(), Hooks(state));
    context.set_language(wave::language_support(
        wave::support_cpp17 | wave::support_option_long_long | wave::support_option_variadics |
        wave::support_option_include_guard_detection | wave::support_option_prefer_pp_numbers |
        wave::support_option_no_character_validation));
    context.set_max_include_nesting_depth(PreprocessState::max_include_depth);
    define_macros(context, state);
    if (state.stopped() || !take_tokens(context, *text, state, tokens)) return std::nullopt;
  } catch (const wave::cpp_exception& e) {
    state.fail({e.file_name(), e.line_no(), e.column_no()}, e.description());
    return std::nullopt;
  } catch (const std::exception& e) {
    state.fail({}, std::string("preprocessing failed: ") + e.what());
    return std::nullopt;
  }
  return tokens;
}

} // namespace heddle::cuda
