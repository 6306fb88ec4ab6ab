import { expect, it } from 'vitest'
import { nearest } from './nearest.ts'

const known = ['relay.scope', 'relay.max_age_s', 'send.per_minute', 'web.host', 'web.port', 'log.level', 'log.max_mb']

it.each<[typed: string, meant: string | undefined]>([
  ['relay.scop', 'relay.scope'],
  ['realy.scope', 'relay.scope'],
  ['RELAY.SCOPE', 'relay.scope'],
  ['port', 'web.port'],
  ['webb.port', 'web.port'],
  ['server.port', 'web.port'],
  ['send.perminute', 'send.per_minute'],
  ['nonesuch', undefined],
  ['', undefined],
])('the nearest name to %j is %j', (typed, meant) => {
  expect(nearest(typed, known)).toBe(meant)
})
