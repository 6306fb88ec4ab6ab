/**
 * Finds out whether macOS lets this process control Messages, by running a script that neither starts Messages nor
 * sends.
 */
import { errorNumbers } from '../../domain/script-end.ts'
import type { Programs } from '../../mac/programs.ts'
import { runScript } from '../../mac/run-script.ts'
import { scriptFile } from './script-run.ts'

/** `not_running`: macOS cannot be asked without starting Messages. `unanswered`: a prompt may be waiting on the Mac. */
export type Automation = 'granted' | 'denied' | 'checking' | 'not_running' | 'unanswered' | 'no_osascript'

export interface AutomationProbe {
  /** Returns the known state within a moment, and probes again when the last result is too old. */
  ask(): Promise<Automation>
}

interface AutomationDeps {
  programs: Pick<Programs, 'osascript'>
  nowMs(): number
  /** How long a result stays valid: while access is granted, and otherwise. */
  holdsMs?: { granted: number; otherwise: number }
}

const deadlineMs = 4_000
/** A page does not wait longer than this for a result that may take seconds. */
const patienceMs = 1_000

export function automationProbe({
  programs: { osascript },
  nowMs,
  holdsMs = { granted: 30_000, otherwise: 1_000 },
}: AutomationDeps): AutomationProbe {
  let last: { state: Automation; atMs: number } | undefined
  let running: Promise<Automation> | undefined

  async function attempt(program: string): Promise<Automation> {
    const run = await runScript({ osascript: program, args: [scriptFile('answers')], deadlineMs })
    const state = run.end === 'exited' ? stateOf(run.exitCode, errorNumbers(run.stderr)) : 'unanswered'
    last = { state, atMs: nowMs() }
    running = undefined
    return state
  }

  const isFresh = ({ state, atMs }: { state: Automation; atMs: number }) =>
    nowMs() - atMs < (state === 'granted' ? holdsMs.granted : holdsMs.otherwise)

  return {
    async ask() {
      if (osascript === undefined) return 'no_osascript'
      if (last !== undefined && isFresh(last)) return last.state
      running ??= attempt(osascript)
      const known: Automation = last?.state ?? 'checking'
      return Promise.race([running, afterwards(patienceMs, known)])
    },
  }
}

function stateOf(exitCode: number | null, numbers: readonly number[]): Automation {
  if (exitCode === 0) return 'granted'
  if (numbers.includes(-1743)) return 'denied'
  if (numbers.includes(-600)) return 'not_running'
  return numbers.includes(-1712) || numbers.length === 0 ? 'unanswered' : 'granted'
}

const afterwards = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, value).unref()
  })
