import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolders } from '../store/test-folder.ts'
import type { HandoverId } from './ledger/ledger.ts'
import { stageFiles } from './messages/staged-files.ts'
import { StagedCopies } from './staged-copies.ts'

const folderOfTest = testFolders(onTestFinished)
const dayMs = 86_400_000
const id = 1 as HandoverId

function copying({ kept = [] as string[] } = {}) {
  const home = folderOfTest()
  const staging = stageFiles({ home })
  const at = { nowMs: Date.now() - 2 * dayMs }
  const file = { path: join(home, 'upload'), name: 'Picture.png' }
  writeFileSync(file.path, 'picture')
  const copies = new StagedCopies({ staging, outgoing: { filesBelow: () => kept }, nowMs: () => at.nowMs })
  return { copies, at, file, staged: () => readdirSync(staging.folder).length }
}

async function handedOver() {
  const { copies, file } = copying()
  const path = (await copies.make(file)) ?? ''
  copies.keepFor(id, path)
  return { copies, path }
}

test('a copy is removed once the message was sent and Messages keeps the file elsewhere', async () => {
  const { copies, path } = await handedOver()
  copies.discardIfCopied(id, { isSent: true, files: ['/Users/me/Library/Messages/Attachments/ab/Picture.png'] })
  await expect.poll(() => existsSync(path)).toBe(false)
})

test('a copy stays while the message is unsent, has no file, or shows the copy itself', async () => {
  const { copies, path } = await handedOver()
  copies.discardIfCopied(id, { isSent: false, files: ['/elsewhere'] })
  copies.discardIfCopied(id, { isSent: true, files: [] })
  copies.discardIfCopied(id, { isSent: true, files: [path] })
  copies.discardIfCopied(2 as HandoverId, { isSent: true, files: ['/elsewhere'] })
  expect(existsSync(path)).toBe(true)
})

test('a missing file cannot be copied', async () => {
  const { copies } = copying()
  expect(await copies.make({ path: '/nowhere', name: 'x' })).toBeUndefined()
})

test('forgotten copies are removed after a day, except those that Messages shows', async () => {
  const kept: string[] = []
  const { copies, at, file, staged } = copying({ kept })
  const [forgotten = '', shown = ''] = [await copies.make(file), await copies.make(file)]
  kept.push(shown)
  for (const path of [forgotten, shown]) utimesSync(dirname(path), new Date(), new Date(at.nowMs))
  at.nowMs = Date.now()
  const fresh = (await copies.make(file)) ?? ''
  await expect.poll(staged).toBe(2)
  expect([existsSync(forgotten), existsSync(shown), existsSync(fresh)]).toEqual([false, true, true])
})
