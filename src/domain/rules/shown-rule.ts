/** Formats a rule for the API: as it was written, and how often it has fired. */
import type { Rule, StoredRule } from '../../contract/rule.ts'

interface Fired {
  firedCount: number
  /** Unix milliseconds of the last firing. */
  lastFiredAtMs: number
}

export const shownRule = (rule: StoredRule, fired: Fired | undefined): Rule => ({
  id: rule.id,
  name: rule.name,
  enabled: rule.enabled,
  trigger: rule.trigger,
  conditions: rule.conditions,
  action: rule.action,
  cooldown_s: rule.cooldown_s,
  last_fired_at: fired === undefined ? null : new Date(fired.lastFiredAtMs).toISOString(),
  fired_count: fired?.firedCount ?? 0,
})
