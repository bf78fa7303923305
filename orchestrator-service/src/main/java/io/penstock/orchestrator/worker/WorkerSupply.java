package io.penstock.orchestrator.worker;

/** Where more workers may come from. */
public interface WorkerSupply {

    /**
     * Asks for workers, so that this many exist. May be asked again and again until they do.
     *
     * @param count workers that the next job needs
     */
    Answer demand(int count);

    /** What came of a demand. */
    sealed interface Answer {

        /** Workers have been started that have not said hello yet; 0 if nothing is coming. */
        record Coming(int workers) implements Answer {}

        /** No worker can be had; the reason names worker, exit code and log. */
        record Broken(String reason) implements Answer {}
    }
}
