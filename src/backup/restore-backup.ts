/**
 * Replaces the base directory with a backup: checks all of it first, then exchanges the folders in one step and moves
 * the existing one aside.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { ServiceError } from '../domain/service-error.ts'
import { syncFolder } from '../store/atomic-file.ts'
import { openAuditLog } from '../store/audit-log.ts'
import { readConfig } from '../store/config-file.ts'
import { tryLock } from '../store/file-lock.ts'
import { acquireProcessLock } from '../store/process-lock.ts'
import { openReadState } from '../store/read-state.ts'
import { type ServiceDir, serviceDir } from '../store/service-dir.ts'
import type { Manifest } from './manifest.ts'
import { unpack } from './unpack.ts'
import { settleWhatHappened, type WhatHappened } from './what-happened.ts'

export interface Restoring {
  path: string
  passphrase(): Promise<string>
  /** Allows moving an existing service aside. */
  force: boolean
  nowMs: number
  signal: AbortSignal
}

export interface Restored {
  manifest: Manifest
  /** The place to which the previous base directory was moved. */
  aside: string | undefined
  happened: WhatHappened
}

const secondMs = 1_000

/** Throws `state_exists`, `already_running` and the errors of `unpack`; in each case nothing is changed. */
export async function restoreBackup(dir: ServiceDir, restoring: Restoring): Promise<Restored> {
  const { path, nowMs, force } = restoring
  if (!force && hasState(dir)) throw new ServiceError('state_exists', `There is a service in ${dir.base} already.`)
  requireParent(dir)
  const release = holdStill(dir)
  const fresh = serviceDir(`${dir.base}.restoring-${randomUUID()}`)
  try {
    mkdirSync(fresh.base, { mode: 0o700 })
    const manifest = await unpack(path, { ...restoring, into: fresh.base })
    const happened = settle(dir, fresh, nowMs)
    openAuditLog({ path: fresh.auditFile }).append({ action: 'backup_restored', principal: 'command', result: 'ok' })
    restoring.signal.throwIfAborted()
    return { manifest, happened, aside: exchange(dir.base, fresh.base, nowMs) }
  } finally {
    release()
    rmSync(fresh.base, { recursive: true, force: true })
  }
}

const hasState = ({ configFile, journalFile, echoLogFile }: ServiceDir): boolean =>
  [configFile, journalFile, echoLogFile].some((file) => existsSync(file))

function requireParent({ base }: ServiceDir): void {
  if (!existsSync(dirname(base))) throw new ServiceError('cannot_write', `There is no folder ${dirname(base)}.`)
}

/** Takes all locks, so that no process of ours runs or starts until the restore is over. */
function holdStill(dir: ServiceDir): () => void {
  if (!existsSync(dir.stateDir)) return () => {}
  const held: { release(): void }[] = []
  const release = () => {
    for (const lock of held) lock.release()
  }
  try {
    held.push(acquireProcessLock(dir))
    held.push(acquireProcessLock({ lockFile: dir.webLockFile, pidFile: dir.webPidFile }))
    const sending = tryLock(dir.sendLockFile)
    if (sending === undefined) throw new ServiceError('already_running', `${dir.sendLockFile} is held.`)
    held.push(sending)
    return release
  } catch (error) {
    release()
    throw error
  }
}

/** Opens every database of the backup, which throws `journal_newer` for one of a newer release. */
function settle(present: ServiceDir, fresh: ServiceDir, nowMs: number): WhatHappened {
  if (existsSync(fresh.readStateFile)) openReadState({ path: fresh.readStateFile }).close()
  const { snapshot, problem } = readConfig(fresh.configFile)
  if (snapshot === undefined) throw problem
  return settleWhatHappened(present, fresh, { nowMs, maxAgeMs: snapshot.config.relay.max_age_s * secondMs })
}

function exchange(base: string, fresh: string, nowMs: number): string | undefined {
  const hasFormer = existsSync(base) && readdirSync(base).length > 0
  const aside = hasFormer ? `${base}.before-${new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '')}` : undefined
  if (aside !== undefined) renameSync(base, aside)
  try {
    renameSync(fresh, base)
  } catch (error) {
    if (aside !== undefined) renameSync(aside, base)
    throw error
  }
  syncFolder(dirname(base))
  return aside
}
