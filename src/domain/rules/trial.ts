/**
 * Finds what a rule would have done with past messages: each that fulfils its conditions, and whether its cooldown
 * would have let it act.
 */
import type { RuleTrialResult } from '../../contract/rule.ts'

export interface TriedMessage {
  rowid: number
  conversation: string
  conversation_guid: string
  conversation_name: string
  sender: string
  text: string | null
  sentAtMs: number
}

interface Trial {
  /** Considers an incoming message; `isFulfilled` is whether it fulfils the conditions. */
  consider(message: TriedMessage, isFulfilled: boolean): void
  result(): RuleTrialResult
}

const shownMatches = 200

export function ruleTrial(cooldownS: number): Trial {
  const actedAtMs = new Map<string, number>()
  const counts = { considered: 0, fired: 0, held_back: 0 }
  let matches: (TriedMessage & { fires: boolean })[] = []

  const keepNewest = () => {
    matches = matches.sort((a, b) => b.sentAtMs - a.sentAtMs || b.rowid - a.rowid).slice(0, shownMatches)
  }

  return {
    consider(message, isFulfilled) {
      counts.considered++
      if (!isFulfilled) return
      const { conversation, sentAtMs } = message
      const lastMs = actedAtMs.get(conversation)
      const fires = lastMs === undefined || Math.abs(sentAtMs - lastMs) >= cooldownS * 1_000
      if (fires) actedAtMs.set(conversation, sentAtMs)
      counts[fires ? 'fired' : 'held_back']++
      matches.push({ ...message, fires })
      if (matches.length > 2 * shownMatches) keepNewest()
    },
    result() {
      keepNewest()
      return { ...counts, matches: matches.map(shown) }
    },
  }
}

const shown = ({ sentAtMs, ...message }: TriedMessage & { fires: boolean }): RuleTrialResult['matches'][number] => ({
  rowid: message.rowid,
  conversation_guid: message.conversation_guid,
  conversation_name: message.conversation_name,
  sender: message.sender,
  text: message.text ?? '',
  ts: new Date(sentAtMs).toISOString(),
  fires: message.fires,
})
