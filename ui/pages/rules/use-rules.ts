/** The rules of the service, and what can be done with them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Rule } from '../../../src/contract/rule.ts'
import { asking } from '../../api/ask.ts'
import { client, saying } from '../../api/client.ts'
import { notify } from '../../state/toasts.ts'

export type WrittenRule = Pick<Rule, 'name' | 'conditions' | 'action' | 'cooldown_s'>

export const useRules = () => useQuery(asking('list_rules'))

/** Whatever is changed, the list is asked for again; what was refused is said. */
function useChange<T>(change: (input: T) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onError: (error) => notify(saying(error), { kind: 'problem' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['list_rules'] }),
  })
}

/** Nothing but the switch is sent. */
export const useSwitchRule = () =>
  useChange(({ id, enabled }: { id: string; enabled: boolean }) => client.change_rule({ id, enabled }))
export const useDeleteRule = () => useChange(({ id }: { id: string }) => client.delete_rule({ id }))
export const useSaveRule = () =>
  useChange(({ id, rule }: { id: string | undefined; rule: WrittenRule }) =>
    id === undefined ? client.add_rule(rule) : client.change_rule({ id, ...rule }),
  )

/** Of several that answer the same message, the first does. */
export const useMoveRule = () =>
  useChange(async ({ id, by }: { id: string; by: -1 | 1 }) => {
    const { rules } = await client.get_settings()
    await client.change_settings({ rules: moved(rules, id, by) })
  })

function moved<T extends { id: string }>(rules: readonly T[], id: string, by: -1 | 1): T[] {
  const from = rules.findIndex((rule) => rule.id === id)
  const to = from + by
  const [rule, other] = [rules[from], rules[to]]
  if (rule === undefined || other === undefined) return [...rules]
  return rules.with(from, other).with(to, rule)
}
