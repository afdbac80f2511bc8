//go:build !wakeful_purego

#include "textflag.h"

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-8
	MOVD g, R0
	MOVD R0, ret+0(FP)
	RET

// func stack(goroutine uintptr) (low, high uintptr)
// The runtime's record of a goroutine begins with the bounds of its stack.
TEXT ·stack(SB), NOSPLIT, $0-24
	MOVD goroutine+0(FP), R0
	MOVD 0(R0), R1
	MOVD 8(R0), R2
	MOVD R1, low+8(FP)
	MOVD R2, high+16(FP)
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
