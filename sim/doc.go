// Package sim runs programs on loops in a simulated world, for tests. A test of a distributed
// program that uses real sockets and real time sees few of the orders of events that happen in a
// year, and none of them twice. In a world, one goroutine runs all loops, time is simulated, and a
// number, the seed, decides everything else: which loop takes a turn, how long messages take, what
// breaks. So a thousand seeds are a thousand different runs, and the seed of a failure repeats it
// exactly.
//
//	func TestStore(t *testing.T) {
//		sim.Run(t, sim.Seeds(1000), func(w *sim.World) {
//			server, client := w.Loop("server"), w.Loop("client")
//			w.Net().Faults(sim.Delay(50*time.Millisecond), sim.Reset(0.01), sim.SplitReads())
//			startServer(server, ":1")
//			startClient(client, "server:1")
//			w.At(3*time.Second, func() { w.Partition(server, client) })
//			w.At(5*time.Second, w.Heal)
//			w.Always("no acknowledged write is lost", durable)
//			w.For(time.Hour)
//		})
//	}
//
// The program is the same as in production: it uses package stream, with TLS, stream/ws and
// stream/http on it, and group, keyed and promise. World.Loop makes its loops.
//
// # What a world has
//
// A world runs in a bubble of testing/synctest. time.Now, timers, time.Sleep and contexts with time
// limits have the world's time. It begins at midnight UTC on 1 January 2000, and jumps to the next
// event. A callback takes no time.
//
// Each name given to World.Loop is a machine with a TCP address. stream.Listen and stream.Dial on
// its loops use the simulated network, where machines are hosts. The network behaves like TCP as a
// program sees it: it keeps order, has buffers of limited size, ends, resets, and gives up after
// silence. There are no packets (UDP), Unix sockets and adopted sockets.
//
// Work of Loop.RunBlocking begins up to 2 ms later, on a goroutine. The driver waits until it
// returns or blocks. TLS and the end of a loop use goroutines in the same way.
//
// # What makes a run unrepeatable
//
// Random numbers that are not World.Rand, the order of a Go map, select among several ready
// channels, and goroutines that the program starts itself. When a goroutine of the program gives a
// loop work, the world fails and names it. A callback that sleeps fails the world too. One that never
// returns ends the test with its stack. time.Now is the world's, and a clock that is read past
// package time is not noticed as such. If the second run of a failing seed does not fail, Run says
// that the program is not repeatable. Replay runs each seed twice and shows where the two runs
// differ.
//
// # Failures
//
// A world fails when a check of Always, Eventually or History fails, when the program calls
// World.Fail, and when a callback panics. Run then looks for a smaller case: it leaves out kinds of
// faults and single faults, as long as the same check fails. It prints seed, case, the command that
// repeats it, and the end of the trace.
package sim
