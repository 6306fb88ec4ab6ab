/**
 * Judges messages by the rules and writes their firings, in the transaction that ingests the message, so that a crash
 * neither loses nor doubles one.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { ConversationKey, MessageGuid } from '../../contract/ids.ts'
import type { RuleAction } from '../../contract/rule.ts'
import type { RelayMessage } from '../../domain/message.ts'
import { heldBackBy, type Lately, newsForMs } from '../../domain/rules/guards.ts'
import type { RuleInForce } from '../../domain/rules/matches.ts'
import { opaqueId } from './opaque-id.ts'
import type { PostRequest } from './rule-posts.ts'
import type { ReplyRequest } from './rule-replies.ts'

export interface NewFiring {
  rule: string
  guid: MessageGuid
  conversation: ConversationKey
  action: RuleAction['type']
  /** The reason why the rule does not act; undefined when it acts. */
  heldBack: string | undefined
  /** The content to be posted or sent; it is forgotten once the firing is settled. */
  request: object
  /** A reply that nobody claimed by this time is never sent. */
  expiresAtMs: number
  nowMs: number
}

interface FiringContext {
  conversation: ConversationKey
  nowMs: number
}

interface Judgement {
  /** Judged in their order: a firing of one may hold back the next. */
  rules: readonly RuleInForce[]
  selfHandles: readonly string[]
  nowMs: number
}

export interface RuleFirings {
  /** Judges a message by each rule. Runs in the transaction that ingests the message. */
  fire(message: RelayMessage, judgement: Judgement): void
  /**
   * Runs in the transaction that ingests the message. A rule fires once for a message, however often this is called.
   */
  record(firing: NewFiring): void
  firedWithin(ms: number, place: FiringContext & { rule: string }): boolean
  answersWithin(ms: number, place: FiringContext): number
  /** Expires the pending firings of rules that are no longer in force. */
  keepOnly(rules: readonly string[], nowMs: number): void
}

// The range includes the future, since a clock that was set back makes past firings appear there.
const lately = `fired_at_ms > :nowMs - :ms AND fired_at_ms < :nowMs + :ms AND state <> 'held_back'`
const sql = {
  record: `INSERT INTO rule_firing (id, rule, guid, conversation, action, state, reason, request, expires_at_ms, fired_at_ms)
    VALUES (:id, :rule, :guid, :conversation, :action, :state, :reason, :request, :expiresAtMs, :nowMs)
    ON CONFLICT DO NOTHING`,
  count: `INSERT INTO rule_count (rule, fired_count, last_fired_at_ms) VALUES (:rule, 1, :nowMs)
    ON CONFLICT DO UPDATE SET fired_count = fired_count + 1, last_fired_at_ms = excluded.last_fired_at_ms`,
  fired: `SELECT 1 FROM rule_firing WHERE rule = :rule AND conversation = :conversation AND ${lately} LIMIT 1`,
  answers: `SELECT count(*) AS n FROM rule_firing
    WHERE conversation = :conversation AND action = 'auto_reply' AND ${lately}`,
  keepOnly: `UPDATE rule_firing SET state = 'expired', reason = 'the rule was switched off', request = NULL, settled_at_ms = :nowMs
    WHERE state = 'pending' AND rule NOT IN (SELECT value FROM json_each(:rules))`,
}

export function ruleFirings(db: DatabaseSync, installKey: Uint8Array): RuleFirings {
  const [record, count] = [db.prepare(sql.record), db.prepare(sql.count)]
  const [fired, answers, keepOnly] = [db.prepare(sql.fired), db.prepare(sql.answers), db.prepare(sql.keepOnly)]
  const firings: RuleFirings = {
    fire(message, { rules, selfHandles, nowMs }) {
      for (const rule of rules) {
        if (!rule.isFulfilledBy(message)) continue
        const context = { rule: rule.id, conversation: message.conversation, nowMs }
        const lately: Lately = {
          firedWithin: (ms) => firings.firedWithin(ms, context),
          answersWithin: (ms) => firings.answersWithin(ms, context),
        }
        firings.record({
          ...context,
          guid: message.guid,
          action: rule.action.type,
          heldBack: heldBackBy({ message, rule, selfHandles, nowMs }, lately),
          request: requestOf(rule, message),
          expiresAtMs: Math.min(message.sentAtMs, nowMs) + newsForMs,
        })
      }
    },
    record({ heldBack, request, ...firing }) {
      const { rule, guid, nowMs } = firing
      const id = opaqueId(installKey, 'rule_firing', [rule, guid])
      const { changes } = record.run({
        ...firing,
        id,
        state: heldBack === undefined ? 'pending' : 'held_back',
        reason: heldBack ?? null,
        request: heldBack === undefined ? JSON.stringify(request) : null,
      })
      if (changes === 1 && heldBack === undefined) count.run({ rule, nowMs })
    },
    firedWithin: (ms, { rule, conversation, nowMs }) => fired.get({ ms, rule, conversation, nowMs }) !== undefined,
    answersWithin: (ms, { conversation, nowMs }) => Number(answers.get({ ms, conversation, nowMs })?.n),
    keepOnly: (rules, nowMs) => void keepOnly.run({ rules: JSON.stringify(rules), nowMs }),
  }
  return firings
}

function requestOf({ id, name, action }: RuleInForce, message: RelayMessage): PostRequest | ReplyRequest {
  if (action.type === 'auto_reply') {
    const { chatGuid } = message
    return { chatGuid, body: action.body, ...(action.then === 'hold' && { asks: name }) }
  }
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

/** Tells how often a rule has fired, and when it last did. */
export interface RuleCount {
  firedCount: number
  /** Unix milliseconds. */
  lastFiredAtMs: number
}

const countsSql = 'SELECT rule, fired_count, last_fired_at_ms FROM rule_count'

/** Counts by the id of the rule; a rule that never fired is left out. */
export const ruleCounts = (db: DatabaseSync): Map<string, RuleCount> =>
  new Map(
    db
      .prepare(countsSql)
      .all()
      .map(({ rule, fired_count, last_fired_at_ms }) => [
        String(rule),
        { firedCount: Number(fired_count), lastFiredAtMs: Number(last_fired_at_ms) },
      ]),
  )
