import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../simulator/temporary-mac.ts'
import { runService } from '../src/cli/test-service.ts'
import { readStatus } from '../src/store/bridge-status.ts'
import { setupNote } from '../src/store/setup-note.ts'
import { configure, dirOf, serviceEntry } from './harness/bridge-process.ts'
import { until } from './harness/until.ts'

test('an upgrade of Node is reported while the old one still runs, and when the new one has no access to Messages', async () => {
  const mac = temporaryMac()
  onTestFinished(mac.close)
  const { home } = mac
  configure(home, {})
  const dir = dirOf(home)
  const node = join(home, 'node')
  const placeNode = () => {
    copyFileSync(process.execPath, `${node}.new`)
    renameSync(`${node}.new`, node)
  }
  const startBridge = () => {
    const bridge = spawn(node, [serviceEntry, 'bridge'], {
      env: { HOME: home, PATH: process.env.PATH },
      stdio: 'ignore',
    })
    onTestFinished(() => void bridge.kill('SIGKILL'))
    return bridge
  }
  const log = () => readFileSync(dir.logFile, 'utf8')
  const granted = () => setupNote(dir.setupFile).granted()

  placeNode()
  const before = startBridge()
  await until(() => granted() !== null)
  expect(granted()).toMatchObject({ program: node, node: process.versions.node })

  placeNode()
  await until(() => log().includes('Node was upgraded while this runs'))
  expect(runService(home, ['status']).stdout).toMatch(
    /program .*was replaced, as an upgrade does\. Give Full Disk Access to/,
  )
  before.kill('SIGTERM')
  await once(before, 'exit')

  const chatDb = join(home, 'Library', 'Messages', 'chat.db')
  for (const suffix of ['', '-wal', '-shm']) renameSync(chatDb + suffix, `${chatDb}${suffix}.hidden`)
  startBridge()
  await until(() => readStatus(dir.statusFile)?.reason?.startsWith('Node was replaced since') === true)
  expect(log()).toContain(`Give Full Disk Access to ${node}`)
  for (const suffix of ['', '-wal', '-shm']) renameSync(`${chatDb}${suffix}.hidden`, chatDb + suffix)
  const inode = granted()?.inode
  await until(() => granted()?.inode !== inode)
  expect(runService(home, ['status']).stdout).not.toContain('was replaced')
})
