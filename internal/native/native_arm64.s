//go:build !wakeful_purego

#include "textflag.h"

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-8
	MOVD g, R0
	MOVD R0, ret+0(FP)
	RET

// func pause()
// ISB holds the pipeline for some 10 ns; YIELD does nothing on most cores.
TEXT ·pause(SB), NOSPLIT, $0-0
	ISB $15
	RET

// func ticks() int64
TEXT ·ticks(SB), NOSPLIT, $0-8
	MRS  CNTVCT_EL0, R0
	MOVD R0, ret+0(FP)
	RET
