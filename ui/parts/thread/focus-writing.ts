/** From the messages on to where one writes. */
export const focusWriting = (): void => document.querySelector<HTMLElement>('#main form textarea')?.focus()
