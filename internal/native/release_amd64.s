//go:build !wakeful_purego && !race

#include "textflag.h"

// func storeRelease(p unsafe.Pointer, v uint64)
// The processor makes stores visible in their order.
TEXT ·storeRelease(SB), NOSPLIT, $0-16
	MOVQ p+0(FP), AX
	MOVQ v+8(FP), CX
	MOVQ CX, (AX)
	RET
