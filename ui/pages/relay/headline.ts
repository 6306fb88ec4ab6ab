/** Says in one true sentence what the relay does, or what keeps it from its work, and what can be done about it. */
import type { Destination, Overview } from '../../../src/contract/overview.ts'
import { queueOf, relayHeadline } from '../../../src/domain/relay-headline.ts'
import { whenOf } from '../../catalogue/dates.ts'
import { locale, t } from '../../catalogue/texts.ts'

export interface Headline {
  look: 'good' | 'bad' | 'idle'
  title: string
  detail: string
  /** A text of the plugin or of its receiver. */
  reason?: string | null
  /** The plugin that fails or is paused. */
  plugin?: Destination
  /** The step that is missing before anything is relayed. */
  missing?: 'plugin' | 'people'
}

export function headlineOf(overview: Overview): Headline {
  const headline = relayHeadline(overview)
  const { plugins } = headline
  const [first] = plugins
  switch (headline.is) {
    case 'stopped': {
      const [stopped] = headline.plugins
      const title = t('relay.stopped', { name: stopped.display_name })
      return { look: 'bad', title, detail: waitingIn(plugins), reason: stopped.last_error, plugin: stopped }
    }
    case 'failing': {
      const title = failureTitle(plugins, headline.since)
      const about = first && { reason: first.last_error, plugin: first }
      return { look: 'bad', title, detail: waitingIn(plugins), ...about }
    }
    case 'paused':
      return { look: 'idle', title: pausedWords(plugins), detail: waitingIn(plugins), ...(first && { plugin: first }) }
    case 'no_plugin':
      return { look: 'idle', title: t('relay.no_plugin'), detail: t('relay.no_plugin_hint'), missing: 'plugin' }
    case 'nobody':
      return { look: 'idle', title: t('relay.nobody'), detail: t('relay.nobody_hint'), missing: 'people' }
    case 'running': {
      const where = t('relay.where', { count: plugins.length })
      const detail = [todayOf(overview), ...(headline.paused.length > 0 ? [pausedWords(headline.paused)] : [])].join(
        ' ',
      )
      return { look: 'good', title: t('relay.running', { who: whoOf(overview), where }), detail }
    }
  }
}

function failureTitle(failing: readonly Destination[], since: string | undefined): string {
  const name = failing[0]?.display_name ?? ''
  if (since === undefined) return t('relay.failing', { name })
  const time = whenOf(since)
  return failing.length === 1
    ? t('relay.refused', { name, time })
    : t('relay.refused_many', { count: failing.length, time })
}

/** Empty where nothing waits. */
function waitingIn(plugins: readonly Destination[]): string {
  const { count, nextAt } = queueOf(plugins)
  if (count === 0) return ''
  return nextAt === undefined
    ? t('relay.queued_only', { count })
    : t('relay.queued_next', { count, time: whenOf(nextAt) })
}

const pausedWords = (paused: readonly Destination[]): string =>
  t('relay.paused', { count: paused.length, names: listOf(paused.map(({ display_name: name }) => name)) })

function whoOf({ scope, people, groups }: Overview): string {
  if (scope !== 'whitelist') return t(`relay.who_${scope}`)
  return listOf([
    ...(people > 0 ? [t('relay.who_people', { count: people })] : []),
    ...(groups > 0 ? [t('relay.who_groups', { count: groups })] : []),
  ])
}

const listOf = (parts: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(parts)

const todayOf = ({ delivered_today: count, last_delivered_at: last }: Overview): string =>
  count === 0 || last === null ? t('relay.delivered_none') : t('relay.delivered_last', { count, time: whenOf(last) })
