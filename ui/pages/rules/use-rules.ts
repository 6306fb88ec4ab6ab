/** Queries and changes the rules of the service. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Rule } from '../../../src/contract/rule.ts'
import { asking, whileShown } from '../../api/ask.ts'
import { client } from '../../api/client.ts'
import { complain } from '../../kit/complain.ts'
import { moved } from './order.ts'

export type WrittenRule = Pick<Rule, 'name' | 'conditions' | 'action' | 'cooldown_s' | 'hours' | 'days'>

/** The list is not kept up to date while a rule is being edited: one that is deleted elsewhere would take the form away. */
export const useRules = ({ isEditing }: { isEditing: boolean }) =>
  useQuery({ ...asking('list_rules'), ...(!isEditing && whileShown) })

/** After any change the list is fetched again, and an error is shown. */
function useChange<T>(change: (input: T) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onError: complain,
    onSettled: () => queries.invalidateQueries({ queryKey: ['list_rules'] }),
  })
}

/** Sends only the switch and leaves the rest of the rule alone. */
export const useSwitchRule = () =>
  useChange(({ id, enabled }: { id: string; enabled: boolean }) => client.change_rule({ id, enabled }))
export const useDeleteRule = () => useChange(({ id }: { id: string }) => client.delete_rule({ id }))
export const useSaveRule = () =>
  useChange(({ id, rule }: { id?: string | undefined; rule: WrittenRule & { enabled?: boolean } }) =>
    id === undefined ? client.add_rule(rule) : client.change_rule({ id, ...rule }),
  )

export const useMoveRule = () =>
  useChange(async (move: { id: string; to: number }) => {
    const { rules } = await client.get_settings()
    await client.change_settings({ rules: moved(rules, move) })
  })
