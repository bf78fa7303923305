package io.penstock.orchestrator.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.validation.ValidationBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;

class PenstockPropertiesTest {

    @Test
    void defaultsAreThese() throws Exception {
        PenstockProperties properties = bind(Map.of());
        assertThat(properties.dataRoot()).isEqualTo(Path.of("examples/data"));
        assertThat(properties.stateDirectory()).isEqualTo(Path.of(".penstock"));
        assertThat(properties.apiToken()).isNull();
        assertThat(properties.control().address()).isEqualTo(InetAddress.ofLiteral("127.0.0.1"));
        assertThat(properties.control().port()).isEqualTo(7070);
        assertThat(properties.control().secret()).isNull();
        assertThat(properties.localWorkers()).isEqualTo("auto");
        assertThat(properties.fixedLocalWorkers()).isEmpty();
        assertThat(properties.localWorker().attempts()).isEqualTo(2);
        assertThat(properties.localWorker().java()).isNull();
        assertThat(properties.localWorker().jar()).isNull();
        assertThat(properties.deadlines().heartbeat()).isEqualTo(Duration.ofSeconds(1));
        assertThat(properties.deadlines().hello()).isEqualTo(Duration.ofMinutes(1));
        assertThat(properties.deadlines().prepare()).isEqualTo(Duration.ofMinutes(2));
        assertThat(properties.deadlines().step()).isEqualTo(Duration.ofMinutes(1));
        assertThat(properties.exitOnStdinClose()).isFalse();
        assertThat(properties.portFile()).isNull();
    }

    @Test
    void localWorkersWhenANumberAreFixed() {
        assertThat(bind(Map.of("penstock.local-workers", "4")).fixedLocalWorkers())
                .hasValue(4);
    }

    @Test
    void bindWhenValueIsOutOfRangeFails() {
        assertThatThrownBy(() -> bind(Map.of("penstock.local-workers", "many"))).isInstanceOf(BindException.class);
        assertThatThrownBy(() -> bind(Map.of("penstock.control.port", "70000"))).isInstanceOf(BindException.class);
        assertThatThrownBy(() -> bind(Map.of("penstock.local-worker.attempts", "0")))
                .isInstanceOf(BindException.class);
    }

    @Test
    void secretWhenAbsentOnLoopbackIsRandom() {
        PenstockProperties.Control control = bind(Map.of()).control();
        assertThat(ControlSecret.of(control).value())
                .hasSize(48)
                .isNotEqualTo(ControlSecret.of(control).value());
        assertThat(ControlSecret.of(control)).hasToString("ControlSecret[***]");
    }

    @Test
    void secretWhenAbsentBeyondLoopbackIsRefused() {
        PenstockProperties.Control control =
                bind(Map.of("penstock.control.address", "0.0.0.0")).control();
        assertThatThrownBy(() -> ControlSecret.of(control)).isInstanceOf(ExposedWithoutSecretException.class);
        PenstockProperties.Control safe = bind(Map.of(
                        "penstock.control.address", "0.0.0.0", "penstock.control.secret", "x"))
                .control();
        assertThat(ControlSecret.of(safe).value()).isEqualTo("x");
    }

    @Test
    void tokenWhenAbsentBeyondLoopbackIsRefusedWithWhatToDo() {
        assertThat(ApiToken.of(null, "127.0.0.1").admits(null)).isTrue();
        ExposedWithoutSecretException refusal =
                catchThrowableOfType(ExposedWithoutSecretException.class, () -> ApiToken.of(null, "0.0.0.0"));
        FailureAnalysis analysis = new ExposedWithoutSecretFailureAnalyzer().analyze(refusal);
        assertThat(analysis.getDescription())
                .contains("server.address is \"0.0.0.0\"", "penstock.api-token is not set");
        assertThat(analysis.getAction()).isEqualTo("Set penstock.api-token, or listen on 127.0.0.1.");
        assertThatThrownBy(() -> ApiToken.of("", "")).isInstanceOf(ExposedWithoutSecretException.class);
    }

    @Test
    void tokenWhenSetAdmitsItsBearerOnly() {
        ApiToken token = ApiToken.of("t", "0.0.0.0");
        assertThat(token.admits("Bearer t")).isTrue();
        assertThat(token.admits("Bearer u")).isFalse();
        assertThat(token.admits("t")).isFalse();
        assertThat(token.admits(null)).isFalse();
        assertThat(token).hasToString("ApiToken[***]");
    }

    private static PenstockProperties bind(Map<String, String> properties) {
        LocalValidatorFactoryBean validator = new LocalValidatorFactoryBean();
        validator.afterPropertiesSet();
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("penstock", Bindable.of(PenstockProperties.class), new ValidationBindHandler(validator));
    }
}
