package io.penstock.stage.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.penstock.common.control.Hello;
import io.penstock.common.cost.StageCosts;
import io.penstock.common.wire.TensorKind;
import io.penstock.stage.runtime.StepOutcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkerMetersTest {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final WorkerMeters meters = new WorkerMeters(registry);

    @BeforeEach
    void name() {
        registry.config().meterFilter(WorkerMeters.named("w1"));
    }

    private static StepOutcome outcome() {
        return new StepOutcome(
                0,
                64,
                0.1,
                3,
                Map.of("forward", 1.0, "send", 0.25),
                Map.of("wait_gradient", 1.75),
                0,
                0,
                1,
                List.of(new StageCosts(1, 0, 0)),
                100,
                200,
                3,
                4096,
                1,
                false,
                0.5,
                null);
    }

    @Test
    void metersWhenStepsAreRecordedCanAllBeReadBack() {
        WorkerMeters.Job job = meters.job("j1");
        job.record(outcome());
        job.record(outcome());
        job.sent(TensorKind.FORWARD, 100, 2_000_000);

        String scraped = registry.scrape();
        assertThat(line(scraped, "penstock_worker_busy_seconds_total{action=\"forward\""))
                .isEqualTo(2);
        assertThat(line(scraped, "penstock_worker_busy_seconds_total{action=\"send\""))
                .isEqualTo(0.5);
        assertThat(line(scraped, "penstock_worker_idle_seconds_total{cause=\"wait_gradient\""))
                .isEqualTo(3.5);
        assertThat(line(scraped, "penstock_tensor_sent_bytes_total{direction=\"forward\""))
                .isEqualTo(200);
        assertThat(line(scraped, "penstock_tensor_sent_bytes_total{direction=\"backward\""))
                .isEqualTo(400);
        assertThat(line(scraped, "penstock_tensor_transfer_seconds_count")).isEqualTo(1);
        assertThat(line(scraped, "penstock_tensor_transfer_seconds_sum")).isCloseTo(0.002, within(1e-9));
        assertThat(scraped)
                .contains("penstock_tensor_transfer_seconds_bucket{job=\"j1\",worker=\"w1\",le=\"0.002048\"} 1")
                .contains("penstock_tensor_transfer_seconds_bucket{job=\"j1\",worker=\"w1\",le=\"0.001024\"} 0");
        assertThat(line(scraped, "penstock_microbatches_in_flight")).isEqualTo(3);
        assertThat(line(scraped, "penstock_activation_bytes")).isEqualTo(4096);
        assertThat(scraped.lines().filter(it -> it.startsWith("penstock_")))
                .allMatch(it -> it.contains("job=\"j1\"") && it.contains("worker=\"w1\""));
    }

    @Test
    void introduceWhenCalledTellsDeviceAndBuild() {
        meters.introduce(new Hello("s", "w1", "127.0.0.1", 1, 2, 3, "cpu", "AMD EPYC", 4096, 12.5));

        assertThat(registry.scrape().lines())
                .contains(
                        "penstock_worker_info{backend=\"cpu\",device=\"AMD EPYC\",worker=\"w1\"} 1",
                        "penstock_worker_memory_bytes{worker=\"w1\"} 4096.0",
                        "penstock_worker_gemm_flops{worker=\"w1\"} 1.25E10")
                .anyMatch(it -> it.startsWith("penstock_build_info{java=") && it.contains("worker=\"w1\""));
    }

    @Test
    void metersWhenTheJobEndsDisappear() {
        WorkerMeters.Job job = meters.job("j1");
        job.record(outcome());

        job.close();

        assertThat(registry.scrape()).doesNotContain("j1");
    }

    private static double line(String scraped, String start) {
        return scraped.lines()
                .filter(it -> it.startsWith(start))
                .mapToDouble(it -> Double.parseDouble(it.substring(it.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + start + " in\n" + scraped));
    }
}
