import { expect, it } from 'vitest'
import { Config } from '../../contract/config.ts'
import { givenValue } from './given-value.ts'
import { formatAllowed, type Schema } from './schema.ts'

const { relay, web, send, self_handles, rules } = Config.properties
const { scope, mirror_file } = relay.properties

it.each<[words: string[], schema: Schema, value: unknown]>([
  [['everyone'], scope as Schema, 'everyone'],
  [['80'], web.properties.port as Schema, 80],
  [['0.5'], relay.properties.poll_interval_s as Schema, 0.5],
  [['false'], send.properties.sms_fallback as Schema, false],
  [['60'], web.properties.offline_alert_s as Schema, 60],
  [['null'], mirror_file as Schema, null],
  [['mirror.jsonl'], mirror_file as Schema, 'mirror.jsonl'],
  [['+12025550123', 'anna@example.org'], self_handles as Schema, ['+12025550123', 'anna@example.org']],
  [['+12025550123'], self_handles as Schema, ['+12025550123']],
  [['[]'], self_handles as Schema, []],
  [['["a b"]'], self_handles as Schema, ['a b']],
  [['{"scope":"everyone"}'], relay as Schema, { scope: 'everyone' }],
  [['[]'], rules as Schema, []],
  [['8'], { type: 'string' }, '8'],
  [['8'], {}, 8],
  [['eight'], {}, 'eight'],
  [['b'], { enum: ['a', 'b'] }, 'b'],
  [['1', '2'], { type: 'array', items: { type: 'integer' } }, [1, 2]],
])('%j is read according to the schema', (words, schema, value) => {
  expect(givenValue(words, schema)).toEqual({ value })
})

it.each<[words: string[], schema: Schema, allowed: string]>([
  [['nobody'], scope as Schema, 'whitelist, contacts or everyone'],
  [['eighty'], web.properties.port as Schema, 'a whole number from 0 to 65535'],
  [[''], web.properties.port as Schema, 'a whole number from 0 to 65535'],
  [['yes'], send.properties.sms_fallback as Schema, 'true or false'],
  [['20', '30'], send.properties.per_minute as Schema, 'a whole number from 1'],
  [['61'], web.properties.offline_alert_s as Schema, '0, 30, 60, 120 or 300'],
  [['one'], { type: 'number', maximum: 5 }, 'a number up to 5'],
  [['{'], relay as Schema, 'an object, as JSON'],
  [['x'], rules as Schema, 'a list, as JSON'],
])('%j cannot be read, and the allowed values are described', (words, schema, allowed) => {
  expect([givenValue(words, schema), formatAllowed(schema)]).toEqual([undefined, allowed])
})

it('names null and the items of lists among the allowed values', () => {
  expect(formatAllowed(mirror_file as Schema)).toBe('a text or null')
  expect(formatAllowed(self_handles as Schema)).toBe('a list of texts')
})
