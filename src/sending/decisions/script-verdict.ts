/** Concludes from the end of a script whether its message was sent, and what may help where it certainly was not. */
import type { ErrorCode } from '../../contract/errors.ts'
import { errorNumbers, type ScriptEnd } from '../../domain/script-end.ts'

export interface ScriptVerdict {
  end:
    | { is: 'handed_over' }
    | { is: 'not_sent'; code: ErrorCode; number: number | null }
    | { is: 'uncertain'; number: number | null }
  /** The remedy, which is applied at most once within a send. */
  remedy: 'launch' | 'other_route' | null
}

export function scriptVerdict(script: ScriptEnd): ScriptVerdict {
  if (script.end === 'not_started') return notSent(null)
  const said = lastLine(script.stdout)
  const before = /^before (-?\d{1,6})$/.exec(said)?.[1]
  if (before !== undefined) return notSent(Number(before))
  if (script.end === 'killed') return uncertain(null)
  if (script.exitCode === 0) return said === 'sent' ? { end: { is: 'handed_over' }, remedy: null } : uncertain(null)
  return atSend(errorNumbers(script.stderr))
}

const notSent = (number: number | null): ScriptVerdict => ({
  end: { is: 'not_sent', code: number === null ? 'send_failed' : codeOf(number), number },
  remedy: number === null ? null : (remedies[number] ?? null),
})
const uncertain = (number: number | null): ScriptVerdict => ({ end: { is: 'uncertain', number }, remedy: null })

const codes: Record<number, ErrorCode> = {
  [-43]: 'file_unreadable',
  [-600]: 'messages_not_running',
  [-609]: 'messages_not_running',
  [-1719]: 'messages_signed_out',
  [-1728]: 'chat_not_loaded',
  [-1743]: 'automation_denied',
  [-2753]: 'messages_not_running',
}
const codeOf = (number: number): ErrorCode => codes[number] ?? 'send_failed'

const remedies: Record<number, ScriptVerdict['remedy']> = {
  [-600]: 'launch',
  [-609]: 'launch',
  [-2753]: 'launch',
  [-1728]: 'other_route',
}

/**
 * If the send itself fails with one of these numbers, Messages cannot have received the message; every other number
 * leaves that uncertain.
 */
const neverSent = new Set([-43, -600, -1700, -1719, -1728, -1743])
/** The script did not compile, or used an unknown name. */
const isOfScript = (number: number): boolean => number <= -2740 && number >= -2763

/** Several numbers mean that a program printed more than osascript does; then all of them must agree. */
function atSend(numbers: readonly number[]): ScriptVerdict {
  const number = numbers.at(-1)
  if (number === undefined) return uncertain(null)
  return numbers.every((each) => neverSent.has(each) || isOfScript(each)) ? notSent(number) : uncertain(number)
}

const lastLine = (text: string): string =>
  text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .at(-1)
    ?.trim() ?? ''
