import { expect, test } from 'vitest'
import type { HeadlineOverview, HeadlinePlugin } from '../../domain/relay-headline.ts'
import { formatRelay } from './format-relay.ts'

const now = new Date(2026, 5, 1, 17)
const at = (hour: number, minute: number, day = 1) => new Date(2026, 5, day, hour, minute).toISOString()
/** Formats a time in the language of the machine that runs the tests. */
const shown = (hour: number, minute: number) =>
  new Date(2026, 5, 1, hour, minute).toLocaleString(undefined, { hour: 'numeric', minute: '2-digit' })

const plugin = (changes: Partial<HeadlinePlugin> = {}): HeadlinePlugin => ({
  name: 'webhook',
  display_name: 'Webhook',
  state: 'ok',
  queued: 0,
  retrying: 0,
  failing_since: null,
  next_attempt_at: null,
  last_error: null,
  ...changes,
})

const said = (changes: Partial<HeadlineOverview>): string =>
  formatRelay(
    {
      people: 3,
      groups: 0,
      scope: 'whitelist',
      delivered_today: 0,
      last_delivered_at: null,
      plugins: [plugin()],
      ...changes,
    },
    now,
  )

test('reports for whom, to which plugins and how much is relayed', () => {
  const plugins = [plugin(), plugin({ display_name: 'ntfy' }), plugin({ state: 'off' })]
  expect(said({ plugins, delivered_today: 128, last_delivered_at: at(16, 33) })).toBe(
    `Relaying for 3 people to 2 plugins. 128 delivered today, last ${shown(16, 33)}.`,
  )
  expect(said({ people: 1, groups: 2 })).toBe(
    'Relaying for 1 person and 2 groups to 1 plugin. Nothing delivered yet today.',
  )
  expect(said({ scope: 'everyone', people: 0 })).toMatch(/^Relaying for everyone to 1 plugin\./)
})

test('names plugins that are paused, and counts them nowhere else', () => {
  const paused = plugin({ display_name: 'ntfy', state: 'paused', queued: 3 })
  expect(said({ plugins: [plugin(), paused] })).toBe(
    'Relaying for 3 people to 1 plugin. Nothing delivered yet today. ntfy is paused.',
  )
  expect(said({ plugins: [paused] })).toBe('ntfy is paused. 3 queued.')
})

test('names the plugin that fails or has stopped, the reason, how many deliveries wait and when they are retried', () => {
  const failing = plugin({
    state: 'failing',
    failing_since: at(16, 2),
    queued: 38,
    retrying: 1,
    last_error: 'connection refused',
    next_attempt_at: at(16, 38),
  })
  expect(said({ plugins: [failing, plugin({ state: 'paused' })] })).toBe(
    `Webhook has refused deliveries since ${shown(16, 2)}. Connection refused. 39 queued, next try ${shown(16, 38)}.`,
  )
  expect(said({ plugins: [plugin({ state: 'failing' })] })).toBe("Webhook can't be reached.")
  expect(said({ plugins: [failing, plugin({ state: 'stopped', last_error: 'bad' })] })).toBe(
    'Webhook has stopped. Bad.',
  )
})

test('says what is missing before anything is relayed', () => {
  expect(said({ plugins: [] })).toMatch(/^Nothing is relayed yet/)
  expect(said({ people: 0 })).toMatch(/^Nobody is relayed yet/)
})
