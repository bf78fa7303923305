package io.penstock.engine.job;

import io.penstock.engine.rule.FieldError;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Reads and writes job specifications. Reading is strict: no unknown or doubled field, no coercion, nothing after the end.
 * What was written reads back as an equal job.
 */
public final class JobReader {

    /** The largest specification, in bytes of UTF-8. */
    public static final int MAX_BYTES = 1 << 20;

    private JobReader() {}

    /** @throws InvalidJobException with all faults that can be found at once */
    public static JobSpec read(byte[] json) {
        return read(parse(json));
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
