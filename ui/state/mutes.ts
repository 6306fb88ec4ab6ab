/** Conversations of which this browser tells nothing, beside those that Messages itself keeps quiet. */
import { create } from 'zustand'
import type { Conversation } from '../../src/contract/conversation.ts'
import { keepList, keptList, toggled } from './kept-list.ts'

const place = 'muted_conversations'

/** By the address of the person or group: the GUID changes with the service that is written over. */
interface Mutes {
  muted: readonly string[]
}

const useMutesStore = create<Mutes>(() => ({ muted: keptList(place) }))

type Named = Pick<Conversation, 'handle' | 'muted'>

const isAmong = (muted: readonly string[], { handle, muted: inMessages }: Named): boolean =>
  inMessages || muted.includes(handle)

export const isMuted = (conversation: Named): boolean => isAmong(useMutesStore.getState().muted, conversation)

export const useIsMuted = (conversation: Named): boolean => useMutesStore(({ muted }) => isAmong(muted, conversation))

/** The addresses. */
export const useMutes = (): readonly string[] => useMutesStore(({ muted }) => muted)

export function toggleMute(handle: string): void {
  const { muted } = useMutesStore.getState()
  const next = toggled(muted, handle)
  useMutesStore.setState({ muted: next })
  keepList(place, next)
}

/** At the end of a session: they name people. */
export function clearMutes(): void {
  useMutesStore.setState({ muted: [] })
  localStorage.removeItem(place)
}

globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === place) useMutesStore.setState({ muted: keptList(place) })
})
