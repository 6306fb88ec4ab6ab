/**
 * Provides the floor of the web process: bare Node with its HTTP server and SQLite, which answers with the rows alone,
 * and with as many threads as are wanted that have the database open. Plain JavaScript, since what removes types from a program would take memory for itself.
 */
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

const [path, threads] = process.argv.slice(2)
const reader = `const { parentPort, workerData } = require('node:worker_threads')
const db = new (require('node:sqlite').DatabaseSync)(workerData, { readOnly: true })
const count = db.prepare('SELECT count(*) FROM message')
parentPort.on('message', () => count.get()).postMessage(count.get())`
await Promise.all(
  Array.from({ length: Number(threads) }, () => {
    const { promise, resolve } = Promise.withResolvers()
    new Worker(reader, { eval: true, workerData: path }).once('message', resolve)
    return promise
  }),
)
const db = new DatabaseSync(path, { readOnly: true })
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
