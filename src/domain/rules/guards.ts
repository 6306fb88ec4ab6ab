/**
 * Decides what keeps a rule whose conditions are fulfilled from acting, so that no rule floods anyone or replies to
 * itself.
 */
import type { RuleAction } from '../../contract/rule.ts'
import { handleKind, sameHandle } from '../handles.ts'

/** A message older than this is no longer news, and nobody expects a reply to it. */
export const newsForMs = 2 * 60_000

/** Limits the replies of all rules together in one conversation. */
const answers = { apartMs: 60_000, perHour: 10 }
/** The span within which replies are counted. */
export const hourMs = 3_600_000

export type HeldBack =
  /** The message was sent more than two minutes ago. */
  | 'too_old'
  /** The message was sent outside of the hours or days of the rule. */
  | 'outside_hours'
  /** This rule acted in this conversation recently. */
  | 'cooldown'
  /** The sender is the user. */
  | 'own_handle'
  /** The sender is a machine, which nobody can reply to. */
  | 'unanswerable'
  /** Some rule replied in this conversation less than a minute ago. */
  | 'answered_lately'
  /** Rules replied in this conversation too often within an hour. */
  | 'too_many_answers'

interface Firing {
  message: { handle: string; sentAtMs: number }
  rule: { action: Pick<RuleAction, 'type'>; cooldown_s: number; isActiveAt(atMs: number): boolean }
  selfHandles: readonly string[]
  nowMs: number
}

/** The recent actions in the conversation of the message. */
export interface Lately {
  /** Whether this rule acted within the given time. */
  firedWithin(ms: number): boolean
  /** Counts the replies that rules sent within the given time. */
  answersWithin(ms: number): number
}

/** Returns undefined when the rule may act. */
export function heldBackBy(firing: Firing, lately: Lately): HeldBack | undefined {
  const { message, rule, nowMs } = firing
  if (nowMs - message.sentAtMs > newsForMs) return 'too_old'
  // The sender's clock can be fast.
  if (!rule.isActiveAt(Math.min(message.sentAtMs, nowMs))) return 'outside_hours'
  if (lately.firedWithin(rule.cooldown_s * 1_000)) return 'cooldown'
  return rule.action.type === 'auto_reply' ? unanswered(firing, lately) : undefined
}

function unanswered({ message: { handle }, selfHandles }: Firing, lately: Lately): HeldBack | undefined {
  if (selfHandles.some((own) => sameHandle(own, handle))) return 'own_handle'
  if (!isAnswerable(handle)) return 'unanswerable'
  if (lately.answersWithin(hourMs) >= answers.perHour) return 'too_many_answers'
  return lately.answersWithin(answers.apartMs) > 0 ? 'answered_lately' : undefined
}

/** Short codes, alphanumeric senders and business chats are machines: they reply to every reply, or charge for it. */
function isAnswerable(handle: string): boolean {
  const kind = handleKind(handle)
  return kind === 'phone' || kind === 'email'
}
