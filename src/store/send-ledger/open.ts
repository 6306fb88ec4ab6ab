/** Opens echo_log.db: the ledger of sends, so that none goes twice, each is followed, and none is relayed as news. */
import { openSqlite, type SqliteFile } from '../sqlite-file.ts'
import { afterRestore } from './after-restore.ts'
import { sendChanges } from './changes.ts'
import { echoes } from './echoes.ts'
import { handovers } from './handovers.ts'
import type { SendLedger } from './ledger.ts'
import { orderLimits } from './order-limits.ts'
import { orders } from './orders.ts'
import { ledgerParts } from './parts.ts'
import { sendQueue } from './queue.ts'
import { ledgerRetention } from './retention.ts'
import { landedRows } from './rows.ts'
import { migrations } from './schema.ts'
import { sends } from './sends.ts'

/** Both processes open it. A damaged one is set aside and begun anew: what was sent then is known to nobody. */
export function openSendLedger({ path, onQuarantine }: Pick<SqliteFile, 'path' | 'onQuarantine'>): SendLedger {
  const { db } = openSqlite({ path, migrations, synchronous: 'FULL', onQuarantine })
  // Words that were forgotten are not to be found in the file either.
  db.exec('PRAGMA secure_delete = ON')
  const parts = ledgerParts(db)
  const changes = sendChanges(db, parts)
  const retention = ledgerRetention(db, { parts, changes })
  return {
    ...orders(db, { changes, limits: orderLimits(db), retention }),
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
