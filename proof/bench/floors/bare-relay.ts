/**
 * Provides the floor of relaying: a Node process that reads rows of chat.db, commits them to a database of two tables
 * without a further index, hands them through pipes to bare children, and writes down what each child has written down
 * and answered. Nothing is decided, no order is kept, and nothing is read back.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { chatDbPath } from '../../../simulator/paths.ts'
import { decodeText } from '../../../src/apple/message-body.ts'
import { dirOf } from '../../../test/harness/bridge-process.ts'
import { processorSeconds, writtenMb } from '../../process-figures.ts'

export interface BareRelay {
  perSecond: number
  /** Processor time of all processes for each message, in microseconds. */
  processorUs: number
  /** Megabytes that were written to the disk for a thousand messages. */
  writtenMb: number
}

/** The largest page of the bridge. */
export const pageSize = 800

/** As the bridge opens its journal. */
export const durably = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000;'

const child = `
const { openSync, writeSync, constants: { O_WRONLY, O_CREAT, O_APPEND, O_DSYNC } } = process.getBuiltinModule('node:fs')
const done = openSync(process.argv[1], O_WRONLY | O_CREAT | O_APPEND | O_DSYNC)
let rest = ''
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n')
  rest = lines.pop()
  if (lines.length === 0) return
  const ids = lines.map((line) => JSON.parse(line).id).join('\\n') + '\\n'
  writeSync(done, ids)
  process.stdout.write(ids)
})`

/** Relays the newest `count` rows, each to all children. */
export async function bareRelay(home: string, count: number, children = 1): Promise<BareRelay> {
  const file = (name: string) => join(dirOf(home).base, `bare-relay-${name}`)
  const places = Array.from({ length: children }, (_, place) => place)
  const files = ['journal', 'journal-wal', 'journal-shm', ...places.map((place) => `acks-${place}`)].map(file)
  for (const each of files) rmSync(each, { force: true })
  using source = new DatabaseSync(chatDbPath(home), { readOnly: true })
  using journal = new DatabaseSync(file('journal'))
  journal.exec(`${durably}
    CREATE TABLE message (id INTEGER PRIMARY KEY, guid TEXT NOT NULL, body TEXT NOT NULL) STRICT;
    CREATE TABLE delivery (id INTEGER, plugin INTEGER, state TEXT NOT NULL, settled_at_ms INTEGER, PRIMARY KEY (id, plugin))
      STRICT, WITHOUT ROWID`)
  const [message, delivery, settled] = [
    journal.prepare('INSERT INTO message VALUES (?, ?, ?)'),
    journal.prepare("INSERT INTO delivery VALUES (?, ?, 'pending', NULL)"),
    journal.prepare("UPDATE delivery SET state = 'acked', settled_at_ms = ? WHERE id = ? AND plugin = ?"),
  ]
  const page = source.prepare(
    'SELECT ROWID AS id, guid, text, attributedBody AS body FROM message WHERE ROWID > ? LIMIT ?',
  )
  const last = Number(source.prepare('SELECT max(ROWID) AS rowid FROM message').get()?.rowid)
  const plugins = places.map((place) =>
    spawn(process.execPath, ['-e', child, file(`acks-${place}`)], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const pids = [process.pid, ...plugins.map(({ pid = 0 }) => pid)]
  const usedBefore = pids.map((pid) => [processorSeconds(pid), writtenMb(pid)] as const)
  const startMs = performance.now()

  const answered = Promise.withResolvers<void>()
  let waiting: [id: number, plugin: number][] = []
  let settledCount = 0
  const settle = () => {
    journal.exec('BEGIN')
    for (const [id, plugin] of waiting) settled.run(Date.now(), id, plugin)
    journal.exec('COMMIT')
    settledCount += waiting.length
    waiting = []
    if (settledCount >= count * children) answered.resolve()
  }
  for (const [place, { stdout }] of plugins.entries())
    createInterface({ input: stdout }).on('line', (id) => {
      if (waiting.push([Number(id), place]) === 1) setImmediate(settle)
    })
  for (let after = last - count; after < last; ) {
    const rows = page.all(after, pageSize)
    const relayed = rows.map(({ id, guid, text, body }) => {
      const decoded = body instanceof Uint8Array ? decodeText(body) : undefined
      return { id: Number(id), guid: String(guid), text: decoded?.ok ? decoded.value : String(text ?? '') }
    })
    journal.exec('BEGIN')
    for (const row of relayed) {
      message.run(row.id, row.guid, JSON.stringify(row))
      for (const place of places) delivery.run(row.id, place)
    }
    journal.exec('COMMIT')
    const lines = relayed.map((row) => `${JSON.stringify(row)}\n`).join('')
    const full = plugins.filter(({ stdin }) => !stdin.write(lines))
    after = relayed.at(-1)?.id ?? last
    await Promise.all(full.map(({ stdin }) => once(stdin, 'drain')))
    await new Promise(setImmediate)
  }
  await answered.promise
  const seconds = (performance.now() - startMs) / 1_000
  const used = pids.map((pid, at) => [
    processorSeconds(pid) - (usedBefore[at]?.[0] ?? 0),
    writtenMb(pid) - (usedBefore[at]?.[1] ?? 0),
  ])
  for (const { stdin } of plugins) stdin.end()
  await Promise.all(plugins.map((plugin) => once(plugin, 'exit')))
  const [processor, written] = [0, 1].map((which) => used.reduce((sum, each) => sum + (each[which] ?? 0), 0))
  return {
    perSecond: count / seconds,
    processorUs: ((processor ?? 0) * 1e6) / count,
    writtenMb: ((written ?? 0) * 1_000) / count,
  }
}
