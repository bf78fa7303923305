package io.penstock.orchestrator.store;

import com.zaxxer.hikari.HikariDataSource;
import io.penstock.orchestrator.job.JobStore;
import io.penstock.orchestrator.job.Jobs;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.flyway.autoconfigure.FlywayConfigurationCustomizer;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;

@Configuration(proxyBeanMethods = false)
class StoreConfiguration {

    private static final String POSTGRESQL = "jdbc:postgresql:";

    /** Pauses of 1, 2 and 4 s, and then of 5 s: about a minute. */
    private static final int START_RETRIES = 14;

    private static final int LONGEST_PAUSE_SECONDS = 5;

    /** How long an orchestrator may take to end before the next one gives up. */
    private static final Duration FORMER_USER = Duration.ofSeconds(60);

    private static final Duration CHECK = Duration.ofSeconds(5);

    /** Times are kept as the database holds them: to the microsecond. */
    @Bean
    Jobs jobs(JobStore store, ApplicationEventPublisher publisher) {
        return new Jobs(store, publisher::publishEvent, Clock.tick(Clock.systemUTC(), Duration.ofNanos(1000)));
    }

    /** Made after the store, so the database is there. */
    @Bean
    @Conditional(OnPostgresql.class)
    SoleUser soleUser(DataSource database, JobStore store) throws SQLException, InterruptedException {
        return new SoleUser(
                database,
                FORMER_USER,
                CHECK,
                () -> Thread.ofPlatform().name("exit").start(() -> System.exit(1)));
    }

    private static final class OnPostgresql implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return context.getEnvironment()
                    .getProperty("spring.datasource.url", "")
                    .startsWith(POSTGRESQL);
        }
    }

    /** A database server that starts beside the orchestrator is waited for; a file is there or is not. */
    @Bean
    FlywayConfigurationCustomizer patience(@Value("${spring.datasource.url}") String url) {
        return flyway -> {
            if (url.startsWith(POSTGRESQL) && flyway.getConnectRetries() == 0) {
                flyway.connectRetries(START_RETRIES).connectRetriesInterval(LONGEST_PAUSE_SECONDS);
            }
        };
    }

    /** PostgreSQL's driver waits for ever unless it is told not to. What the URL says comes first. */
    @Bean
    static BeanPostProcessor deadlines() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessBeforeInitialization(Object bean, String name) {
                if (bean instanceof HikariDataSource pool
                        && String.valueOf(pool.getJdbcUrl()).startsWith(POSTGRESQL)) {
                    pool.addDataSourceProperty("connectTimeout", "5");
                    pool.addDataSourceProperty("socketTimeout", "20");
                    pool.addDataSourceProperty("ApplicationName", "penstock");
                }
                return bean;
            }
        };
    }
}
