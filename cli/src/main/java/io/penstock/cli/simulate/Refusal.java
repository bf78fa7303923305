package io.penstock.cli.simulate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.penstock.common.schedule.InvalidScheduleException;
import org.jspecify.annotations.Nullable;

/**
 * Why a table is not accepted, for machines.
 *
 * @param valid false
 * @param cell the index of the action at fault on its rank
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Refusal(
        boolean valid,
        @Nullable String rule,
        @Nullable Integer rank,
        @Nullable Integer cell,
        String detail) {

    public static Refusal of(InvalidScheduleException cause) {
        return new Refusal(false, cause.rule().name(), cause.rank(), cause.cell(), cause.detail());
    }

    /** What cannot even be read as a table. */
    public static Refusal of(String detail) {
        return new Refusal(false, null, null, null, detail);
    }
}
