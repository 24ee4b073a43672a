#pragma once
#include "heddle/tensor_map.hpp"
