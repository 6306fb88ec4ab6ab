/** Returns the pending sends of one conversation. */
import { useMemo } from 'react'
import { ofConversation, type PendingSend } from './outbox.ts'
import { useOutbox } from './outbox-store.ts'

export function usePending(guid: string): readonly PendingSend[] {
  const { pending } = useOutbox()
  return useMemo(() => ofConversation(pending, guid), [pending, guid])
}
