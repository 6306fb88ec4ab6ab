/** What a bridge leaves behind of itself for the other processes: its heartbeat, its status, its newest message. */
import { type BridgeStatus, readStatus } from './bridge-status.ts'
import { readHeartbeat } from './heartbeat.ts'
import type { JournalReader } from './journal/reader.ts'
import { mirrorEnd } from './mirror-end.ts'
import { mirrorPath } from './mirror-file.ts'
import type { ServiceDir } from './service-dir.ts'

export interface BridgeSigns {
  /** Unix seconds of its last poll. */
  lastBeatS(): number | undefined
  status(): BridgeStatus | undefined
  /** When the newest relayed message was sent, Unix milliseconds: by the debug mirror where one is written. */
  lastMessageMs(): number | undefined
}

interface Parts {
  dir: ServiceDir
  journal: Pick<JournalReader, 'lastRelayedMs'>
  /** `relay.mirror_file` as it is now. */
  mirrorFile: () => string | null
}

export function bridgeSigns({ dir, journal, mirrorFile }: Parts): BridgeSigns {
  const lastMirroredMs = mirrorEnd()
  return {
    lastBeatS: () => readHeartbeat(dir.heartbeatFile),
    status: () => readStatus(dir.statusFile),
    lastMessageMs() {
      const mirror = mirrorPath(dir.base, mirrorFile())
      const mirrored = mirror === undefined ? undefined : lastMirroredMs(mirror)
      return mirrored ?? journal.lastRelayedMs()
    },
  }
}
