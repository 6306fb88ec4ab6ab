/** The uplink as a process of its own, with the key that this Mac has made for its hub. */
import { localClient } from '../../local-client/local-client.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { heldKey } from '../../store/kept-key.ts'
import { createLogger } from '../../store/log-file.ts'
import { acquireProcessLock } from '../../store/process-lock.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { readIdentity, uplinkKey, writeUplinkStatus } from '../../store/uplink-file.ts'
import { runUplink } from '../../uplink/run-uplink.ts'

/** Resolves when the signal aborts. Throws `not_joined` and `already_running`. */
export async function runUplinkHere(base: string, signal: AbortSignal): Promise<void> {
  const dir = serviceDir(base)
  prepareServiceDir(dir)
  const identity = readIdentity(dir)
  const lock = acquireProcessLock({ lockFile: dir.uplinkLockFile, pidFile: dir.uplinkPidFile })
  const inForce = loadConfig(dir)
  const log = createLogger({ path: dir.logFile, source: 'uplink', settings: () => inForce.config.log })
  const report = (trouble: string | undefined) =>
    writeUplinkStatus(dir, {
      pid: process.pid,
      state: trouble === undefined ? 'connected' : 'waiting',
      trouble: trouble ?? null,
      since: new Date().toISOString(),
    })
  try {
    report('it has just started')
    // A key that the owner has revoked is not made again: then the hub reads nothing more.
    const client = localClient(dir, { key: heldKey(dir, uplinkKey), surface: 'terminal' })
    await runUplink({ identity, client, log, report }, signal)
  } finally {
    lock.release()
  }
}
