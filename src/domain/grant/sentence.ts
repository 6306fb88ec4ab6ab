/** Says in one sentence what a key with a grant can do. */
import type { Grant } from '../../contract/grant.ts'
import type { Scope } from '../../contract/scopes.ts'

export function grantSentence(
  { people, since, fields, one_time_codes, sends }: Grant,
  scopes: readonly Scope[],
): string {
  const hidden = [
    ...(fields.text ? [] : ['texts']),
    ...(fields.attachments ? [] : ['files']),
    ...(fields.names ? [] : ['names']),
    ...(fields.handles ? [] : ['numbers']),
    ...(one_time_codes === 'hide' ? ['one-time codes'] : []),
  ]
  const without = hidden.length === 0 ? '' : `, without ${listed(hidden)}`
  const reads = scopes.includes('read') ? `Reads ${whom(people)}${from(since)}${without}` : 'Reads nothing'
  return `${reads}; ${scopes.includes('write') ? how(sends) : 'sends nothing'}`
}

function whom(people: Grant['people']): string {
  if (people === 'all') return 'everyone'
  if ('only' in people) return people.only.length === 0 ? 'nobody' : listed(people.only)
  return people.except.length === 0 ? 'everyone' : `everyone but ${listed(people.except)}`
}

function from(since: Grant['since']): string {
  if (since === null) return ''
  if (typeof since === 'string') return ` since ${since}`
  return since.days === 1 ? ' of today' : ` of the last ${since.days} days`
}

function how({ mode, to, per_hour, hours }: Grant['sends']): string {
  if (mode === 'never') return 'sends nothing'
  const limits = [
    ...(to === null ? [] : [`to ${to.length === 0 ? 'nobody' : listed(to)}`]),
    ...(per_hour === null ? [] : [`at most ${per_hour} in an hour`]),
    ...(hours === null ? [] : [`between ${hours.replace('-', ' and ')}`]),
  ]
  const where = limits.length === 0 ? '' : ` ${limits.join(', ')}`
  return mode === 'ask' ? `asks before it sends${where}` : `sends${where === '' ? ' by itself' : where}`
}

/** `group:` names a group for programs only. */
const listed = (items: readonly string[]): string => {
  const named = items.map((item) => item.replace(/^group:/, 'the group '))
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}
