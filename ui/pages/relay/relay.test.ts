import { beforeAll, describe, expect, test } from 'vitest'
import type { Delivery } from '../../../src/contract/delivery.ts'
import type { Destination, Overview } from '../../../src/contract/overview.ts'
import { durationOf } from '../../catalogue/durations.ts'
import { en } from '../../catalogue/en.ts'
import { speak } from '../../catalogue/texts.ts'
import { branchesOf, flowHeight, thicknessOf, trunkOf } from './flow-shape.ts'
import { headlineOf } from './headline.ts'
import { chosenDeliveries, shownDeliveries, shownFailures, stateWords, withDelivery } from './newest-deliveries.ts'

beforeAll(() => speak({ texts: en, locale: 'en-GB' }))

const today = (hour: number, minute = 0) => new Date(new Date().setHours(hour, minute, 0, 0)).toISOString()

const destination = (changes: Partial<Destination> = {}): Destination => ({
  name: 'webhook',
  display_name: 'Webhook',
  state: 'ok',
  delivered_today: 0,
  failed_today: 0,
  queued: 0,
  retrying: 0,
  last_delivered_at: null,
  failing_since: null,
  next_attempt_at: null,
  last_error: null,
  latency_ms: null,
  hours: [],
  ...changes,
})

const overview = (changes: Partial<Overview> = {}): Overview => ({
  day_started_at: today(0),
  people: 3,
  groups: 0,
  everyone: false,
  scope: 'whitelist',
  received_today: 0,
  delivered_today: 0,
  last_delivered_at: null,
  plugins: [destination()],
  filtered: [],
  held_back: [],
  ...changes,
})

describe('the sentence', () => {
  test('names for whom, to which plugins and how much is relayed', () => {
    const plugins = [destination(), destination({ name: 'ntfy' }), destination({ name: 'mqtt', state: 'off' })]
    expect(headlineOf(overview({ plugins, delivered_today: 128, last_delivered_at: today(16, 33) }))).toEqual({
      look: 'good',
      title: 'Relaying for 3 people to 2 plugins.',
      detail: '128 delivered today, last 16:33.',
    })
  })

  test.each([
    [{ people: 1, groups: 2 }, 'Relaying for 1 person and 2 groups to 1 plugin.'],
    [{ people: 0, groups: 1 }, 'Relaying for 1 group to 1 plugin.'],
    [{ scope: 'contacts' }, 'Relaying for your contacts to 1 plugin.'],
    [{ scope: 'everyone' }, 'Relaying for everyone to 1 plugin.'],
  ] as const)('%o: %s', (changes, title) => {
    expect(headlineOf(overview(changes))).toMatchObject({ title, detail: 'Nothing delivered yet today.' })
  })

  test('names the plugin that fails, since when, what waits and when it is retried', () => {
    const failing = destination({
      state: 'failing',
      failing_since: today(16, 2),
      queued: 38,
      retrying: 1,
      last_error: 'connection refused',
      next_attempt_at: today(16, 38),
    })
    expect(headlineOf(overview({ plugins: [failing] }))).toEqual({
      look: 'bad',
      title: 'Webhook has refused deliveries since 16:02.',
      reason: 'connection refused',
      detail: '39 queued, next try 16:38.',
      plugin: failing,
    })
    const other = destination({ state: 'failing', failing_since: today(15), queued: 1 })
    expect(headlineOf(overview({ plugins: [failing, other] }))).toMatchObject({
      title: '2 plugins have refused deliveries since 15:00.',
      detail: '40 queued, next try 16:38.',
    })
    const unknown = destination({ state: 'failing' })
    expect(headlineOf(overview({ plugins: [unknown] }))).toMatchObject({
      title: 'Webhook can’t be reached.',
      detail: '',
    })
  })

  test('names plugins that are paused, and counts them nowhere else', () => {
    const paused = destination({ name: 'ntfy', display_name: 'ntfy', state: 'paused', queued: 3 })
    expect(headlineOf(overview({ plugins: [destination(), paused] }))).toMatchObject({
      look: 'good',
      title: 'Relaying for 3 people to 1 plugin.',
      detail: 'Nothing delivered yet today. ntfy is paused.',
    })
    expect(headlineOf(overview({ plugins: [paused] }))).toMatchObject({
      look: 'idle',
      title: 'ntfy is paused.',
      detail: '3 queued.',
      plugin: paused,
    })
  })

  test('mentions a plugin that stopped first', () => {
    const plugins = [destination({ state: 'failing', name: 'a' }), destination({ state: 'stopped', last_error: 'bad' })]
    expect(headlineOf(overview({ plugins }))).toMatchObject({ title: 'Webhook has stopped.', reason: 'bad' })
  })

  test('names the step that is missing before anything is relayed', () => {
    expect(headlineOf(overview({ plugins: [destination({ state: 'off' })] })).missing).toBe('plugin')
    expect(headlineOf(overview({ people: 0 })).missing).toBe('people')
    expect(headlineOf(overview({ people: 0, scope: 'everyone' })).missing).toBeUndefined()
  })
})

