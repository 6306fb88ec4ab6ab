/** Runs one bench in a process of its own over an existing simulated Mac, and sends the figures to its parent. */

import { about, type Figure } from './figure.ts'
import { ownBenches, sizedBenches } from './plan.ts'
import { openHome } from './simulated-relay.ts'

const [name = '', home = '', messages = ''] = process.argv.slice(2)

async function figures(): Promise<Figure[]> {
  const own = ownBenches.find((bench) => bench.name === name)
  if (own) return told(await own.run(), own.subject)
  const sized = sizedBenches.find((bench) => bench.name === name)
  if (!sized) throw new Error(`No bench is called ${name}.`)
  using simulated = openHome(home, Number(messages))
  return told(await sized.run(simulated), sized.subject)
}

const told = (found: readonly Figure[], subject: (typeof ownBenches)[number]['subject']): Figure[] =>
  found.map((figure) => ({ ...about(subject, [figure])[0], ...figure }))

process.send?.({ figures: await figures() }, () => process.exit())
