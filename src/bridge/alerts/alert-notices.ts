/**
 * Tells of alerts through the plugins that the settings name, as a message of the relay itself. It never holds the text
 * of a message, nor what a receiver has answered, and never goes through the plugin that the alert is about.
 */
import type { Clock } from '../../base/clock.ts'
import { messageOf } from '../../base/errors.ts'
import { names } from '../../contract/names.ts'
import type { PluginFacts } from '../../domain/alerts/conditions.ts'
import { noticeOf, overOf, titleOf } from '../../domain/alerts/sentences.ts'
import { queueNotice } from '../../store/journal/notices.ts'
import type { RelayStore } from '../open-store.ts'
import type { AlertNews } from './alert-watch.ts'

export function alertNotices(
  { journal, installKey, settings, log }: Pick<RelayStore, 'journal' | 'installKey' | 'settings' | 'log'>,
  { clock, kick }: { clock: Clock; kick(): void },
): (news: AlertNews) => void {
  return ({ alert, isOver, plugins }) => {
    const wanted = settings.current().alerts.notify_plugins
    const nowMs = clock.nowMs()
    const concerned = plugins.find(({ name }) => name === alert.plugin)
    const told = { ...alert, title: concerned?.displayName ?? titleOf(alert), queued: concerned?.queued ?? null }
    const text = isOver ? overOf(told) : noticeOf(told, nowMs)
    for (const plugin of plugins.filter((each) => wanted.includes(each.name) && isWell(each) && each !== concerned))
      try {
        queueNotice(journal, installKey, {
          integration: plugin.name,
          key: `${alert.id}-${isOver ? 'over' : 'begun'}`,
          // The tier that sees no text still shows who writes.
          sender: plugin.tier === 'notify' ? `${names.product}: ${text}` : names.product,
          text,
          nowMs,
        })
      } catch (error) {
        log.warn(`an alert could not be told through plugin ${plugin.name}: ${messageOf(error)}`)
      }
    kick()
  }
}

const isWell = ({ status, tier, isPaused, failingSinceMs }: PluginFacts): boolean =>
  status === 'running' && tier !== 'core' && !isPaused && failingSinceMs === null
