package io.penstock.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.penstock.cli", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule OF_PENSTOCK_ONLY_COMMON_AND_THE_IMPORTER = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.penstock.cli..",
                    "io.penstock.common..",
                    "io.penstock.engine.onnx..",
                    "java..",
                    "picocli..",
                    "tools.jackson..",
                    "com.fasterxml.jackson.annotation..",
                    "org.jspecify.annotations..");

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("io.penstock.cli.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule PARTS_DO_NOT_KNOW_THE_COMMANDS = noClasses()
            .that()
            .resideInAnyPackage("io.penstock.cli.*..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.penstock.cli");
}
