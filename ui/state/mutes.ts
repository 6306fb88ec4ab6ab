/** Stores the conversations that are muted in this browser, besides those that are muted in Messages. */
import { create } from 'zustand'
import type { Conversation } from '../../src/contract/conversation.ts'
import { keepList, keptList, toggled } from './kept-list.ts'

const storageKey = 'muted_conversations'

/** Muted conversations by the address of the person or group, because the GUID changes with the service. */
interface Mutes {
  muted: readonly string[]
}

/** The store itself, for code that is no component. */
export const mutes = create<Mutes>(() => ({ muted: keptList(storageKey) }))

type Named = Pick<Conversation, 'handle' | 'muted'>

const isAmong = (muted: readonly string[], { handle, muted: inMessages }: Named): boolean =>
  inMessages || muted.includes(handle)

export const isMuted = (conversation: Named): boolean => isAmong(mutes.getState().muted, conversation)

export const useIsMuted = (conversation: Named): boolean => mutes(({ muted }) => isAmong(muted, conversation))

/** Returns the addresses. */
export const useMutes = (): readonly string[] => mutes(({ muted }) => muted)

export function toggleMute(handle: string): void {
  const { muted } = mutes.getState()
  const next = toggled(muted, handle)
  mutes.setState({ muted: next })
  keepList(storageKey, next)
}

/** Called at the end of a session, because addresses identify people. */
export function clearMutes(): void {
  mutes.setState({ muted: [] })
  localStorage.removeItem(storageKey)
}

globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === storageKey) mutes.setState({ muted: keptList(storageKey) })
})
