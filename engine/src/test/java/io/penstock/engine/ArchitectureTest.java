package io.penstock.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows of docs/architecture.md, as far as this module can break them. */
@AnalyzeClasses(packages = "io.penstock.engine", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().matching("io.penstock.engine.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule THE_ENGINE_IS_PURE_JAVA = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.springframework..", "io.netty..", "org.nd4j..", "org.bytedeco..", "io.penstock.backend..");

    @ArchTest
    static final ArchRule THE_WIRE_IS_NOT_KNOWN =
            noClasses().should().dependOnClassesThat().resideInAPackage("io.penstock.common.wire..");

    @ArchTest
    static final ArchRule JACKSON_2_IS_NOT_USED = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.fasterxml.jackson.core..", "com.fasterxml.jackson.databind..");
}
