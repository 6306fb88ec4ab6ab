import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../../src/contract/errors.ts'
import type { Examination, Examined } from '../../src/plugins/isolation/corpus/examine.ts'
import { findWall } from '../../src/plugins/isolation/wall.ts'
import { serviceEntry } from '../harness/bridge-process.ts'

const { missing } = await findWall()
const isRoot = process.getuid?.() === 0
const patient = { timeout: 300_000 }

/** `service doctor --isolation`, by way of another program where there is one. */
function doctor(options: { path?: string; through?: readonly string[] } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'doctor-'))
  chmodSync(home, 0o755)
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const command = [...(options.through ?? []), process.execPath, serviceEntry, 'doctor', '--isolation', '--json']
  const [program = '', ...args] = command
  const env = { HOME: home, PATH: options.path ?? process.env.PATH }
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env })
  if (stdout === '') throw new Error(stderr)
  return { status, ...(JSON.parse(stdout) as Examination) }
}

const named = (attacks: readonly Examined[], outcome: Examined['together'], layer: 'together' | 'permissions') =>
  attacks.flatMap((attack) => (attack[layer] === outcome ? [attack.name] : []))
const known = (attacks: readonly Examined[]) =>
  attacks.flatMap(({ name, needs_os_sandbox }) => (needs_os_sandbox ? [name] : []))

test.skipIf(missing !== null)('with the sandbox of the system no attack passes', patient, () => {
  const { status, os_sandbox_missing, attacks } = doctor()
  expect(os_sandbox_missing).toBeNull()
  expect(attacks.length).toBeGreaterThanOrEqual(48)
  expect(named(attacks, 'passed', 'together')).toEqual([])
  expect(named(attacks, 'unknown', 'together')).toEqual([])
  expect(named(attacks, 'passed', 'permissions')).toEqual(known(attacks))
  expect(status).toBe(exitCodes.done)
})

test.skipIf(missing !== null || !isRoot)('nor does one for an ordinary user', patient, () => {
  const through = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
  const { status, os_sandbox_missing, attacks } = doctor({ through })
  expect(os_sandbox_missing).toBeNull()
  expect(named(attacks, 'passed', 'together')).toEqual([])
  expect(status).toBe(exitCodes.done)
})

test('without it exactly those pass that docs/isolation.md lists, and the reason is told', patient, () => {
  const { status, os_sandbox_missing, attacks } = doctor({ path: '/nowhere' })
  expect(os_sandbox_missing).toContain('bubblewrap is not installed')
  expect(named(attacks, 'passed', 'together')).toEqual(known(attacks))
  expect(named(attacks, 'unknown', 'together')).toEqual([])
  expect(status).toBe(exitCodes.done)
})
