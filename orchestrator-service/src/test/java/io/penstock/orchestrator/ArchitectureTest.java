package io.penstock.orchestrator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.penstock.orchestrator", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("io.penstock.orchestrator.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule nothingIsComputedHere = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.penstock.stage..", "io.penstock.backend..", "org.nd4j..", "org.bytedeco..");

    @ArchTest
    static final ArchRule jackson3Only = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.fasterxml.jackson.databind..", "com.fasterxml.jackson.core..");

    @ArchTest
    static final ArchRule jobsKnowNoInfrastructure = noClasses()
            .that()
            .resideInAPackage("..job..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "jakarta..");
}
