/** `npm run proof -- NAME` runs one of the proofs that need something which is not installed with the project. */
import { judges } from './judges/main.ts'

/** Each resolves with whether everything is in order. */
const proofs: Readonly<Record<string, (args: readonly string[]) => Promise<boolean>>> = { judges }

const [name = '', ...args] = process.argv.slice(2)
const proof = Object.hasOwn(proofs, name) ? proofs[name] : undefined
if (proof === undefined) {
  process.stderr.write(`There is no proof "${name}". There are: ${Object.keys(proofs).join(', ')}.\n`)
  process.exitCode = 2
} else if (!(await proof(args))) process.exitCode = 1
