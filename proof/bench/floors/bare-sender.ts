/**
 * Provides the floor of sending: a bare HTTP server that commits each order, commits that it is about to be carried out,
 * and starts the script. It asks nobody's permission, looks nothing up in chat.db, and follows nothing afterwards.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'

const [ledgerFile = '', program = ''] = process.argv.slice(2)

const ledger = new DatabaseSync(ledgerFile)
ledger.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE send (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE handover (send INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL) STRICT`)
const order = ledger.prepare('INSERT INTO send (body) VALUES (?)')
const handover = ledger.prepare('INSERT INTO handover VALUES (?, ?)')

const server = createServer(async (request, response) => {
  const { lastInsertRowid: id } = order.run(await text(request))
  handover.run(id, Date.now())
  const script = spawn(program, [], { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  await once(script, 'close')
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ id: Number(id) }))
})
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('disconnect', () => process.exit())
