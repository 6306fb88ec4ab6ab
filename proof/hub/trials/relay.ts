/** Kills what relays to the plugins of a hub, and what it stands on, while people write to two lines, and counts what a webhook got. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pick, seededRandom } from '../../../simulator/random.ts'
import { saveConfig } from '../../../src/store/config-file.ts'
import { prepareServiceDir, serviceDir } from '../../../src/store/service-dir.ts'
import { type MacHere, macHere } from '../../../test/harness/hub-here.ts'
import { type Receiver, startReceiver } from '../../../test/harness/receiver.ts'
import { until } from '../../../test/harness/until.ts'
import { HubWorld } from '../hub-world.ts'
import { Killable } from '../killable.ts'
import type { HubTrial, Outcome } from '../trial.ts'

const lines = ['one', 'two'] as const
const people = ['+12025550141', '+12025550142', '+12025550143']
const perS = 20
const longestCalmMs = 800
/** Kills of what the relay stands on, for one of the relay. */
const othersForOne = 0.3

async function killedWhileRelaying(kills: number): Promise<Outcome> {
  await using first = await macHere()
  await using second = await macHere()
  await using world = await HubWorld.open()
  await using receiver = await startReceiver()
  const folder = mkdtempSync(join(tmpdir(), 'proof-relay-'))
  prepareServiceDir(serviceDir(folder))
  saveConfig(serviceDir(folder).configFile, {
    relay: { scope: 'everyone' },
    integrations: { webhook: { enabled: true, url: receiver.url } },
  })
  const given = { database: world.postgres.url, nats: world.nats.urls, keys: world.nats.base, base: folder }
  await using relay = Killable.entry('relay-process.ts', given)
  try {
    const macs: readonly MacHere[] = [first, second]
    for (const [n, mac] of macs.entries()) {
      const name = lines[n] as string
      mac.bridge.mac.messages.receive({ from: people[0] as string, text: 'before the hub' })
      await world.add(name)
      world.startUplink(name, mac)
      await world.untilHas(name, 0)
    }
    relay.start()
    await until(async () => (await world.database.query('SELECT 1 FROM relay')).length > 0)
    const random = seededRandom('kills of the relay')
    const written = startWriting(macs, random)
    let others = 0
    for (let one = 0; one < kills; one++) {
      // It dies while it starts, or in the middle of its deliveries.
      const before = receiver.delivered.length
      if (random() < 0.6) await until(() => receiver.delivered.length > before)
      await wait(random() * longestCalmMs)
      if (random() < othersForOne) {
        others++
        await killBeneath(world, random)
      }
      await relay.restart()
    }
    const sent = await written.stop()
    await until(() => countIn(sent, receiver).lost === 0, { everyMs: 250, withinMs: 300_000 }).catch(() => undefined)
    const counted = countIn(sent, receiver)
    const { lost, repeats, unknown, disorder, backfill } = counted
    return {
      figure: `${kills} kills of the relay, ${others} of reader or nats-server; ${sent.length} messages of 2 lines: ${lost} lost, ${backfill} old ones relayed, ${repeats} came twice with the same id, ${unknown} with another, ${disorder} out of order`,
      reached: lost + unknown + disorder + backfill === 0,
    }
  } finally {
    await relay.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function killBeneath(world: HubWorld, random: () => number): Promise<void> {
  if (random() < 0.5) {
    await world.reader.restart()
    return
  }
  await world.nats.kill(0)
  world.nats.launch(0)
  await world.nats.ready()
}

interface Sent {
  line: string
  from: string
  text: string
}

function startWriting(macs: readonly MacHere[], random: () => number) {
  const sent: Sent[] = []
  let isWriting = true
  const writing = (async () => {
    while (isWriting) {
      const n = Math.floor(random() * macs.length)
      const one = { line: lines[n] as string, from: pick(random, people), text: `text ${sent.length + 1}` }
      sent.push(one)
      macs[n]?.bridge.mac.messages.receive(one)
      await wait(1_000 / perS)
    }
  })()
  return {
    async stop(): Promise<readonly Sent[]> {
      isWriting = false
      await writing
      return sent
    },
  }
}

function countIn(sent: readonly Sent[], { delivered }: Pick<Receiver, 'delivered'>) {
  const byText = Map.groupBy(delivered, ({ body }) => body.text ?? '')
  const idsOf = (text: string) => new Set((byText.get(text) ?? []).map(({ body }) => body.delivery_id)).size
  const inOrder = (of: readonly Sent[]) => {
    const texts = new Set(of.map(({ text }) => text))
    const firsts = [...byText.keys()].filter((text) => texts.has(text))
    return firsts.every((text, at) => at === 0 || numberOf(text) > numberOf(firsts[at - 1] ?? ''))
  }
  const conversations = [...Map.groupBy(sent, ({ line, from }) => `${line} ${from}`).values()]
  return {
    lost: sent.filter(({ text }) => !byText.has(text)).length,
    repeats: sent.filter(({ text }) => (byText.get(text)?.length ?? 0) > 1 && idsOf(text) === 1).length,
    unknown: sent.filter(({ text }) => idsOf(text) > 1).length,
    disorder: conversations.filter((of) => !inOrder(of)).length,
    backfill: byText.get('before the hub')?.length ?? 0,
  }
}

const numberOf = (text: string): number => Number(text.split(' ')[1])

export const relayKills: readonly HubTrial[] = [
  {
    name: 'relay-kills',
    claim:
      'kill −9 of what relays to a webhook, 100 times, and of reader and nats-server between, while people write to two lines',
    target: '0 lost, 0 doubled under another id, 0 out of order, nothing of before the hub',
    run: ({ isQuick }) => killedWhileRelaying(isQuick ? 12 : 100),
  },
]
