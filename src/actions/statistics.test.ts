import { expect, it, onTestFinished } from 'vitest'
import type { Services } from './services.ts'
import { statistics } from './statistics.ts'
import { request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)
const counted = {
  sent_total: 1,
  received_total: 2,
  top_contacts: [{ name: 'Anna', count: 3 }],
  by_hour: Array<number>(24).fill(1),
  by_day: Array<number>(7).fill(2),
}
const search = {
  statistics: async (range: string) => ({ ...counted, sent_total: range === '30d' ? 30 : 1 }),
} as Partial<Services['search']> as Services['search']

it('counts while the plugin is enabled', async () => {
  const messages = { newestRowid: () => 3 } as Partial<Services['messages']> as Services['messages']
  const { services } = servicesOf({ search, messages }, { integrations: { stats: { enabled: true } } })
  expect(await statistics({}, services, request)).toEqual({ enabled: true, ...counted })
  expect(await statistics({ range: '30d' }, services, request)).toMatchObject({ sent_total: 30 })
})

it('returns zeros without the plugin', async () => {
  const zeros = await statistics({}, servicesOf({ search }).services, request)
  expect(zeros).toMatchObject({ enabled: false, sent_total: 0, received_total: 0, top_contacts: [] })
  expect([zeros.by_hour.length, zeros.by_day.length]).toEqual([24, 7])
  expect([...zeros.by_hour, ...zeros.by_day].every((count) => count === 0)).toBe(true)
})
