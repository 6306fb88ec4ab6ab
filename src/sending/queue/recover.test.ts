import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import type { HandoverId, SendLedger } from '../ledger/ledger.ts'
import { settleOrphans } from './recover.ts'

const now = 1_000_000
const hour = 3_600_000

/** Settles scripts whose end nobody has seen, given by their process ids. */
function left(pids: (number | null)[], { atMs = now, scriptDeadline = hour, stopping = new AbortController() } = {}) {
  const abandoned: number[] = []
  const findOrphan = () => {
    const [pid] = pids.slice(abandoned.length)
    return pid === undefined ? undefined : { id: abandoned.length as HandoverId, pid, atMs }
  }
  const ledger = { findOrphan, recordAbandoned: (id: number) => void abandoned.push(id) } as unknown as SendLedger
  const settled = settleOrphans({ ledger, nowMs: () => now, scriptDeadline, stopping: stopping.signal })
  return { abandoned, settled, stop: () => stopping.abort() }
}

function running() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => void child.kill('SIGKILL'))
  return { pid: child.pid ?? 0, kill: () => child.kill('SIGKILL'), gone: once(child, 'exit') }
}

test('scripts that have ended are released to the search in chat.db at once, one after the other', async () => {
  const script = running()
  script.kill()
  await script.gone
  const { abandoned, settled } = left([script.pid, script.pid])
  await settled
  expect(abandoned).toEqual([0, 1])
})

test('a script that is still running is waited for', async () => {
  const script = running()
  const { abandoned, settled } = left([script.pid])
  expect(abandoned).toEqual([])
  script.kill()
  await settled
  expect(abandoned).toEqual([0])
})

test.each([
  ['nobody knows the number of', null, now],
  ['runs for longer than a script may, or gave its number to another', process.pid, now],
  ['was begun in the future, by a clock that was set since,', process.pid, now + hour],
])('a script that %s is waited for no longer than a script may run', async (_what, pid, atMs) => {
  const { abandoned, settled } = left([pid], { atMs, scriptDeadline: 30 })
  await settled
  expect(abandoned).toEqual([0])
})

test('a stop ends the waiting, and leaves the script to the next start', async () => {
  const { abandoned, settled, stop } = left([process.pid])
  stop()
  await settled
  expect(abandoned).toEqual([])
})
