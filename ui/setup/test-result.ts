/** Shows what became of a test: whether it was delivered, and how its receiver answered. */
import type { TestResult } from '../../src/contract/delivery.ts'
import { durationOf } from '../catalogue/durations.ts'
import { reasonSentence } from '../catalogue/reason-words.ts'
import { t } from '../catalogue/texts.ts'
import { element } from './element.ts'

const symbols = { delivered: '✓', failed: '!', retrying: '…', queued: '…', filtered: '!' } as const

const looks = { delivered: 'granted', failed: 'missing', retrying: 'checking', queued: 'checking', filtered: 'missing' }

export function testResult({ state, duration_ms: tookMs, error, answer }: TestResult): HTMLElement {
  const title =
    state === 'delivered' && tookMs !== null
      ? t('setup.test_delivered_in', { time: durationOf(tookMs) })
      : t(`setup.test_${state}`)
  const body = answer?.body.trim() ?? ''
  const status = answer?.status ?? null
  return element(
    'div',
    { class: 'result', 'data-state': looks[state] },
    element('span', { class: 'symbol', 'aria-hidden': 'true' }, symbols[state]),
    element(
      'div',
      {},
      element('p', {}, element('strong', {}, title)),
      error !== null && element('p', { dir: 'auto' }, reasonSentence(error)),
      status !== null && element('p', { class: 'quiet' }, t('setup.test_status', { status: String(status) })),
      body !== '' && element('pre', { tabindex: 0, dir: 'auto' }, body),
    ),
  )
}
