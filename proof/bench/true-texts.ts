/** Reads the texts of messages with an independent decoder, and counts how many of the shown texts differ. */
import { DatabaseSync } from 'node:sqlite'
import { Unarchiver } from 'node-typedstream'
import { chatDbPath } from '../../simulator/paths.ts'
import type { UnarchiverClass } from './peers/peers.ts'

/** The number of the newest messages that are compared. */
export const judgedTexts = 2_000

/** Takes texts by ROWID, and counts those that are missing or differ. */
export function wrongTexts(home: string, texts: ReadonlyMap<number, string | null>): number {
  using db = new DatabaseSync(chatDbPath(home), { readOnly: true })
  const row = db.prepare('SELECT text, attributedBody AS body FROM message WHERE ROWID = ?')
  let wrong = 0
  for (const [rowid, text] of texts) {
    const { text: column, body } = row.get(rowid) ?? {}
    const said = body instanceof Uint8Array ? readBody(body) : String(column ?? '')
    if (bare(said) !== bare(text ?? '')) wrong += 1
  }
  return wrong
}

function readBody(body: Uint8Array): string {
  const [root] = (Unarchiver as UnarchiverClass).open(Buffer.from(body)).decodeAll()
  const [string] = root?.values ?? []
  return string?.string ?? string?.value ?? ''
}

/** Removes the placeholders of attachments. */
const bare = (text: string): string => text.replaceAll('\uFFFC', '').trim()
