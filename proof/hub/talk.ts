/** People who write to a simulated Mac, react, edit, unsend and read, as fast as they are told to. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Messages } from '../../simulator/messages/open-messages.ts'
import { pick, seededRandom } from '../../simulator/random.ts'

const people = Array.from({ length: 6 }, (_, n) => `+1202555014${n}`)
const mostRecent = 40

export interface Talk {
  stop(): Promise<void>
}

/** `perS` counts what happens in a second. */
export function startTalk(messages: Messages, perS: number): Talk {
  const random = seededRandom('talk of a hub')
  const recent: { guid: string; from: string }[] = []
  let isTalking = true
  let count = 0
  const written = (guid: string, from: string) => {
    recent.push({ guid, from })
    if (recent.length > mostRecent) recent.shift()
  }
  const happen = () => {
    const [what, one] = [random(), recent.length === 0 ? undefined : pick(random, recent)]
    if (one === undefined || what < 0.7) {
      const from = pick(random, people)
      written(messages.receive({ from, text: `text ${++count}` }).guid, from)
    } else if (what < 0.82)
      messages.tapback({ target: one.guid, kind: pick(random, ['love', 'like', 'laugh']), from: one.from })
    else if (what < 0.92) messages.edit({ message: one.guid, text: `edited ${++count}`, by: one.from })
    else messages.markRead({ message: one.guid })
  }
  const talking = (async () => {
    let due = performance.now()
    while (isTalking) {
      due += 1_000 / perS
      happen()
      await wait(Math.max(0, due - performance.now()))
    }
  })()
  return {
    async stop() {
      isTalking = false
      await talking
    },
  }
}
