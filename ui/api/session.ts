/** The session of the page and its scopes. */
import { useQuery } from '@tanstack/react-query'
import type { CallName } from '../../src/client/client-over.ts'
import type { Scope } from '../../src/contract/scopes.ts'
import { answers } from './answers.ts'
import { asking } from './ask.ts'

export const useSession = () => useQuery({ ...asking('page_session'), staleTime: Number.POSITIVE_INFINITY }).data

/**
 * Whether something with this scope, which needs these rows of the endpoint table, can be offered. Returns false until the
 * session is known, so that nothing is offered that could be refused.
 */
export const useMay = (scope: Scope, ...needed: CallName[]): boolean =>
  (useSession()?.scopes.includes(scope) ?? false) && needed.every(answers)
