/** Implements GET /api/v1/rules. */
import { shownRule } from '../domain/rules/stored-rule.ts'
import type { Action } from './action.ts'

export const listRules: Action<'list_rules'> = (_, { settings, journal }) => {
  const counts = journal.ruleCounts()
  return settings.current().rules.map((rule) => shownRule(rule, counts.get(rule.id)))
}
