/** Runs the script that operates the window of Messages, and parses its output. */
import { fileURLToPath } from 'node:url'
import { runScript } from '../mac/run-script.ts'
import { parseScriptAnswer, type ScriptAnswer } from './script-answer.ts'

/** Longer than the script's own timeout. */
const deadlineMs = 45_000
/** Enough for the texts of all balloons of a window. */
const keptCharacters = 500_000

export const windowScript = fileURLToPath(new URL('./scripts/messages-window.applescript', import.meta.url))

export async function runWindowScript(osascript: string, words: readonly string[]): Promise<ScriptAnswer> {
  const { end, stdout } = await runScript({ osascript, args: [windowScript, ...words], deadlineMs, keptCharacters })
  return end === 'not_started' ? { is: 'stopped', why: 'not-started' } : parseScriptAnswer(stdout)
}
