/**
 * Recognises rows of Messages that we sent, with one claim that serves both the echo check and the following of a send.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { ConversationKey } from '../../contract/ids.ts'
import { conversationKey } from '../../domain/history/chat-guid.ts'
import { inTransaction } from '../../store/transaction.ts'
import { lateRowMs, rowAfterHandoverMs, rowBeforeHandoverMs, sameConversation } from '../decisions/own-row.ts'
import type { Changes } from './changes.ts'
import { wordsHash } from './hashes.ts'
import type { PossibleEcho, SendLedger } from './ledger.ts'
import { stillFollowedMs } from './rows.ts'

const sql = {
  known: 'SELECT 1 FROM echo WHERE guid = ?',
  // Handovers whose row is still expected come before those that were given up.
  candidates: `SELECT h.id, h.send, h.conversation FROM handover h
    WHERE h.body_hash = :hash AND (h.kind = 'text' OR :hasAttachments) AND h.after_rowid < :rowid
      AND h.at_ms BETWEEN :sentAtMs - ${lateRowMs} AND :sentAtMs + ${rowBeforeHandoverMs}
      AND (h.at_ms >= :sentAtMs - ${rowAfterHandoverMs} OR h.ended_as = 'uncertain')
      AND (h.ended_as IS NULL OR h.ended_as NOT IN ('not_sent', 'ghost'))
      AND NOT EXISTS (SELECT 1 FROM echo e WHERE e.handover = h.id AND e.is_from_me = :isFromMe)
    ORDER BY h.ended_as IS 'uncertain', h.id`,
  record: 'INSERT INTO echo (guid, handover, is_from_me) VALUES (:guid, :id, :isFromMe)',
  landed: `UPDATE handover SET rowid_of_message = :rowid, guid = :guid, followed_until_ms = :untilMs WHERE id = :id`,
  ghost: `UPDATE handover SET ended_as = 'ghost', ended_at_ms = coalesce(ended_at_ms, :nowMs), followed_until_ms = NULL
    WHERE id = :id AND guid IS NULL AND ended_as IS NOT 'ghost' AND ended_as IS NOT 'not_sent' RETURNING send`,
}

interface Candidate {
  id: number
  send: number
  conversation: ConversationKey
}

export function echoes(db: DatabaseSync, changes: Changes): Pick<SendLedger, 'claim' | 'recordGhost'> {
  const [known, candidates, record] = [db.prepare(sql.known), db.prepare(sql.candidates), db.prepare(sql.record)]
  const [landed, ghost] = [db.prepare(sql.landed), db.prepare(sql.ghost)]
  const isKnown = (guid: string) => known.get(guid) !== undefined

  function candidateFor(row: PossibleEcho) {
    const { rowid, text, hasAttachments, sentAtMs, isFromMe } = row
    const flags = { hasAttachments: Number(hasAttachments), isFromMe: Number(isFromMe) }
    const found = candidates.all({ hash: wordsHash(text), rowid, sentAtMs, ...flags }) as unknown as Candidate[]
    return found.find((each) => isSentTo(each.conversation, row))
  }

  function claim(row: PossibleEcho, nowMs: number): boolean {
    const { guid, rowid, isFromMe } = row
    if (isKnown(guid)) return true
    const candidate = candidateFor(row)
    if (candidate === undefined) return false
    const { id, send } = candidate
    record.run({ guid, id, isFromMe: Number(isFromMe) })
    if (!isFromMe) return true
    landed.run({ guid, rowid, id, untilMs: nowMs + stillFollowedMs })
    changes.settle(send, nowMs)
    return true
  }

  return {
    claim(row, nowMs) {
      // In any other conversation a received row is from another person, even if it repeats our words.
      if (!row.isFromMe && !row.isSelfChat) return false
      if (isKnown(row.guid)) return true
      // Most rows are not ours and cost only one query, without a transaction.
      return candidateFor(row) !== undefined && inTransaction(db, () => claim(row, nowMs))
    },
    recordGhost: (id, { guid }, nowMs) =>
      inTransaction(db, () => {
        if (isKnown(guid)) return
        const over = ghost.get({ id, nowMs }) as { send: number } | undefined
        if (over === undefined) return
        record.run({ guid, id, isFromMe: 1 })
        changes.settle(over.send, nowMs)
      }),
  }
}

/** Messages may put what was sent to one address of a person into the chat of another one; the row names the address. */
const isSentTo = (sent: ConversationKey, { conversation, handle, isFromMe }: PossibleEcho): boolean =>
  sameConversation(sent, conversation) ||
  (isFromMe &&
    handle != null &&
    conversation.startsWith('dm:') &&
    sameConversation(sent, conversationKey(false, handle)))
