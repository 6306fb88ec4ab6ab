/** Implements PUT /api/v1/rules/{id}. */
import { isDeepStrictEqual } from 'node:util'
import type { StoredRule } from '../contract/rule.ts'
import { principalOf } from '../domain/access/principal.ts'
import { requireSound, ruleOf, shownRule } from '../domain/rules/stored-rule.ts'
import type { Action } from './action.ts'

export const changeRule: Action<'change_rule'> = ({ id, ...given }, { settings, journal, audit }, { caller }) => {
  const { rules } = settings.change(({ rules }) => {
    const rule = ruleOf(rules, id)
    const change = differences(rule, given)
    const changed = { ...rule, ...change }
    // A rule that was broken by hand can still be switched off, and sent back as it was shown.
    requireSound(change.enabled ? changed : change)
    return { rules: rules.map((each) => (each.id === id ? changed : each)) }
  })
  audit.append({ action: 'rule_changed', principal: principalOf(caller), target: id, result: 'ok' })
  return shownRule(ruleOf(rules, id), journal.ruleCounts().get(id))
}

/** Returns the fields whose values differ from the rule. */
function differences(rule: StoredRule, given: Partial<StoredRule>): Partial<StoredRule> {
  const isOther = ([name, value]: [string, unknown]) => !isDeepStrictEqual(value, rule[name as keyof StoredRule])
  return Object.fromEntries(Object.entries(given).filter(isOther))
}
