/**
 * Finds a port that stays free until a test listens on it, and while the program that listens is restarted.
 *
 * It lies below the ports that the system gives to whoever asks for any, and away from the usual port of the web
 * process: another test, a connection or a demo could take one of those in between.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { hasErrno } from '../base/errors.ts'

/** Browsers refuse some of the ports below. */
const first = 11_000
const perWorker = 1_000
const mostWorkers = 21

/** Files of tests that run beside each other take ports of different parts, and each takes one after the other. */
const own = first + (Number(process.env.VITEST_POOL_ID ?? 0) % mostWorkers) * perWorker
let next = Math.floor(Math.random() * perWorker)

export async function unusedPort(): Promise<number> {
  for (;;) {
    const port = own + (next++ % perWorker)
    if (await isUnused(port)) return port
  }
}

export const isUnused = async (port: number): Promise<boolean> =>
  (await isFree(port, '127.0.0.1')) && (await isFree(port, '::1'))

/** An address that this machine lacks is as good as free. */
async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer()
  try {
    server.listen({ port, host })
    await once(server, 'listening')
  } catch (error) {
    return hasErrno(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT')
  }
  server.close()
  await once(server, 'close')
  return true
}
