// The vocabulary of CUDA C++ as the parser sees it. Files come through the preprocessor, whose
// tokens are mapped to these types by their text; expressions given as options are read by this
// lexer itself.
lexer grammar CudaLexer;

// Made by classification (src/cuda/syntax/classify.cpp), never by the lexer: they tell the parser what a
// name is, or which `<` opens template arguments, so that each decision needs little lookahead.
tokens {
  TypeName,       // names a type
  TypeScope,      // `a` in `a::b` where the whole names a type
  ValueScope,     // `a` in `a::b` where the whole names a value
  CtorName,       // the class's name where it declares a constructor
  TemplateOpen,   // `<` of template arguments or parameters
  TemplateClose,  // its `>`, also half of `>>`
  LaunchOpen,     // `<<<`
  LaunchClose     // `>>>`
}

Alignas : 'alignas' ;
Alignof : 'alignof' ;
Asm : 'asm' ;
Auto : 'auto' ;
Bool : 'bool' ;
Break : 'break' ;
Case : 'case' ;
Catch : 'catch' ;
Char : 'char' ;
Class : 'class' ;
Const : 'const' ;
ConstCast : 'const_cast' ;
Constexpr : 'constexpr' ;
Continue : 'continue' ;
Decltype : 'decltype' ;
Default : 'default' ;
Delete : 'delete' ;
Do : 'do' ;
Double : 'double' ;
DynamicCast : 'dynamic_cast' ;
Else : 'else' ;
Enum : 'enum' ;
Explicit : 'explicit' ;
Extern : 'extern' ;
False : 'false' ;
Final : 'final' ;
Float : 'float' ;
For : 'for' ;
Friend : 'friend' ;
Goto : 'goto' ;
If : 'if' ;
Inline : 'inline' ;
Int : 'int' ;
Long : 'long' ;
Mutable : 'mutable' ;
Namespace : 'namespace' ;
New : 'new' ;
Noexcept : 'noexcept' ;
Nullptr : 'nullptr' ;
Operator : 'operator' ;
Override : 'override' ;
Private : 'private' ;
Protected : 'protected' ;
Public : 'public' ;
Register : 'register' ;
ReinterpretCast : 'reinterpret_cast' ;
Return : 'return' ;
Short : 'short' ;
Signed : 'signed' ;
Sizeof : 'sizeof' ;
Static : 'static' ;
StaticAssert : 'static_assert' ;
StaticCast : 'static_cast' ;
Struct : 'struct' ;
Switch : 'switch' ;
Template : 'template' ;
This : 'this' ;
ThreadLocal : 'thread_local' ;
Throw : 'throw' ;
True : 'true' ;
Try : 'try' ;
Typedef : 'typedef' ;
Typeid : 'typeid' ;
Typename : 'typename' ;
Union : 'union' ;
Unsigned : 'unsigned' ;
Using : 'using' ;
Virtual : 'virtual' ;
Void : 'void' ;
Volatile : 'volatile' ;
While : 'while' ;

Global : '__global__' ;
Device : '__device__' ;
Host : '__host__' ;
Shared : '__shared__' ;
Constant : '__constant__' ;
Managed : '__managed__' ;
Restrict : '__restrict__' ;
LaunchBounds : '__launch_bounds__' ;
BlockSize : '__block_size__' ;
ClusterDims : '__cluster_dims__' ;
Packed : '__packed__' ;
Int128 : '__int128' ;

LeftParen : '(' ;
RightParen : ')' ;
LeftBracket : '[' ;
RightBracket : ']' ;
LeftBrace : '{' ;
RightBrace : '}' ;
Semicolon : ';' ;
Comma : ',' ;
Colon : ':' ;
ColonColon : '::' ;
Question : '?' ;
Dot : '.' ;
DotStar : '.*' ;
Arrow : '->' ;
ArrowStar : '->*' ;
Ellipsis : '...' ;
Plus : '+' ;
Minus : '-' ;
Star : '*' ;
Slash : '/' ;
Percent : '%' ;
Caret : '^' ;
Amp : '&' ;
Pipe : '|' ;
Tilde : '~' ;
Bang : '!' ;
Less : '<' ;
Greater : '>' ;
ShiftLeft : '<<' ;
ShiftRight : '>>' ;
LessEqual : '<=' ;
GreaterEqual : '>=' ;
EqualEqual : '==' ;
BangEqual : '!=' ;
AmpAmp : '&&' ;
PipePipe : '||' ;
PlusPlus : '++' ;
MinusMinus : '--' ;
Assign : '=' ;
PlusAssign : '+=' ;
MinusAssign : '-=' ;
StarAssign : '*=' ;
SlashAssign : '/=' ;
PercentAssign : '%=' ;
CaretAssign : '^=' ;
AmpAssign : '&=' ;
PipeAssign : '|=' ;
ShiftLeftAssign : '<<=' ;
ShiftRightAssign : '>>=' ;

Identifier : [A-Za-z_$] [A-Za-z_0-9$]* ;
Number : ( [0-9] | '.' [0-9] ) ( [eEpP] [+-] | [0-9A-Za-z_.] | '\'' [0-9A-Za-z_] )* ;
Character : ( 'u8' | [uUL] )? '\'' ( ~['\\\r\n] | '\\' . )+ '\'' ;
String : ( 'u8' | [uUL] )? '"' ( ~["\\\r\n] | '\\' . )* '"' ;

Blank : ( [ \t\r\n]+ | '/*' .*? '*/' | '//' ~[\r\n]* ) -> skip ;
Other : . ;
