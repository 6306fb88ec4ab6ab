/** Measures lists of a limited key beside the same lists of a key without limits. */
import { rmSync } from 'node:fs'
import { type Client, createClient } from '../../../src/client/client.ts'
import type { GivenGrant } from '../../../src/contract/grant.ts'
import { completeGrant } from '../../../src/domain/grant/complete.ts'
import { newApiKey } from '../../../src/store/api-keys.ts'
import { configure, dirOf } from '../../../test/harness/bridge-process.ts'
import { passwordHash } from '../../../test/harness/web-here.ts'
import { median } from '../../statistics.ts'
import { webOver } from '../../world.ts'
import type { Figure } from '../figure.ts'
import type { SimulatedHome } from '../simulated-relay.ts'

const warmUps = 30
const samples = 200
/** The most times that a list under limits may take, of the same list without. */
const mostTimes = 1.3

const lists = {
  '50 conversations': (client: Client) => client.list_conversations({}),
  'the newest 100 messages of all': (client: Client) => client.list_all_messages({}),
} as const

export async function limitedLists({ home, mac }: SimulatedHome): Promise<Figure[]> {
  rmSync(dirOf(home).base, { recursive: true, force: true })
  const people = mac.messages.db
    .prepare("SELECT DISTINCT id FROM handle WHERE id LIKE '+%' LIMIT 20")
    .all()
    .map(({ id }) => String(id))
  const grants: Record<string, GivenGrant | undefined> = {
    none: undefined,
    'to all except one person': { people: { except: people.slice(0, 1) } },
    'to twenty people': { people: { only: people } },
    'to the last year': { since: { days: 365 } },
    'to messages without names, addresses and codes': {
      fields: { names: false, handles: false },
      one_time_codes: 'hide',
    },
  }
  const keys = Object.entries(grants).map(([label, grant]) =>
    newApiKey({ label, scopes: ['read'], expiresInDays: undefined, grant: grant && completeGrant(grant) }, Date.now()),
  )
  configure(home, { auth: { password_hash: passwordHash, api_keys: keys.map(({ stored }) => stored) } })
  const web = webOver(home)
  try {
    const baseUrl = await web.ready()
    const [whole, ...limited] = keys.map(({ key }) => createClient({ baseUrl, key }))
    const figures: Figure[] = []
    for (const [work, list] of Object.entries(lists)) {
      // Each is measured in turn with the whole list, so that whatever else the machine does concerns both alike.
      for (const [index, client] of limited.entries())
        figures.push(
          timesAsLong(`${work}, limited ${keys[index + 1]?.stored.label}`, await inTurn(whole, client, list)),
        )
    }
    return figures
  } finally {
    await web.stop()
  }
}

async function inTurn(whole: Client | undefined, limited: Client, list: (client: Client) => Promise<unknown>) {
  const [ofWhole, ofLimited]: [number[], number[]] = [[], []]
  for (let run = -warmUps; run < samples; run++)
    for (const [client, times] of [
      [whole, ofWhole],
      [limited, ofLimited],
    ] as const) {
      const beganMs = performance.now()
      if (client !== undefined) await list(client)
      if (run >= 0) times.push(performance.now() - beganMs)
    }
  return { whole: median(ofWhole), limited: median(ofLimited) }
}

const timesAsLong = (work: string, times: { whole: number; limited: number }): Figure => ({
  work: `${work}: times as long as without limits, p50`,
  measured: times.limited / times.whole,
  unit: '',
  target: mostTimes,
})
