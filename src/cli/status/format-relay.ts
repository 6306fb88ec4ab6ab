/** Says in one sentence what the relay does, as the overview of the page does. */
import { type HeadlineOverview, queueOf, relayHeadline } from '../../domain/relay-headline.ts'
import { plain } from '../plugins/format-plugins.ts'

export function formatRelay(relay: HeadlineOverview, now = new Date()): string {
  const headline = relayHeadline(relay)
  const { plugins } = headline
  const list = namesOf(plugins)
  switch (headline.is) {
    case 'stopped':
      return sentences(`${list} has stopped.`, reasonOf(plugins), waitingIn(plugins, now))
    case 'failing': {
      const since = headline.since && whenOf(headline.since, now)
      const has = plugins.length === 1 ? 'has' : 'have'
      const title = since ? `${list} ${has} refused deliveries since ${since}` : `${list} can't be reached`
      return sentences(`${title}.`, reasonOf(plugins), waitingIn(plugins, now))
    }
    case 'paused':
      return sentences(pausedIn(plugins), waitingIn(plugins, now))
    case 'no_plugin':
      return 'Nothing is relayed yet: no plugin is on. Type: service plugins list'
    case 'nobody':
      return 'Nobody is relayed yet: the whitelist is empty.'
    case 'running': {
      const where = counted(plugins.length, 'plugin', 'plugins')
      const { delivered_today: count, last_delivered_at: last } = relay
      const today =
        count === 0 || last === null
          ? 'Nothing delivered yet today.'
          : `${count.toLocaleString('en')} delivered today, last ${whenOf(last, now)}.`
      return sentences(`Relaying for ${whoIn(relay)} to ${where}.`, today, pausedIn(headline.paused))
    }
  }
}

const sentences = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ')

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

const namesOf = (plugins: HeadlineOverview['plugins']): string =>
  listOf(plugins.map(({ display_name: name }) => plain(name)))

const listOf = (parts: readonly string[]): string => new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)

function whoIn({ scope, people, groups }: HeadlineOverview): string {
  if (scope === 'everyone') return 'everyone'
  if (scope === 'contacts') return 'your contacts'
  return listOf([
    ...(people > 0 ? [counted(people, 'person', 'people')] : []),
    ...(groups > 0 ? [counted(groups, 'group', 'groups')] : []),
  ])
}

const pausedIn = (plugins: HeadlineOverview['plugins']): string =>
  plugins.length === 0 ? '' : `${namesOf(plugins)} ${plugins.length === 1 ? 'is' : 'are'} paused.`

function reasonOf([first]: HeadlineOverview['plugins']): string {
  const reason = plain(first?.last_error ?? '').replace(/\.$/, '')
  return reason === '' ? '' : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
}

function waitingIn(plugins: HeadlineOverview['plugins'], now: Date): string {
  const { count, nextAt } = queueOf(plugins)
  if (count === 0) return ''
  return nextAt === undefined ? `${count} queued.` : `${count} queued, next try ${whenOf(nextAt, now)}.`
}

/** The time if it is today, otherwise also the date. */
function whenOf(ts: string, now: Date): string {
  const at = new Date(ts)
  const isToday = at.toDateString() === now.toDateString()
  return at.toLocaleString(undefined, {
    ...(!isToday && { day: 'numeric', month: 'short' }),
    hour: 'numeric',
    minute: '2-digit',
  })
}
