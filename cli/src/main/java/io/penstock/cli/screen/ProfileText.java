package io.penstock.cli.screen;

import io.penstock.cli.client.ProfileView;
import io.penstock.cli.client.ProfileView.Stage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the stages of a job cost, as a table. */
public final class ProfileText {

    private static final double MEGA = 1e6;

    private ProfileText() {}

    public static List<String> lines(ProfileView profile) {
        List<String> lines = new ArrayList<>();
        lines.add("profile of %d steps, times of one micro-batch; latency %s ms"
                .formatted(profile.steps(), millis(profile.latencySeconds())));
        Table table = new Table("  stage", "rank", "F ms", "I ms", "W ms", "output kB", "transfer ms", "MB/s");
        for (Stage stage : profile.stages()) {
            table.row(
                    stage.stage(),
                    stage.rank(),
                    millis(stage.forwardSeconds()),
                    millis(stage.backwardInputSeconds()),
                    millis(stage.backwardWeightSeconds()),
                    scaled(stage.outputBytes(), 1e3),
                    millis(stage.transferSeconds()),
                    scaled(stage.bytesPerSecond(), MEGA));
        }
        lines.addAll(table.lines());
        return lines;
    }

    private static @Nullable String millis(@Nullable Double seconds) {
        return scaled(seconds, 1e-3);
    }

    private static @Nullable String scaled(@Nullable Double value, double unit) {
        return value == null ? null : Numbers.fixed(value / unit);
    }
}
