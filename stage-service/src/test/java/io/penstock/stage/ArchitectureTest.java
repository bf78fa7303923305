package io.penstock.stage;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows of docs/architecture.md, as far as this module can break them. */
@AnalyzeClasses(packages = "io.penstock.stage", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().matching("io.penstock.stage.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule BACKENDS_ARE_FOUND_AT_RUN_TIME =
            noClasses().should().dependOnClassesThat().resideInAnyPackage("io.penstock.backend..", "org.nd4j..");

    @ArchTest
    static final ArchRule THE_ORCHESTRATOR_IS_KNOWN_BY_ITS_MESSAGES =
            noClasses().should().dependOnClassesThat().resideInAPackage("io.penstock.orchestrator..");

    @ArchTest
    static final ArchRule THE_RUNTIME_KNOWS_NO_SPRING = noClasses()
            .that()
            .resideInAnyPackage("io.penstock.stage.runtime..", "io.penstock.stage.network..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework..");

    @ArchTest
    static final ArchRule JACKSON_2_IS_NOT_USED = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.fasterxml.jackson.core..", "com.fasterxml.jackson.databind..");
}
