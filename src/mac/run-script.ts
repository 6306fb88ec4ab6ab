/**
 * Runs osascript directly: without a shell or our environment, with a limit on the output and a deadline that kills.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { ScriptEnd } from '../domain/script-end.ts'
import { programEnvironment } from './run-program.ts'

interface ScriptProcess {
  osascript: string
  args: readonly string[]
  deadlineMs: number
  /** The end of each output is kept, because osascript reports its result there. */
  keptCharacters?: number
  onStarted?: (pid: number) => void
  /** Called for each piece of output, as it comes. */
  onOutput?: () => void
}

/** Enough for the result. */
const usuallyKept = 4_000
/** osascript never prints more than this; a program that does would not stop. */
const mostCharacters = 1_000_000
/**
 * A child of the program may hold its outputs open for ever, and a program that hangs in the kernel outlives its
 * killing.
 */
const afterwardsMs = 500

export const neverStarted: ScriptEnd = { exitCode: null, stdout: '', stderr: '', end: 'not_started' }

/** Rejects only with what `onStarted` throws, once the script has ended. */
export async function runScript(script: ScriptProcess): Promise<ScriptEnd> {
  const { osascript, args, onStarted } = script
  const child = spawnScript(osascript, args)
  if (child === undefined) return neverStarted
  const ended = waitForEnd(child, script)
  try {
    if (child.pid !== undefined) onStarted?.(child.pid)
  } finally {
    // Waits for a started script even if `onStarted` failed.
    await ended
  }
  return ended
}

/** Undefined where the arguments are too long for the system. */
function spawnScript(osascript: string, args: readonly string[]): ChildProcess | undefined {
  try {
    return spawn(osascript, args, { cwd: '/', env: programEnvironment, stdio: ['ignore', 'pipe', 'pipe'] })
  } catch {
    return undefined
  }
}

function waitForEnd(
  child: ChildProcess,
  { deadlineMs, keptCharacters = usuallyKept, onOutput }: ScriptProcess,
): Promise<ScriptEnd> {
  return new Promise((resolve) => {
    let afterwards: NodeJS.Timeout | undefined
    const end = (exitCode: number | null, how: ScriptEnd['end']) => {
      clearTimeout(deadline)
      clearTimeout(afterwards)
      child.stdout?.destroy()
      child.stderr?.destroy()
      resolve({ exitCode, stdout: stdout(), stderr: stderr(), end: how })
    }
    const kill = () => {
      child.kill('SIGKILL')
      afterwards ??= setTimeout(end, afterwardsMs, null, 'killed')
    }
    const exited = (code: number | null) => end(code, code === null ? 'killed' : 'exited')
    const deadline = setTimeout(kill, deadlineMs)
    const outputOf = (stream: Readable | null) => lastOf(stream, { keptCharacters, onTooMuch: kill, onOutput })
    const [stdout, stderr] = [outputOf(child.stdout), outputOf(child.stderr)]
    child.on('close', exited)
    child.on('exit', (code) => {
      clearTimeout(afterwards)
      afterwards = setTimeout(exited, afterwardsMs, code)
    })
    child.on('error', () => {
      if (child.pid === undefined) end(null, 'not_started')
    })
  })
}

interface Listening {
  keptCharacters: number
  onTooMuch(): void
  onOutput: (() => void) | undefined
}

function lastOf(stream: Readable | null, { keptCharacters, onTooMuch, onOutput }: Listening): () => string {
  let kept = ''
  let said = 0
  stream?.setEncoding('utf8').on('data', (text: string) => {
    onOutput?.()
    said += text.length
    kept = (kept + text).slice(-keptCharacters)
    if (said > mostCharacters) onTooMuch()
  })
  return () => kept
}
