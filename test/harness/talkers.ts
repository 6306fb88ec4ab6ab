/**
 * Simulates people who write steadily on a simulated Mac, so that there is always traffic while a test breaks things.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Mac } from '../../simulator/mac.ts'

export interface Talkers {
  /** The texts that each person has written so far, in order. */
  said: ReadonlyMap<string, readonly string[]>
  /** Pauses all writing while the work lasts. */
  hush<T>(work: () => Promise<T>): Promise<T>
  /** Ends the writing. Resolves with every text, by person, in order. */
  stop(): Promise<Map<string, string[]>>
}

const people = ['+12025550111', '+12025550112', '+12025550113', '+12025550114']

/** Reads `messages` at every step, since the object may be replaced. */
export function startTalking(mac: Pick<Mac, 'messages'>, pauseMs = 5): Talkers {
  const said = new Map<string, string[]>(people.map((person) => [person, []]))
  let isTalking = true
  let isHushed = false
  const talk = async () => {
    for (let count = 0; isTalking; count++) {
      const from = people[count % people.length] ?? ''
      const text = `${from.slice(-1)} says ${count}`
      mac.messages.receive({ from, text })
      said.get(from)?.push(text)
      do await wait(pauseMs)
      while (isHushed)
    }
  }
  const ended = talk()
  return {
    said,
    async hush(work) {
      isHushed = true
      try {
        return await work()
      } finally {
        isHushed = false
      }
    },
    async stop() {
      isTalking = false
      await ended
      return said
    },
  }
}
