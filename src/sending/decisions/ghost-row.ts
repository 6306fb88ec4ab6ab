/**
 * Finds the handover that a ghost row belongs to: Messages reported success, but wrote an empty row and sent nothing.
 */
import type { Handle, RowId } from '../../contract/ids.ts'
import { sameHandle } from '../../domain/handles.ts'

interface BlankRow {
  rowid: RowId
  isBlank: boolean
  chatGuid: string | null
  handle: Handle | null
}

interface SoughtHandover {
  handle: string
  afterRowid: RowId
  rowid: RowId | null
}

/** Returns the oldest handover that still has no row and that went to the address of the ghost row. */
export function handoverOfGhost<H extends SoughtHandover>(row: BlankRow, handovers: readonly H[]): H | undefined {
  const { handle } = row
  if (!row.isBlank || row.chatGuid !== null || handle === null) return undefined
  return handovers.find((one) => one.rowid === null && one.afterRowid < row.rowid && isFor(handle, one.handle))
}

const isFor = (ghost: Handle, handle: string): boolean => ghost === handle || sameHandle(ghost, handle)
