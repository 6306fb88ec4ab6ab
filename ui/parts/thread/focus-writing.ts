/** Moves the focus from the messages to the text field. */
export const focusWriting = (): void => document.querySelector<HTMLElement>('#main form textarea')?.focus()
