#pragma once
#include "heddle/cluster.hpp"
