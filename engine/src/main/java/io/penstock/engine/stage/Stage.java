package io.penstock.engine.stage;

import io.penstock.engine.backend.Backend;
import io.penstock.engine.layer.Initializer;
import io.penstock.engine.layer.Layer;
import io.penstock.engine.layer.Parameter;
import io.penstock.engine.layer.ParameterSpec;
import io.penstock.engine.layer.Pass;
import io.penstock.engine.optimizer.Optimizer;
import io.penstock.engine.tensor.DType;
import io.penstock.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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
    private final List<Layer> layers;
    private final boolean first;
    private final List<List<Parameter>> parameters;
    private final List<Parameter> allParameters;
    private final Map<Integer, Flight> flights = new HashMap<>();
    private int nextWeightGradient;

    /**
     * Creates the weights, keyed by seed and parameter name.
     *
     * @param first true for the model's first stage, which needs no gradient of its input
     */
    public Stage(Backend backend, List<Layer> layers, boolean first, Optimizer optimizer, long seed) {
        this.backend = backend;
        this.layers = List.copyOf(layers);
        this.first = first;
        this.parameters = this.layers.stream()
                .map(layer -> layer.parameters().stream()
                        .map(spec -> create(spec, optimizer, seed))
                        .toList())
                .toList();
        this.allParameters = parameters.stream().flatMap(List::stream).toList();
    }

    private Parameter create(ParameterSpec spec, Optimizer optimizer, long seed) {
        Tensor value = backend.allocate(DType.F32, spec.shape());
        Initializer.fill(backend, spec, seed, value);
        List<Tensor> state = IntStream.range(0, optimizer.stateTensors())
                .mapToObj(i -> zeros(spec))
                .toList();
        return new Parameter(spec.name(), value, zeros(spec), state);
    }

    private Tensor zeros(ParameterSpec spec) {
        Tensor tensor = backend.allocate(DType.F32, spec.shape());
        backend.fill(tensor, 0);
        return tensor;
    }

    /** All parameters in layer order. */
    public List<Parameter> parameters() {
        return allParameters;
    }

    /** Sets the gradients to zero; no micro-batch may be in flight. */
    public void startStep() {
        if (!flights.isEmpty()) {
            throw new IllegalStateException("micro-batches " + flights.keySet() + " are still in flight");
        }
        nextWeightGradient = 0;
        allParameters.forEach(parameter -> backend.fill(parameter.gradient(), 0));
    }

    /** F of one micro-batch: [n, in] → [n, out]; the result belongs to the caller, who keeps the input. */
    public Tensor forward(int microBatch, Pass.Slice slice, Tensor in) {
        Flight flight = new Flight(passes(slice));
        if (slice.training() && flights.putIfAbsent(microBatch, flight) != null) {
            throw new IllegalStateException("micro-batch %d is already in flight".formatted(microBatch));
        }
        Tensor current = in.retain();
        for (int i = 0; i < layers.size(); i++) {
            current = replace(current, layers.get(i).forward(flight.pass(i), current));
        }
        return current;
    }

    private List<Pass> passes(Pass.Slice slice) {
        List<Pass> passes = new ArrayList<>(layers.size());
        for (List<Parameter> own : parameters) {
            passes.add(new Pass(backend, own, slice));
        }
        return passes;
    }

    /**
     * I of one micro-batch: gradient of the output → gradient of the input, which belongs to the caller. Nothing comes out
     * of the model's first stage, which computes only what its own weights need.
     */
    public @Nullable Tensor backwardInput(int microBatch, Tensor gradOut) {
        Flight flight = flight(microBatch);
        Tensor current = gradOut.retain();
        for (int i = layers.size() - 1; i >= 0; i--) {
            if (parameters.get(i).isEmpty()) {
                current = replace(current, layers.get(i).backwardInput(flight.pass(i), current));
                flight.pass(i).close();
            } else {
                flight.keepGradient(i, current);
                if (first && i == firstTrainable()) {
                    current.close();
                    return null;
                }
                current = replace(current, layers.get(i).backwardInput(flight.pass(i), current));
            }
        }
        return current;
    }

    private static Tensor replace(Tensor old, Tensor next) {
        old.close();
        return next;
    }

    private int firstTrainable() {
        int layer = 0;
        while (parameters.get(layer).isEmpty()) {
            layer++;
        }
        return layer;
    }

    /** W of one micro-batch, after its I; held back until all earlier micro-batches of the step have had theirs. */
    public void backwardWeight(int microBatch) {
        flight(microBatch).markReady();
        Flight next = flights.get(nextWeightGradient);
        while (next != null && next.ready()) {
            addGradients(next);
            next.close();
            flights.remove(nextWeightGradient++);
            next = flights.get(nextWeightGradient);
        }
    }

    private void addGradients(Flight flight) {
        for (int i = layers.size() - 1; i >= 0; i--) {
            if (!parameters.get(i).isEmpty()) {
                layers.get(i).backwardWeight(flight.pass(i), flight.gradient(i));
            }
        }
    }

    private Flight flight(int microBatch) {
        Flight flight = flights.get(microBatch);
        if (flight == null) {
            throw new IllegalStateException("micro-batch %d has had no forward".formatted(microBatch));
        }
        return flight;
    }

    /** The sum of squares of each parameter's gradient, in layer order, each accumulated in float64. */
    public double[] squaredNorms() {
        return allParameters.stream()
                .mapToDouble(parameter -> backend.sumOfSquares(parameter.gradient()))
                .toArray();
    }

    /**
     * Applies the optimizer to all weights.
     *
     * @param update counts applied updates from 1
     * @param gradientScale the gradients are multiplied by it first, 1 leaves them
     */
    public void update(Optimizer optimizer, long update, double learningRate, double gradientScale) {
        for (Parameter parameter : allParameters) {
            optimizer.apply(backend, parameter, update, learningRate, gradientScale);
        }
    }

    /** Micro-batches between F and W. */
    public int inFlight() {
        return flights.size();
    }

    /** Bytes stashed by the micro-batches in flight. */
    public long stashedBytes() {
        return flights.values().stream().mapToLong(Flight::bytes).sum();
    }

    /** Frees weights, optimizer state and whatever is in flight. */
    @Override
    public void close() {
        flights.values().forEach(Flight::close);
        flights.clear();
        allParameters.forEach(Parameter::close);
    }
}
