/** Finds a rule by its id; throws `rule_not_found`. */
import type { StoredRule } from '../contract/rule.ts'
import { ServiceError } from '../domain/service-error.ts'

export function ruleOf(rules: readonly StoredRule[], id: string): StoredRule {
  const rule = rules.find((each) => each.id === id)
  if (rule === undefined) throw new ServiceError('rule_not_found', 'No rule has that id.', { id })
  return rule
}
