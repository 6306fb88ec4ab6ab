/** Tries again until it succeeds: a server may be away when a process of the proof starts. */
import { setTimeout as wait } from 'node:timers/promises'

const againMs = 200

export async function whileItFails<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work()
    } catch {
      await wait(againMs)
    }
}
