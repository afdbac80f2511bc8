//go:build !wakeful_purego

#include "textflag.h"

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-8
	MOVQ (TLS), AX
	MOVQ AX, ret+0(FP)
	RET

// func stack(goroutine uintptr) (low, high uintptr)
// The runtime's record of a goroutine begins with the bounds of its stack.
TEXT ·stack(SB), NOSPLIT, $0-24
	MOVQ goroutine+0(FP), AX
	MOVQ 0(AX), BX
	MOVQ 8(AX), CX
	MOVQ BX, low+8(FP)
	MOVQ CX, high+16(FP)
	RET

// func pause()
TEXT ·pause(SB), NOSPLIT, $0-0
	PAUSE
	RET

// func ticks() int64
// Not serialized: a few instructions of imprecision are nothing to its users.
TEXT ·ticks(SB), NOSPLIT, $0-8
	RDTSC
	SHLQ $32, DX
	ORQ  DX, AX
	MOVQ AX, ret+0(FP)
	RET
