/** Prints the result of a command, as text for people or as JSON for programs. */
export const print = (text: string): boolean => process.stdout.write(`${text}\n`)
export const printJson = (value: unknown): boolean => print(JSON.stringify(value, null, 2))
