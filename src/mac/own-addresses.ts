/**
 * Reads the owner's own addresses: those of the accounts that chats belong to, and those from which the owner's own
 * messages went out.
 *
 * `chat.last_addressed_handle` is not among the sources. It should hold the own address that was used last, but on real
 * Macs it often holds the number of the other person, whose conversation would then count as notes to oneself.
 * `message.account` alone would miss the own number of people whose account is an e-mail address.
 */
import type { Handle } from '../contract/ids.ts'
import type { ChatDb } from './chat-db.ts'

/** The newest rows that are read at first. Accounts that were used only before them are known by their chats. */
const rowsAtFirst = 10_000
/** Rows that are read once more, since Messages fills in columns of a row a moment after inserting it. */
const rowsAgain = 200

/** Returns a function that reads only what is new since its last call, so that it may be called at any time. */
export function readOwnAddresses({ db, has }: Pick<ChatDb, 'db' | 'has'>): () => Handle[] {
  const logins = db.prepare('SELECT DISTINCT account_login AS login FROM chat WHERE account_login IS NOT NULL')
  const newest = db.prepare('SELECT (SELECT max(ROWID) FROM chat) AS chat, (SELECT max(ROWID) FROM message) AS message')
  const columns = ['account', 'destination_caller_id'].filter((column) => has('message', column))
  const senders = columns.map((column) =>
    db.prepare(`SELECT DISTINCT ${column} AS login FROM message
      WHERE ROWID > ? AND is_from_me = 1 AND ${column} IS NOT NULL`),
  )
  const found = new Set<Handle>()
  const read = { chat: -1, message: -1 }

  return () => {
    const { chat, message } = toNumbers(newest.get())
    if (chat === read.chat && message === read.message) return [...found]
    const from = message - (read.message < 0 ? rowsAtFirst : message - read.message + rowsAgain)
    const rows = [...(chat === read.chat ? [] : logins.all()), ...senders.flatMap((sender) => sender.all(from))]
    for (const { login } of rows) {
      const address = addressOfLogin(String(login))
      if (address !== '') found.add(address)
    }
    Object.assign(read, { chat, message })
    return [...found]
  }
}

const toNumbers = (row: Record<string, unknown> | undefined) => ({
  chat: Number(row?.chat ?? 0),
  message: Number(row?.message ?? 0),
})

/** `E:me@example.com` and `P:+15550100` name accounts; `E:` without anything after it is an account with no address. */
const addressOfLogin = (login: string): Handle => login.replace(/^[EPeps]:/, '').trim() as Handle
