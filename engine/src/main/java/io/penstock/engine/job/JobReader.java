package io.penstock.engine.job;

import io.penstock.engine.checkpoint.ModelFolder;
import io.penstock.engine.data.DataRoot;
import io.penstock.engine.data.InvalidDataException;
import io.penstock.engine.model.FromCheckpoint;
import io.penstock.engine.model.Model;
import io.penstock.engine.rule.FieldError;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and writes job specifications. Reading is strict: no unknown or doubled field, no coercion, nothing after the end.
 * What was written reads back as an equal job.
 */
public final class JobReader {

    /** The largest specification, in bytes of UTF-8. */
    public static final int MAX_BYTES = 1 << 20;

    private static final String MODEL = "model";

    private JobReader() {}

    /** @throws InvalidJobException with all faults that can be found at once */
    public static JobSpec read(byte[] json) {
        return read(parse(json));
    }

    /**
     * A job as a user wrote it: its files must be there, and a model that is only named by its checkpoint's folder becomes
     * complete, so that whoever reads it again need not open that.
     *
     * @throws InvalidJobException with all faults that can be found at once
     */
    public static JobSpec read(byte[] json, DataRoot root) {
        JsonNode tree = parse(json);
        if (tree.path(MODEL) instanceof ObjectNode model && model.has("from") && !model.has("type")) {
            RecordBinder binder = new RecordBinder();
            Object wish = binder.bind(model, FromCheckpoint.class, "/" + MODEL);
            if (wish == null) {
                throw new InvalidJobException(binder.errors());
            }
            ((ObjectNode) tree).set(MODEL, StrictJson.MAPPER.valueToTree(complete((FromCheckpoint) wish, root)));
        }
        JobSpec job = read(tree);
        job.check(root);
        return job;
    }

    private static Model complete(FromCheckpoint wish, DataRoot root) {
        try {
            return ModelFolder.read(root, wish);
        } catch (InvalidDataException e) {
            throw new InvalidJobException(List.of(new FieldError(e.pointer(), String.valueOf(e.getMessage()))));
        }
    }

    /** @throws InvalidJobException with all faults that can be found at once */
    public static JobSpec read(String json) {
        return read(json.getBytes(StandardCharsets.UTF_8));
    }

    /** @throws InvalidJobException with all faults that can be found at once */
    public static JobSpec read(JsonNode json) {
        return bind(json, JobSpec.class);
    }

    /** @throws InvalidJobException with all faults that can be found at once */
    public static ScheduleRequest readScheduleRequest(byte[] json) {
        return bind(parse(json), ScheduleRequest.class);
    }

    private static JsonNode parse(byte[] json) {
        if (json.length > MAX_BYTES) {
            throw new InvalidJobException(List.of(
                    new FieldError("", "the job has %d bytes: at most %d are read".formatted(json.length, MAX_BYTES))));
        }
        return StrictJson.parse(json);
    }

    private static <T> T bind(JsonNode json, Class<T> type) {
        RecordBinder binder = new RecordBinder();
        Object value = binder.bind(json, type, "");
        if (value == null) {
            throw new InvalidJobException(binder.errors());
        }
        return type.cast(value);
    }

    /** The job as JSON with all defaults written out. */
    public static JsonNode write(JobSpec job) {
        return StrictJson.MAPPER.valueToTree(job);
    }
}
