// CUDA C++ as kernels and the host code around them use it. Names come classified (see CudaLexer):
// the grammar decides by tokens, not by symbol tables. Binary operators stay flat here and get
// their precedence in src/cuda/syntax/parse_expr.cpp. Wherever alternatives differ by their first token,
// the walk over the tree looks at that token; labels name what it needs.
parser grammar CudaParser;
options { tokenVocab = CudaLexer; }

// ---- entry points ------------------------------------------------------------------------------
declarationUnit : declaration EOF ;
statementUnit : statement EOF ;
expressionUnit : expression EOF ;

// ---- declarations ------------------------------------------------------------------------------
declaration
  : templateDeclaration
  | namespaceDeclaration
  | linkageBlock
  | usingDeclaration
  | staticAssert
  | asmStatement
  | simpleDeclaration
  ;

templateDeclaration
  : 'extern'? 'template' TemplateOpen templateParameters? TemplateClose declaration
  | 'extern'? 'template' simpleDeclaration   // explicit instantiation
  ;
templateParameters : templateParameter ( ',' templateParameter )* ;
templateParameter
  : ( 'typename' | 'class' ) pack='...'? anyName? ( '=' typeId )?
  | 'template' TemplateOpen templateParameters? TemplateClose ( 'class' | 'typename' ) pack='...'? anyName? ( '=' typeId )?
  | parameter
  ;

namespaceDeclaration
  : 'inline'? 'namespace' anyName? ( '::' anyName )* '{' declaration* '}'
  ;
linkageBlock : 'extern' String '{' declaration* '}' ;
usingDeclaration
  : 'using' 'namespace' qualifiedName ';'
  | 'using' anyName '=' typeId ';'
  | 'using' qualifiedName ';'
  | 'namespace' anyName '=' qualifiedName ';'
  ;
staticAssert : 'static_assert' '(' assignment ( ',' String+ )? ')' ';' ;

// Variables, functions, types, typedefs: with specifiers, or a constructor or conversion without.
simpleDeclaration
  : specifier* ( initDeclarator ( functionBody | bitWidth? ( ',' initDeclarator bitWidth? )* ';' ) | bitWidth ';' | ';' )
  ;
bitWidth : ':' assignment ;
functionBody
  : ( ':' memberInit ( ',' memberInit )* )? compound
  | '=' ( 'default' | 'delete' ) ';'
  | 'try' ( ':' memberInit ( ',' memberInit )* )? compound handler+
  ;
memberInit : ( qualifiedName | typeName | CtorName ) ( '(' arguments? ')' | bracedInit ) '...'? ;

specifier
  : storage=( 'extern' | 'static' | 'inline' | 'typedef' | 'constexpr' | 'register' | 'mutable'
            | 'virtual' | 'explicit' | 'friend' | 'thread_local' ) String?
  | cuda=( '__global__' | '__device__' | '__host__' | '__shared__' | '__constant__' | '__managed__' )
  | alignment
  | bounds=( '__launch_bounds__' | '__block_size__' | '__cluster_dims__' ) '(' arguments ')'
  | '__packed__'
  | typeSpecifier
  ;
alignment : 'alignas' '(' ( typeId | assignment ) ')' ;
typeSpecifier
  : cv=( 'const' | 'volatile' | '__restrict__' )
  | builtin
  | typeName
  | 'auto'
  | 'decltype' '(' ( typeId | expression ) ')'
  | classSpecifier
  | enumSpecifier
  ;
builtin
  : 'void' | 'bool' | 'char' | 'short' | 'int' | 'long' | 'float' | 'double' | 'signed' | 'unsigned'
  | '__int128'
  ;

classSpecifier
  : key=( 'struct' | 'class' | 'union' ) ( alignment | '__packed__' )*
    ( typeName 'final'? )? ( bases? body='{' member* '}' )? ( alignment | '__packed__' )*
  ;
bases : ':' base ( ',' base )* ;
base : ( 'virtual' | 'public' | 'protected' | 'private' )* typeName '...'? ;
member
  : ( 'public' | 'protected' | 'private' ) ':'
  | declaration
  ;
enumSpecifier
  : 'enum' ( 'class' | 'struct' )? anyName? ( ':' typeSpecifier+ )?
    ( body='{' ( enumerator ( ',' enumerator )* ','? )? '}' )?
  ;
enumerator : anyName ( '=' assignment )? ;

initDeclarator
  : declarator alignment? initializer?
  | op=( '&' | '&&' )? '[' anyName ( ',' anyName )* ']' initializer?   // names for the parts of an object
  ;
