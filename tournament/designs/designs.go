package designs

// This file owns the designs themselves: each is a composition, and a variant is
// another design with its difference. The facts are the founding documents'.

// Compositions returns the designs in the order of the tournament.
func Compositions() []Composition {
	return []Composition{
		mainDesign(), mainLockFree(), alternateOne(), alternateTwo(), alternateThree(),
		alternateThreePlus(), alternateTwoPlus(), alternateTwoMini(),
	}
}

func mainDesign() Composition {
	return Composition{
		Name:    "main",
		Summary: "Two tiers of waking, a mutex and a slice swapped whole: the founding documents' balanced choice.",
		Ingress: MutexTiered, Waker: TwoTier, Turn: TightDrain, Clearing: ClearUsed,
		Table: TableLocked, Microtasks: MicroSlice, Padded: true, Budget: DefaultBudget,
	}
}

func mainLockFree() Composition {
	return Composition{
		Name:    "mainlockfree",
		Summary: "What main was a day earlier: a compare-and-swap list, and a poller that is always asked.",
		Ingress: CASList, Waker: Poller, Turn: FullTick, Clearing: ClearUsed,
		Table: TableLocked, Microtasks: MicroSlice, Padded: true, Budget: DefaultBudget,
	}
}

func alternateOne() Composition {
	return Composition{
		Name:    "alternateone",
		Summary: "Maximum safety: one coarse lock, validated transitions, a shutdown in five phases, structured errors.",
		Ingress: MutexChunks, Waker: Poller, Turn: FullTick, Clearing: ClearWhole,
		Table: TableLocked, Microtasks: MicroSlice, Padded: true, Budget: DefaultBudget,
		Coarse: true, Checked: true,
	}
}

func alternateTwo() Composition {
	return Composition{
		Name:    "alternatetwo",
		Summary: "Maximum performance: a lock-free ring of 65,536 slots made once, padding, descriptors indexed directly.",
		Ingress: ArenaRing, ArenaSlots: DefaultArenaSlots, Waker: Poller, Turn: FullTick, Clearing: ClearUsed,
		Table: TableDirect, Microtasks: MicroRing, Padded: true, Budget: DefaultBudget,
	}
}

func alternateThree() Composition {
	return Composition{
		Name:    "alternatethree",
		Summary: "The original main: a mutex and chunks cleared whole, a poller always, a flag that shares its cache line.",
		Ingress: MutexChunks, Waker: Poller, Turn: FullTick, Clearing: ClearWhole,
		Table: TableLocked, Microtasks: MicroSlice, Padded: false, Budget: DefaultBudget,
	}
}

func alternateThreePlus() Composition {
	c := alternateThree()
	c.Name = "alternatethreeplus"
	c.Summary = "Alternatethree with the repair that was proposed and never built: main's channel while no descriptor is registered."
	c.Waker = TwoTier
	return c
}

func alternateTwoPlus() Composition {
	c := alternateTwo()
	c.Name = "alternatetwoplus"
	c.Summary = "The hybrid that was projected to win everywhere and never built: alternatetwo's ring, main's two tiers and tight loop."
	c.Waker, c.Turn = TwoTier, TightDrain
	return c
}

func alternateTwoMini() Composition {
	c := alternateTwo()
	c.Name = "alternatetwomini"
	c.Summary = "The hybrid in 100 lines: a second goroutine empties the ring into a 32-slot channel of tasks."
	c.Waker, c.Turn = Channel, OneByOne
	return c
}
