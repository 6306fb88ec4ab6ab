/**
 * Finds what a rule would have done with past messages: each that fulfils its conditions, and whether its cooldown
 * would have let it act.
 */
import type { RuleTrialResult } from '../../contract/rule.ts'
import { type PastMessage, type PastRule, pastJudge } from './past-judge.ts'

export interface TriedMessage extends PastMessage {
  rowid: number
  conversation_guid: string
  conversation_name: string
}

interface Trial {
  consider(message: TriedMessage): void
  result(): RuleTrialResult
}

const shownMatches = 200

export function ruleTrial(rule: Omit<PastRule, 'id' | 'action'>): Trial {
  // Judged as a webhook, which is subject only to its hours and its cooldown.
  const judge = pastJudge([{ ...rule, id: '', action: { type: 'webhook' } }], [])
  const counts = { considered: 0, fired: 0, held_back: 0 }
  let matches: (TriedMessage & { fires: boolean })[] = []

  const keepNewest = () => {
    matches = matches.sort((a, b) => b.sentAtMs - a.sentAtMs || b.rowid - a.rowid).slice(0, shownMatches)
  }

  return {
    consider(message) {
      counts.considered++
      const [outcome] = judge(message)
      if (outcome === null || outcome === 'outside_hours') return
      const fires = outcome === undefined
      counts[fires ? 'fired' : 'held_back']++
      matches.push({ ...message, fires })
      if (matches.length > 2 * shownMatches) keepNewest()
    },
    result() {
      keepNewest()
      return { ...counts, matches: matches.map((match) => ({ ...foundMessage(match), fires: match.fires })) }
    },
  }
}

/** Formats a message of the past for the API. */
export const foundMessage = (message: TriedMessage) => ({
  rowid: message.rowid,
  conversation_guid: message.conversation_guid,
  conversation_name: message.conversation_name,
  sender: message.sender,
  text: message.text ?? '',
  ts: new Date(message.sentAtMs).toISOString(),
})
