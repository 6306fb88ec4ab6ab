/** Decides which lines of a hub exist under a grant, and as which of them its key sends. */
import type { Grant } from '../../contract/grant.ts'

type OfLines = Pick<Grant, 'lines' | 'may_send_as'>

/** Null stands for no grant at all. */
export const seesLine = (grant: OfLines | null, line: string): boolean => grant?.lines?.includes(line) ?? true

/** A key sends only as a line that it sees. */
export const sendsAs = (grant: OfLines | null, line: string): boolean =>
  seesLine(grant, line) && (grant?.may_send_as?.includes(line) ?? true)
