/** Runs one bench in a process group of its own, so that everything it started ends with it, however it ends. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Figure } from './figure.ts'

/** No bench takes half of this, even where other work loads the machine. Over ten million messages an index takes minutes. */
const limitMs = (messages = 0): number => (messages > 1_000_000 ? 60 : 10) * 60_000

interface Request {
  bench: string
  /** The folder of its Mac, and the number of messages in it. */
  over?: { home: string; messages: number }
  signal?: AbortSignal
}

/** Throws with the reason where the bench came to no figures. */
export async function runPart({ bench, over, signal }: Request): Promise<Figure[]> {
  const entry = fileURLToPath(new URL('part.ts', import.meta.url))
  const args = over ? [bench, over.home, String(over.messages)] : [bench]
  const child = fork(entry, args, { detached: true, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  const end = () => endGroup(child.pid)
  signal?.addEventListener('abort', end)
  const limit = setTimeout(end, limitMs(over?.messages))
  let [said, figures]: [string, Figure[] | undefined] = ['', undefined]
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
    process.stderr.write(text)
  })
  child.on('message', (told: { figures: Figure[] }) => {
    figures = told.figures
  })
  await once(child, 'exit')
  clearTimeout(limit)
  signal?.removeEventListener('abort', end)
  end()
  if (figures === undefined) throw new Error(reasonIn(said))
  return figures
}

/** Ends browsers and bridges that the bench left behind as well. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // No process of the group is left.
  }
}

const reasonIn = (said: string): string =>
  /^\w*Error: (.+)$/m.exec(said)?.[1] ?? 'It ended without a figure, or took far too long.'