initializer : '=' initClause | '(' arguments ')' | bracedInit ;
initClause : assignment | bracedInit ;
bracedInit : '{' ( initItem ( ',' initItem )* ','? )? '}' ;
initItem : designator? initClause '...'? ;
designator : '.' anyName '=' | '[' assignment ']' '=' | anyName ':' ;

declarator : pointer* ( declaratorName | '(' nestedDeclarator ')' ) declaratorSuffix* ;
nestedDeclarator
  : pointer+ ( declaratorName | '(' nestedDeclarator ')' )? declaratorSuffix*
  | ( declaratorName | '(' nestedDeclarator ')' ) declaratorSuffix*
  ;
pointer
  : op=( '*' | '&' | '&&' ) pointerQualifier*
  | TypeScope templateArgumentsOf? '::' op='*' pointerQualifier*
  ;
pointerQualifier : 'const' | 'volatile' | '__restrict__' ;
declaratorName : pack='...'? ( qualifiedDeclarator | CtorName ) ;
// The name of what is declared; `A::f`, `operator+`, `~A`.
qualifiedDeclarator : '::'? ( scopeName '::' )* ( anyName templateArgumentsOf? | CtorName | '~' anyOrCtor | operatorName ) ;
anyOrCtor : Identifier | TypeName | CtorName ;
scopeName : ( TypeScope | ValueScope ) templateArgumentsOf? ;
operatorName
  : 'operator'
    ( symbol=( '+' | '-' | '*' | '/' | '%' | '^' | '&' | '|' | '~' | '!' | '<' | '>' | '<<' | '>>' | '<='
             | '>=' | '==' | '!=' | '&&' | '||' | '++' | '--' | '=' | '+=' | '-=' | '*=' | '/=' | '%=' | '^='
             | '&=' | '|=' | '<<=' | '>>=' | ',' | '->' | '->*' )
    | '(' ')' | '[' ']' | ( 'new' | 'delete' ) ( '[' ']' )? | String Identifier
    | typeSpecifier+ pointer* )
  ;
declaratorSuffix
  : '[' expression? ']'
  | '(' parameters? ')' functionQualifier*
  ;
functionQualifier
  : 'const' | 'volatile' | '&' | '&&' | 'override' | 'final'
  | 'noexcept' ( '(' expression ')' )?
  | 'throw' '(' ( typeId ( ',' typeId )* )? ')'
  | '->' typeId
  ;
parameters : parameter ( ',' parameter )* ( ','? ellipsis='...' )? | ellipsis='...' ;
parameter : specifier+ parameterDeclarator? ( '=' initClause )? ;
// With or without a name.
parameterDeclarator
  : pointer+ ( pack='...'? ( declaratorName | '(' nestedDeclarator ')' )? ) declaratorSuffix*
  | pack='...' declaratorName? declaratorSuffix*
  | ( declaratorName | '(' nestedDeclarator ')' ) declaratorSuffix*
  | declaratorSuffix+
  ;

typeId : specifier+ abstractDeclarator? ;
abstractDeclarator
  : pointer+ ( '(' nestedDeclarator ')' )? declaratorSuffix*
  | '(' nestedDeclarator ')' declaratorSuffix*
  | declaratorSuffix+
  ;
// In a cast: no bare function type, which would look like a call.
castType : castSpecifier+ pointer* ( '(' nestedDeclarator ')' declaratorSuffix+ )? ( '[' expression? ']' )* ;
castSpecifier : typeSpecifier ;

// ---- names -------------------------------------------------------------------------------------
anyName : Identifier | TypeName ;
typeName : '::'? ( TypeScope templateArgumentsOf? '::' )* TypeName templateArgumentsOf? ;
templateArgumentsOf : TemplateOpen templateArguments? TemplateClose ;
templateArguments : templateArgument ( ',' templateArgument )* ;
templateArgument : ( typeId | assignment | bracedInit ) pack='...'? ;
qualifiedName : '::'? ( scopeName '::' )* ( anyName templateArgumentsOf? | operatorName | '~' anyName ) ;
// A name in an expression: never a type.
valueName : '::'? ( ValueScope templateArgumentsOf? '::' )* ( Identifier templateArgumentsOf? | operatorName ) ;

