// Exceptions with a place, of NVIDIA's samples.
#pragma once
#include <exception>
#include <iostream>
#include <stdexcept>
#include <stdlib.h>
