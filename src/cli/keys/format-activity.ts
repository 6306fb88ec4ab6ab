/** Formats what an API key did for the terminal: its limits, what is conspicuous, its days, its sends and its refusals. */
import type { ApiKey } from '../../contract/key.ts'
import type { KeyActivity, KeyMark } from '../../contract/key-activity.ts'
import { grantSentence } from '../../domain/grant/sentence.ts'
import { localTime } from '../local-time.ts'

const shownDays = 7
const shownConversations = 5
const shownSends = 10

export function formatActivity(key: ApiKey, activity: KeyActivity): string {
  const { days, sends, refusals, marks } = activity
  const blocks = [
    [headOf(key, activity)],
    marks.map(({ seen, ...mark }) => `${seen ? ' ' : '!'} ${formatMark(mark)}, ${localTime(mark.at)}`),
    days.slice(0, shownDays).map(formatDay),
    sends.slice(0, shownSends).map(({ at, state, handle, name }) => `${localTime(at)}  ${state} to ${name ?? handle}`),
    refusals.map(({ day, code, times }) => `${day}  refused ${timesOf(times)}: ${code}`),
  ]
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')
}

function headOf(
  { id, label, scopes, grant, paused, names }: ApiKey,
  { last_used_at, last_used_from }: KeyActivity,
): string {
  const used = last_used_at === null ? 'Never used' : `Last used ${localTime(last_used_at)} from ${last_used_from}`
  const can = grantSentence({ scopes, grant }, { locale: 'en-GB', nameOf: (entry) => names?.[entry] })
  return `${id}  ${label}${paused ? ', paused' : ''}\n${can}.\n${used}.`
}

const markWords: Readonly<Record<KeyMark['kind'], string>> = {
  first_send: 'Sent for the first time',
  hidden_person: 'Tried to reach somebody whom it may not see',
  unusual_rate: 'Asked ten times as much as usual',
}

const formatMark = ({ kind }: Pick<KeyMark, 'kind'>): string => markWords[kind]

function formatDay({ day, requests, messages, refused, conversations }: KeyActivity['days'][number]): string {
  const named = conversations.slice(0, shownConversations).map((one) => `${one.name ?? one.guid} (${one.messages})`)
  const more = conversations.length - named.length
  const from = named.length === 0 ? '' : ` of ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const denied = refused === 0 ? '' : `, refused ${timesOf(refused)}`
  return `${day}  ${requests} requests${denied}; read ${messages} messages${from}`
}

const timesOf = (times: number): string => (times === 1 ? 'once' : `${times} times`)
