/** Implements POST /api/v1/rules/compare. */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { ProposedRule, RulesComparisonResult, StoredRule } from '../contract/rule.ts'
import { type Difference, mostDifferences, ruleComparison } from '../domain/rules/comparison.ts'
import type { RuleInForce } from '../domain/rules/matches.ts'
import { ruleInForce } from '../domain/rules/rule-in-force.ts'
import { newRuleDefaults, requireSound } from '../domain/rules/stored-rule.ts'
import { foundMessage, type TriedMessage } from '../domain/rules/trial.ts'
import { ServiceError, unlessFailed } from '../domain/service-error.ts'
import type { Action } from './action.ts'
import { pastOfMac, type RulesPast } from './past-messages.ts'
import type { Services } from './services.ts'

const dayMs = 86_400_000
const usualDays = 30

export const compareRulesOver =
  <M extends TriedMessage>(pastOf: (services: Services) => RulesPast<M>): Action<'compare_rules'> =>
  async ({ rules, since, cursor, limit }, services) => {
    const past = pastOf(services)
    if ((rules === undefined) === (cursor === undefined))
      throw invalid('rules', 'or a cursor has to be given, and not both')
    const [id, offset = '0'] = cursor?.split('.') ?? []
    const run = id === undefined ? begun({ rules: rules ?? [], since }, services, past) : services.ruleRuns.find(id)
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
      messages: await shownAll(comparison.differences(page), past),
      cursor: isLast ? null : `${run.id}.${page.offset + limit}`,
    }
  }

export const compareRules = compareRulesOver(pastOfMac)

function begun<M extends TriedMessage>(
  { rules, since }: { rules: readonly ProposedRule[]; since: string | undefined },
  { settings, nowMs, ruleRuns }: Services,
  past: RulesPast<M>,
) {
  const sinceMs = since === undefined ? nowMs() - usualDays * dayMs : Date.parse(`${since}T00:00:00Z`)
  const { rules: stored } = settings.current()
  const comparison = ruleComparison({
    today: stored.flatMap((rule) => understood(rule, past.timeZone)),
    proposed: rules.map(toStored).flatMap((rule, at) => inForce(rule, at, past.timeZone)),
    selfHandles: past.selfHandles(),
  })
  const messages = past.since(sinceMs)
  return ruleRuns.begin({ sinceMs, comparison }, async () => {
    const { value, done } = await messages.next()
    if (done) return false
    if (past.isRelayed(value)) comparison.consider(value)
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

type Shown = RulesComparisonResult['messages'][number]

/** Leaves out what was deleted meanwhile. */
async function shownAll(differences: readonly Difference[], past: Pick<RulesPast, 'find'>): Promise<Shown[]> {
  const all: Shown[] = []
  for (const { rowid, today, proposed } of differences) {
    const message = await past.find(rowid)
    if (message !== undefined) all.push({ ...foundMessage(message), today: [...today], proposed: [...proposed] })
    await yieldToOthers()
  }
  return all
}

const invalid = (path: string, reason: string): ServiceError =>
  new ServiceError('invalid_request', `The ${path} cannot be compared.`, { in: 'body', path, reason })
