/** Interprets the output of the script that operates the window of Messages. */
import type { ErrorCode } from '../contract/errors.ts'
import { sameHandle } from '../domain/handles.ts'
import { sameText } from './change.ts'

/** Separates the fields of the output; a message that contains it is not recognised, and therefore not touched. */
const mark = '\u{1e}'

export interface SeenWindow {
  title: string
  draft: string
  /** The text of each balloon. */
  balloons: string[]
}

/**
 * `done` means that the change was begun. Every other word or number was printed before that, so that nothing was
 * changed.
 */
export type ScriptAnswer =
  | { is: 'allowed' }
  | { is: 'done' }
  | { is: 'seen'; window: SeenWindow }
  | { is: 'stopped'; why: Stop }
  | { is: 'failed'; number: number | null }

const stops = {
  denied: null,
  'not-started': 'osascript could not be started.',
  'no-window':
    'Messages shows no conversation in its window. A locked screen or another user’s session is the usual reason.',
  draft: 'Somebody is writing in Messages on the Mac; it is not disturbed.',
  'other-conversation': 'Messages shows another conversation than that of the message.',
  'not-there': 'The window does not show the message.',
  twice: 'The window shows more than one message that says the same.',
  'no-action':
    'Messages offers no such action for this message. Its names are known in English only, and some macOS versions do not have them.',
  'no-field': 'The field in which Messages edits a text could not be made out, so that the edit was given up.',
} as const satisfies Record<string, string | null>
export type Stop = keyof typeof stops

/** Returns the word that a reason was made of; undefined for one of our own. */
export const stopOf = (reason: string): Stop | undefined =>
  (Object.keys(stops) as Stop[]).find((stop) => stops[stop] === reason)

export function parseScriptAnswer(stdout: string): ScriptAnswer {
  const [word, ...rest] = stdout.replace(/\n$/, '').split(mark)
  const [first = '', second = '', ...balloons] = rest
  if (word === 'allowed' || word === 'done') return { is: word }
  if (word === 'seen' && rest.length >= 2) return { is: 'seen', window: { title: first, draft: second, balloons } }
  if (word === 'stop' && Object.hasOwn(stops, first)) return { is: 'stopped', why: first as Stop }
  return { is: 'failed', number: word === 'error' ? Number(first) : null }
}

export interface Refused {
  code: Extract<ErrorCode, 'accessibility_denied' | 'automation_denied' | 'unsupported'>
  reason: string | null
}

const automationDenied = -1743
const assistiveAccessDenied = -25211

/** Interprets output that was printed before anything was changed. */
export function refusalFrom(answer: ScriptAnswer): Refused {
  if (answer.is === 'stopped') {
    const reason = stops[answer.why]
    return { code: reason === null ? 'accessibility_denied' : 'unsupported', reason }
  }
  const number = answer.is === 'failed' ? answer.number : null
  if (number === automationDenied) return { code: 'automation_denied', reason: null }
  if (number === assistiveAccessDenied) return { code: 'accessibility_denied', reason: null }
  return { code: 'unsupported', reason: `The window of Messages could not be read (${number ?? 'no answer'}).` }
}

interface Sought {
  /** The possible names of the conversation in the title; numbers are compared as numbers. */
  titles: readonly string[]
  text: string
  /** Whether it is one's own message to oneself, which the window shows a second time as received. */
  isNote?: boolean
}

/** Returns the balloon to act on, in the window's own wording, or why there is none. */
export function findBalloon(
  { title, draft, balloons }: SeenWindow,
  { titles, text, isNote = false }: Sought,
): { balloon: string } | { stop: Stop } {
  if (draft !== '') return { stop: 'draft' }
  if (!titles.some((each) => sameText(each, title) || sameHandle(each, title))) return { stop: 'other-conversation' }
  const [balloon, another, third] = balloons.filter((each) => sameText(each, text))
  if (balloon === undefined) return { stop: 'not-there' }
  // The script tells the two apart, for which they have to be worded alike.
  const isPair = isNote && another === balloon && third === undefined
  return another === undefined || isPair ? { balloon } : { stop: 'twice' }
}
