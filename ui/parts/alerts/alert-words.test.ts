import { afterAll, expect, test } from 'vitest'
import type { Alert } from '../../../src/contract/alert.ts'
import { de } from '../../catalogue/de.ts'
import { en } from '../../catalogue/en.ts'
import { speak } from '../../catalogue/texts.ts'
import { alertWords } from './alert-words.ts'

afterAll(() => speak({ texts: en, locale: 'en' }))

const alert = (changes: Partial<Alert>): Alert => ({
  id: 'a',
  kind: 'deliveries_failing',
  plugin: 'webhook',
  webhook: null,
  key: null,
  mac: null,
  summary: '',
  reason: null,
  queued: null,
  since: '2020-01-05T12:00:00.000Z',
  next_attempt_at: null,
  ...changes,
})

const said = (changes: Partial<Alert>, language: 'en' | 'de' = 'en') => {
  speak({ texts: { en, de }[language], locale: language })
  return Object.values(alertWords(alert(changes), 'Webhook')).join(' ')
}

test('an alert gives the reason, how many deliveries wait, and when the next one is tried', () => {
  const next_attempt_at = '2020-01-05T12:30:00.000Z'
  expect(said({ reason: 'connection refused.', queued: 39, next_attempt_at })).toMatch(
    /^Deliveries to Webhook have been failing since .+ \(connection refused\)\. 39 queued, next attempt .+\.$/,
  )
  expect(said({ queued: 0 })).toMatch(/^Deliveries to Webhook have been failing since [^(]+\. $/)
})

test('an alert about a webhook says what was dropped', () => {
  const reason = 'the receiver answered 503; dropped after a day: 4'
  expect(said({ plugin: null, webhook: { id: 3, host: 'example.org' }, reason }, 'de')).toContain(
    '(der Empfänger hat mit 503 geantwortet; nach einem Tag verworfen: 4).',
  )
  expect(said({ reason: 'the receiver did not answer; dropped after a day: 4' }, 'de')).toContain(
    '(der Empfänger hat nicht geantwortet; nach einem Tag verworfen: 4).',
  )
})

test('reasons in the service’s own words are shown in the reader’s language', () => {
  const quiet = { kind: 'mac_quiet', plugin: null, reason: 'Messages is not open' } as const
  expect(said(quiet)).toContain('(Messages is not open). Open Messages on the Mac')
  expect(said(quiet, 'de')).toContain('(„Nachrichten“ ist nicht geöffnet). Öffne „Nachrichten“')
})
