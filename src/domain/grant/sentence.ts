/**
 * Says in one sentence what a key can do, for the page, the terminal and whoever lets a program in. Keys with the same
 * sentence can do the same.
 */
import { filledIn as filled } from '../../contract/findings.ts'
import type { Grant } from '../../contract/grant.ts'
import type { Scope } from '../../contract/scopes.ts'
import { everything } from './complete.ts'
import { type SentenceWords, sentenceWords } from './sentence-words.ts'

export interface SaidKey {
  scopes: readonly Scope[]
  /** Null where nothing is limited. */
  grant: Grant | null
  /** The end of the key, if the sentence is to name it. */
  expiresAt?: string | null
}

export interface Saying {
  /** A language tag such as `de` or `en-GB`. */
  locale: string
  /** The name of a person or group that a grant lists; undefined where nobody knows it. */
  nameOf?: ((entry: string) => string | undefined) | undefined
  /** The names of each list that are written out; the others are counted. */
  mostNamed?: number
}

type Speech = Required<Pick<Saying, 'locale' | 'mostNamed'>> & { words: SentenceWords } & Pick<Saying, 'nameOf'>

export function grantSentence({ scopes, grant, expiresAt = null }: SaidKey, saying: Saying): string {
  const speech = { mostNamed: Number.POSITIVE_INFINITY, ...saying, words: sentenceWords(saying.locale) }
  const { words } = speech
  const inForce = grant ?? everything
  const clauses = [
    scopes.includes('read') && !isNobody(inForce) ? reading(inForce, speech) : words.readsNothing,
    scopes.includes('write') ? sending(inForce, scopes, speech) : words.sendsNothing,
    ...(scopes.includes('admin') ? [words.administers] : []),
    ...(expiresAt === null ? [] : [filled(words.until, { date: dayOf(expiresAt, speech) })]),
  ]
  return clauses.join('; ')
}

const isNobody = ({ people, lines }: Grant): boolean =>
  lines?.length === 0 || (people !== 'all' && 'only' in people && people.only.length === 0)

function reading({ people, since, fields, one_time_codes: codes, lines }: Grant, speech: Speech): string {
  const { words } = speech
  const hidden = [
    ...(['text', 'attachments', 'names', 'handles'] as const)
      .filter((part) => !fields[part])
      .map((part) => words[part]),
    // Without texts there are no codes to hide.
    ...(codes === 'hide' && fields.text ? [words.codes] : []),
  ]
  const without = hidden.length === 0 ? '' : filled(words.without, { parts: listed(hidden, speech.locale) })
  const whom = whomOf(people, { all: words.all, except: words.allExcept }, speech)
  return `${filled(words.reads, { whom: `${whom}${ofLines(lines, speech)}` })}${from(since, speech)}${without}`
}

/** Returns an empty text on a Mac, and if all lines of a hub are meant. */
function ofLines(lines: Grant['lines'], { words, locale }: Speech): string {
  if (lines === undefined) return ''
  return filled(lines.length === 1 ? words.ofLine : words.ofLines, { lines: listed(lines, locale) })
}

function whomOf(people: Grant['people'], { all, except }: { all: string; except: string }, speech: Speech): string {
  if (people === 'all') return all
  if ('only' in people) return named(people.only, speech)
  return people.except.length === 0 ? all : filled(except, { people: named(people.except, speech) })
}

function from(since: Grant['since'], speech: Speech): string {
  const { words } = speech
  if (since === null) return ''
  if (typeof since === 'string') return filled(words.since, { date: dayOf(since, speech) })
  return since.days === 1 ? words.today : filled(words.lastDays, { days: since.days })
}

function sending(
  { people, sends, lines, may_send_as: maySendAs }: Grant,
  scopes: readonly Scope[],
  speech: Speech,
): string {
  const { words } = speech
  const { mode, to, without_asking: unasked = [], per_hour: perHour, hours } = sends
  const isAsNobody = maySendAs?.every((line) => lines?.includes(line) === false) ?? lines?.length === 0
  if (mode === 'never' || writableOf(people, to)?.length === 0 || isNever(hours) || isAsNobody)
    return words.sendsNothing
  const toAll = to !== null || !scopes.includes('read') ? recipients(people, to, speech) : ''
  const asks = mode === 'ask' && !writableOf(people, to)?.every((entry) => unasked.includes(entry))
  const except = asks && unasked.length > 0 ? filled(words.exceptTo, { people: named(unasked, speech) }) : ''
  const as = maySendAs === undefined ? '' : filled(words.asLines, { lines: listed(maySendAs, speech.locale) })
  const [start = '', end = ''] = hours?.split('-') ?? []
  return [
    filled(asks ? words.asks : words.sends, { to: `${as}${toAll}` }),
    except,
    perHour === null ? '' : filled(perHour === 1 ? words.oncePerHour : words.perHour, { count: perHour }),
    hours === null ? '' : filled(words.between, { from: start, to: end }),
  ].join('')
}

/** A key that reads may write to the people whom it reads, unless the grant names others. */
function recipients(people: Grant['people'], to: readonly string[] | null, speech: Speech): string {
  const { words } = speech
  if (to !== null) return filled(words.to, { people: named(to, speech) })
  if (people === 'all') return ''
  return filled(words.to, { people: whomOf(people, { all: words.everyone, except: words.everyoneExcept }, speech) })
}

/** The people to whom the key may write, if they are listed. */
const writableOf = (people: Grant['people'], to: readonly string[] | null): readonly string[] | undefined =>
  to ?? (people !== 'all' && 'only' in people ? people.only : undefined)

/** Hours that begin when they end. */
const isNever = (hours: string | null): boolean => hours !== null && hours.split('-')[0] === hours.split('-')[1]

/** `group:` names a group for programs only, and what precedes the last semicolon is the way that Messages takes. */
function named(entries: readonly string[], { nameOf, words, locale, mostNamed }: Speech): string {
  const name = (entry: string) =>
    nameOf?.(entry) ??
    (entry.startsWith('group:') ? filled(words.group, { id: entry.replace(/^group:(.*;)?/, '') }) : entry)
  if (entries.length <= mostNamed) return listed(entries.map(name), locale)
  const some = entries.slice(0, Math.max(1, mostNamed - 1))
  return listed([...some.map(name), filled(words.more, { count: entries.length - some.length })], locale)
}

const listed = (items: readonly string[], locale: string): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(items)

/** The first day of a month is the month. */
function dayOf(date: string, { locale }: Speech): string {
  const day = date.slice(0, 'YYYY-MM-DD'.length)
  const isMonth = date === day && day.endsWith('-01')
  return new Intl.DateTimeFormat(locale, {
    ...(!isMonth && { day: 'numeric' }),
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
}
