/** Judges a message that is being relayed by every rule, and records which of them act on it. */
import type { RelayMessage } from '../../domain/message.ts'
import { heldBackBy, newsForMs } from '../../domain/rules/guards.ts'
import type { RuleFirings } from '../../store/journal/rule-firings.ts'
import type { PostRequest } from '../../store/journal/rule-posts.ts'
import type { ReplyRequest } from '../../store/journal/rule-replies.ts'
import type { RuleInForce } from './rules-in-force.ts'

export interface FireRulesDeps {
  rules(): readonly RuleInForce[]
  firings: Pick<RuleFirings, 'record' | 'firedWithin' | 'answersWithin'>
  selfHandles(): readonly string[]
}

/** Runs within the transaction that ingests the message. */
export type FireRules = (message: RelayMessage, nowMs: number) => void

export function fireRules({ rules, firings, selfHandles }: FireRulesDeps): FireRules {
  return (message, nowMs) => {
    const { guid, conversation } = message
    for (const rule of rules()) {
      if (!rule.isFulfilledBy(message)) continue
      const place = { rule: rule.id, conversation, nowMs }
      const heldBack = heldBackBy(
        { message, rule, selfHandles: selfHandles(), nowMs },
        {
          firedWithin: (ms) => firings.firedWithin(ms, place),
          answersWithin: (ms) => firings.answersWithin(ms, place),
        },
      )
      const action = rule.action.type
      const request = requestOf(rule, message)
      const expiresAtMs = Math.min(message.sentAtMs, nowMs) + newsForMs
      firings.record({ ...place, guid, action, heldBack, request, expiresAtMs })
    }
  }
}

function requestOf({ id, name, action }: RuleInForce, message: RelayMessage): PostRequest | ReplyRequest {
  if (action.type === 'auto_reply') return { chatGuid: message.chatGuid, body: action.body }
  const { rowid, guid, text, sender, handle, chatGuid, isGroup, sentAtMs } = message
  return {
    url: action.url,
    body: {
      rule: { id, name },
      note: action.body ?? null,
      message: {
        rowid,
        guid,
        text,
        sender,
        handle,
        conversation_guid: chatGuid,
        is_group: isGroup,
        ts: new Date(sentAtMs).toISOString(),
      },
    },
  }
}
