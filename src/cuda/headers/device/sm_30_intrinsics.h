// Every file has it (heddle/prelude.h).
#pragma once
