/**
 * Decides which journal and send ledger a restore keeps. When the present ones continue from those of the backup, they
 * stay, so that nothing is relayed or sent a second time. Otherwise those of the backup are restored: their pending
 * sends become uncertain, their scheduled sends ask before they go, and their old deliveries are given up.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openSendLedger } from '../sending/ledger/open.ts'
import { writeAtomically } from '../store/atomic-file.ts'
import { letGoAfterRestore } from '../store/journal/after-restore.ts'
import { openJournal } from '../store/journal/open.ts'
import { positionStore } from '../store/journal/position.ts'
import { readOwned } from '../store/owned-file.ts'
import type { ServiceDir } from '../store/service-dir.ts'
import { copySqlite, sqliteDamage } from '../store/sqlite-copy.ts'

export type WhatHappened =
  | { is: 'kept' }
  /**
   * `uncertain` counts sends that were pending in the backup, `missed` those that were scheduled, and `old` deliveries
   * that are given up.
   */
  | { is: 'restored'; uncertain: number; missed: number; old: number }

/** `restored` is the backup, unpacked elsewhere. The data in `present` is not changed. */
export function settleWhatHappened(
  present: ServiceDir,
  restored: ServiceDir,
  { nowMs, maxAgeMs }: { nowMs: number; maxAgeMs: number },
): WhatHappened {
  // Opening a database may migrate it, or write its last changes into it, so only copies of the present ones are opened.
  const scratch = mkdtempSync(join(restored.base, 'present-'))
  try {
    const copies = { journalFile: join(scratch, 'journal.db'), echoLogFile: join(scratch, 'echo_log.db') }
    if (copyWhole(present, restored, copies) && isAsFar(markOf(copies), markOf(restored))) {
      takeOver(present, restored, copies)
      return { is: 'kept' }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return { is: 'restored', ...putToRest(restored, nowMs, maxAgeMs) }
}

type Databases = Pick<ServiceDir, 'journalFile' | 'echoLogFile'>

/** Copies the present databases, and returns false where they do not belong to the backup or are not whole. */
function copyWhole(present: ServiceDir, restored: ServiceDir, copies: Databases): boolean {
  const databases = [present.journalFile, present.echoLogFile]
  const files = [present.installKeyFile, ...databases, restored.installKeyFile]
  if (!files.every((path) => existsSync(path))) return false
  if (readOwned(present.installKeyFile)?.equals(readFileSync(restored.installKeyFile)) !== true) return false
  if (databases.some((path) => sqliteDamage(path) !== undefined)) return false
  copySqlite(present.journalFile, copies.journalFile)
  copySqlite(present.echoLogFile, copies.echoLogFile)
  return true
}

interface Mark {
  epoch: number
  rowid: number
  revision: number
}

const isAsFar = (now: Mark, then: Mark): boolean =>
  now.epoch > then.epoch || (now.epoch === then.epoch && now.rowid >= then.rowid && now.revision >= then.revision)

/** The latest ids of the journal and the ledger. */
function markOf({ journalFile, echoLogFile }: Databases): Mark {
  const { db } = openJournal(journalFile)
  const ledger = openSendLedger({ path: echoLogFile })
  try {
    const { epoch, rowid } = positionStore(db).read() ?? { epoch: -1, rowid: 0 }
    return { epoch, rowid, revision: ledger.revision() }
  } finally {
    db.close()
    ledger.close()
  }
}

function takeOver(present: ServiceDir, restored: ServiceDir, copies: Databases): void {
  renameSync(copies.journalFile, restored.journalFile)
  renameSync(copies.echoLogFile, restored.echoLogFile)
  copyIfThere(present.heartbeatFile, restored.heartbeatFile)
  // The acknowledgements of plugins belong to the journal.
  for (const plugin of existsSync(restored.pluginsDir) ? readdirSync(restored.pluginsDir) : []) {
    copyIfThere(join(present.pluginDir(plugin), acksFile), join(restored.pluginDir(plugin), acksFile))
  }
}

const acksFile = 'acks.log'

/** Reads with the checks of `readOwned`: a plugin that put a link there must not get a copy of the link's target. */
function copyIfThere(from: string, to: string): void {
  const bytes = readOwned(from)
  if (bytes !== undefined) writeAtomically(to, bytes)
}

function putToRest(
  dir: ServiceDir,
  nowMs: number,
  maxAgeMs: number,
): { uncertain: number; missed: number; old: number } {
  const counts = { uncertain: 0, missed: 0, old: 0 }
  if (existsSync(dir.journalFile)) {
    const { db } = openJournal(dir.journalFile)
    counts.old = letGoAfterRestore(db, { nowMs, beforeMs: nowMs - maxAgeMs })
    db.close()
  }
  if (existsSync(dir.echoLogFile)) {
    const ledger = openSendLedger({ path: dir.echoLogFile })
    Object.assign(counts, ledger.letGoAfterRestore(nowMs))
    ledger.close()
  }
  return counts
}
