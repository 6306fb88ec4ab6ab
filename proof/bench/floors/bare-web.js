/**
 * Provides the floor of the web process: bare Node with its HTTP server and SQLite, which answers with the rows alone.
 * Plain JavaScript, since what removes types from a program would take memory for itself.
 */
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'

const db = new DatabaseSync(process.argv[2], { readOnly: true })
const page =
  db.prepare(`SELECT m.ROWID AS rowid, m.guid, m.text, length(m.attributedBody) AS body, m.date / 1000000 AS ms,
    m.is_from_me, m.handle_id
  FROM chat_message_join j JOIN message m ON m.ROWID = j.message_id
  WHERE j.chat_id = ? AND j.message_date < ? ORDER BY j.message_date DESC LIMIT 100`)

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const rows = page.all(Number(searchParams.get('chat')), BigInt(searchParams.get('before') ?? 0))
  response.setHeader('content-type', 'application/json').end(JSON.stringify(rows))
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
