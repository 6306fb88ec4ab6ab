/** Implements POST /api/v1/rules. */
import { randomUUID } from 'node:crypto'
import type { StoredRule } from '../contract/rule.ts'
import { principalOf } from '../domain/access/principal.ts'
import { newRuleDefaults, requireSound, shownRule } from '../domain/rules/stored-rule.ts'
import type { Action } from './action.ts'

export const addRule: Action<'add_rule'> = (written, { settings, audit }, { caller }) => {
  requireSound(written)
  const rule: StoredRule = { ...newRuleDefaults, ...written, id: newId() }
  settings.change(({ rules }) => ({ rules: [...rules, rule] }))
  audit.append({ action: 'rule_added', principal: principalOf(caller), target: rule.id, result: 'ok' })
  return shownRule(rule, undefined)
}

/** Short enough to be read in a log. Ids are never reused, because the journal counts by them. */
const newId = (): string => randomUUID().slice(0, 13)
