/** Controls the Messages app by scripts, as far as sending needs it. */
import { setTimeout as pause } from 'node:timers/promises'
import { errorNumbers, type ScriptEnd } from '../../domain/script-end.ts'
import type { Programs } from '../../mac/programs.ts'
import { runProgram } from '../../mac/run-program.ts'
import { neverStarted, runScript } from '../../mac/run-script.ts'
import type { Content, Route } from '../decisions/route-plan.ts'
import { scriptFile, scriptRun } from './script-run.ts'

export interface MessagesApp {
  /** False where there is no osascript. */
  readonly isAvailable: boolean
  /**
   * Runs one fixed script with the content and the address as arguments, and ends within the deadline. Throws only what
   * `onStarted` throws, and only after the script has ended.
   */
  send(content: Content, route: Route, onStarted: (pid: number) => void): Promise<ScriptEnd>
  /** Opens Messages without bringing it to the front, and waits a few seconds at most until it responds to scripts. */
  launch(): Promise<void>
}

interface MessagesAppOptions {
  programs: Programs
  /** A script is killed after this time, whatever it is doing. */
  deadlineMs?: number
  /** How long Messages may take to respond after it was opened. */
  launchMs?: number
}

const answerDeadlineMs = 3_000
const askAgainMs = 150

export function openMessagesApp({ programs, deadlineMs = 30_000, launchMs = 5_000 }: MessagesAppOptions): MessagesApp {
  const { osascript, open } = programs
  return {
    isAvailable: osascript !== undefined,
    async send(content, route, onStarted) {
      const args = scriptRun(content, route)
      if (osascript === undefined || args === undefined) return neverStarted
      return runScript({ osascript, args, deadlineMs, onStarted })
    },
    async launch() {
      if (osascript === undefined || open === undefined) return
      const untilMs = performance.now() + launchMs
      await runProgram({ program: open, args: ['-gja', 'Messages'], deadlineMs: launchMs })
      while (performance.now() < untilMs && !(await isAnswering(osascript))) await pause(askAgainMs)
    },
  }
}

/** Error numbers that mean Messages may still be starting; any other error is a response. */
const notYet = new Set([-600, -609, -1712])

async function isAnswering(osascript: string): Promise<boolean> {
  const args = [scriptFile('answers')]
  const { end, exitCode, stderr } = await runScript({ osascript, args, deadlineMs: answerDeadlineMs })
  if (end !== 'exited') return false
  return exitCode === 0 || !errorNumbers(stderr).some((number) => notYet.has(number))
}
