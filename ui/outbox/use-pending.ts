/** Returns the pending sends of one conversation. */
import { useMemo } from 'react'
import type { PendingSend } from './outbox.ts'
import { useOutbox } from './outbox-store.ts'
import { ofConversation } from './transitions.ts'

export function usePending(guid: string): readonly PendingSend[] {
  const { pending } = useOutbox()
  return useMemo(() => ofConversation(pending, guid), [pending, guid])
}
