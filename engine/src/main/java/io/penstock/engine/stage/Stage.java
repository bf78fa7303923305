package io.penstock.engine.stage;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.Chain;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.Parameter;
import io.penstock.engine.layer.Pass;
import io.penstock.engine.optimizer.Optimizer;
import io.penstock.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A contiguous run of layers with its weights, computed one micro-batch at a time by F, I and W in any order that a
 * schedule may ask for.
 *
 * <p>Gradients are added in micro-batch order whatever the order of the W actions: a W whose predecessors have not run is
 * held back until they have, so weights do not depend on the schedule. What a micro-batch stashes is freed by its last
 * backward action.
 */
public final class Stage implements AutoCloseable {

    private final Backend backend;
    private final boolean first;
    private final Memory memory;
    private final Rounding rounding;
    private final List<Parameter> parameters;
    private final List<Chain> runs;
    private final List<List<Parameter>> runParameters = new ArrayList<>();
    private final Map<Integer, Flight> flights = new HashMap<>();
    private int nextWeightGradient;

    /**
     * A stage of layers with their parameters, which it takes over.
     *
     * @param first true for the model's first stage, which needs no gradient of its input
     * @param parameters those of all layers, in layer order
     */
    public Stage(Backend backend, List<Layer> layers, boolean first, Memory memory, List<Parameter> parameters) {
        this.backend = backend;
        this.first = first;
        this.memory = memory;
        this.rounding = new Rounding(backend, memory.storage());
        this.parameters = List.copyOf(parameters);
        this.runs = runs(layers, memory.recomputed());
        int from = 0;
        for (Chain run : runs) {
            int to = from + run.parameters().size();
            runParameters.add(this.parameters.subList(from, to));
            from = to;
        }
    }

    /** Layers between two inputs that are kept; all of them as one run if all is kept. */
    private static List<Chain> runs(List<Layer> layers, int length) {
        if (length == 0) {
            return List.of(new Chain(layers));
        }
        List<Chain> runs = new ArrayList<>();
        for (int from = 0; from < layers.size(); from += length) {
            runs.add(new Chain(layers.subList(from, Math.min(layers.size(), from + length))));
        }
        return runs;
    }

    /** All parameters in layer order, copies among them. */
    public List<Parameter> parameters() {
        return parameters;
    }

    /** Forgets the gradients of the step before; no micro-batch may be in flight. */
    public void startStep() {
        if (!flights.isEmpty()) {
            throw new IllegalStateException("micro-batches " + flights.keySet() + " are still in flight");
        }
        nextWeightGradient = 0;
        parameters.forEach(Parameter::startStep);
    }

    /** F of one micro-batch: [n, in] → [n, out]; the result belongs to the caller, who keeps the input. */
    public Tensor forward(int microBatch, Pass.Slice slice, Flow in) {
        if (!slice.training()) {
            return evaluate(slice, in);
        }
        Flight flight = new Flight(slice, in.segments());
        if (flights.putIfAbsent(microBatch, flight) != null) {
            flight.close();
            throw new IllegalStateException("micro-batch %d is already in flight".formatted(microBatch));
        }
        Tensor current = in.values().retain();
        for (int run = 0; run < runs.size(); run++) {
            Pass pass = pass(run, flight, !recomputes());
            if (recomputes()) {
                flight.addInput(rounding.narrow(current));
            } else {
                flight.add(pass);
            }
            current = replace(current, runs.get(run).forward(pass, current, rounding));
        }
        return current;
    }

    private Tensor evaluate(Pass.Slice slice, Flow in) {
        Tensor current = in.values().retain();
        for (int run = 0; run < runs.size(); run++) {
            Pass pass = new Pass(
                    backend, runParameters.get(run), slice, new Pass.Mode(false, memory.storage(), in.segments()));
            current = replace(current, runs.get(run).forward(pass, current, rounding));
        }
        return current;
    }

