/** PUT /api/v1/rules/{id} */
import { principalOf } from '../domain/access/principal.ts'
import { shownRule } from '../domain/rules/shown-rule.ts'
import { requireSound } from '../domain/rules/sound-rule.ts'
import type { Action } from './action.ts'
import { ruleOf } from './rule-of.ts'

export const changeRule: Action<'change_rule'> = ({ id, ...change }, { settings, journal, audit }, { caller }) => {
  const { rules } = settings.change(({ rules }) => {
    const changed = { ...ruleOf(rules, id), ...change }
    // One that was spoilt by hand can still be switched off.
    requireSound(changed.enabled ? changed : change)
    return { rules: rules.map((rule) => (rule.id === id ? changed : rule)) }
  })
  audit.append({ action: 'rule_changed', principal: principalOf(caller), target: id, result: 'ok' })
  return shownRule(ruleOf(rules, id), journal.ruleCounts().get(id))
}
