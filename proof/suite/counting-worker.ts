/**
 * Counts the processor time of each test file. A worker of Vitest loads this before anything else; it notes what its
 * process and all processes below it have used whenever a file begins and ends.
 */
import { appendFileSync } from 'node:fs'
import { descendantsOf, endedChildrenSeconds, processorSeconds } from '../process-figures.ts'

/** A line of the file that `SUITE_COUNTS` names. */
export interface FileCount {
  file: string
  /** The seconds of the worker itself. */
  ownS: number
  /** The seconds of the processes that it started: browsers, servers, programs. */
  childrenS: number
  /** The time from the beginning of the file to its end. */
  wallS: number
}

interface ToWorker {
  type: string
  context?: { files: { filepath: string }[] }
}

const output = process.env.SUITE_COUNTS
// Processes forked by the worker inherit its flags, but count as part of the worker.
const isWorker = process.argv[1]?.endsWith('workers/forks.js')

let last = { ownS: 0, childrenS: 0 }
let begun = { file: '', atMs: 0 }

function note(): void {
  const { user, system } = process.cpuUsage()
  const now = { ownS: (user + system) / 1e6, childrenS: childrenSeconds() }
  const count: FileCount = {
    file: begun.file,
    ownS: now.ownS - last.ownS,
    childrenS: now.childrenS - last.childrenS,
    wallS: (performance.now() - begun.atMs) / 1000,
  }
  last = now
  appendFileSync(output ?? '', `${JSON.stringify(count)}\n`)
}

/** Returns the seconds of children that have ended, and of all processes that run below this one. */
function childrenSeconds(): number {
  let sum = endedChildrenSeconds(process.pid)
  for (const pid of descendantsOf(process.pid))
    try {
      sum += processorSeconds(pid) + endedChildrenSeconds(pid)
    } catch {
      // It ended meanwhile.
    }
  return sum
}

if (output !== undefined && isWorker) {
  process.on('message', ({ type, context }: ToWorker) => {
    if (type === 'run') begun = { file: context?.files[0]?.filepath ?? '', atMs: performance.now() }
  })
  const send = process.send?.bind(process)
  process.send = (message: { type?: string }, ...rest: never[]) => {
    if (message?.type === 'testfileFinished') note()
    return send?.(message, ...rest) ?? false
  }
}
