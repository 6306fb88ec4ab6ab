import { expect, it } from 'vitest'
import { pluginFaults } from './plugin-faults.ts'
import type { Schema } from './schema.ts'

const schema: Schema & Record<string, unknown> = {
  type: 'object',
  required: ['url'],
  additionalProperties: false,
  properties: {
    url: { type: 'string', format: 'uri' },
    every: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
    list: { type: 'array', items: { type: 'string', minLength: 1 } },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    schedule: {
      type: 'object',
      required: ['mode'],
      properties: { mode: { enum: ['each', 'digest'] } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { minutes: { type: 'integer' } } },
    },
  } as Record<string, Schema>,
}

const spoilt = { url: 5, other: true, list: ['a', 7] }
const faultsOf = (change: object, before: Record<string, unknown> = {}) =>
  pluginFaults({ before, after: { ...before, ...change }, schema })

it.each<[change: object, path: string, reason: RegExp]>([
  [{ url: 5 }, 'url', /^must be a text$/],
  [{ url: 'nowhere' }, 'url', /format "uri"/],
  [{ every: 'day' }, 'every', /^must be a whole number from 1 or null$/],
  [{ every: 0 }, 'every', /^must be a whole number from 1 or null$/],
  [{ list: ['a', ''] }, 'list.1', /too short/],
  [{ headers: { 'a/b ~': 7 } }, 'headers.a/b ~', /^must be a text$/],
  [{ ulr: 'x' }, 'ulr', /^is not a setting$/],
  [{ schedule: { mode: 'never' } }, 'schedule.mode', /^must be each or digest$/],
  [{ schedule: { mode: 'each', hours: 1 } }, 'schedule.hours', /^is not a setting$/],
])('%j is wrong at %s', (change, path, reason) => {
  expect(faultsOf(change).map((fault) => [fault.path, fault.reason])).toContainEqual([
    path,
    expect.stringMatching(reason),
  ])
})

it.each([
  {},
  { url: 'https://example.org/' },
  { every: null },
  { list: [] },
  { headers: { any: 'x' } },
  { schedule: { mode: 'digest', minutes: 5 } },
])('%j is accepted, even when required settings are missing', (change) => {
  expect(faultsOf(change)).toEqual([])
})

it('settings that were broken by hand are judged only where they change', () => {
  expect(faultsOf({ every: 2 }, spoilt)).toEqual([])
  expect(faultsOf({ url: 6 }, spoilt)).toEqual([{ path: 'url', reason: 'must be a text' }])
  expect(faultsOf({ every: 0 }, spoilt).map(({ path }) => path)).toEqual(['every'])
})

it('never quotes a value', () => {
  const secret = 'hunter2 hunter2'
  const all = faultsOf({ url: secret, every: secret, list: [[secret]], headers: { a: [secret] }, schedule: secret })
  expect(all).toHaveLength(5)
  expect(JSON.stringify(all)).not.toContain('hunter2')
})

it('an unusable schema yields no faults', () => {
  expect(pluginFaults({ before: {}, after: { a: 1 }, schema: { $ref: '#/nowhere' } as Schema })).toEqual([])
})
