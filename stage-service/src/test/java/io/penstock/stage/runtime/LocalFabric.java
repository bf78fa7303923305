package io.penstock.stage.runtime;

import io.penstock.common.wire.TensorKind;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.tensor.Tensor;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A network inside one process; with a seed it delays and reorders everything. */
final class LocalFabric implements Fabric {

    private static final int MAX_DELAY_MICROS = 500;

    private final List<Mailbox> mailboxes;
    private final ScheduledExecutorService late = Executors.newSingleThreadScheduledExecutor();
    private final Random chaos;
    private final LinkCounts counts = new LinkCounts();

    /** @param chaosSeed null for no delays */
    LocalFabric(int ranks, Duration deadline, Long chaosSeed) {
        this.mailboxes =
                IntStream.range(0, ranks).mapToObj(i -> new Mailbox(deadline)).toList();
        this.chaos = chaosSeed == null ? null : new Random(chaosSeed);
    }

    @Override
    public void fail(RunException cause) {
        mailboxes.forEach(mailbox -> mailbox.fail(cause));
    }

    @Override
    public Network of(int rank, Backend backend) {
        return new Network() {
            @Override
            public void awaitRoom(int to, TensorKind kind) {}

            @Override
            public void send(int to, TensorKey key, Tensor tensor) {
                deliver(to, key, tensor);
            }

            @Override
            public Tensor receive(int from, TensorKey key) {
                Tensor tensor = mailboxes.get(rank).take(from, key);
                counts.taken(key);
                return tensor;
            }

            @Override
            public long lastArrival() {
                return mailboxes.get(rank).lastArrival();
            }

            @Override
            public void close() {}
        };
    }

    /** The most frames that were sent on one link and not taken yet. */
    int linkPeak() {
        return counts.peak();
    }

    private void deliver(int to, TensorKey key, Tensor tensor) {
        counts.sent(key);
        if (chaos == null) {
            mailboxes.get(to).put(key, tensor);
        } else {
            int micros;
            synchronized (chaos) {
                micros = chaos.nextInt(MAX_DELAY_MICROS);
            }
            ScheduledFuture<?> unused =
                    late.schedule(() -> mailboxes.get(to).put(key, tensor), micros, TimeUnit.MICROSECONDS);
        }
    }

    @Override
    public void close() {
        late.close();
        mailboxes.forEach(Mailbox::close);
    }
}
