/** Ends a step that did not do what it is for. */
export class StepFailed extends Error {}
