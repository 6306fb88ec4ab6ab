/** What keeps a rule whose conditions are fulfilled from acting, so that no rule floods anyone or answers itself. */
import type { RuleAction } from '../../contract/rule.ts'
import { handleKind, sameHandle } from '../handles.ts'

/** A message this old is news no more: nobody expects an answer to it. */
export const newsForMs = 2 * 60_000

/** Answers of all rules together, in one conversation. */
const answers = { apartMs: 60_000, perHour: 10 }
const hourMs = 3_600_000

export type HeldBack =
  /** Sent more than two minutes ago. */
  | 'too_old'
  /** This rule acted in this conversation a moment ago. */
  | 'cooldown'
  /** The sender is the user. */
  | 'own_handle'
  /** A machine that nobody can answer. */
  | 'unanswerable'
  /** Some rule answered in this conversation a moment ago. */
  | 'answered_lately'
  /** Rules answered here too often within an hour. */
  | 'too_many_answers'

interface Firing {
  message: { handle: string; sentAtMs: number }
  rule: { action: Pick<RuleAction, 'type'>; cooldown_s: number }
  selfHandles: readonly string[]
  nowMs: number
}

/** What happened in the conversation of the message. */
export interface Lately {
  /** Whether this rule acted within so much time. */
  firedWithin(ms: number): boolean
  /** How many answers rules gave within so much time. */
  answersWithin(ms: number): number
}

/** Undefined when the rule may act. */
export function heldBackBy(firing: Firing, lately: Lately): HeldBack | undefined {
  const { message, rule, nowMs } = firing
  if (nowMs - message.sentAtMs > newsForMs) return 'too_old'
  if (lately.firedWithin(rule.cooldown_s * 1_000)) return 'cooldown'
  return rule.action.type === 'auto_reply' ? unanswered(firing, lately) : undefined
}

function unanswered({ message: { handle }, selfHandles }: Firing, lately: Lately): HeldBack | undefined {
  if (selfHandles.some((own) => sameHandle(own, handle))) return 'own_handle'
  if (!isAnswerable(handle)) return 'unanswerable'
  if (lately.answersWithin(hourMs) >= answers.perHour) return 'too_many_answers'
  return lately.answersWithin(answers.apartMs) > 0 ? 'answered_lately' : undefined
}

/** Short codes, names in place of numbers and business chats are machines: they answer every answer, or charge for it. */
function isAnswerable(handle: string): boolean {
  const kind = handleKind(handle)
  return kind === 'phone' || kind === 'email'
}
