/** Starts a file of this folder as a thread, both from the sources and from their build. */
import { Worker, type WorkerOptions } from 'node:worker_threads'

const ending = import.meta.filename.endsWith('.ts') ? '.ts' : '.js'

export const startThread = (name: 'index-thread' | 'query-thread', options: WorkerOptions): Worker =>
  new Worker(new URL(`./${name}${ending}`, import.meta.url), { name, execArgv: threadFlags, ...options })

/**
 * The same flags as the process itself has, since a thread does not inherit them; users cannot act on these warnings.
 */
const threadFlags = ['--disable-warning=ExperimentalWarning']
