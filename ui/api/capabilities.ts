/** Reports what this Mac can do, so that the page offers nothing else. */
import { useQuery } from '@tanstack/react-query'
import type { Ability } from '../../src/contract/capability.ts'
import { asking } from './ask.ts'

export function useCapability(name: Ability): { supported: boolean; reason: string | null } {
  const { data = [] } = useQuery({ ...asking('capabilities'), staleTime: 60_000 })
  return data.find((capability) => capability.name === name) ?? { supported: false, reason: null }
}

export const useCan = (name: Ability): boolean => useCapability(name).supported
