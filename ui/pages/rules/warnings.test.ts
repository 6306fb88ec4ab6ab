import { expect, test } from 'vitest'
import type { Rule } from '../../../src/contract/rule.ts'
import { warningsOf } from './warnings.ts'

const answering = (conditions: string, body: string) => ({ conditions, action: { type: 'auto_reply', body } as const })
const rule = (conditions: string, body: string): Rule => ({
  id: '1',
  name: 'Other',
  enabled: true,
  trigger: 'on_inbound',
  cooldown_s: 60,
  hours: null,
  days: null,
  last_fired_at: null,
  fired_count: 0,
  ...answering(conditions, body),
})
const kinds = (...given: Parameters<typeof warningsOf>) => warningsOf(...given).map(({ is }) => is)

test('a reply that matches its own conditions gets a warning', () => {
  expect(kinds(answering('from:Anna contains:hello', 'Hello to you'), [])).toEqual(['answers_itself'])
  expect(kinds(answering('from:Anna contains:hello', 'Good day'), [])).toEqual([])
})

test('a reply to everyone gets a warning', () => {
  expect(kinds(answering('contains:hello', 'Good day'), [])).toEqual(['answers_everyone'])
  expect(kinds(answering('contains:hello OR from:Anna', 'Good day'), [])).toEqual(['answers_everyone'])
})

test('two rules that reply to each other get a warning', () => {
  const ping = rule('contains:ping', 'pong')
  expect(warningsOf(answering('from:Anna contains:pong', 'ping'), [ping])).toEqual([
    { is: 'answers_each_other', name: 'Other' },
  ])
  expect(warningsOf(answering('from:Anna contains:pong', 'ping'), [{ ...ping, enabled: false }])).toEqual([])
})

test('a webhook gets no warning, nor do conditions that cannot be parsed', () => {
  expect(kinds({ conditions: 'contains:a', action: { type: 'webhook', url: 'https://a.example' } }, [])).toEqual([])
  expect(kinds(answering('contains:', 'a'), [])).toEqual([])
})
