import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openSqlite } from '../../store/sqlite-file.ts'
import { testFolders } from '../../store/test-folder.ts'
import { openSendLedger } from './open.ts'
import { migrations } from './schema.ts'
import { order, sentMs, testLedger } from './test-ledger.ts'

const testFolder = testFolders(onTestFinished)
const ledger = (path?: string) => testLedger(path ? { path } : { folder: testFolder() }, onTestFinished)

it('starts afresh when the file is damaged, and reports it', () => {
  const path = join(testFolder(), 'echo_log.db')
  writeFileSync(path, 'garbage'.repeat(1_000))
  const { sending, sentByUs, reports } = ledger(path)
  expect(reports).toHaveLength(1)
  sending()
  expect(sentByUs()).toBe(true)
})

it('migrates the file of the release that recorded no sends', () => {
  const path = join(testFolder(), 'echo_log.db')
  openSqlite({ path, migrations: migrations.slice(0, 1), synchronous: 'FULL' }).db.close()
  const { sending, sentByUs, reports } = ledger(path)
  sending()
  expect([sentByUs(), reports]).toEqual([true, []])
})

it('everything that was recorded is still there after a restart', () => {
  const first = ledger()
  const { handover } = first.sending({ idempotencyKey: 'k' })
  first.end(handover, { is: 'not_sent', code: 'chat_not_loaded', number: -1728 })
  first.take()
  const before = [first.list({ limit: 10 }), first.queue(), first.nextJob(sentMs), first.revision()]
  first.close()
  const again = ledger(first.path)
  expect([again.list({ limit: 10 }), again.queue(), again.nextJob(sentMs), again.revision()]).toEqual(before)
})

it('can be closed twice', () => {
  const { close } = ledger()
  close()
  expect(close).not.toThrow()
})

/** Each process does everything that a single process can do, on the same sends, as fast as it can. */
const worker = (path: string) => `
  import { openSendLedger } from '${join(import.meta.dirname, 'open.ts')}'
  const ledger = openSendLedger({ path: '${path}' })
  const order = ${JSON.stringify(order())}
  const nowMs = ${sentMs}
  const said = { ids: [], handed: [], claimed: 0, refused: 0 }
  for (let n = 0; n < 40; n++) {
    try {
      const asked = { ...order, idempotencyKey: 'key ' + n, parts: [{ kind: 'text', text: 'text ' + n }] }
      said.ids.push(ledger.accept(asked, { perMinute: 30, sameTextPeople: 5 }).send.id)
    } catch (error) {
      if (error.code !== 'rate_limited') throw error
      said.refused++
    }
    const job = ledger.nextJob(nowMs)
    const id = job && ledger.recordHandover({ ...job, afterRowid: 0, atMs: nowMs })
    if (id === undefined) continue
    said.handed.push(job.send)
    ledger.recordEnd(id, { is: 'handed_over' }, { nowMs, isFinal: true })
  }
  for (let n = 0; n < 80; n++) {
    const row = { guid: 'row ' + n, rowid: n + 1, text: 'text ' + (n % 40), hasAttachments: false, sentAtMs: nowMs }
    const isOurs = ledger.claim({ ...row, conversation: order.conversation, isFromMe: true, isSelfChat: false }, nowMs)
    if (isOurs) said.claimed++
  }
  console.log(JSON.stringify(said))`

interface WorkerReport {
  ids: string[]
  handed: string[]
  claimed: number
  refused: number
}

async function run(program: string): Promise<WorkerReport> {
  const args = ['--no-warnings', '--input-type=module-typescript', '-e', program]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  expect(await once(child, 'close')).toEqual([0, null])
  return JSON.parse(out)
}

it('with several processes at once, nothing is accepted, handed over or claimed twice, and nobody fails', async () => {
  const path = join(testFolder(), 'echo_log.db')
  const all = await Promise.all([1, 2, 3].map(() => run(worker(path))))
  const handed = all.flatMap(({ handed }) => handed)
  expect(new Set(all.flatMap(({ ids }) => ids)).size, 'one bucket, one send for each key').toBe(30)
  expect(new Set(handed).size).toBe(handed.length)
  expect(all.reduce((sum, { refused }) => sum + refused, 0)).toBe(30)
  const { list, queue, close } = openSendLedger({ path })
  expect(handed.length + queue().length).toBe(30)
  const landed = list({ limit: 100, state: 'landed' })
  expect(new Set(landed.map(({ guid }) => guid)).size).toBe(handed.length)
  // The process that claims last may come after the others; what one process knows, all know.
  expect(Math.max(...all.map(({ claimed }) => claimed))).toBe(handed.length)
  close()
})
