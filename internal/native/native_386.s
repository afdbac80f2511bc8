//go:build !wakeful_purego

#include "textflag.h"

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-4
	MOVL (TLS), AX
	MOVL AX, ret+0(FP)
	RET

// func stack(goroutine uintptr) (low, high uintptr)
// The runtime's record of a goroutine begins with the bounds of its stack.
TEXT ·stack(SB), NOSPLIT, $0-12
	MOVL goroutine+0(FP), AX
	MOVL 0(AX), BX
	MOVL 4(AX), CX
	MOVL BX, low+4(FP)
	MOVL CX, high+8(FP)
	RET

// func pause()
TEXT ·pause(SB), NOSPLIT, $0-0
	PAUSE
	RET
