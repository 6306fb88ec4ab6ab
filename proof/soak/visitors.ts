/**
 * Simulates clients that use the service all day: readers of the live stream that come and go, and a user who browses
 * and searches.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { chance, pick, pickWeighted, type Random, wholeNumber } from '../../simulator/random.ts'
import { type Client, createClient } from '../../src/client/client.ts'

export interface Visitors {
  /** Counts of each request; `unanswered` while the web process was not running. */
  asked: Readonly<Record<string, number>>
  stop(): Promise<void>
}

interface Visit {
  url(): string
  random: Random
}

type Look = (client: Client, random: Random) => Promise<unknown>

const readers = 3
const pauseMs = [200, 900] as const
const staysMs = [2_000, 40_000] as const
const words = ['dinner', 'the', 'tomorrow', 'train', 'love', 'haus', 'from:me', 'has:image', '"see you"', 'wor*']

async function openConversation(client: Client, random: Random): Promise<void> {
  const list = await client.list_conversations({ limit: 50 })
  const { guid } = pick(random, list)
  const messages = await client.list_messages({ guid, limit: 50 })
  const newest = messages.at(-1)
  if (newest !== undefined && chance(random, 0.2)) await client.mark_read({ guid, rowid: newest.rowid })
  const [file] = messages.flatMap(({ attachments }) => attachments)
  if (file === undefined) return
  const bytes = await client.get_attachment({ id: file.id, ...(chance(random, 0.5) && { thumb: 240 as const }) })
  await bytes.arrayBuffer()
}

const looks: Readonly<Record<string, readonly [Look, number]>> = {
  conversations: [openConversation, 30],
  searches: [(client, random) => client.search({ q: pick(random, words) }), 25],
  contacts: [(client) => client.list_contacts(), 5],
  health: [(client) => client.health_report(), 10],
  statistics: [(client) => client.statistics({ range: '30d' }), 3],
  sends: [(client) => client.list_sends({}), 5],
  plugins: [(client) => client.list_plugins(), 5],
  log: [(client) => client.log_history({}), 5],
}

export function startVisitors({ url, random }: Visit): Visitors {
  const asked: Record<string, number> = {}
  const ending = new AbortController()
  const count = (what: string) => {
    asked[what] = (asked[what] ?? 0) + 1
  }
  const again = async (visit: () => Promise<unknown>) => {
    while (!ending.signal.aborted) {
      await visit().catch(() => count('unanswered'))
      await wait(wholeNumber(random, ...pauseMs), undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }
  const lookAround = () => {
    const what = pickWeighted(
      random,
      Object.entries(looks).map(([name, [, weight]]) => [name, weight] as const),
    )
    count(what)
    return Promise.resolve(looks[what]?.[0](createClient({ baseUrl: url() }), random))
  }
  const readAlong = async () => {
    count('streams')
    const leaving = AbortSignal.timeout(wholeNumber(random, ...staysMs))
    const signal = AbortSignal.any([leaving, ending.signal])
    const events = createClient({ baseUrl: url() }).events({}, { signal })
    for await (const _ of events) count('events')
  }
  const visits = [lookAround, ...Array.from({ length: readers }, () => readAlong)].map(again)
  return {
    asked,
    async stop() {
      ending.abort()
      await Promise.all(visits)
    },
  }
}
