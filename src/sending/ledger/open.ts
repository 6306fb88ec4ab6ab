/**
 * Opens echo_log.db, the ledger that ensures that nothing is sent twice, that each send is followed, and that none is
 * relayed as a new message.
 */
import { openSqlite, type SqliteFile } from '../../store/sqlite-file.ts'
import { afterRestore } from './after-restore.ts'
import { sendChanges } from './changes.ts'
import { echoes } from './echoes.ts'
import { handovers } from './handovers.ts'
import type { SendLedger } from './ledger.ts'
import { orderLimits } from './order-limits.ts'
import { orders } from './orders.ts'
import { outbox } from './outbox.ts'
import { partTable } from './parts.ts'
import { sendQueue } from './queue.ts'
import { ledgerRetention } from './retention.ts'
import { landedRows } from './rows.ts'
import { schedule } from './schedule.ts'
import { migrations } from './schema.ts'
import { sends } from './sends.ts'

/**
 * Both processes open the ledger. A damaged one is set aside and recreated, and what was sent before is then
 * unknown.
 */
export function openSendLedger({ path, onQuarantine }: Pick<SqliteFile, 'path' | 'onQuarantine'>): SendLedger {
  const { db } = openSqlite({ path, migrations, synchronous: 'FULL', onQuarantine })
  // Deleted words must not remain in the file either.
  db.exec('PRAGMA secure_delete = ON')
  const parts = partTable(db)
  const changes = sendChanges(db, parts)
  const retention = ledgerRetention(db, { parts, changes })
  const limits = orderLimits(db)
  const { admit, keepReleased, ...scheduled } = schedule(db, { changes, limits })
  const { admit: admitHeld, ask, ...held } = outbox(db, { parts, changes, limits, schedule: { keepReleased } })
  const id = db.prepare('SELECT id FROM machine')
  return {
    id: () => String(id.get()?.id),
    ...scheduled,
    ...held,
    ...orders(db, { changes, limits, schedule: { admit }, outbox: { admit: admitHeld, ask }, retention }),
    ...sends(db),
    ...sendQueue(db, retention),
    ...handovers(db, { parts, changes }),
    ...landedRows(db, { parts, changes }),
    ...echoes(db, changes),
    ...afterRestore(db, { parts, changes }),
    changedSince: changes.changedSince,
    revision: changes.revision,
    filesInUse: retention.filesInUse,
    close: () => void (db.isOpen && db.close()),
  }
}
