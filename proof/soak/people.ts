/**
 * Simulates people who write on a simulated Mac all day, with a number in every text by which it is recognised where it
 * arrives.
 */
import type { LiveEvent } from '../../simulator/live/live-event.ts'
import { liveTalk } from '../../simulator/live/live-talk.ts'
import type { Mac } from '../../simulator/mac.ts'
import type { Messages } from '../../simulator/messages/open-messages.ts'

export interface People {
  /** The number of incoming messages so far. */
  count(): number
  /** Counts of each of these. */
  actions: Readonly<Record<string, number>>
  /** Ends the writing. */
  stop(): Promise<Written>
}

export interface Written {
  /** The numbers of each conversation, in order. */
  numbers: ReadonlyMap<string, readonly string[]>
  /** Messages that were unsent; they may or may not have been relayed before. */
  unsent: ReadonlySet<string>
  troubles: readonly string[]
}

interface Talk {
  perMinute: number
  seed: number
}

export function startPeople(mac: Mac, { perMinute, seed }: Talk): People {
  const numberOf = new Map<string, string>()
  const numbers = new Map<string, string[]>()
  const actions: Record<string, number> = {}
  const unsent = new Set<string>()
  const troubles: string[] = []
  const ending = new AbortController()

  const keptOut = keptOutOn(mac)
  const messages: Messages = {
    ...mac.messages,
    receive(incoming) {
      if (keptOut.has(incoming.chat ?? '')) return mac.messages.receive(incoming)
      const number = numbered(numberOf.size)
      const written = mac.messages.receive({ ...incoming, text: `${incoming.text ?? ''} ${number}`.trim() })
      numberOf.set(written.guid, number)
      const chat = written.chatGuid ?? ''
      if (numbers.get(chat)?.push(number) === undefined) numbers.set(chat, [number])
      return written
    },
    edit: (edit) => mac.messages.edit({ ...edit, text: `${edit.text} ${numberOf.get(guidOf(edit.message)) ?? ''}` }),
    unsend(taken) {
      unsent.add(numberOf.get(guidOf(taken.message)) ?? '')
      return mac.messages.unsend(taken)
    },
  }
  const talking = liveTalk(
    { ...mac, messages },
    {
      rate: perMinute,
      seed,
      outOfReach: 0,
      signal: ending.signal,
      onEvent: ({ kind }: LiveEvent) => {
        actions[kind] = (actions[kind] ?? 0) + 1
      },
      onTrouble: (error) => troubles.push(String(error)),
    },
  )
  return {
    actions,
    count: () => numberOf.size,
    async stop() {
      ending.abort()
      await talking
      return { numbers, unsent, troubles }
    },
  }
}

/** Messages that Messages files as spam, and those of blocked people, are not relayed. */
const keptOutOn = ({ messages }: Mac): ReadonlySet<string> =>
  new Set(
    messages.db
      .prepare('SELECT guid FROM chat WHERE is_filtered > 1 OR is_blackholed = 1')
      .all()
      .map(({ guid }) => String(guid)),
  )

const numbered = (count: number): string => `№${count}`
const guidOf = (message: unknown): string =>
  typeof message === 'string' ? message : String((message as { guid?: string }).guid)

/** Returns the number in a text that arrived; the text itself where it has none. */
export const numberIn = (text: string | null): string | null => /№\d+/.exec(text ?? '')?.[0] ?? text
