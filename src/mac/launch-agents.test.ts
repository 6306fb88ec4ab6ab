import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { launchAgents } from './launch-agents.ts'
import { findPrograms } from './programs.ts'
import { askProgram } from './run-program.ts'
import { macosVersion } from './this-mac.ts'

const label = 'dev.service.bridge'
const target = `gui/501/${label}`

const plist = `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
<key>Label</key><string>${label}</string>
<key>ProgramArguments</key><array><string>/bin/sleep</string><string>600</string></array>
</dict></plist>`

function macWithAgents() {
  const mac = temporaryMac()
  onTestFinished(mac.close)
  const programs = findPrograms(mac.bin)
  let timeMs = 0
  const agents = launchAgents({ home: mac.home, programs, uid: 501, nowMs: () => (timeMs += 10_000) })
  const launchctl = (...args: string[]) => askProgram(programs.launchctl ?? '', args)
  return { home: mac.home, programs, agents, launchctl }
}

it('distinguishes absent, installed, loaded and running agents, and restarts one', async () => {
  const { home, agents, launchctl } = macWithAgents()
  expect((await agents.stateOf(label)).is).toBe('absent')
  const folder = join(home, 'Library', 'LaunchAgents')
  const file = join(folder, `${label}.plist`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, plist)
  expect((await agents.stateOf(label)).is).toBe('installed')
  await launchctl('bootstrap', 'gui/501', file)
  expect((await agents.stateOf(label)).is).toBe('stopped')
  expect(await agents.restart(label)).toBeUndefined()
  const first = await agents.stateOf(label)
  expect(first).toEqual({ is: 'running', pid: expect.any(Number) })
  await agents.restart(label)
  const second = await agents.stateOf(label)
  expect(second.is === 'running' && second.pid !== first.pid).toBe(true)
  await launchctl('bootout', target)
  expect(await agents.restart(label)).toMatch(/ended with 113/)
})

it('reports an unknown state where there is no launchctl', async () => {
  const agents = launchAgents({ home: '/nowhere', programs: {}, uid: 501, nowMs: Date.now })
  expect((await agents.stateOf(label)).is).toBe('unknown')
  expect(await agents.restart(label)).toMatch(/not on this machine/)
})

it('reads the version of macOS, and returns null where there is none', async () => {
  const { programs } = macWithAgents()
  expect(await macosVersion(programs)()).toMatch(/^\d+\.\d+/)
  expect(await macosVersion({})()).toBeNull()
})