    private Pass pass(int run, Flight flight, boolean saving) {
        return new Pass(
                backend,
                runParameters.get(run),
                flight.slice(),
                new Pass.Mode(saving, memory.storage(), flight.segments()));
    }

    /** True if {@link #recompute} has something to do. */
    public boolean recomputes() {
        return memory.recomputed() > 0;
    }

    /** Computes F of one micro-batch again, with the same random numbers, and keeps what I and W need. */
    public void recompute(int microBatch) {
        Flight flight = flight(microBatch);
        if (!flight.passes().isEmpty()) {
            return;
        }
        for (int run = 0; run < runs.size(); run++) {
            Pass pass = pass(run, flight, true);
            flight.add(pass);
            try (Tensor in = rounding.wide(flight.inputs().get(run))) {
                runs.get(run).forward(pass, in, rounding).close();
            }
            pass.shrink();
        }
        flight.dropInputs();
    }

    /**
     * I of one micro-batch: gradient of the output → gradient of the input, which belongs to the caller. Nothing comes out
     * of the model's first stage, which computes only what its own weights need.
     */
    public @Nullable Tensor backwardInput(int microBatch, Tensor gradOut) {
        recompute(microBatch);
        Flight flight = flight(microBatch);
        Tensor current = gradOut.retain();
        for (int run = runs.size() - 1; run >= 0; run--) {
            Pass pass = flight.passes().get(run);
            pass.inputNeeded(!first || run > firstTrainableRun());
            Tensor next = runs.get(run).backwardInput(pass, current, rounding);
            current.close();
            if (next == null) {
                return null;
            }
            current = next;
        }
        return current;
    }

    private int firstTrainableRun() {
        int run = 0;
        while (run < runs.size() - 1 && runParameters.get(run).isEmpty()) {
            run++;
        }
        return run;
    }

    private static Tensor replace(Tensor old, Tensor next) {
        old.close();
        return next;
    }

    /** W of one micro-batch, after its I; held back until all earlier micro-batches of the step have had theirs. */
    public void backwardWeight(int microBatch) {
        flight(microBatch).markReady();
        Flight next = flights.get(nextWeightGradient);
        while (next != null && next.ready()) {
            for (int run = runs.size() - 1; run >= 0; run--) {
                runs.get(run).backwardWeight(next.passes().get(run));
            }
            next.close();
            flights.remove(nextWeightGradient++);
            next = flights.get(nextWeightGradient);
        }
    }

    private Flight flight(int microBatch) {
        Flight flight = flights.get(microBatch);
        if (flight == null) {
            throw new IllegalStateException("micro-batch %d has had no forward".formatted(microBatch));
        }
        return flight;
    }

    /**
     * The sum of squares of the gradient of each parameter at home here, in layer order, each accumulated in float64. Rows of
     * copies must have been added before.
     */
    public double[] squaredNorms() {
        return parameters.stream()
                .filter(Parameter::isHome)
                .mapToDouble(parameter -> {
                    parameter.complete(backend);
                    return backend.sumOfSquares(parameter.gradient());
                })
                .toArray();
    }

    /**
     * Applies the optimizer to all weights that are at home here.
     *
     * @param update counts applied updates from 1
     * @param gradientScale the gradients are multiplied by it first, 1 leaves them
     */
    public void update(Optimizer optimizer, long update, double learningRate, double gradientScale) {
        for (Parameter parameter : parameters) {
            if (parameter.isHome()) {
                optimizer.apply(backend, parameter, update, learningRate, gradientScale);
            }
        }
    }

    /** Micro-batches between F and W. */
    public int inFlight() {
        return flights.size();
    }

    /** Bytes stashed by the micro-batches in flight. */
    public long stashedBytes() {
        long bytes = 0;
        for (Flight flight : flights.values()) {
            bytes += flight.bytes();
        }
        return bytes;
    }

    /** Frees weights, optimizer state and whatever is in flight. */
    @Override
    public void close() {
        flights.values().forEach(Flight::close);
        flights.clear();
        parameters.forEach(Parameter::close);
    }
}
