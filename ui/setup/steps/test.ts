/** A test message to the user's own address, sent only on a click and followed until it returns. */

import type { Send } from '../../../src/contract/send.ts'
import { timeOf } from '../../catalogue/dates.ts'
import { element } from '../element.ts'
import { button, heading } from '../frame.ts'
import { type Service, saying } from '../service.ts'
import type { Step } from '../step.ts'
import { type SetupText, say } from '../texts.ts'

const milestones = ['handed', 'landed', 'back'] as const
type Milestone = (typeof milestones)[number]

const everyMs = 700
/** After this long, no further progress is expected. */
const patienceMs = 60_000

export const test: Step = async ({ service, watch, announce }) => {
  const { self_handles: given } = await service.ask.get_settings()
  const handles = [...new Set([...watch.current().self_handles, ...given])]
  const way = element('ol', { class: 'card way', hidden: true })
  const problem = element('p', { class: 'problem', role: 'alert' })
  const ending = new AbortController()

  const reached = new Set<Milestone>()
  function draw(): void {
    way.hidden = false
    way.replaceChildren(
      ...milestones.map((milestone) => {
        const isReached = reached.has(milestone)
        const symbol = element('span', { class: 'symbol', 'aria-hidden': 'true' }, isReached ? '✓' : '…')
        const waits = !isReached && element('span', { class: 'visually-hidden' }, ` (${say('setup.test_waits')})`)
        const text = say(`setup.test_${milestone}` as SetupText)
        return element('li', { 'data-state': isReached ? 'granted' : 'checking' }, symbol, text, waits)
      }),
    )
  }

  async function send(handle: string): Promise<void> {
    problem.textContent = ''
    reached.clear()
    press.disabled = true
    draw()
    try {
      const text = say('setup.test_text', { time: timeOf(new Date().toISOString()) })
      const sent = await service.ask.send({ handle, text })
      for await (const milestone of passed({ ask: service.ask, sent, signal: ending.signal })) {
        reached.add(milestone)
        announce(say(`setup.test_${milestone}` as SetupText))
        draw()
      }
    } catch (error) {
      problem.textContent = `${say('setup.test_failed')}: ${saying(error)}`
    }
    press.disabled = false
  }

  const choice = element(
    'select',
    { id: 'test-to', dir: 'ltr' },
    ...handles.map((handle) => element('option', { value: handle }, handle)),
  )
  const press = button(say('setup.test_send'), () => void send(choice.value))
  const form =
    handles.length === 0
      ? element('p', { class: 'card notice' }, say('setup.test_no_handle'))
      : element(
          'div',
          { class: 'adding' },
          element('label', { for: 'test-to' }, say('setup.test_to')),
          element('div', {}, choice, press),
        )
  return {
    content: element('div', {}, heading('setup.test_title', 'setup.test_lead'), form, problem, way),
    end: () => ending.abort(),
  }
}

interface Sent {
  ask: Service['ask']
  sent: Send
  signal: AbortSignal
}

/** Yields each milestone once; throws when the message was not sent. */
async function* passed({ ask, sent, signal }: Sent): AsyncGenerator<Milestone> {
  const until = Date.now() + patienceMs
  const told = new Set<Milestone>()
  for (let send = sent; !signal.aborted && Date.now() < until; send = await ask.get_send({ id: sent.id })) {
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
