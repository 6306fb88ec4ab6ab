/** Runs the script that operates the window of Messages, by itself and with a deadline, and reads its answer. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type ScriptAnswer, scriptAnswerOf } from '../../domain/window/script-answer.ts'

/** Longer than the script gives itself. */
const deadlineMs = 45_000
/** More than the balloons of any window. */
const mostCharacters = 2_000_000

const script = fileURLToPath(new URL('./scripts/messages-window.applescript', import.meta.url))
const environment = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'en_US.UTF-8' }

export function runWindowScript(osascript: string, args: readonly string[]): Promise<ScriptAnswer> {
  return new Promise((resolve) => {
    const child = spawn(osascript, [script, ...args], {
      cwd: '/',
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: deadlineMs,
      killSignal: 'SIGKILL',
    })
    let stdout = ''
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (said: string) => {
      if (stdout.length < mostCharacters) stdout += said
    })
    child.on('error', () => resolve({ is: 'stopped', why: 'not-started' }))
    child.on('close', () => resolve(scriptAnswerOf(stdout)))
  })
}
