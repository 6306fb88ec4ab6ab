/** Extracts for tests the examples from the help of a command, each as a line for a shell. */
export function examplesIn(notes: string): string[] {
  const lines = /^Examples?:\n(?<lines>(?: {2}.*(?:\n|$))+)/m.exec(notes)?.groups?.lines ?? ''
  return lines
    .split('\n')
    .map((line) => line.replace(/ +#.*$/, '').trim())
    .filter(Boolean)
}
