/** Compares the statistics of a hub with those of its Macs, for each line and for all of them. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import type { Statistics, StatisticsRange } from '../../src/contract/statistics.ts'
import { closedAfterAll } from '../harness/closed-after-all.ts'
import { type HubHere, hubHere, type MacHere, macHere } from '../harness/hub-here.ts'
import { hasHubServers, type Postgres, postgres } from '../harness/hub-servers.ts'
import { type Receiver, startReceiver } from '../harness/receiver.ts'
import { until } from '../harness/until.ts'

const [anna, annaMail, ben] = ['+12025550123', 'anna@example.org', '+12025550145']
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const ranges: readonly StatisticsRange[] = ['24h', '7d', '30d', '90d', '365d', 'all']

describe.runIf(hasHubServers)('the statistics of a hub', () => {
  let server: Postgres
  let hub: HubHere
  let macs: MacHere[]
  let client: Client
  let receiver: Receiver
  const mac = (n: number) => (macs[n] as MacHere).bridge.mac
  const shared = closedAfterAll()
  beforeAll(async () => {
    server = await shared(postgres())
    hub = await shared(hubHere(server))
    macs = [await shared(macHere()), await shared(macHere())]
    for (const n of [0, 1]) {
      const { messages, contacts } = mac(n)
      contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Berg', phones: [anna], emails: [annaMail] })
      const group = messages.createGroup({ members: [anna, ben], name: 'Both' }).guid
      const at = (ageMs: number) => ({ atMs: Date.now() - ageMs })
      // Each Mac of its own, also by hours and days.
      for (let day = 0; day < 500; day += 7 + n)
        messages.receive({ from: ben, text: `${day}`, ...at(day * dayMs + n * hourMs) })
      for (let hour = 1; hour < 9; hour++)
        messages.receive({ from: hour % 2 ? anna : annaMail, text: 'x', ...at(hour * hourMs) })
      messages.receive({ from: anna, text: 'in a group', chat: group, ...at(2 * dayMs) })
      messages.receive({ from: ben, text: 'in a group', chat: group, ...at(2 * dayMs) })
      messages.send({ to: ben, text: 'from me', ...at(3 * dayMs) })
      messages.send({ chat: group, text: 'to all' })
    }
    for (const [n, name] of ['home', 'office'].entries()) await hub.connectMac(name, macs[n] as MacHere)
    receiver = await shared(startReceiver(() => 204))
    const web = await hub.web({
      relay: { scope: 'everyone' },
      integrations: { webhook: { enabled: true, url: receiver.url, secret: 'any text' } },
    })
    client = web.client
    await until(async () => (await client.list_macs()).every(({ history_complete }) => history_complete))
    const relay = hub.relay(web.base)
    await until(() => relay.isWorking)
  })

  const written = ({ relay: _, ...counted }: Statistics) => counted
  const ofMac = async (n: number, range: StatisticsRange) =>
    written(await (macs[n] as MacHere).web.client.statistics({ range }))
  const ofLine = async (line: string, range: StatisticsRange) => written(await client.statistics({ line, range }))

  test('equal those of the Mac for each line, and their sum for all lines', async () => {
    for (const range of ranges) {
      const [home, office] = [await ofMac(0, range), await ofMac(1, range)]
      expect([range, await ofLine('home', range)]).toEqual([range, home])
      expect([range, await ofLine('office', range)]).toEqual([range, office])
      const all = await client.statistics({ range })
      const sum = (one: number[], other: number[]) => one.map((count, n) => count + (other[n] ?? 0))
      expect(all).toMatchObject({
        enabled: true,
        sent_total: home.sent_total + office.sent_total,
        received_total: home.received_total + office.received_total,
        by_hour: sum(home.by_hour, office.by_hour),
        by_day: sum(home.by_day, office.by_day),
      })
      // A person who writes to both lines is counted once.
      const counts = new Map<string, number>()
      for (const { name, count } of [...home.top_contacts, ...office.top_contacts])
        counts.set(name, (counts.get(name) ?? 0) + count)
      expect(new Map(all.top_contacts.map(({ name, count }) => [name, count]))).toEqual(counts)
    }
  })

  test('follow every change: a message that comes, and one that is deleted', async () => {
    const before = await ofLine('home', 'all')
    const message = mac(0).messages.receive({ from: anna, text: 'one more' })
    await until(async () => (await ofLine('home', 'all')).received_total === before.received_total + 1)
    mac(0).messages.deleteForGood({ message })
    await until(async () => (await ofLine('home', 'all')).received_total === before.received_total)
    expect(await ofLine('home', 'all')).toEqual(before)
  })

  test('tell what was relayed, by plugin and by person', async () => {
    mac(1).messages.receive({ from: anna, text: 'to be relayed' })
    await until(() => receiver.texts().includes('to be relayed'))
    await until(async () => (await client.statistics({ range: '24h' })).relay.delivered > 0)
    const { relay } = await client.statistics({ range: '24h' })
    expect(relay.plugins).toMatchObject([{ name: 'webhook', display_name: 'Webhook', failed: 0 }])
    expect(relay.people.map(({ name }) => name)).toContain('Anna Berg')
  })

  test('are refused for a line that does not exist, and are zero while switched off', async () => {
    await expect(client.statistics({ line: 'nowhere' })).rejects.toMatchObject({ code: 'invalid_request' })
    await client.change_settings({ integrations: { stats: { enabled: false } } })
    expect(await client.statistics({})).toMatchObject({ enabled: false, received_total: 0 })
  })
})
