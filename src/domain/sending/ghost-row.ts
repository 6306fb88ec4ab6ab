/** Which of our messages a ghost row stands for: Messages said that it was sent, wrote an empty row and sent nothing. */
import type { Handle, RowId } from '../../contract/ids.ts'
import { sameHandle } from '../handles.ts'

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

/** Of those that look for their row, the oldest to the identifier of which the ghost is addressed. */
export function haunted<H extends SoughtHandover>(row: BlankRow, handovers: readonly H[]): H | undefined {
  const { handle } = row
  if (!row.isBlank || row.chatGuid !== null || handle === null) return undefined
  return handovers.find((one) => one.rowid === null && one.afterRowid < row.rowid && isFor(handle, one.handle))
}

const isFor = (ghost: Handle, handle: string): boolean => ghost === handle || sameHandle(ghost, handle)
