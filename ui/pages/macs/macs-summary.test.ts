import { expect, test } from 'vitest'
import type { Mac } from '../../../src/contract/mac.ts'
import { summaryOf, worstFirst } from './macs-summary.ts'

const home: Mac = {
  id: 'home',
  name: 'home',
  line: { id: 1, name: 'home' },
  state: 'connected',
  version: '1',
  refused: 0,
  lag: { events: 0, seconds: 0 },
  history_complete: true,
  waiting_orders: 0,
  oldest_order_at: null,
  added_at: '2026-01-01T00:00:00.000Z',
  joined_at: null,
  last_seen_at: null,
  revoked_at: null,
  code_expires_at: null,
  cloned_at: null,
}
const at = (hour: number) => `2026-01-01T0${hour}:00:00.000Z`

test('the summary counts connected Macs, the worst lag, and each waiting order once', () => {
  const waiting = { waiting_orders: 2, oldest_order_at: at(3) }
  expect(
    summaryOf([
      { ...home, ...waiting, lag: { events: 4, seconds: 9 } },
      { ...home, id: 'twin', ...waiting, state: 'silent', lag: { events: 1, seconds: 60 } },
      { ...home, id: 'office', line: { id: 2, name: 'office' }, waiting_orders: 1, oldest_order_at: at(2), lag: null },
      { ...home, id: 'new', line: { id: 3, name: 'new' }, state: 'invited' },
      { ...home, id: 'old', line: { id: 4, name: 'old' }, state: 'revoked', waiting_orders: 7, oldest_order_at: at(1) },
    ]),
  ).toEqual({ connected: 2, joined: 3, lag: { events: 1, seconds: 60 }, orders: 3, oldestOrderAt: at(2) })
  expect(summaryOf([home])).toMatchObject({ connected: 1, joined: 1, lag: undefined, orders: 0, oldestOrderAt: null })
})

test('Macs that need attention come first', () => {
  const late = { ...home, id: 'late', lag: { events: 1, seconds: 90 } }
  const away = { ...home, id: 'away', state: 'silent' as const }
  const gone = { ...home, id: 'gone', state: 'revoked' as const }
  expect(worstFirst([home, gone, late, away]).map(({ id }) => id)).toEqual(['away', 'late', 'home'])
})
