/** For tests: the examples in what a command says of itself, each as a shell takes it. */
export function examplesIn(notes: string): string[] {
  const lines = /^Examples?:\n(?<lines>(?: {2}.*(?:\n|$))+)/m.exec(notes)?.groups?.lines ?? ''
  return lines
    .split('\n')
    .map((line) => line.replace(/ +#.*$/, '').trim())
    .filter(Boolean)
}
