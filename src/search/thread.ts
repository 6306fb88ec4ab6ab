/** Starts a file of this folder as a thread, both from the sources and from their build. */
import { setFlagsFromString } from 'node:v8'
import { Worker, type WorkerOptions } from 'node:worker_threads'

const ending = import.meta.filename.endsWith('.ts') ? '.ts' : '.js'

export function startThread(name: 'index-thread' | 'query-thread', options: WorkerOptions): Worker {
  // The flag with which the process was started would hold for the heaps of threads as well, whatever their own limits
  // are; it has been read for the heap of this one.
  setFlagsFromString('--max-semi-space-size=0')
  return new Worker(new URL(`./${name}${ending}`, import.meta.url), { name, execArgv: threadFlags, ...options })
}

/**
 * The same flags as the process itself has, since a thread does not inherit them; users cannot act on these warnings.
 */
const threadFlags = ['--disable-warning=ExperimentalWarning']
