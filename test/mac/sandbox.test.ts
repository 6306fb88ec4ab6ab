import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { askProgram } from '../../src/mac/run-program.ts'
import { sandboxExec, seatbeltProfile } from '../../src/plugins/isolation/seatbelt.ts'
import { findWall, noWall, type Wall } from '../../src/plugins/isolation/wall.ts'
import { testFolders } from '../../src/store/test-folder.ts'
import { isMac, onMac } from '../harness/on-mac.ts'

const folderOfTest = testFolders(onTestFinished)
const wall = await findWall()

/** Tries everything without Node's own permissions, and prints what succeeded. */
const attack = `
  const fs = require('node:fs'), { spawnSync } = require('node:child_process'), { connect } = require('node:net')
  const [secret, target, home, port] = process.argv.slice(1)
  const tried = {
    read: () => fs.readFileSync(secret, 'utf8') === 'secret',
    list: () => fs.readdirSync(home).length > 0,
    write: () => fs.writeFileSync(target, 'x') === undefined,
    start: () => spawnSync('/bin/ls', ['/']).status === 0,
  }
  const succeeded = Object.keys(tried).filter((name) => { try { return tried[name]() } catch { return false } })
  const end = (more) => { console.log(JSON.stringify([...succeeded, ...more])); process.exit() }
  connect(Number(port), '127.0.0.1').on('connect', () => end(['connect'])).on('error', () => end([]))`

async function succeedsBehind({ around }: Wall) {
  const [outside, home] = [folderOfTest(), isMac ? homedir() : folderOfTest()]
  const [secret, target] = [join(outside, 'secret'), join(outside, 'target')]
  writeFileSync(secret, 'secret')
  if (!isMac) writeFileSync(join(home, 'file'), '')
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const confinement = { read: [], write: [folderOfTest()], heapMb: 0 }
  const args = ['-e', attack, secret, target, home, String(port)]
  const [program, ...rest] = around(confinement, [process.execPath, ...args])
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { succeeded: JSON.parse(said) as string[], wrote: existsSync(target) }
}

test('without a sandbox each of the attempts succeeds', async () => {
  const all = ['read', 'list', 'write', 'start', 'connect']
  expect(await succeedsBehind(noWall(''))).toEqual({ succeeded: all, wrote: true })
})

test.skipIf(!isMac && wall.missing !== null)(
  'the sandbox of the system alone stops each of them, and lets Node start',
  async () => expect(await succeedsBehind(wall)).toEqual({ succeeded: [], wrote: false }),
)

onMac('the sandbox of macOS works, so that no test of plugins is skipped', () => expect(wall.missing).toBeNull())

onMac('sandbox-exec accepts the profile as it is, and refuses one with an unknown rule', async () => {
  const options = { binaries: ['/usr/bin/true'], isFolder: () => true }
  const profile = seatbeltProfile(options, { read: ['/private/tmp'], write: [], egressSocket: undefined, heapMb: 0 })
  const status = async (text: string) => (await askProgram(sandboxExec, ['-p', text, '/usr/bin/true'])).exitCode
  expect(await status(profile)).toBe(0)
  expect(await status(`${profile}(allow nonsense)\n`)).not.toBe(0)
})
