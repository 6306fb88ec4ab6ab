/** Ends a program that fails: writes a line on standard error, worded like the real one, and returns the exit code. */

export function complain(text: string, exitCode: number): number {
  process.stderr.write(`${text}\n`)
  return exitCode
}