// ---- statements --------------------------------------------------------------------------------
compound : '{' statement* '}' ;
statement
  : compound
  | kind='if' 'constexpr'? '(' condition ( ';' condition )? ')' statement ( 'else' statement )?
  | kind='while' '(' condition ')' statement
  | kind='do' statement 'while' '(' expression ')' ';'
  | kind='for' '(' forHeader ')' statement
  | kind='switch' '(' condition ')' statement
  | kind='case' assignment ( '...' assignment )? ':'
  | kind='default' ':'
  | kind='break' ';'
  | kind='continue' ';'
  | kind='return' ( expression | bracedInit )? ';'
  | kind='goto' anyName ';'
  | anyName ':'
  | asmStatement
  | kind='try' compound handler+
  | usingDeclaration
  | staticAssert
  | localDeclaration
  | expression? ';'
  ;
handler : 'catch' '(' ( parameter | '...' ) ')' compound ;
condition : expression | specifier+ initDeclarator ( ',' initDeclarator )* ;
forHeader : init=condition? ( ';' test=expression? ';' step=expression? | ':' initClause ) ;
localDeclaration : specifier+ ( initDeclarator ( ',' initDeclarator )* )? ';' ;

asmStatement
  : 'asm' ( 'volatile' | 'goto' | 'inline' )* '(' String+ ( asmPart ( asmPart asmPart? )? )? ')' ';'
  ;
// `::` is two empty parts.
asmPart
  : ':' ( asmOperand ( ',' asmOperand )* )?
  | '::' ( asmOperand ( ',' asmOperand )* )?
  ;
asmOperand : ( '[' anyName ']' )? String+ ( '(' expression ')' )? ;

// ---- expressions -------------------------------------------------------------------------------
expression : assignment ( ',' assignment )* ;
// Flat: operand, operator, operand, ..; `? expression :` counts as one operator.
assignment : unary ( binaryOperator unary )* | 'throw' assignment? ;
binaryOperator
  : op=( '*' | '/' | '%' | '+' | '-' | '<<' | '>>' | '<' | '>' | '<=' | '>=' | '==' | '!=' | '&' | '^' | '|'
       | '&&' | '||' | '=' | '*=' | '/=' | '%=' | '+=' | '-=' | '<<=' | '>>=' | '&=' | '^=' | '|='
       | '.*' | '->*' )
  | op='?' expression? ':'
  ;
unary : prefix* ( sizeOf | postfix ) ;
prefix
  : op=( '+' | '-' | '!' | '~' | '*' | '&' | '++' | '--' )
  | '(' castType ')'
  ;
// What is measured is no cast: `sizeof (T) * n` is a product.
sizeOf : op=( 'sizeof' | 'alignof' ) ( measured | '(' typeId ')' ) ;
measured : ( op=( '+' | '-' | '!' | '~' | '*' | '&' | '++' | '--' ) prefix* )? ( sizeOf | postfix ) ;
postfix : primary suffix* ;
suffix
  : op='[' ( expression | bracedInit ) ']'
  | op='(' arguments? ')'
  | op=LaunchOpen arguments LaunchClose '(' arguments? ')'
  | op=( '.' | '->' ) memberName
  | op=( '++' | '--' )
  ;
memberName : 'template'? qualifiedName ;
arguments : argument ( ',' argument )* ;
argument : initClause pack='...'? | functionalType pointer* ;   // a type: `__return_val_ptr(int)`
primary
  : Number | Character | String+ | 'true' | 'false' | 'nullptr' | 'this'
  | valueName
  | '(' ( expression | compound ) ')'
  | functionalType ( '(' arguments? ')' | bracedInit )
  | namedCast TemplateOpen typeId TemplateClose '(' expression ')'
  | 'sizeof' '...' '(' anyName ')'
  | 'typeid' '(' ( typeId | expression ) ')'
  | 'noexcept' '(' expression ')'
  | lambda
  | newExpression
  | '::'? 'delete' ( '[' ']' )? unary
  | bracedInit
  ;
functionalType : builtin+ | typeName | 'auto' ;
namedCast : 'static_cast' | 'reinterpret_cast' | 'const_cast' | 'dynamic_cast' ;
newExpression
  : '::'? 'new' ( '(' arguments ')' )? ( castSpecifier+ pointer* ( '[' expression ']' )* | '(' typeId ')' )
    ( '(' arguments? ')' | bracedInit )?
  ;
lambda
  : '[' ( capture ( ',' capture )* )? ']' ( '(' parameters? ')' )? ( '__host__' | '__device__' | 'mutable' | 'constexpr' )*
    functionQualifier* compound
  ;
capture
  : op=( '&' | '=' )
  | op='*'? 'this'
  | op='&'? pack='...'? anyName '...'? initializer?
  ;
