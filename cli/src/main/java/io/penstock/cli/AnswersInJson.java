package io.penstock.cli;

/** A command whose result, and the reason if there is none, is one JSON object if that is asked for. */
interface AnswersInJson {

    boolean json();
}
