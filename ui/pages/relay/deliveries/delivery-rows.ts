/** The loaded rows of a list of deliveries, newest first: pages are added below, and what happens changes or adds rows. */
import type { Delivery, DeliveryPage } from '../../../../src/contract/delivery.ts'

export interface DeliveryRows {
  rows: readonly Delivery[]
  /** The cursor of the next page; null at the end. */
  cursor: string | null
  /** Rows that are not shown yet because the reader has scrolled away from the top, newest first. */
  held: readonly Delivery[]
}

export function withPage(known: DeliveryRows, { deliveries, cursor }: DeliveryPage): DeliveryRows {
  const ids = new Set([...known.rows, ...known.held].map(({ id }) => id))
  return { ...known, rows: [...known.rows, ...deliveries.filter(({ id }) => !ids.has(id))], cursor }
}

interface Change {
  /** Whether the delivery belongs into the list now. */
  fits: boolean
  /** Whether new rows are held back. */
  holds: boolean
}

/**
 * A row whose delivery no longer fits stays, with its new state: it neither vanishes under the pointer nor moves the rows
 * below it.
 */
export function withChange(known: DeliveryRows, delivery: Delivery, { fits, holds }: Change): DeliveryRows {
  const { id, created_at } = delivery
  const replaced = (rows: readonly Delivery[]) => rows.map((row) => (row.id === id ? delivery : row))
  if (known.rows.some((row) => row.id === id)) return { ...known, rows: replaced(known.rows) }
  if (known.held.some((row) => row.id === id)) return { ...known, held: replaced(known.held) }
  // A delivery older than the last row arrives with its own page.
  const isLoaded = known.cursor === null || created_at > (known.rows.at(-1)?.created_at ?? '')
  if (!fits || !isLoaded) return known
  return holds ? { ...known, held: inserted(known.held, delivery) } : { ...known, rows: inserted(known.rows, delivery) }
}

export const withHeld = (known: DeliveryRows): DeliveryRows =>
  known.held.length === 0
    ? known
    : { ...known, rows: known.held.toReversed().reduce<readonly Delivery[]>(inserted, known.rows), held: [] }

function inserted(rows: readonly Delivery[], delivery: Delivery): readonly Delivery[] {
  const found = rows.findIndex(({ created_at }) => created_at <= delivery.created_at)
  const at = found < 0 ? rows.length : found
  return [...rows.slice(0, at), delivery, ...rows.slice(at)]
}
