// All of the samples' helpers for hosts.
#pragma once
#include <algorithm>
#include <assert.h>
#include <exception.h>
#include <fstream>
#include <helper_image.h>
#include <helper_string.h>
#include <helper_timer.h>
#include <iostream>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <string.h>
#include <vector>
