/** Starts a file of this folder as a thread: from the sources as well as from what was built of them. */
import { Worker, type WorkerOptions } from 'node:worker_threads'

const ending = import.meta.filename.endsWith('.ts') ? '.ts' : '.js'

export const startThread = (name: 'index-thread' | 'query-thread', options: WorkerOptions): Worker =>
  new Worker(new URL(`./${name}${ending}`, import.meta.url), { name, execArgv: threadFlags, ...options })

/** As for the process itself, of which it takes no flags over: nobody can do anything about these. */
const threadFlags = ['--disable-warning=ExperimentalWarning']
