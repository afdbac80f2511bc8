import io.netty.channel.EventLoopGroup;
import io.netty.channel.EventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategy;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.Version;
import io.netty.util.concurrent.Future;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A peer that runs Netty. The main thread reads the runner's requests. The loop and each
 * producer have a thread of their own. docs/peer-protocol.md has the protocol.
 */
public final class Peer {
  static final int NUMBERS = 1024;
  static final int PRIME = 16777619;

  static final class Refused extends Exception {
    Refused(String reason) {
      super(reason);
    }
  }

  /** A workload that has been started. */
  abstract static class Workload {
    String started() {
      return "";
    }

    abstract String run(int n, int seed, boolean stamped) throws Exception;

    abstract long stop() throws Exception;
  }

  static final List<EventLoopGroup> groups = new ArrayList<>();

  static EventLoop newLoop(boolean spin) throws Refused {
    IoHandlerFactory io;
    if (Epoll.isAvailable()) {
      SelectStrategy busy = (supplier, hasTasks) -> SelectStrategy.BUSY_WAIT;
      io = spin ? EpollIoHandler.newFactory(0, () -> busy) : EpollIoHandler.newFactory();
    } else if (spin) {
      throw new Refused("Netty spins on epoll alone, whose native part does not load here");
    } else {
      io = NioIoHandler.newFactory();
    }
    EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, io);
    groups.add(group);
    return group.next();
  }

  static long closeLoops(long executed) throws InterruptedException {
    List<Future<?>> ends = new ArrayList<>();
    for (EventLoopGroup group : groups) ends.add(group.shutdownGracefully(0, 5, TimeUnit.SECONDS));
    for (Future<?> end : ends) end.sync();
    return executed;
  }

  static int share(int n, int producers, int producer) {
    return n / producers + (producer < n % producers ? 1 : 0);
  }

  static final class Submit extends Workload {
    final EventLoop loop = newLoop(false);
    final int producers;
    final int burst; // tasks in one burst; 0 for no bursts
    // Owned by the loop; by the main thread while no task is queued.
    final int[] sums;
    final long[] counts;
    final Runnable[][] tasks;
    long left;
    long executed;
    final Semaphore done = new Semaphore(0);

    Submit(Map<String, String> fields) throws Refused {
      producers = Integer.parseInt(fields.getOrDefault("producers", "1"));
      burst = Integer.parseInt(fields.getOrDefault("burst", "0"));
      if (producers < 1 || burst > 0 && producers > 1) {
        throw new Refused("a workload has a producer, and bursts come from one");
      }
      sums = new int[producers];
      counts = new long[producers];
      tasks = new Runnable[producers][NUMBERS];
      for (int p = 0; p < producers; p++) {
        for (int i = 0; i < NUMBERS; i++) {
          int producer = p;
          int number = i;
          tasks[p][i] = () -> ran(producer, number);
        }
      }
    }

    void ran(int producer, int number) {
      sums[producer] = (sums[producer] ^ number) * PRIME;
      counts[producer]++;
      executed++;
      if (--left == 0) done.release();
    }

    @Override
    String run(int n, int seed, boolean stamped) throws Exception {
      if (stamped) throw new Refused("the tasks of submit are not stamped");
      if (burst > 0) return bursts(n, seed);
      left = n;
      CyclicBarrier gate = new CyclicBarrier(producers + 1);
      Thread[] threads = new Thread[producers];
      for (int p = 0; p < producers; p++) {
        sums[p] = seed ^ p;
        counts[p] = 0;
        Runnable[] own = tasks[p];
        int share = share(n, producers, p);
        threads[p] = new Thread(() -> produce(gate, own, share));
        threads[p].start();
      }
      gate.await();
      // Read before the producers start, because then this thread may wait for a processor.
      long began = System.nanoTime();
      gate.await();
      done.acquire();
      long elapsed = System.nanoTime() - began;
      for (Thread t : threads) t.join();
      return report(elapsed);
    }

    /** Submits one burst after the other, and waits for each. */
    String bursts(int n, int seed) throws InterruptedException {
      sums[0] = seed;
      counts[0] = 0;
      long began = System.nanoTime();
      for (int i = 0; i < n; ) {
        int after = Math.min(i + burst, n);
        left = after - i; // no task is queued; execute makes the value visible to the loop
        for (; i < after; i++) loop.execute(tasks[0][i % NUMBERS]);
        done.acquire();
      }
      return report(System.nanoTime() - began);
    }

    String report(long elapsed) {
      StringJoiner allCounts = new StringJoiner(",");
      StringJoiner allSums = new StringJoiner(",");
      for (int p = 0; p < producers; p++) {
        allCounts.add(Long.toString(counts[p]));
        allSums.add(Integer.toUnsignedString(sums[p]));
      }
      return "ns=" + elapsed + " counts=" + allCounts + " sums=" + allSums;
    }

    void produce(CyclicBarrier gate, Runnable[] own, int n) {
      try {
        gate.await(); // all producers have started
        gate.await(); // the clock has been read
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      for (int i = 0; i < n; i++) loop.execute(own[i % NUMBERS]);
    }

    @Override
    long stop() throws Exception {
      return closeLoops(executed);
    }
  }

  static final class Trip extends Workload {
    final EventLoop loop;
    final boolean spin;
    final Runnable[] tasks = new Runnable[NUMBERS];
    final Semaphore done = new Semaphore(0);
    int sum;
    long count;
    long executed;
    volatile long flag;

    Trip(Map<String, String> fields) throws Refused {
      spin = "spin".equals(fields.get("wait"));
      loop = newLoop(spin);
      for (int i = 0; i < NUMBERS; i++) {
        int number = i;
        tasks[i] = () -> ran(number);
      }
    }

    void ran(int number) {
      sum = (sum ^ number) * PRIME;
      count++;
      executed++;
      if (spin) flag = executed;
      else done.release();
    }

    @Override
    String run(int n, int seed, boolean stamped) throws Exception {
      sum = seed;
      count = 0;
      long before = executed;
      long[] stamps = new long[stamped ? n : 0];
      long began = System.nanoTime();
      for (int i = 0; i < n; i++) {
        loop.execute(tasks[i % NUMBERS]);
        if (spin) {
          while (flag != before + i + 1) Thread.onSpinWait();
        } else {
          done.acquire();
        }
        if (stamped) stamps[i] = System.nanoTime() - began;
      }
      String answer = "ns=" + (System.nanoTime() - began) + " counts=" + count + " sums=" + Integer.toUnsignedString(sum);
      if (!stamped) return answer;
      TreeMap<Long, Long> histogram = new TreeMap<>();
      long last = 0;
      for (long stamp : stamps) {
        histogram.merge(bucket(stamp - last), 1L, Long::sum);
        last = stamp;
      }
      StringJoiner parts = new StringJoiner(",");
      histogram.forEach((low, times) -> parts.add(low + ":" + times));
      return answer + " histogram=" + parts;
    }

    @Override
    long stop() throws Exception {
      return closeLoops(executed);
    }
  }

  static long bucket(long v) {
    int shift = Math.max(0, 64 - Long.numberOfLeadingZeros(v) - 6);
    return v >> shift << shift;
  }

  static final class Loops extends Workload {
    long executed;

    @Override
    String run(int n, int seed, boolean stamped) throws Exception {
      if (stamped) throw new Refused("loops are not stamped");
      long began = System.nanoTime();
      long[] count = new long[1];
      for (int i = 0; i < n; i++) {
        CountDownLatch ran = new CountDownLatch(1);
        newLoop(false).execute(() -> {
          count[0]++;
          ran.countDown();
        });
        ran.await();
      }
      executed += count[0];
      return "ns=" + (System.nanoTime() - began) + " counts=" + count[0];
    }

    @Override
    long stop() throws Exception {
      return closeLoops(executed);
    }
  }

  static Workload started;

  static String answer(String verb, Map<String, String> fields) throws Exception {
    switch (verb) {
      case "hello":
        return "protocol=1 peer=netty version=" + version();
      case "start":
        started = switch (fields.getOrDefault("workload", "")) {
          case "submit" -> new Submit(fields);
          case "trip" -> new Trip(fields);
          case "timers" -> new Timers();
          case "echo" -> new Echo();
          case "loops" -> new Loops();
          default -> throw new Refused("netty does not know the workload " + fields.get("workload"));
        };
        return started.started();
      case "run":
      case "histogram":
        return started.run(Integer.parseInt(fields.get("n")), Integer.parseUnsignedInt(fields.get("seed")), verb.equals("histogram"));
      case "stop":
        return "executed=" + (started == null ? 0 : started.stop());
      default:
        throw new IllegalArgumentException("the verb " + verb + " is not known");
    }
  }

  static String version() {
    Version transport = Version.identify().get("netty-transport");
    return (transport == null ? "unknown" : transport.artifactVersion()) + (Epoll.isAvailable() ? "-epoll" : "-nio");
  }

  public static void main(String[] arguments) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    PrintStream out = new PrintStream(System.out, true);
    String line;
    while ((line = in.readLine()) != null) {
      String[] words = line.trim().split(" ");
      Map<String, String> fields = new HashMap<>();
      for (int i = 1; i < words.length; i++) {
        int at = words[i].indexOf('=');
        if (at > 0) fields.put(words[i].substring(0, at), words[i].substring(at + 1));
      }
      String said;
      try {
        said = "ok " + answer(words[0], fields);
      } catch (Refused refused) {
        said = "refused " + refused.getMessage();
      } catch (Exception failure) {
        said = "failed " + failure.toString().replace('\n', ';');
      }
      out.println(said.trim());
      if (words[0].equals("stop")) break;
    }
    System.exit(0);
  }
}
