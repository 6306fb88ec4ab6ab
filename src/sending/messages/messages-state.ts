/** Asks Messages, by a script that neither starts it nor sends, whether it runs and has an account. */
import { errorNumbers } from '../../domain/script-end.ts'
import type { Programs } from '../../mac/programs.ts'
import { runScript } from '../../mac/run-script.ts'
import { scriptFile } from './script-run.ts'

export type MessagesState = 'running' | 'not_running' | 'signed_out' | 'unknown'

const deadlineMs = 4_000

export async function messagesState({ osascript }: Pick<Programs, 'osascript'>): Promise<MessagesState> {
  if (osascript === undefined) return 'unknown'
  const { end, exitCode, stdout, stderr } = await runScript({ osascript, args: [scriptFile('answers')], deadlineMs })
  if (end !== 'exited') return 'unknown'
  if (exitCode !== 0) return errorNumbers(stderr).includes(-600) ? 'not_running' : 'unknown'
  return stdout.trim() === '0' ? 'signed_out' : 'running'
}
