/** Reads what a bridge leaves for the other processes: its heartbeat, its status and its newest message. */
import { type BridgeStatus, readStatus } from './bridge-status.ts'
import { readHeartbeat } from './heartbeat.ts'
import type { JournalReader } from './journal/reader.ts'
import { mirrorEnd, mirrorPath } from './mirror-file.ts'
import type { ServiceDir } from './service-dir.ts'

export interface BridgeSigns {
  /** Unix seconds of the bridge's last poll. */
  lastHeartbeatS(): number | undefined
  status(): BridgeStatus | undefined
  /**
   * Unix milliseconds at which the newest relayed message was sent, taken from the debug mirror where one is written.
   */
  lastMessageMs(): number | undefined
}

interface BridgeSignsDeps {
  dir: ServiceDir
  journal: Pick<JournalReader, 'lastRelayedMs'>
  /** The current value of `relay.mirror_file`. */
  mirrorFile: () => string | null
}

export function bridgeSigns({ dir, journal, mirrorFile }: BridgeSignsDeps): BridgeSigns {
  const lastMirroredMs = mirrorEnd()
  return {
    lastHeartbeatS: () => readHeartbeat(dir.heartbeatFile),
    status: () => readStatus(dir.statusFile),
    lastMessageMs() {
      const mirror = mirrorPath(dir.base, mirrorFile())
      const mirrored = mirror === undefined ? undefined : lastMirroredMs(mirror)
      return mirrored ?? journal.lastRelayedMs()
    },
  }
}
