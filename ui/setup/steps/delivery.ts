/** The last step: shows messages on their way as they come in, what is still missing, and leads to the page. */
import type { Delivery } from '../../../src/contract/delivery.ts'
import type { StreamEvent } from '../../../src/contract/events.ts'
import { openSteps } from '../../../src/domain/setup/open-steps.ts'
import { formatOf, timeOf } from '../../catalogue/dates.ts'
import { durationOf } from '../../catalogue/durations.ts'
import { reasonWords } from '../../catalogue/reason-words.ts'
import { type TextKey, t } from '../../catalogue/texts.ts'
import { checkWords } from '../check-words.ts'
import { card, heading, section } from '../controls.ts'
import { element } from '../element.ts'
import { sendToMyself } from '../send-to-myself.ts'
import type { Service } from '../service.ts'
import type { Step, StepContext } from '../step.ts'
import { hasArrived, type Way, withDelivery, withMessage, withTrace } from '../ways.ts'

export const delivery: Step = async ({ service, checks, announce, finish }) => {
  const ending = new AbortController()
  const { client } = service
  const [plugins, { self_handles: given }] = await Promise.all([client.list_plugins(), client.get_settings()])
  const titles = new Map(plugins.map(({ name, display_name: title }) => [name, title]))
  const on = plugins.filter(({ enabled, tier }) => enabled && tier !== 'core').map(({ display_name: title }) => title)
  const titleOf = (plugin: string): string => titles.get(plugin) ?? plugin
  const head = heading(t('setup.delivery_title'), leadFor(on))
  const list = element('div', {})
  const left = element('div', {})

  let ways: readonly Way[] = []
  function put(changed: readonly Way[]): void {
    const hadArrived = hasArrived(ways)
    ways = changed
    list.replaceChildren(ways.length === 0 ? waiting() : card('ul', {}, ...ways.map((way) => wayRow(way, titleOf))))
    if (hadArrived || !hasArrived(ways)) return
    announce(t('setup.delivery_title_done'))
    for (const [name, text] of [
      ['h1', t('setup.delivery_title_done')],
      ['p', t('setup.delivery_lead_done')],
    ] as const)
      head.querySelector(name)?.replaceChildren(text)
  }
  put([])
  const drawLeft = async () => left.replaceChildren(...(await leftIn(checks)))
  await drawLeft()
  const unsubscribe = checks.onChange(() => void drawLeft())
  void watchWays({ client, signal: ending.signal, change: (by) => put(by(ways)) })

  const handles = [...new Set([...checks.current().self_handles, ...given])]
  return {
    content: element(
      'div',
      {},
      head,
      list,
      left,
      element(
        'details',
        { class: 'more' },
        element('summary', {}, t('setup.test_title')),
        element('p', { class: 'quiet' }, t('setup.test_lead')),
        sendToMyself({ client, handles, announce, signal: ending.signal }),
      ),
    ),
    next: { text: t('setup.finish'), press: finish },
    end() {
      ending.abort()
      unsubscribe()
    },
  }
}

const leadFor = (on: readonly string[]): string =>
  on.length === 0 ? t('setup.delivery_lead_none') : t('setup.delivery_lead', { names: on.join(', ') })

const waiting = (): HTMLElement =>
  element(
    'p',
    { class: 'waiting line', 'data-state': 'checking' },
    element('span', { class: 'symbol', 'aria-hidden': 'true' }, '…'),
    t('setup.delivery_waiting'),
  )

interface Watch {
  client: Service['client']
  signal: AbortSignal
  change(by: (ways: readonly Way[]) => readonly Way[]): void
}

/** The list includes messages that came in while no stream was open. */
const listed = 5

/** Follows the event stream until it is aborted. */
async function watchWays({ client, signal, change }: Watch): Promise<void> {
  const take = (delivery: Delivery) => {
    change((ways) => withDelivery(ways, delivery))
    if (delivery.rowid !== null && delivery.conversation_guid !== null && !delivery.is_test)
      void seeMessage({ client, change, rowid: delivery.rowid, guid: delivery.conversation_guid })
  }
  const readList = async () => {
    const { deliveries } = await client.list_deliveries({ limit: listed })
    for (const each of deliveries.toReversed()) take(each)
  }
  const seeNews = async ({ rowid, chat_guid: guid }: { rowid: number; chat_guid: string }) => {
    if (await seeMessage({ client, change, rowid, guid })) await seeEnd({ client, change, signal, rowid })
  }
  const heard = (event: StreamEvent) => {
    if (event.type === 'delivery_updated') take(event.delivery)
    else if (event.type === 'deliveries_changed' || event.type === 'reset') void readList().catch(() => undefined)
    else if (event.type === 'new_message') void seeNews(event)
  }
  try {
    let isOpen = false
    // The greeting tells that the stream is open, so that nothing is missed between the list and the stream.
    const onId = () => {
      if (!isOpen) void readList().catch(() => undefined)
      isOpen = true
    }
    for await (const { value } of client.events({}, { signal, onId })) heard(value)
  } catch {
    // The frame says that the service does not answer.
  }
}

