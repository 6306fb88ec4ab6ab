/** Makes each endpoint of the table a cached query, keyed by its name and input. */
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { ClientError } from '../../src/client/client-error.ts'
import type { CallName, Params, Result } from '../../src/client/client-over.ts'
import { answers } from './answers.ts'
import { client } from './client.ts'

type Call = (input: unknown) => Promise<unknown>

/**
 * Use as `useQuery(asking('list_plugins'))`; the key begins with the name, for `invalidateQueries({ queryKey:
 * ['list_plugins'] })`.
 */
export const asking = <K extends CallName>(
  name: K,
  ...[input]: Record<never, never> extends Params<K> ? [input?: Params<K>] : [input: Params<K>]
) =>
  queryOptions({
    queryKey: [name, input ?? {}] as const,
    enabled: answers(name),
    queryFn: () => (client[name] as unknown as Call)(input) as Promise<Result<K>>,
  })

/**
 * Keeps a list that no event tells of up to date while it is shown: it may be changed by a command or in another window. An
 * answer for which the page has just waited is not asked for again.
 */
export const whileShown = { staleTime: 2_000, refetchInterval: 5_000 } as const

/** A refused request is not retried; one without a response or with a server error is. */
export const mayAskAgain = (error: unknown): boolean =>
  !(error instanceof ClientError && error.status >= 400 && error.status < 500)

const mayRetry = (failures: number, error: Error): boolean => failures < 2 && mayAskAgain(error)

export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Events invalidate what has changed: see ui/live/.
      queries: { staleTime: 60_000, retry: mayRetry, networkMode: 'always', refetchOnWindowFocus: true },
      mutations: { networkMode: 'always' },
    },
  })
