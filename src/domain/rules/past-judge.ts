/**
 * Judges past messages as rules would have judged them when they were sent: with the cooldowns and limits that follow
 * from the messages before.
 */
import type { StoredRule } from '../../contract/rule.ts'
import { type HeldBack, heldBackBy, hourMs } from './guards.ts'
import type { Judged, RuleInForce } from './matches.ts'

export interface PastMessage extends Judged {
  conversation: string
  sentAtMs: number
}

/**
 * The reason why a rule would not have acted; `undefined` if it would have, `null` if its conditions were not
 * fulfilled.
 */
export type PastOutcome = HeldBack | undefined | null

export type PastRule = Pick<RuleInForce, 'id' | 'cooldown_s' | 'isFulfilledBy' | 'isActiveAt'> & {
  action: Pick<StoredRule['action'], 'type'>
}

/** Returns the outcome of each rule; messages are to be given in the order in which they came. */
export function pastJudge(
  rules: readonly PastRule[],
  selfHandles: readonly string[],
): (message: PastMessage) => PastOutcome[] {
  const firedAt = rules.map(() => new Map<string, number>())
  const answeredAt = new Map<string, number[]>()
  return (message) => {
    const { conversation, sentAtMs: nowMs } = message
    return rules.map((rule, at): PastOutcome => {
      if (!rule.isFulfilledBy(message)) return null
      const lastMs = firedAt[at]?.get(conversation)
      const answers = answeredAt.get(conversation) ?? []
      // Messages can come in another order than they were sent.
      const isWithin = (ms: number) => (pastMs: number) => Math.abs(nowMs - pastMs) < ms
      const heldBack = heldBackBy(
        { message, rule, selfHandles, nowMs },
        {
          firedWithin: (ms) => lastMs !== undefined && isWithin(ms)(lastMs),
          answersWithin: (ms) => answers.filter(isWithin(ms)).length,
        },
      )
      if (heldBack !== undefined) return heldBack
      firedAt[at]?.set(conversation, nowMs)
      if (rule.action.type === 'auto_reply') answeredAt.set(conversation, [...answers.filter(isWithin(hourMs)), nowMs])
      return undefined
    })
  }
}
