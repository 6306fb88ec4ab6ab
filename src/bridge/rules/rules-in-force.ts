/** Keeps the enabled rules ready to judge messages; one that cannot be parsed is reported once and never fires. */
import type { Logger } from '../../contract/log-entry.ts'
import type { StoredRule } from '../../contract/rule.ts'
import type { RuleInForce } from '../../domain/rules/matches.ts'
import { ruleInForce } from '../../domain/rules/rule-in-force.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { macTimeZone } from '../../mac/time-zone.ts'

export interface RulesInForce {
  /** The enabled rules, in their order. */
  readonly current: readonly RuleInForce[]
  apply(rules: readonly StoredRule[]): void
}

export function rulesInForce(log: Logger, timeZone: () => string = macTimeZone()): RulesInForce {
  let current: readonly RuleInForce[] = []
  let faulty = new Set<string>()
  return {
    get current() {
      return current
    },
    apply(rules) {
      const understood = rules.filter(({ enabled }) => enabled).map((rule) => inForce(rule, timeZone))
      const faults = understood.filter((each) => typeof each === 'string')
      for (const fault of faults) if (!faulty.has(fault)) log.error(fault)
      faulty = new Set(faults)
      current = understood.filter((each) => typeof each !== 'string')
    },
  }
}

/** Returns the rule, or a sentence with the reason why it never fires. */
function inForce(rule: StoredRule, timeZone: () => string): RuleInForce | string {
  try {
    return ruleInForce(rule, timeZone)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { column, reason } = error.details
    return `rule ${rule.id} never fires: the conditions are invalid at column ${column}: ${reason}`
  }
}
