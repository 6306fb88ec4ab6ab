/** Reads what the owner chose for a program: no more than it asked for, and for a while unless the owner says otherwise. */
import type { Static } from '@sinclair/typebox'
import type { NewApiKey } from '../../contract/key.ts'
import { readGrant } from '../../domain/grant/complete.ts'
import type { AuthorizationRequest } from '../../domain/oauth/authorization-request.ts'
import type { Choice } from './authorization-codes.ts'

const usualDays = 90
const dayMs = 86_400_000

export function choiceOf(
  key: Static<typeof NewApiKey> | undefined,
  { wantsToSend }: Pick<AuthorizationRequest, 'wantsToSend'>,
  nowMs: number,
): Choice {
  const scopes = wantsToSend && key?.scopes.includes('write') ? (['read', 'write'] as const) : (['read'] as const)
  const { grant, expiresAt } = readGrant(key?.grant, scopes)
  const days = key?.expires_in_days ?? usualDays
  return {
    scopes,
    grant,
    expiresAt: expiresAt === undefined ? new Date(nowMs + days * dayMs).toISOString() : expiresAt,
  }
}
