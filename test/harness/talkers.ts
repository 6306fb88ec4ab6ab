/** People who talk steadily on a simulated Mac, so that something always happens while a test breaks things. */
import { setTimeout as wait } from 'node:timers/promises'
import type { TemporaryMac } from '../../simulator/temporary-mac.ts'

export interface Talkers {
  /** Ends the talk. Resolves with every text that was said, by person, in order. */
  stop(): Promise<Map<string, string[]>>
}

const people = ['+12025550111', '+12025550112', '+12025550113', '+12025550114']

export function startTalking({ messages }: TemporaryMac, pauseMs = 5): Talkers {
  const said = new Map<string, string[]>(people.map((person) => [person, []]))
  let isTalking = true
  const talk = async () => {
    for (let count = 0; isTalking; count++) {
      const from = people[count % people.length] ?? ''
      const text = `${from.slice(-1)} says ${count}`
      messages.receive({ from, text })
      said.get(from)?.push(text)
      await wait(pauseMs)
    }
  }
  const ended = talk()
  return {
    async stop() {
      isTalking = false
      await ended
      return said
    },
  }
}
