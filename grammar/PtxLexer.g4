// The vocabulary of PTX. An opcode with all its suffixes is one token, so is a special register
// with its component: the parser sees few tokens per instruction.
lexer grammar PtxLexer;

Address : '.address_size' ;
Alias : '.alias' ;
BranchTargets : '.branchtargets' ;
CallPrototype : '.callprototype' ;
CallTargets : '.calltargets' ;
Common : '.common' ;
Const : '.const' ;
Entry : '.entry' ;
Extern : '.extern' ;
File : '.file' ;
Func : '.func' ;
Global : '.global' ;
Line : '.loc' ;
Local : '.local' ;
Param : '.param' ;
Pragma : '.pragma' ;
Reg : '.reg' ;
Section : '.section' ;
Shared : '.shared' ;
Sreg : '.sreg' ;
Target : '.target' ;
Tex : '.tex' ;
Version : '.version' ;
Visible : '.visible' ;
Weak : '.weak' ;

// .b32, .align, .maxntid, .shared::cta: whatever is written with a dot and has no token above
Word : '.' WordStart WordPart* ( '::' WordPart+ )* ;

// %r1, $L__BB0_1, ld.shared.v4.f32, mbarrier.try_wait.parity.shared::cta.b64, %tid.x
Name : ( WordStart | '%' | '$' ) ( WordPart | '$' )* ( '.' WordPart+ ( '::' WordPart+ )* )* ;

Number
  : '0' [fF] HexDigit+
  | '0' [dD] HexDigit+
  | '0' [xX] HexDigit+ 'U'?
  | '0' [bB] [01]+ 'U'?
  | [0-9]+ 'U'?
  | [0-9]+ '.' [0-9]* ( [eE] [+-]? [0-9]+ )?
  | [0-9]+ [eE] [+-]? [0-9]+
  ;

// The contents of an array, which may be long, are one token.
Numbers : '=' Blank* '{' Blank* [0-9]+ Blank* ( ',' Blank* [0-9]+ Blank* )* '}' ;

String : '"' ~["\r\n]* '"' ;

At : '@' ;
Bang : '!' ;
BraceOpen : '{' ;
BraceClose : '}' ;
BracketOpen : '[' ;
BracketClose : ']' ;
Colon : ':' ;
Comma : ',' ;
Equals : '=' ;
Greater : '>' ;
Less : '<' ;
Minus : '-' ;
ParenOpen : '(' ;
ParenClose : ')' ;
Pipe : '|' ;
Plus : '+' ;
Semicolon : ';' ;
Star : '*' ;
Tilde : '~' ;

Space : [ \t\r\n\u000C]+ -> skip ;
LineComment : '//' ~[\n]* -> skip ;
BlockComment : '/*' .*? '*/' -> skip ;

// What no rule above reads; the parser refuses it with its place.
Other : . ;

fragment Blank : [ \t\r\n\u000C] ;
fragment WordStart : [a-zA-Z_] ;
fragment WordPart : [a-zA-Z0-9_] ;
fragment HexDigit : [0-9a-fA-F] ;
