/** The end of a program that fails: a line on standard error and the exit code, in the words of the real one. */

export function complain(text: string, exitCode: number): number {
  process.stderr.write(`${text}\n`)
  return exitCode
}
