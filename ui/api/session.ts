/** Who looks at the page, and what they may do. */
import { useQuery } from '@tanstack/react-query'
import type { Scope } from '../../src/contract/scopes.ts'
import { asking } from './ask.ts'

export const useSession = () => useQuery({ ...asking('page_session'), staleTime: Number.POSITIVE_INFINITY }).data

/** Until it is known, nothing is offered that could be refused. */
export const useMay = (scope: Scope): boolean => useSession()?.scopes.includes(scope) ?? false
