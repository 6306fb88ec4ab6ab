/** Says an alert in the reader's language. */
import type { Alert } from '../../../src/contract/alert.ts'
import { isHub } from '../../api/answers.ts'
import { whenOf } from '../../catalogue/dates.ts'
import { reasonWords } from '../../catalogue/reason-words.ts'
import { type TextKey, t } from '../../catalogue/texts.ts'

export interface AlertWords {
  sentence: string
  /** A text that says how many deliveries wait, and what still works or can be done. */
  more: string
}

const hints: Readonly<Partial<Record<Alert['kind'], TextKey>>> = {
  relay_stopped: isHub ? 'alerts.relay_stopped_hub_hint' : 'status.bridge_stopped_works',
  mac_quiet: 'alerts.mac_quiet_hint',
  disk_nearly_full: 'alerts.disk_nearly_full_hint',
  reader_stopped: 'alerts.reader_stopped_hint',
  mac_copied: 'alerts.mac_copied_hint',
  mac_behind: 'alerts.mac_behind_hint',
  mac_silent: 'alerts.mac_silent_hint',
}

/** `plugin` is how the plugin, the webhook, the key or the Mac is called. */
export function alertWords({ kind, since, reason, queued, next_attempt_at: next }: Alert, plugin: string): AlertWords {
  const sentence = t(`alerts.${kind}`, { plugin, time: whenOf(since) })
  const given = reason && reasonWords(reason.replace(/\.$/, ''))
  const hint = hints[kind]
  return {
    sentence: given ? t('alerts.with_reason', { sentence, reason: given }) : t('alerts.without_reason', { sentence }),
    more: [waitingOf(queued, next), hint && t(hint)].filter(Boolean).join(' '),
  }
}

function waitingOf(count: number | null, next: string | null): string {
  if (count === null || count === 0) return ''
  return next === null ? t('alerts.queued', { count }) : t('alerts.queued_next', { count, time: whenOf(next) })
}
