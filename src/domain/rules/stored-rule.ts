/** Handles a rule as it is stored: finds it, checks that it can work, and formats it for the API. */
import type { Rule, StoredRule } from '../../contract/rule.ts'
import { ServiceError } from '../service-error.ts'
import { isEmptyWindow } from './hours.ts'
import { parseConditions } from './parse-conditions.ts'

interface Fired {
  firedCount: number
  /** Unix milliseconds of the last firing. */
  lastFiredAtMs: number
}

/** The defaults of a new rule. */
export const newRuleDefaults = {
  enabled: true,
  trigger: 'on_inbound',
  cooldown_s: 60,
  hours: null,
  days: null,
} as const satisfies Partial<StoredRule>

/** Formats a rule for the API: as it was written, and how often it has fired. */
export const shownRule = (rule: StoredRule, fired: Fired | undefined): Rule => ({
  id: rule.id,
  name: rule.name,
  enabled: rule.enabled,
  trigger: rule.trigger,
  conditions: rule.conditions,
  action: rule.action,
  cooldown_s: rule.cooldown_s,
  hours: rule.hours,
  days: rule.days,
  last_fired_at: fired === undefined ? null : new Date(fired.lastFiredAtMs).toISOString(),
  fired_count: fired?.firedCount ?? 0,
})

/**
 * Checks that a rule can work; its form was validated before. Throws `invalid_request` with the path of the fault.
 * Missing parts are not checked.
 */
export function requireSound({ conditions, action, hours }: Partial<Checked>): void {
  if (conditions !== undefined) parseConditions(conditions)
  if (action?.type === 'webhook' && !URL.canParse(action.url)) {
    const reason = 'is no URL'
    throw new ServiceError('invalid_request', `action.url ${reason}.`, { path: 'action.url', reason })
  }
  if (hours !== undefined && hours !== null && isEmptyWindow(hours)) {
    const reason = 'begin and end at the same time'
    throw new ServiceError('invalid_request', `hours ${reason}: leave them out for the whole day.`, {
      path: 'hours',
      reason,
    })
  }
}

type Checked = Pick<StoredRule, 'conditions' | 'action' | 'hours'>

/** Finds a rule by its id; throws `rule_not_found`. */
export function ruleOf(rules: readonly StoredRule[], id: string): StoredRule {
  const rule = rules.find((each) => each.id === id)
  if (rule === undefined) throw new ServiceError('rule_not_found', 'No rule has that id.', { id })
  return rule
}
