package io.penstock.stage.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.common.wire.TensorKind;
import io.penstock.engine.backend.ReferenceBackend;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Shape;
import io.penstock.engine.tensor.Tensor;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MailboxTest {

    private final ReferenceBackend backend = new ReferenceBackend();
    private final Mailbox mailbox = new Mailbox(Duration.ofMillis(50));

    private static TensorKey key(int microBatch) {
        return new TensorKey(TensorKind.FORWARD, 7, 2, microBatch);
    }

    private Tensor tensor() {
        return backend.allocate(DType.F32, Shape.of(1));
    }

    @AfterEach
    void everythingIsFreed() {
        mailbox.close();
        assertThat(backend.liveTensors()).isZero();
    }

    @Test
    void takeWhenArrivalOrderDiffersFindsByKey() {
        Tensor first = tensor();
        Tensor second = tensor();
        mailbox.put(key(1), second);
        mailbox.put(key(0), first);

        assertThat(mailbox.take(0, key(0))).isSameAs(first);
        assertThat(mailbox.take(0, key(1))).isSameAs(second);
        first.close();
        second.close();
    }

    @Test
    void takeWhenNothingComesNamesRankActionAndMicroBatch() {
        assertThatThrownBy(() -> mailbox.take(3, key(5)))
                .isInstanceOf(RunException.class)
                .hasMessageContaining("rank 3")
                .hasMessageContaining("micro-batch 5")
                .hasMessageContaining("stage 2");
    }

    @Test
    void takeWhenThePeerIsLostEndsAtOnceWithItsRank() throws Exception {
        Mailbox patient = new Mailbox(Duration.ofMinutes(1));
        CompletableFuture<Tensor> taken = CompletableFuture.supplyAsync(() -> patient.take(1, key(0)));

        patient.fail(RunException.ofPeer(1, "lost rank 1: reset"));

        assertThatThrownBy(() -> taken.get(5, TimeUnit.SECONDS))
                .hasCauseInstanceOf(RunException.class)
                .hasMessageContaining("lost rank 1");
    }

    @Test
    void takeWhenItArrivedBeforeTheFailureStillGetsIt() {
        Tensor tensor = tensor();
        mailbox.put(key(0), tensor);
        mailbox.fail(RunException.ofPeer(1, "lost rank 1"));

        assertThat(mailbox.take(1, key(0))).isSameAs(tensor);
        tensor.close();
    }

    @Test
    void putWhenTheKeyIsThereAlreadyFailsTheRun() {
        mailbox.put(key(0), tensor());
        mailbox.put(key(0), tensor());
        mailbox.take(0, key(0)).close();

        assertThatThrownBy(() -> mailbox.take(0, key(1))).hasMessageContaining("received twice");
    }

    @Test
    void putWhenTheRunHasFailedFreesTheTensor() {
        mailbox.fail(RunException.cancelled());
        mailbox.put(key(0), tensor());

        assertThat(mailbox.size()).isZero();
        assertThat(backend.liveTensors()).isZero();
    }
}
