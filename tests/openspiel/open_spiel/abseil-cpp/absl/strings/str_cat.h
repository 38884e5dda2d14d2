// The stub of OpenSpiel has what is needed of this.
#include "open_spiel/spiel.h"