interface Seen extends Pick<Watch, 'client' | 'change'> {
  rowid: number
}

const nearby = 5

/** Reads when a message was written and by whom. Resolves to whether somebody else wrote it. */
async function seeMessage({ client, change, rowid, guid }: Seen & { guid: string }): Promise<boolean> {
  const around = await client
    .list_messages({ guid, around_rowid: rowid, limit: nearby })
    .catch(() => [] as Awaited<ReturnType<typeof client.list_messages>>)
  const message = around.find((each) => each.rowid === rowid)
  if (message === undefined || message.is_from_me) return false
  change((ways) => withMessage(ways, message))
  return true
}

const askAgainMs = 700
const mostAsked = 10

/** Finds out why a message goes nowhere; one that is delivered is heard of in the stream. */
async function seeEnd({ client, change, rowid, signal }: Seen & Pick<Watch, 'signal'>): Promise<void> {
  for (let asked = 0; asked < mostAsked && !signal.aborted; asked++) {
    const trace = await client.message_trace({ rowid }).catch(() => undefined)
    if (trace !== undefined && trace.lane !== 'unknown' && trace.lane !== 'waiting')
      return change((ways) => withTrace(ways, trace))
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}

const preciseTimeOf = (ts: string): string => formatOf({ timeStyle: 'medium' }).format(new Date(ts))

function wayRow({ sender, receivedAt, stopped, deliveries }: Way, titleOf: (plugin: string) => string): HTMLElement {
  const [first] = deliveries
  const stages = [
    ...(receivedAt === null ? [] : [stage(t('setup.way_received', { time: preciseTimeOf(receivedAt) }))]),
    ...(first === undefined ? [] : [stage(t('setup.way_relayed', { time: preciseTimeOf(first.created_at) }))]),
    ...deliveries.map((each) => deliveryStage(each, titleOf(each.plugin))),
    ...(stopped === null ? [] : [stage(t(`setup.way_${stopped}`), 'unknown')]),
  ]
  return element(
    'li',
    { class: 'way' },
    element('h2', {}, element('bdi', {}, sender ?? t('setup.way_unknown'))),
    element('ol', {}, ...stages),
  )
}

const symbols = { granted: '✓', checking: '…', missing: '!', unknown: '–' } as const

const stage = (text: string, state: keyof typeof symbols = 'granted', more?: string): HTMLElement =>
  element(
    'li',
    { class: 'line', 'data-state': state },
    element('span', { class: 'symbol', 'aria-hidden': 'true' }, symbols[state]),
    element('span', {}, text, more !== undefined && element('span', { class: 'quiet', dir: 'auto' }, ` ${more}`)),
  )

function deliveryStage({ state, duration_ms: tookMs, ...delivery }: Delivery, name: string): HTMLElement {
  const { next_attempt_at: next, last_error: error, answer_status: status } = delivery
  const why = error === null ? undefined : reasonWords(error)
  switch (state) {
    case 'delivered':
      if (tookMs === null) return stage(t('setup.way_delivered', { name }))
      return status === null
        ? stage(t('setup.way_delivered_in', { name, time: durationOf(tookMs) }))
        : stage(t('setup.way_answered', { name, status: String(status), time: durationOf(tookMs) }))
    case 'retrying': {
      const when =
        next === null ? t('setup.way_retrying', { name }) : t('setup.way_retrying_at', { name, time: timeOf(next) })
      return stage(when, 'missing', why)
    }
    case 'failed':
      return stage(t('setup.way_failed', { name }), 'missing', why)
    case 'filtered':
      return stage(t('setup.way_filtered', { name }), 'unknown')
    default:
      return stage(t('setup.way_queued', { name }), 'checking')
  }
}

/** Draws the steps that were left open, each with a link, and what else keeps the service from its work. */
async function leftIn(checks: StepContext['checks']): Promise<HTMLElement[]> {
  const report = checks.current()
  const open = openSteps(report.checks)
  const inWords = await checkWords()
  const facts = report.checks.filter(({ kind, ok }) => kind === 'state' && !ok)
  if (open.length + facts.length === 0) return []
  return [
    section(
      t('setup.done_left'),
      card(
        'ul',
        {},
        ...open.map((step) =>
          element(
            'li',
            { class: 'line' },
            element('span', { class: 'who' }, t(`setup.left_${step}`)),
            element('a', { href: `#${step}` }, t(`setup.${step}` as TextKey)),
          ),
        ),
        ...facts.map((check) => {
          const { found } = inWords(check, report.mac.macos)
          return element('li', { lang: found.lang }, found.text)
        }),
      ),
    ),
  ]
}
