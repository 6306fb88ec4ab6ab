/**
 * `npm run proof -- NAME [options]` tries what the service promises; without a name it lists what can be tried.
 *
 * Each folder beside this file is one proof. What they share lies here: the simulated world, its processes, the books
 * that are balanced in the end, and the writing of records and tables.
 */
import { NothingToDo } from './terminal.ts'

interface Proof {
  /** A line that says what it does. */
  does: string
  load(): Promise<{
    /** Resolves with whether everything is as promised. */
    prove(args: readonly string[]): Promise<boolean>
  }>
}

const proofs: Readonly<Record<string, Proof>> = {
  bench: {
    does: 'measures speed, memory and start beside floors and others; with --record writes docs/performance.md',
    load: () => import('./bench/main.ts'),
  },
  chaos: {
    does: 'lets things go wrong 500 times while people write and send, and counts what was lost or doubled',
    load: () => import('./chaos/main.ts'),
  },
  compat: {
    does: 'lets clients that others wrote for BlueBubbles and imsg connect to the service; writes docs/compat.md',
    load: () => import('./compat/main.ts'),
  },
  corpus: {
    does: 'compares the decoders with a folder of blobs and their expected values',
    load: () => import('./corpus/main.ts'),
  },
  fuzz: {
    does: 'gives damaged input to whatever reads what others wrote',
    load: () => import('./fuzz/main.ts'),
  },
  hub: {
    does: 'kills, fills and sets back what a hub of many Macs stands on, and measures it; with --record writes docs/hub-reliability.md',
    load: () => import('./hub/main.ts'),
  },
  journeys: {
    does: 'does what newcomers want in a browser, by pointer and by keyboard alone; writes docs/journeys.md',
    load: () => import('./journeys/main.ts'),
  },
  judges: {
    does: 'lets programs of others examine the running service and its package; writes docs/judges.md',
    load: () => import('./judges/main.ts'),
  },
  scoreboard: {
    does: 'tries every promise that has a target; writes docs/reliability.md',
    load: () => import('./scoreboard/main.ts'),
  },
  shifts: {
    does: 'opens every address of the page, and measures how far what is shown moves while it loads',
    load: () => import('./shifts/main.ts'),
  },
  soak: {
    does: 'lives through a busy day in 24 minutes, and tells what does not level off; with --keep writes docs/soak.md',
    load: () => import('./soak/main.ts'),
  },
  suite: {
    does: 'runs the tests and lists the processor time that each file of them takes',
    load: () => import('./suite/main.ts'),
  },
  whole: {
    does: 'runs every case of the tests of which the suite tries a part',
    load: () => import('./whole/main.ts'),
  },
  workflows: {
    does: 'runs the steps of the workflows for GitHub here, and lists those that need a Mac, a secret or GitHub',
    load: () => import('./workflows/main.ts'),
  },
}

const list = [
  'npm run proof -- NAME [options]',
  '',
  ...Object.entries(proofs).map(([name, { does }]) => `  ${name.padEnd(12)}${does}`),
  '',
  'npm run proof -- NAME --help tells the options of one.',
  '',
].join('\n')

/** Resolves with the exit code. */
export async function run([name, ...args]: readonly string[]): Promise<number> {
  const proof = name !== undefined && Object.hasOwn(proofs, name) ? proofs[name] : undefined
  if (proof !== undefined) return prove(proof, args)
  if (name === undefined || name === '--help' || name === '-h') {
    process.stdout.write(list)
    return 0
  }
  process.stderr.write(`There is no proof "${name}".\n\n${list}`)
  return 2
}

async function prove(proof: Proof, args: readonly string[]): Promise<number> {
  const { prove } = await proof.load()
  try {
    return (await prove(args)) ? 0 : 1
  } catch (error) {
    if (!(error instanceof NothingToDo)) throw error
    const output = error.status === 0 ? process.stdout : process.stderr
    output.write(`${error.message}\n`)
    return error.status
  }
}