describe('the flow', () => {
  test('is thicker the more flows, and a thin line if nothing does', () => {
    expect(thicknessOf(0)).toBe(0)
    expect(thicknessOf(1)).toBeLessThan(thicknessOf(100))
    expect(thicknessOf(1e9)).toBe(40)
    expect(trunkOf(0, 100)).toEqual({ path: 'M0 50C50 50 50 50 100 50', look: 'idle' })
  })

  test('parts from the middle, and ends in the middle of each lane', () => {
    const lanes = [
      { delivered: 10, state: 'ok' },
      { delivered: 0, state: 'ok' },
      { delivered: 30, state: 'failing' },
    ] as const
    const [first, second, third] = branchesOf(lanes)
    expect([first?.look, second?.look, third?.look]).toEqual(['flowing', 'idle', 'blocked'])
    expect(flowHeight(3)).toBe(216)
    expect(second?.path).toMatch(/ 100 108$/)
    expect(branchesOf([])).toEqual([])
  })
})

const delivery = (id: string, state: Delivery['state'], changes: Partial<Delivery> = {}): Delivery => ({
  id,
  state,
  plugin: 'webhook',
  message_guid: id,
  rowid: null,
  answer_status: null,
  conversation_guid: null,
  conversation_name: null,
  sender: null,
  created_at: id,
  settled_at: null,
  duration_ms: null,
  attempts: 1,
  next_attempt_at: null,
  is_test: false,
  last_error: null,
  ...changes,
})

describe('the line to a plugin', () => {
  test.each([
    ['ok', 'idle', 'flowing'],
    ['waiting', 'halted', 'halted'],
    ['paused', 'halted', 'halted'],
    ['failing', 'blocked', 'blocked'],
    ['stopped', 'blocked', 'blocked'],
  ] as const)('of the state %s looks %s before anything was delivered, and %s afterwards', (state, before, after) => {
    const looks = [0, 10].map((delivered) => branchesOf([{ delivered, state }])[0]?.look)
    expect(looks).toEqual([before, after])
  })
})

describe('deliveries', () => {
  test('appear with failing ones first, then the newest, each once', () => {
    const newest = ['9', '8', '7'].map((id) => delivery(id, 'delivered'))
    const failing = [delivery('2', 'retrying'), delivery('1', 'failed')]
    expect(chosenDeliveries([...newest, delivery('2', 'retrying')], failing).map(({ id }) => id)).toEqual([
      '2',
      '1',
      '9',
      '8',
      '7',
    ])
  })

  test('move to the list of their new state when they change, and leave the others in place', () => {
    const page = { deliveries: [delivery('2', 'retrying'), delivery('1', 'retrying')], cursor: null }
    const changed = delivery('1', 'delivered')
    expect(withDelivery(page, changed).deliveries.map(({ id, state }) => [id, state])).toEqual([
      ['1', 'delivered'],
      ['2', 'retrying'],
    ])
    expect(withDelivery(page, changed, 'retrying').deliveries.map(({ id }) => id)).toEqual(['2'])
    expect(withDelivery(page, delivery('3', 'retrying'), 'retrying').deliveries).toHaveLength(3)
  })

  test('that fail leave room for successful ones', () => {
    const failing = Array.from({ length: 9 }, (_, index) => delivery(`1${index}`, 'failed'))
    const good = Array.from({ length: 30 }, (_, index) => delivery(`0${index + 10}`, 'delivered'))
    const shown = chosenDeliveries(good, failing)
    expect([shown.length, shown.filter(({ state }) => state === 'failed').length]).toEqual([
      shownDeliveries,
      shownFailures,
    ])
  })

  test.each([
    [delivery('1', 'delivered', { duration_ms: 41 }), 'Delivered in 41 ms'],
    [delivery('1', 'delivered'), 'Delivered'],
    [delivery('1', 'retrying', { next_attempt_at: today(16, 38) }), 'Retrying at 16:38'],
    [delivery('1', 'retrying'), 'Retrying'],
    [delivery('1', 'failed'), 'Failed'],
    [delivery('1', 'filtered'), 'Filtered out'],
    [delivery('1', 'queued'), 'Queued'],
  ])('%o says %s', (one, words) => expect(stateWords(one, Date.parse(today(16, 0)))).toBe(words))

  test('omit a retry time that has passed', () => {
    const late = delivery('1', 'retrying', { next_attempt_at: today(16, 38) })
    expect(stateWords(late, Date.parse(today(16, 39)))).toBe('Retrying')
  })
})

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_240, '1.2 sec'],
  [180_000, '3 min'],
  [5_400_000, '1.5 hr'],
])('%i ms is %s', (ms, words) =>
  expect(durationOf(ms).replace(/s$/, (last) => (words.endsWith('s') ? last : ''))).toBe(words),
)
