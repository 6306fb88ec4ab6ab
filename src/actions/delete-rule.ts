/** Implements DELETE /api/v1/rules/{id}. */
import { principalOf } from '../domain/access/principal.ts'
import { ruleOf } from '../domain/rules/stored-rule.ts'
import type { Action } from './action.ts'

export const deleteRule: Action<'delete_rule'> = ({ id }, { settings, audit }, { caller }) => {
  settings.change(({ rules }) => {
    const gone = ruleOf(rules, id)
    return { rules: rules.filter((rule) => rule !== gone) }
  })
  audit.append({ action: 'rule_deleted', principal: principalOf(caller), target: id, result: 'ok' })
}
