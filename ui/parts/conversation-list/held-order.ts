/** Decides the order of the rows: their own, or, while somebody uses the list, the order that they had before. */
import { useEffect, useRef } from 'react'
import type { Conversation } from '../../../src/contract/conversation.ts'

/**
 * Returns the held rows in their old order with their current content; rows that now come after all of them follow,
 * rows that come before wait.
 */
export function inHeldOrder(order: readonly string[], rows: readonly Conversation[]): Conversation[] {
  const now = new Map(rows.map((row, index) => [row.guid, { row, index }]))
  const held = order.flatMap((guid) => now.get(guid) ?? [])
  const last = held.reduce((most, { index }) => Math.max(most, index), -1)
  return [...held.map(({ row }) => row), ...rows.slice(last + 1)]
}

export function useHeldOrder(rows: readonly Conversation[], isHeld: boolean): readonly Conversation[] {
  const order = useRef<readonly string[]>([])
  const shown = isHeld ? inHeldOrder(order.current, rows) : rows
  useEffect(() => {
    order.current = shown.map(({ guid }) => guid)
  }, [shown])
  return shown
}
