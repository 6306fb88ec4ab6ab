/** Measures the time from the owner's press to the script, beside that of a message which nobody has to release. */
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { seededRandom } from '../../../simulator/random.ts'
import { createClient } from '../../../src/client/client.ts'
import { completeGrant } from '../../../src/domain/grant/complete.ts'
import { newApiKey } from '../../../src/store/api-keys.ts'
import { configure, dirOf } from '../../../test/harness/bridge-process.ts'
import { passwordHash } from '../../../test/harness/web-here.ts'
import { percentile } from '../../statistics.ts'
import { webOver } from '../../world.ts'
import type { Figure } from '../figure.ts'
import type { SimulatedHome } from '../simulated-relay.ts'
import { nowMs, type Starts, scriptThatTellsItsStart, spinUntil } from './sending-speed.ts'

const warmUps = 10
const samples = 100

export async function outboxSpeed({ home, mac }: SimulatedHome): Promise<Figure[]> {
  rmSync(dirOf(home).base, { recursive: true, force: true })
  const grant = completeGrant({ sends: { mode: 'ask' } })
  const asking = newApiKey(
    { label: 'assistant', scopes: ['read', 'write'], expiresInDays: undefined, grant },
    Date.now(),
  )
  const deciding = newApiKey(
    { label: 'owner', scopes: ['read', 'write', 'admin'], expiresInDays: undefined },
    Date.now(),
  )
  configure(home, {
    auth: { password_hash: passwordHash, api_keys: [asking.stored, deciding.stored] },
    send: { per_minute: 1_000_000, same_text_people: 1_000_000 },
  })
  const starts = scriptThatTellsItsStart(mac)
  const web = webOver(home)
  const baseUrl = await web.ready()
  const [asker, owner] = [asking, deciding].map(({ key }) => createClient({ baseUrl, key }))
  if (asker === undefined || owner === undefined) throw new Error('There is no client.')
  const { guid } = mac.messages.directChat({ with: '+12025550177' })
  const random = seededRandom('outbox')
  const [direct, pressed]: [number[], number[]] = [[], []]
  try {
    // The two are measured in turn, so that other load on the machine affects both alike.
    for (let run = -warmUps; run < samples; run++) {
      const land = (text: string) => mac.messages.send({ chat: guid, text })
      await wait(5 + random() * 40)
      const ofDirect = await untilStarted(
        starts,
        () => owner.send_to_chat({ guid, text: `Direct ${run}` }),
        () => land(`Direct ${run}`),
      )
      const { id } = await asker.send_to_chat({ guid, text: `Asked ${run}` })
      const version = (await owner.list_outbox({})).find((one) => one.id === id)?.version ?? ''
      await wait(5 + random() * 40)
      const ofPressed = await untilStarted(
        starts,
        () => owner.release_held({ id, version }),
        () => land(`Asked ${run}`),
      )
      await spinUntilLanded(() => owner.get_send({ id }))
      if (run < 0) continue
      direct.push(ofDirect)
      pressed.push(ofPressed)
    }
  } finally {
    await web.stop()
  }
  const floor = (share: number) => ({
    what: 'a message that nobody has to release',
    measured: percentile(direct, share),
  })
  const figure = (share: number) => ({ measured: percentile(pressed, share), unit: 'ms' as const, floor: floor(share) })
  return [
    { work: 'press → script of a held message started, median', ...figure(0.5) },
    { work: 'press → script of a held message started, p95', ...figure(0.95), target: 50 },
    { work: 'the same of a message that nobody has to release, p95', measured: percentile(direct, 0.95), unit: 'ms' },
    {
      work: 'press → script, p95: times as long as without a release',
      measured: percentile(pressed, 0.95) / percentile(direct, 0.95),
      unit: '',
      target: 1.5,
    },
  ]
}

/** Milliseconds from the request to the start of its script. */
async function untilStarted(starts: Starts, request: () => Promise<unknown>, land: () => unknown): Promise<number> {
  const before = starts.count()
  const askedMs = nowMs()
  const answer = request()
  await spinUntil(() => starts.count() > before)
  const startedMs = starts.lastMs()
  land()
  await answer
  return startedMs - askedMs
}

async function spinUntilLanded(find: () => Promise<{ rowid: number | null }>): Promise<void> {
  while ((await find()).rowid === null) await wait(5)
}
