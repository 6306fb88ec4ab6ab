/** Implements POST /api/v1/rules/compare. */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { ProposedRule, RulesComparisonResult, StoredRule } from '../contract/rule.ts'
import { type Difference, mostDifferences, ruleComparison } from '../domain/rules/comparison.ts'
import type { RuleInForce } from '../domain/rules/matches.ts'
import { ruleInForce } from '../domain/rules/rule-in-force.ts'
import { newRuleDefaults, requireSound } from '../domain/rules/stored-rule.ts'
import { foundMessage } from '../domain/rules/trial.ts'
import { ServiceError, unlessFailed } from '../domain/service-error.ts'
import type { IncomingMessage } from '../mac/history/incoming.ts'
import type { Action } from './action.ts'
import { isInScope } from './conversation-scope.ts'
import { asJudged, pastMessages } from './past-messages.ts'
import type { Services } from './services.ts'

const dayMs = 86_400_000
const usualDays = 30

export const compareRules: Action<'compare_rules'> = async ({ rules, since, cursor, limit }, services) => {
  if ((rules === undefined) === (cursor === undefined))
    throw invalid('rules', 'or a cursor has to be given, and not both')
  const [id, offset = '0'] = cursor?.split('.') ?? []
  const run = id === undefined ? begun({ rules: rules ?? [], since }, services) : services.ruleRuns.find(id)
  await run.advance()
  const { sinceMs, comparison } = run.of
  const { considered, elsewhere, rules: counted } = comparison.counts()
  const result = { since: new Date(sinceMs).toISOString(), considered, elsewhere, rules: counted }
  if (!run.isDone) return { state: 'running' as const, ...result, messages: [], cursor: `${run.id}.0` }
  const page = { offset: Number(offset), limit }
  const isLast = page.offset + limit >= Math.min(elsewhere, mostDifferences)
  return {
    state: 'done' as const,
    ...result,
    messages: await shownAll(comparison.differences(page), services),
    cursor: isLast ? null : `${run.id}.${page.offset + limit}`,
  }
}

function begun({ rules, since }: { rules: readonly ProposedRule[]; since: string | undefined }, services: Services) {
  const { settings, messages, mac, nowMs, ruleRuns } = services
  const sinceMs = since === undefined ? nowMs() - usualDays * dayMs : Date.parse(`${since}T00:00:00Z`)
  const { rules: stored, self_handles: written } = settings.current()
  const comparison = ruleComparison({
    today: stored.flatMap((rule) => understood(rule, mac.timeZone)),
    proposed: rules.map(toStored).flatMap((rule, at) => inForce(rule, at, mac.timeZone)),
    selfHandles: [...messages.selfHandles(), ...written],
  })
  const past = pastMessages(services, sinceMs)
  const isRelayed = relayedOnly(services)
  return ruleRuns.begin({ sinceMs, comparison }, async () => {
    const { value, done } = await past.next()
    if (done) return false
    if (isRelayed(value)) comparison.consider(value)
    return true
  })
}

const toStored = ({ last_fired_at: _, fired_count: __, ...rule }: ProposedRule, at: number): StoredRule => ({
  ...newRuleDefaults,
  id: `new-${at + 1}`,
  ...rule,
})

/** A rule that was broken by hand never fires. */
const understood = (rule: StoredRule, timeZone: () => string): RuleInForce[] =>
  unlessFailed(() => (rule.enabled ? [ruleInForce(rule, timeZone)] : [])) ?? []

/** Throws `invalid_request`, with the place of the rule in the list. */
function inForce(rule: StoredRule, at: number, timeZone: () => string): RuleInForce[] {
  if (!rule.enabled) return []
  try {
    requireSound(rule)
    return [ruleInForce(rule, timeZone)]
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { path } = error.details
    throw new ServiceError(error.code, `Rule ${at + 1}: ${error.message}`, {
      ...error.details,
      path: `rules.${at}.${path}`,
    })
  }
}

/** Rules see the messages of relayed people only; whether somebody is one is decided once in a run. */
function relayedOnly(services: Services): (message: IncomingMessage) => boolean {
  const known = new Map<string, boolean>()
  return ({ conversation_guid: guid, handle, isGroup, category }) => {
    const place = `${guid} ${handle}`
    const isRelayed =
      known.get(place) ?? isInScope({ guid, handle, is_group: isGroup, category }, { writer: handle }, services)
    known.set(place, isRelayed)
    return isRelayed
  }
}

type Shown = RulesComparisonResult['messages'][number]

async function shownAll(differences: readonly Difference[], services: Services): Promise<Shown[]> {
  const all: Shown[] = []
  for (const difference of differences) {
    all.push(...shown(difference, services))
    await yieldToOthers()
  }
  return all
}

/** Leaves out what was deleted meanwhile. */
function shown({ rowid, today, proposed }: Difference, { history }: Pick<Services, 'history'>): Shown[] {
  const [message] = history.incoming({ sinceMs: 0, rowid: rowid - 1, limit: 1 })
  if (message?.rowid !== rowid) return []
  return [{ ...foundMessage(asJudged(message)), today: [...today], proposed: [...proposed] }]
}

const invalid = (path: string, reason: string): ServiceError =>
  new ServiceError('invalid_request', `The ${path} cannot be compared.`, { in: 'body', path, reason })
