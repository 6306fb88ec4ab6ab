/**
 * Runs as the floor of carrying messages to a webhook: watches chat.db, commits what is new to a database of two tables,
 * hands it through a pipe to a bare child that posts it over kept-alive connections, and writes down what the child has
 * written down and answered. Nothing is decided, no order is kept, no sandbox is between, and nothing is repeated.
 */
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { decodeText } from '../../../src/apple/message-body.ts'

const [chatDb = '', folder = '', url = '', after = ''] = process.argv.slice(2)

/** The number of deliveries that the bridge hands over at a time. */
const sockets = 8
const pageSize = 800
/** A file event can come before its commit is visible. */
const lookAgainMs = [2, 10, 50]

const child = `
const { openSync, writeSync, constants: { O_WRONLY, O_CREAT, O_APPEND, O_DSYNC } } = process.getBuiltinModule('node:fs')
const { Agent, request } = process.getBuiltinModule('node:http')
const [path, url] = process.argv.slice(1)
const done = openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_DSYNC)
const agent = new Agent({ keepAlive: true, maxSockets: ${sockets} })
let [rest, answered] = ['', []]
process.stdout.on('error', () => process.exit())
const writeDown = () => {
  const ids = answered.join('\\n') + '\\n'
  answered = []
  writeSync(done, ids)
  process.stdout.write(ids)
}
const post = (line) => {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(line) }
  const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
    response.resume().on('end', () => {
      if (answered.push(JSON.parse(line).id) === 1) setImmediate(writeDown)
    })
  })
  outgoing.end(line)
}
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n')
  rest = lines.pop()
  lines.forEach(post)
})`

const source = new DatabaseSync(chatDb, { readOnly: true })
const newest = source.prepare('SELECT max(ROWID) AS rowid FROM message')
const page = source.prepare(
  'SELECT ROWID AS id, guid, text, attributedBody AS body FROM message WHERE ROWID > ? ORDER BY ROWID LIMIT ?',
)
const journal = new DatabaseSync(join(folder, 'journal'))
journal.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE message (id INTEGER PRIMARY KEY, guid TEXT, payload TEXT);
  CREATE TABLE delivery (id INTEGER PRIMARY KEY, state TEXT, settled_at_ms INTEGER)`)
const message = journal.prepare('INSERT INTO message VALUES (?, ?, ?)')
const delivery = journal.prepare("INSERT INTO delivery VALUES (?, 'pending', NULL)")
const settled = journal.prepare("UPDATE delivery SET state = 'acked', settled_at_ms = ? WHERE id = ?")
const plugin = spawn(process.execPath, ['-e', child, join(folder, 'acks'), url], { stdio: ['pipe', 'pipe', 'inherit'] })

let position = after === '' ? Number(newest.get()?.rowid) : Number(after)
let waiting: number[] = []
let isFull = false

function look(): void {
  if (isFull) return
  const rows = page.all(position, pageSize).map(({ id, guid, text, body }) => {
    const decoded = body instanceof Uint8Array ? decodeText(body) : undefined
    return { id: Number(id), guid: String(guid), text: decoded?.ok ? decoded.value : String(text ?? '') }
  })
  if (rows.length === 0) return
  journal.exec('BEGIN')
  for (const row of rows) {
    message.run(row.id, row.guid, JSON.stringify(row))
    delivery.run(row.id)
  }
  journal.exec('COMMIT')
  position = rows.at(-1)?.id ?? position
  isFull = !plugin.stdin.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  if (rows.length === pageSize) setImmediate(look)
}

function settle(): void {
  journal.exec('BEGIN')
  for (const id of waiting) settled.run(Date.now(), id)
  journal.exec('COMMIT')
  waiting = []
}

plugin.stdin.on('drain', () => {
  isFull = false
  look()
})
createInterface({ input: plugin.stdout }).on('line', (id) => {
  if (waiting.push(Number(id)) === 1) setImmediate(settle)
})
watch(dirname(chatDb), () => {
  look()
  for (const ms of lookAgainMs) setTimeout(look, ms)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
look()
