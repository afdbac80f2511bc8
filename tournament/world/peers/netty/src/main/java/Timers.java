import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The timer workload of docs/peer-protocol.md. */
final class Timers extends Peer.Workload {
  final EventLoop loop = Peer.newLoop(false);
  long executed;

  Timers() throws Peer.Refused {}

  /** The counters of one run. The loop owns all of them except done. */
  final class Run {
    final CountDownLatch done = new CountDownLatch(1);
    final int n;
    final int seed;
    int sum;
    int fired;
    int early;
    int cancelled;
    long scheduleNs;
    long cancelNs;
    long released;
    long last;

    Run(int n, int seed) {
      this.n = n;
      this.seed = seed;
      sum = seed;
    }

    void fire(int i, long due) {
      if (System.nanoTime() - due < 0) early++;
      sum += (i ^ seed) * Peer.PRIME;
      executed++;
      if (++fired == n) {
        last = System.nanoTime();
        done.countDown();
      }
    }

    void all() {
      Future<?>[] far = new Future<?>[n];
      Runnable never = () -> executed++;
      long start = System.nanoTime();
      for (int i = 0; i < n; i++) far[i] = loop.schedule(never, 3600000L + (long) i * 7919 % n, TimeUnit.MILLISECONDS);
      long scheduled = System.nanoTime();
      for (Future<?> f : far) if (f.cancel(false)) cancelled++;
      long ended = System.nanoTime();
      scheduleNs = scheduled - start;
      cancelNs = ended - scheduled;
      for (int i = 0; i < n; i++) {
        int number = i;
        long due = System.nanoTime() + 1000000;
        loop.schedule(() -> fire(number, due), 1, TimeUnit.MILLISECONDS);
      }
      long until = System.nanoTime() + 2000000;
      while (System.nanoTime() - until < 0) Thread.onSpinWait();
      released = System.nanoTime();
    }
  }

  @Override
  String run(int n, int seed, boolean stamped) throws Exception {
    if (stamped) throw new Peer.Refused("timers are not stamped");
    Run run = new Run(n, seed);
    loop.execute(run::all);
    run.done.await();
    return "schedule_ns=" + run.scheduleNs + " cancel_ns=" + run.cancelNs + " fire_ns=" + Math.max(1, run.last - run.released)
        + " cancelled=" + run.cancelled + " early=" + run.early + " counts=" + run.fired + " sums=" + Integer.toUnsignedString(run.sum);
  }

  @Override
  long stop() throws Exception {
    return Peer.closeLoops(executed);
  }
}
