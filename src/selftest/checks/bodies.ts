/** Decodes the newest message bodies, and describes those that cannot be decoded by their format and length alone. */
import { decodeBody } from '../../apple/message-body.ts'
import { openChatDb } from '../../mac/chat-db.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'
import { asExpected, type Check, differs } from '../check.ts'
import { magnitude } from '../magnitude.ts'

const newestBodies = 5_000
const describedAtMost = 10

export const checkBodies: Check = ({ home }) => {
  const chatDb = openChatDb(messagesPaths(home).database)
  try {
    const newest = chatDb.db.prepare(
      `SELECT attributedBody AS body FROM message WHERE attributedBody IS NOT NULL ORDER BY ROWID DESC LIMIT ${newestBodies}`,
    )
    let rows = 0
    const damaged: Uint8Array[] = []
    for (const { body } of newest.iterate()) {
      rows++
      if (body instanceof Uint8Array && !decodeBody(body).ok) damaged.push(body)
    }
    if (damaged.length === 0) return asExpected({ rows_read: magnitude(rows) })
    const damaged_bodies = damaged.slice(0, describedAtMost).map(described)
    return differs('bodies_damaged', { rows_read: magnitude(rows), damaged: damaged.length, damaged_bodies })
  } finally {
    chatDb.close()
  }
}

function described(body: Uint8Array): { format: 'typedstream' | 'property_list' | 'other'; bytes: number } {
  const head = Buffer.from(body.subarray(0, 16)).toString('latin1')
  const format = head.includes('streamtyped') ? 'typedstream' : head.startsWith('bplist') ? 'property_list' : 'other'
  return { format, bytes: body.length }
}
