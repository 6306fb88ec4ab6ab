/**
 * Returns the function that ends this browser's session; undefined without a session, that is, while no password is
 * set.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSession } from '../api/session.ts'
import { complain } from '../kit/complain.ts'
import { signOut } from './sign-out.ts'

export function useSignOut(): (() => void) | undefined {
  const queries = useQueryClient()
  const isSignedIn = useSession()?.mode === 'session'
  const end = useCallback(() => void signOut(queries).catch(complain), [queries])
  return isSignedIn ? end : undefined
}
