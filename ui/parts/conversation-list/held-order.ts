/** The order in which rows are shown: their own, or for as long as somebody is at them the one that they had. */
import { useEffect, useRef } from 'react'
import type { Conversation } from '../../../src/contract/conversation.ts'

/** Held rows in their old order, as they are now; those that came behind all of them follow, and those that came before wait. */
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
