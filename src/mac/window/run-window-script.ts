/** Runs the script that operates the window of Messages, and reads its answer. */
import { fileURLToPath } from 'node:url'
import { type ScriptAnswer, scriptAnswerOf } from '../../domain/window/script-answer.ts'
import { runScript } from '../sending/run-script.ts'

/** Longer than the script gives itself. */
const deadlineMs = 45_000
/** The balloons of a window, and what they say. */
const keptCharacters = 500_000

const script = fileURLToPath(new URL('./scripts/messages-window.applescript', import.meta.url))

export async function runWindowScript(osascript: string, words: readonly string[]): Promise<ScriptAnswer> {
  const { end, stdout } = await runScript({ osascript, args: [script, ...words], deadlineMs, keptCharacters })
  return end === 'not_started' ? { is: 'stopped', why: 'not-started' } : scriptAnswerOf(stdout)
}
