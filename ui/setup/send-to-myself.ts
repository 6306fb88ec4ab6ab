/** A message to the user's own address, sent only on a click and followed until it returns. */
import type { Send } from '../../src/contract/send.ts'
import { errorText } from '../api/error-text.ts'
import { timeOf } from '../catalogue/dates.ts'
import { t } from '../catalogue/texts.ts'
import { button, card, field, inputClass } from './controls.ts'
import { element } from './element.ts'
import type { Service } from './service.ts'

const milestones = ['handed', 'landed', 'back'] as const
type Milestone = (typeof milestones)[number]

const everyMs = 700
/** After this long, no further progress is expected. */
const patienceMs = 60_000

interface Sending {
  client: Service['client']
  /** The addresses of the user. */
  handles: readonly string[]
  announce(text: string): void
  signal: AbortSignal
}

export function sendToMyself({ client, handles, announce, signal }: Sending): HTMLElement {
  if (handles.length === 0) return element('p', { class: 'quiet' }, t('setup.test_no_handle'))
  const way = card('ol', { hidden: true })
  const reached = new Set<Milestone>()
  function draw(): void {
    way.hidden = false
    way.replaceChildren(
      ...milestones.map((milestone) => {
        const isReached = reached.has(milestone)
        const symbol = element('span', { class: 'symbol', 'aria-hidden': 'true' }, isReached ? '✓' : '…')
        const waits = !isReached && element('span', { class: 'visually-hidden' }, ` (${t('setup.test_waits')})`)
        const text = t(`setup.test_${milestone}`)
        return element('li', { class: 'line', 'data-state': isReached ? 'granted' : 'checking' }, symbol, text, waits)
      }),
    )
  }
  async function send(handle: string): Promise<void> {
    complain()
    reached.clear()
    press.disabled = true
    draw()
    try {
      const text = t('setup.test_text', { time: timeOf(new Date().toISOString()) })
      const sent = await client.send({ handle, text })
      for await (const milestone of passed({ client, sent, signal })) {
        reached.add(milestone)
        announce(t(`setup.test_${milestone}`))
        draw()
      }
    } catch (error) {
      complain(`${t('setup.test_not_sent')}: ${errorText(error)}`)
    }
    press.disabled = false
  }
  const choice = element(
    'select',
    { id: 'test-to', class: inputClass, dir: 'ltr' },
    ...handles.map((handle) => element('option', { value: handle }, handle)),
  )
  const press = button(t('setup.test_send'), () => void send(choice.value))
  const { row, complain } = field(choice, { label: t('setup.test_to'), beside: press })
  return element('div', {}, row, way)
}

interface Sent {
  client: Service['client']
  sent: Send
  signal: AbortSignal
}

/** Yields each milestone once; throws when the message was not sent. */
async function* passed({ client, sent, signal }: Sent): AsyncGenerator<Milestone> {
  const until = Date.now() + patienceMs
  const told = new Set<Milestone>()
  for (let send = sent; !signal.aborted && Date.now() < until; send = await client.get_send({ id: sent.id })) {
    if (send.error !== null) throw new Error(send.error.message)
    for (const milestone of milestonesOf(send))
      if (!told.has(milestone)) {
        told.add(milestone)
        yield milestone
      }
    if (told.size === milestones.length) return
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/** A delivered message to oneself has arrived at this Mac again: Messages shows both copies as one. */
const milestonesOf = ({ state }: Send): readonly Milestone[] => {
  if (state === 'queued') return []
  if (state === 'handed_over') return ['handed']
  return state === 'delivered' || state === 'read' ? milestones : ['handed', 'landed']
}
