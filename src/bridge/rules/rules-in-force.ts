/** Keeps the enabled rules ready to judge messages; one that cannot be parsed is reported once and never fires. */
import type { Logger } from '../../contract/log-entry.ts'
import type { StoredRule } from '../../contract/rule.ts'
import { matcher, type RuleInForce } from '../../domain/rules/matches.ts'
import { parseConditions } from '../../domain/rules/parse-conditions.ts'
import { ServiceError } from '../../domain/service-error.ts'

export interface RulesInForce {
  /** The enabled rules, in their order. */
  readonly current: readonly RuleInForce[]
  apply(rules: readonly StoredRule[]): void
}

export function rulesInForce(log: Logger): RulesInForce {
  let current: readonly RuleInForce[] = []
  let faulty = new Set<string>()
  return {
    get current() {
      return current
    },
    apply(rules) {
      const understood = rules.filter(({ enabled }) => enabled).map((rule) => inForce(rule))
      const faults = understood.filter((each) => typeof each === 'string')
      for (const fault of faults) if (!faulty.has(fault)) log.error(fault)
      faulty = new Set(faults)
      current = understood.filter((each) => typeof each !== 'string')
    },
  }
}

/** Returns the rule, or a sentence with the reason why it never fires. */
function inForce({ id, name, action, cooldown_s, conditions }: StoredRule): RuleInForce | string {
  try {
    return { id, name, action, cooldown_s, isFulfilledBy: matcher(parseConditions(conditions)) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { column, reason } = error.details
    return `rule ${id} never fires: the conditions are invalid at column ${column}: ${reason}`
  }
}
