#ifndef CLOCK_OF_THIS_MACHINE
#error no clock is configured
#endif
