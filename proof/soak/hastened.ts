/**
 * Shortens every wait of a minute or longer by the factor of the day, and tells every few seconds what memory is left
 * after a collection of garbage, and in a heap snapshot of what it consists when that is wanted. It is loaded before
 * each process of a soak.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { getHeapCodeStatistics, setFlagsFromString, writeHeapSnapshot } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'
import { keptFile, snapshotFile, wantedFile } from './kept.ts'

const collectEveryMs = 4_000
const factor = Number(process.env.SOAK_FACTOR ?? '1')
const longMs = 60_000

type Timer = (work: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => NodeJS.Timeout

const hastened = (timer: Timer): Timer =>
  Object.assign(
    (...[work, ms = 0, ...given]: Parameters<Timer>) => timer(work, ms >= longMs ? ms / factor : ms, ...given),
    timer,
  )

/**
 * Reports the size of the heap after a collection. What it holds between collections would hide a slope of a fraction
 * of a megabyte. Compiled code does not count: it is bounded by the program, and grows whenever something is done for
 * the first time.
 */
function tellWhatIsKept(folder: string): void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  let taken: string | undefined
  setInterval(() => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    const { code_and_metadata_size: code, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics()
    writeFileSync(keptFile(folder, process.pid), String(heapUsed + external - code - bytecode))
    const wanted = wantedSnapshot(folder)
    if (wanted !== undefined && wanted !== taken) takeSnapshot(folder, wanted)
    taken = wanted
  }, collectEveryMs).unref()
}

const wantedSnapshot = (folder: string): string | undefined =>
  existsSync(wantedFile(folder)) ? readFileSync(wantedFile(folder), 'utf8') || undefined : undefined

function takeSnapshot(folder: string, name: string): void {
  const path = snapshotFile(folder, process.pid, name)
  writeHeapSnapshot(`${path}.new`)
  renameSync(`${path}.new`, path)
}

if (isMainThread && process.env.SOAK_KEPT !== undefined) tellWhatIsKept(process.env.SOAK_KEPT)
Object.assign(globalThis, { setTimeout: hastened(setTimeout), setInterval: hastened(setInterval) })
// Programs that this process starts are not ours, and sandboxed ones could not read this file.
delete process.env.NODE_OPTIONS
