/** The slots in which a plugin draws: its module registers a function for each while it is loaded. */
import type { Host } from './host.ts'

/** The values that the page passes to each slot. */
export interface SlotProps {
  'sidebar.panel': Record<never, never>
  'message.toolbar': { msgRowid: number; fromMe: boolean }
  /** An opaque id of the conversation, the same that the plugin's own process receives. */
  'compose.extension': { handle: string }
  'settings.page': Record<never, never>
}
export type SlotName = keyof SlotProps

export type Drawing<S extends SlotName> = SlotProps[S] & { slot: S; host: Host }

/** Draws into the body of the slot's own frame, once; the frame ends with the slot. */
export type DrawSlot<S extends SlotName> = (element: HTMLElement, drawing: Drawing<S>) => unknown

const registered = new Map<string, DrawSlot<never>>()

/** A slot that this page does not know is never drawn. */
export function registerSlot<S extends SlotName>(slot: S, draw: DrawSlot<S>): void {
  registered.set(slot, draw)
}

export const registeredSlot = (slot: SlotName): DrawSlot<SlotName> | undefined =>
  registered.get(slot) as DrawSlot<SlotName> | undefined
