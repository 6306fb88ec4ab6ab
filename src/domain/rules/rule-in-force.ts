/** Prepares an enabled rule to judge messages. */
import type { StoredRule } from '../../contract/rule.ts'
import { activeTimes } from './hours.ts'
import { matcher, type RuleInForce } from './matches.ts'
import { parseConditions } from './parse-conditions.ts'

/** Throws `invalid_request` where the conditions cannot be parsed. `timeZone` is asked for each message. */
export function ruleInForce(
  { id, name, action, cooldown_s, conditions, hours, days }: StoredRule,
  timeZone: () => string,
): RuleInForce {
  return {
    id,
    name,
    action,
    cooldown_s,
    isFulfilledBy: matcher(parseConditions(conditions)),
    isActiveAt: activeTimes({ hours, days }, timeZone),
  }
}
