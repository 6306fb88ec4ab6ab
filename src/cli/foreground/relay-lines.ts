/**
 * Follows the journal and reports each relayed message once its deliveries are settled, or after a moment as they are.
 */
import { type RelayedMessage, readRelayed } from '../../store/journal/relayed.ts'

const lookEveryMs = 100
/** A delivery that takes longer is reported as pending. */
const patienceMs = 3_000
const most = 200

export interface RelayLines {
  stop(): void
}

export function followRelayed(journalFile: string, tell: (relayed: RelayedMessage) => void): RelayLines {
  const reader = readRelayed(journalFile)
  let position: number | undefined
  let waitingSinceMs: number | undefined

  const look = () => {
    position ??= reader.end()
    if (position === undefined) return
    for (const relayed of reader.after(position, most)) {
      const isUnderWay = relayed.deliveries.some(({ state }) => state === 'pending')
      waitingSinceMs ??= Date.now()
      if (isUnderWay && Date.now() - waitingSinceMs < patienceMs) return
      waitingSinceMs = undefined
      position = relayed.position
      tell(relayed)
    }
  }
  const timer = setInterval(look, lookEveryMs)
  return {
    stop() {
      clearInterval(timer)
      reader.close()
    },
  }
}
