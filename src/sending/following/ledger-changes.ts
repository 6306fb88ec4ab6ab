/** Reports each send that changed in the ledger, whether this room, the echo check or the other process changed it. */
import type { SendLedger } from '../ledger/ledger.ts'

const pageSize = 200

/** Returns whether anything has changed since the last call. */
export function ledgerChanges(
  ledger: Pick<SendLedger, 'revision' | 'changedSince'>,
  onChange: (send: string) => void,
): () => boolean {
  let known = ledger.revision()

  function nextPage(): string[] {
    const page = ledger.changedSince(known, pageSize)
    known = page.at(-1)?.revision ?? known
    return page.map(({ send }) => send.id)
  }

  return () => {
    const now = ledger.revision()
    if (now === known) return false
    // A new ledger replaced a broken one, and its revisions start again.
    if (now < known) known = 0
    for (let sends = nextPage(); sends.length > 0; sends = nextPage()) for (const send of sends) onChange(send)
    known = Math.max(known, now)
    return true
  }
}
