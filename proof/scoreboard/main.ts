/** Tries what the service promises, keeps the results, and writes docs/reliability.md. */
import { writePages } from '../pages.ts'
import { commandLine } from '../terminal.ts'
import { tryAll } from '../trials.ts'
import { scoreboardRecord } from './row.ts'
import { rows } from './subjects.ts'

const numbers = rows.map(({ number }) => `${number}`)
/** Rows whose outcomes are in no other record. */
const ownNumbers = rows.filter(({ keptElsewhere }) => keptElsewhere === undefined).map(({ number }) => `${number}`)
const usage = `npm run proof -- scoreboard [ROW…]

Tries each promise, or the rows with these numbers, and writes docs/reliability.md.

Rows:
  ${rows.map(({ number, claim }) => `${String(number).padStart(2)}  ${claim}`).join('\n  ')}`

export async function prove(args: readonly string[]): Promise<boolean> {
  const { names } = commandLine({ usage, args, names: numbers })
  const asked = rows.filter(({ number }) => names.length === 0 || names.includes(`${number}`))
  const entries = await tryAll({
    trials: asked.map(({ number, claim, run }) => ({ name: `${number}`, title: `${number}  ${claim}`, run })),
    format: ({ figure, reached }, { seconds }) => `    ${reached ? 'reached' : 'MISSED'}  ${figure}  (${seconds} s)`,
    keep(entry) {
      scoreboardRecord.keep(entry, ownNumbers)
      writePages()
    },
  })
  return entries.every(({ outcome }) => outcome?.reached)
}
