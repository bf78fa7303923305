package io.penstock.stage.runtime;

import io.penstock.common.wire.TensorKind;
import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.Parameter;
import io.penstock.engine.stage.Tie;
import io.penstock.engine.tensor.Tensor;
import java.util.List;

/**
 * Keeps copies of shared parameters equal. At the end of a step each copy's rows go to the home, which adds them after its own
 * gradient in micro-batch order; after the update the home's values go to the copies. On one rank the values are the same
 * tensor, and only rows move.
 */
final class TiedWeights {

    private static final int PARTS = 2;

    private final Backend backend;
    private final Network network;
    private final Rank rank;
    private final Stages stages;
    private final List<Tie> ties;

    TiedWeights(Workspace work) {
        this.backend = work.backend();
        this.network = work.network();
        this.rank = work.rank();
        this.stages = work.stages();
        this.ties = work.recipe().ties();
    }

    /** Sends the rows of copies whose home is elsewhere. */
    void sendRows(long step) {
        for (int i = 0; i < ties.size(); i++) {
            Tie tie = ties.get(i);
            if (rank.owns(tie.copyStage()) && !rank.owns(tie.homeStage())) {
                sendRows(step, i, rank.map().rankOf(tie.homeStage()), copy(tie));
            }
        }
    }

    private void sendRows(long step, int tie, int to, Parameter copy) {
        int part = 0;
        for (Parameter.Rows rows : copy.rows()) {
            send(step, tie, part++, to, rows.ids());
            send(step, tie, part++, to, rows.values());
        }
    }

    private void send(long step, int tie, int part, int to, Tensor tensor) {
        network.awaitRoom(to, TensorKind.TIED);
        network.send(to, new TensorKey(TensorKind.TIED, step, tie, part), tensor.retain());
    }

    /** Adds the rows of all copies to the gradients that are at home here. */
    void addRows(long step) {
        for (int i = 0; i < ties.size(); i++) {
            Tie tie = ties.get(i);
            if (rank.owns(tie.homeStage())) {
                if (rank.owns(tie.copyStage())) {
                    copy(tie).rows().forEach(rows -> home(tie).addRows(backend, rows.ids(), rows.values()));
                } else {
                    receiveRows(step, i, rank.map().rankOf(tie.copyStage()), home(tie));
                }
            }
        }
    }

    private void receiveRows(long step, int tie, int from, Parameter home) {
        for (int part = 0; part < PARTS * rank.microBatches(); part += PARTS) {
            try (Tensor ids = network.receive(from, new TensorKey(TensorKind.TIED, step, tie, part));
                    Tensor values = network.receive(from, new TensorKey(TensorKind.TIED, step, tie, part + 1))) {
                home.addRows(backend, ids, values);
            }
        }
    }

    /** Sends new values to copies elsewhere, and takes those of homes elsewhere. */
    void exchangeValues(long step) {
        int last = PARTS * rank.microBatches();
        for (int i = 0; i < ties.size(); i++) {
            Tie tie = ties.get(i);
            if (rank.owns(tie.homeStage()) && !rank.owns(tie.copyStage())) {
                send(
                        step,
                        i,
                        last,
                        rank.map().rankOf(tie.copyStage()),
                        home(tie).value());
            }
        }
        for (int i = 0; i < ties.size(); i++) {
            Tie tie = ties.get(i);
            if (rank.owns(tie.copyStage()) && !rank.owns(tie.homeStage())) {
                int from = rank.map().rankOf(tie.homeStage());
                try (Tensor values = network.receive(from, new TensorKey(TensorKind.TIED, step, i, last))) {
                    backend.copy(values, copy(tie).value());
                }
            }
        }
    }

    private Parameter copy(Tie tie) {
        return stages.parameter(tie.copyStage(), tie.name(), false);
    }

    private Parameter home(Tie tie) {
        return stages.parameter(tie.homeStage(), tie.name(), true);
    }
}
