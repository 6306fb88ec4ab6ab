/** The session of the page and its scopes. */
import { useQuery } from '@tanstack/react-query'
import type { Scope } from '../../src/contract/scopes.ts'
import { asking } from './ask.ts'

export const useSession = () => useQuery({ ...asking('page_session'), staleTime: Number.POSITIVE_INFINITY }).data

/** Returns false until the session is known, so that nothing is offered that could be refused. */
export const useMay = (scope: Scope): boolean => useSession()?.scopes.includes(scope) ?? false
