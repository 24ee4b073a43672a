# Writes C++ with the headers below ROOT into OUT. The assembler takes their bytes as they are.
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*)
list(SORT files)
set(data "")
set(table "")
set(n 0)
foreach(file ${files})
  if(NOT file MATCHES "\\.md$")
    string(APPEND data "asm(\".section .rodata\\nheddle_header_${n}: .incbin \\\"${ROOT}/${file}\\\"\\n"
                       "heddle_header_end_${n}: .byte 0\\n.previous\");\n"
                       "extern \"C\" const char heddle_header_${n}[], heddle_header_end_${n}[];\n")
    string(APPEND table "    {\"${file}\", {heddle_header_${n}, heddle_header_end_${n}}},\n")
    math(EXPR n "${n} + 1")
  endif()
endforeach()
file(WRITE ${OUT} "#include \"cuda/parse/headers.hpp\"\n\n${data}\nnamespace heddle::cuda {\n\n"
  "std::span<const std::pair<std::string_view, std::string_view>> headers() {\n"
  "  static const std::pair<std::string_view, std::string_view> all[] = {\n${table}  };\n"
  "  return all;\n}\n\n} // namespace heddle::cuda\n")
