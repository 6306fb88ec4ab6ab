import { expect, test } from 'vitest'
import type { Condition } from './conditions.ts'
import { type AlertState, nextAlerts } from './raised.ts'

const nothing: AlertState = { raised: [], pending: [] }
const failing: Condition = {
  kind: 'deliveries_failing',
  plugin: 'webhook',
  webhook: null,
  sinceMs: 1_000,
  reason: 'refused',
}
const stopped: Condition = { kind: 'relay_stopped', plugin: null, webhook: null, sinceMs: null, reason: 'locked' }

test('an alert is raised once and cleared once, and keeps its id and its beginning', () => {
  const first = nextAlerts(nothing, [failing], 400_000)
  expect(first.begun).toEqual([
    {
      id: 'deliveries_failing-webhook-1000',
      kind: 'deliveries_failing',
      plugin: 'webhook',
      webhook: null,
      sinceMs: 1_000,
      reason: 'refused',
    },
  ])
  const second = nextAlerts(first, [{ ...failing, sinceMs: 300_000, reason: 'timed out' }], 402_000)
  expect([second.begun, second.over]).toEqual([[], []])
  expect(second.raised).toEqual([{ ...first.raised[0], reason: 'timed out' }])
  const third = nextAlerts(second, [], 404_000)
  expect([third.begun, third.over, third.raised]).toEqual([[], second.raised, []])
})

test('a condition that ends within seconds raises no alert', () => {
  const seen = nextAlerts(nothing, [stopped], 10_000)
  expect(seen.begun).toEqual([])
  const gone = nextAlerts(seen, [], 20_000)
  const again = nextAlerts(gone, [stopped], 21_000)
  expect(nextAlerts(again, [stopped], 30_000).begun).toEqual([])
  expect(nextAlerts(again, [stopped], 36_000).begun).toMatchObject([{ kind: 'relay_stopped', sinceMs: 21_000 }])
})

test('each plugin has an alert of its own, and the gravest alert comes first', () => {
  const disk: Condition = { kind: 'disk_nearly_full', plugin: null, webhook: null, sinceMs: null, reason: null }
  const other = { ...failing, plugin: 'ntfy' }
  const { raised } = nextAlerts(nothing, [disk, failing, other], 400_000)
  expect(raised.map(({ kind, plugin }) => [kind, plugin])).toEqual([
    ['deliveries_failing', 'webhook'],
    ['deliveries_failing', 'ntfy'],
    ['disk_nearly_full', null],
  ])
})
