// The contract language: conditions in options (--assume 'n % 32 == 0') and in strings of sources
// (__requires("forall i, j: i < j -> S[i] <= S[j]")). C's expressions with C's precedence, over
// integers and booleans; below them, in this order: implication (to the right), and forall, whose
// body reaches as far as it can.
grammar Contract;

formula : expression EOF ;

expression
  : Number                                                                # number
  | word=( True | False )                                                 # truth
  | name ( call='(' ( expression ( ',' expression )* )? ')' )?            # named
  | '(' expression ')'                                                    # parentheses
  | expression '.' Identifier                                             # member
  | expression MemberArrow                                                # pointed
  | expression '[' expression ']'                                         # element
  | op=( '+' | '-' | '~' | '!' ) expression                               # prefix
  | '(' type ')' expression                                               # conversion
  | expression op=( '*' | '/' | '%' ) expression                          # infix
  | expression op=( '+' | '-' ) expression                                # infix
  | expression op=( '<<' | '>>' ) expression                              # infix
  | expression op=( '<' | '>' | '<=' | '>=' ) expression                  # infix
  | expression op=( '==' | '!=' ) expression                              # infix
  | expression op='&' expression                                          # infix
  | expression op='^' expression                                          # infix
  | expression op='|' expression                                          # infix
  | expression op='&&' expression                                         # infix
  | expression op='||' expression                                         # infix
  | <assoc=right> expression Question expression ':' expression           # choice
  | <assoc=right> expression op=Implies expression                        # infix
  | Forall Identifier ( ',' Identifier )* ':' expression                  # forall
  ;

// n, ns::constant, ::constant
name : '::'? Identifier ( '::' Identifier )* ;

// int, unsigned long long, size_t; which combinations there are is said in build.cpp
type : TypeWord+ ;

True : 'true' ;
False : 'false' ;
Forall : 'forall' ;
TypeWord
  : 'bool' | 'char' | 'short' | 'int' | 'long' | 'signed' | 'unsigned' | 'size_t'
  | 'u'? 'int' ( '8' | '16' | '32' | '64' ) '_t'
  ;
Identifier : [a-zA-Z_] [a-zA-Z_0-9]* ;
// what C takes for a number; literal.cpp says which of them are integers
Number : [0-9] [0-9a-zA-Z_.']* ;

// An arrow with a name right behind it is C's, any other one is an implication: p->n, i < j -> n
MemberArrow : '->' [a-zA-Z_] [a-zA-Z_0-9]* ;
Implies : '->' ;

Question : '?' ;

// C's operators that change something are no part of the language
Changing : '++' | '--' | '=' | [-+*/%&|^] '=' | '<<=' | '>>=' ;

Blank : [ \t\r\n\f]+ -> skip ;
Other : . ;
