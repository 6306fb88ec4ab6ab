/** Replaces src/search/thread.ts: threads are started from the executable, like all code that runs in it. */
import { getAsset } from 'node:sea'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import type { startThread as ofPackage } from '../../src/search/thread.ts'

export const startThread: typeof ofPackage = (name: string, options: WorkerOptions) => {
  const code = Buffer.from(getAsset(name)).toString('base64')
  return new Worker(new URL(`data:text/javascript;base64,${code}`), { name, execArgv: [], ...options })
}
