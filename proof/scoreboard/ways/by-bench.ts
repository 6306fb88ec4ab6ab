/** Rows whose figures a bench measures: selects the relevant figures, each with the target of the row. */
import { type Figure, shown } from '../../bench/figure.ts'
import { runPart } from '../../bench/run-part.ts'
import { newHome } from '../../bench/simulated-relay.ts'
import type { Outcome } from '../row.ts'

interface Wanted {
  /** The part of the figure's `work`. */
  work: string
  label: string
  most?: number
  least?: number
}

interface Part {
  bench: string
  /** The size of the Mac, for benches that need one. */
  messages?: number
  wanted: readonly Wanted[]
}

export const byBench =
  (...parts: readonly Part[]) =>
  async (): Promise<Outcome> => {
    const words: string[] = []
    let reached = true
    for (const { bench, messages, wanted } of parts) {
      const figures = await figuresOf(bench, messages)
      for (const { work, label, most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY } of wanted) {
        const figure = figures.find((one) => one.work.includes(work))
        if (figure === undefined) throw new Error(`The bench ${bench} tells nothing of "${work}".`)
        words.push(`${label} ${shown(figure.measured, figure.unit)}`)
        reached &&= figure.measured <= most && figure.measured >= least
      }
    }
    return { figure: words.join(', '), reached }
  }

const known = new Map<string, Promise<Figure[]>>()

/** Runs each bench once, however many rows need it. */
function figuresOf(bench: string, messages: number | undefined): Promise<Figure[]> {
  const key = `${bench} ${messages}`
  const figures = known.get(key) ?? measured(bench, messages)
  known.set(key, figures)
  return figures
}

async function measured(bench: string, messages: number | undefined): Promise<Figure[]> {
  if (messages === undefined) return runPart({ bench })
  using made = newHome({ messages })
  return await runPart({ bench, over: { home: made.home, messages } })
}
