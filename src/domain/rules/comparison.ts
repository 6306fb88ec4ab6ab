/**
 * Compares two sets of rules over past messages: which of them would have gone elsewhere, to another reply or webhook.
 * Of each it keeps the ROWID and the pair of outcomes only.
 */
import type { ComparedRule, RuleAction } from '../../contract/rule.ts'
import type { RuleInForce } from './matches.ts'
import { type PastMessage, pastJudge } from './past-judge.ts'

/** The number of messages that would go elsewhere and are kept, the newest. */
export const mostDifferences = 20_000

export interface Effect {
  rule: { id: string; name: string }
  action: RuleAction
}

export interface Difference {
  rowid: number
  /** The outcome by the rules of today, and by the others. */
  today: readonly Effect[]
  proposed: readonly Effect[]
}

export interface Comparison {
  /** Messages are to be given in the order in which they came. */
  consider(message: PastMessage & { rowid: number }): void
  counts(): { considered: number; elsewhere: number; rules: ComparedRule[] }
  /** The messages that were kept, the newest first. */
  differences(asked: { offset: number; limit: number }): Difference[]
}

interface Sets {
  today: readonly RuleInForce[]
  proposed: readonly RuleInForce[]
  selfHandles: readonly string[]
}

export function ruleComparison({ today, proposed, selfHandles }: Sets): Comparison {
  const judges = [pastJudge(today, selfHandles), pastJudge(proposed, selfHandles)] as const
  const rows = new Map<string, ComparedRule>()
  for (const { id, name } of today) rows.set(id, comparedRule(id, name))
  for (const { id, name } of proposed) rows.set(id, rows.get(id) ?? comparedRule(id, name))
  const pairs = new Map<string, Omit<Difference, 'rowid'>>()
  const counts = { considered: 0, elsewhere: 0 }
  let kept: { rowid: number; pair: Omit<Difference, 'rowid'> }[] = []

  /** Shares one object among all messages with the same pair of outcomes. */
  function pairOf(before: readonly Effect[], after: readonly Effect[]): Omit<Difference, 'rowid'> {
    const key = JSON.stringify([before, after].map((effects) => effects.map(({ rule }) => rule.id)))
    const pair = pairs.get(key) ?? { today: before, proposed: after }
    pairs.set(key, pair)
    return pair
  }

  return {
    consider(message) {
      counts.considered++
      const before = effectsOf(today, judges[0](message))
      const after = effectsOf(proposed, judges[1](message))
      if (before.length === 0 && after.length === 0) return
      count(rows, before, after)
      if (destinationsOf(before) === destinationsOf(after)) return
      counts.elsewhere++
      kept.push({ rowid: message.rowid, pair: pairOf(before, after) })
      if (kept.length > 2 * mostDifferences) kept = kept.slice(-mostDifferences)
    },
    counts: () => ({ ...counts, rules: [...rows.values()] }),
    differences: ({ offset, limit }) =>
      kept
        .slice(-mostDifferences)
        .toReversed()
        .slice(offset, offset + limit)
        .map(({ rowid, pair }) => ({ rowid, ...pair })),
  }
}

const comparedRule = (id: string, name: string): ComparedRule => ({
  id,
  name,
  today: 0,
  proposed: 0,
  gained: 0,
  lost: 0,
  changed: 0,
})

const effectsOf = (rules: readonly RuleInForce[], outcomes: readonly unknown[]): Effect[] =>
  rules.filter((_, at) => outcomes[at] === undefined).map(({ id, name, action }) => ({ rule: { id, name }, action }))

function count(rows: ReadonlyMap<string, ComparedRule>, before: readonly Effect[], after: readonly Effect[]): void {
  const places = new Map(before.map(({ rule, action }) => [rule.id, destinationOf(action)]))
  for (const { rule, action } of after) {
    const row = rows.get(rule.id)
    const place = places.get(rule.id)
    if (row === undefined) continue
    row.proposed++
    if (place === undefined) row.gained++
    else if (place !== destinationOf(action)) row.changed++
  }
  const stays = new Set(after.map(({ rule }) => rule.id))
  for (const { rule } of before) {
    const row = rows.get(rule.id)
    if (row === undefined) continue
    row.today++
    if (!stays.has(rule.id)) row.lost++
  }
}

/** The same for actions that do the same; the name of a rule leads a message nowhere else. */
const destinationOf = (action: RuleAction): string =>
  action.type === 'webhook'
    ? JSON.stringify([action.type, action.url, action.body ?? null])
    : JSON.stringify([action.type, action.body, action.then ?? 'send'])

const destinationsOf = (effects: readonly Effect[]): string =>
  effects
    .map(({ action }) => destinationOf(action))
    .toSorted()
    .join()
