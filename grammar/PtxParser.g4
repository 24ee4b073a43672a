// PTX as a flat list of items. Braces are items of their own and the builder matches them, so that
// a file is parsed in pieces which end at any semicolon. Every decision needs one token.
parser grammar PtxParser;

options { tokenVocab = PtxLexer; }

piece : item* EOF ;

item
  : BraceOpen
  | BraceClose
  | instruction
  | location
  | linked
  | setting
  ;

// `$L__BB0_1:`, `prototype_0 : .callprototype ...;`, `add.s32 %r1, %r2, 4;`, `@!%p1 bra $L;`
instruction
  : guard Name operands? Semicolon
  | Name ( Colon | operands? Semicolon )
  ;

guard : At Bang? Name ;

operands : operand ( Comma operand )* ;

// `%p1|%p2` names two destinations
operand : term ( Pipe term )? ;

term
  : Minus? Number
  | Bang? Name ( ( Plus | Minus ) Minus? Number )?
  | address
  | vector
  | list
  ;

// `[%r1+4]`, `[symbol]`, `[64]`, `[%rd1, {%r1, %r2}]`
address : BracketOpen place ( Comma operand )* BracketClose ;

place : Name ( ( Plus | Minus ) Minus? Number )* | Number ;

vector : BraceOpen operand ( Comma operand )* BraceClose ;

// the arguments or results of a call
list : ParenOpen ( operand ( Comma operand )* )? ParenClose ;

// `.loc 1 30 5, function_name $L__info_string0, inlined_at 1 12 3`
location : Line Number Number Number ( Comma inlining )* ;

inlining : Name ( Number Number Number | Name ( Plus Number )? ) ;

linked : linkage* ( function | variable ) ;

linkage : Extern | Visible | Weak | Common ;

function : ( Entry | Func ) Word* parameters? Name parameters? property* Semicolon? ;

parameters : ParenOpen ( parameter ( Comma parameter )* )? ParenClose ;

parameter : ( Param | Reg ) type* Name extent* ;

// `.maxntid 128, 1, 1`, `.noreturn`, `.pragma "..."`
property : ( Word | Pragma ) ( constant ( Comma constant )* )? ;

constant : Number | String ;

// the state spaces stand for `.ptr .global` in parameters
type : ( Word | Global | Shared | Const | Local ) Number? ( ParenOpen Word ParenClose )? ;

variable : space type* declarator ( Comma declarator )* Semicolon ;

space : Reg | Sreg | Shared | Global | Const | Local | Param | Tex ;

// `%r<40>`, `table[3][4] = {..}`; plain numbers alone are one token with their sign
declarator : Name ( Less Number Greater )? extent* ( Equals value | Numbers )? ;

extent : BracketOpen Number? BracketClose ;

value : Minus? Number | String | BraceOpen ( value ( Comma value )* )? BraceClose | reference ;

// `table`, `table+4`, `generic(table)+4`, `0xFF(table)`
reference : Name ( ParenOpen Name ( Plus Number )? ParenClose )? ( Plus Number )? ;

setting
  : Version Number
  | Target ( Name ( Comma Name )* )
  | Address Number
  | File Number String ( Comma Number )*
  | Pragma String ( Comma String )* Semicolon
  | Section ( Word | Name ) BraceOpen debug* BraceClose
  | Alias Name Comma Name Semicolon
  | ( BranchTargets | CallTargets ) Name ( Comma Name )* Semicolon
  | CallPrototype parameters? Name parameters? property* Semicolon
  ;

debug : Word | Name | Number | Colon | Comma | Plus | Minus | Star | String ;
