/**
 * Shortens every wait of a minute or longer by the factor of the day, and tells every few seconds what memory is left
 * after a collection of garbage. It is loaded before each process of a soak.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const collectEveryMs = 4_000
const factor = Number(process.env.SOAK_FACTOR ?? '1')
const longMs = 60_000

type Timer = (work: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => NodeJS.Timeout

const hastened = (timer: Timer): Timer =>
  Object.assign(
    (...[work, ms = 0, ...given]: Parameters<Timer>) => timer(work, ms >= longMs ? ms / factor : ms, ...given),
    timer,
  )

/** What the heap holds between collections says little: a slope of a fraction of a megabyte would drown in it. */
function tellWhatIsKept(folder: string): void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  setInterval(() => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    writeFileSync(join(folder, String(process.pid)), String(heapUsed + external))
  }, collectEveryMs).unref()
}

if (isMainThread && process.env.SOAK_KEPT !== undefined) tellWhatIsKept(process.env.SOAK_KEPT)
Object.assign(globalThis, { setTimeout: hastened(setTimeout), setInterval: hastened(setInterval) })
// Programs that this process starts are not ours, and sandboxed ones could not read this file.
delete process.env.NODE_OPTIONS
