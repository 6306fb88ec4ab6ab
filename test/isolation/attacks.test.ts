import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../../src/contract/errors.ts'
import type { Examination, Examined } from '../../src/plugins/isolation/corpus/examine.ts'
import type { AttackResult } from '../../src/plugins/isolation/corpus/run-corpus.ts'
import { findWall } from '../../src/plugins/isolation/wall.ts'
import { serviceEntry } from '../harness/bridge-process.ts'

const { missing } = await findWall()
const isRoot = process.getuid?.() === 0
const patient = { timeout: 300_000 }

const behindTheWall = fileURLToPath(new URL('behind-the-wall.ts', import.meta.url))

/** Runs `service doctor --isolation`. */
function doctor(path = process.env.PATH) {
  const home = mkdtempSync(join(tmpdir(), 'doctor-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const { status, stdout, stderr } = spawnSync(process.execPath, [serviceEntry, 'doctor', '--isolation', '--json'], {
    encoding: 'utf8',
    env: { HOME: home, PATH: path },
  })
  if (stdout === '') throw new Error(stderr)
  return { status, ...(JSON.parse(stdout) as Examination) }
}

const named = (attacks: readonly Examined[], outcome: Examined['together'], layer: 'together' | 'permissions') =>
  attacks.flatMap((attack) => (attack[layer] === outcome ? [attack.name] : []))
const known = (attacks: readonly Examined[]) =>
  attacks.flatMap(({ name, needs_os_sandbox }) => (needs_os_sandbox ? [name] : []))

test.skipIf(missing !== null)("with the system's sandbox no attack succeeds", patient, () => {
  const { status, os_sandbox_missing, attacks } = doctor()
  expect(os_sandbox_missing).toBeNull()
  expect(attacks.length).toBeGreaterThanOrEqual(48)
  expect(named(attacks, 'passed', 'together')).toEqual([])
  expect(named(attacks, 'unknown', 'together')).toEqual([])
  expect(named(attacks, 'passed', 'permissions')).toEqual(known(attacks))
  expect(status).toBe(exitCodes.done)
})

test.skipIf(missing !== null || !isRoot)('with the sandbox no attack succeeds for an ordinary user', patient, () => {
  const run = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, behindTheWall]
  const { stdout, stderr } = spawnSync(run[0] ?? '', run.slice(1), { encoding: 'utf8' })
  expect(stderr).toBe('')
  const attacks: AttackResult[] = JSON.parse(stdout)
  expect(attacks.length).toBeGreaterThanOrEqual(48)
  expect(attacks.filter(({ outcome }) => outcome === 'passed')).toEqual([])
})

test(
  'without the sandbox exactly the attacks that docs/isolation.md lists succeed, and the reason is reported',
  patient,
  () => {
    const { status, os_sandbox_missing, attacks } = doctor('/nowhere')
    expect(os_sandbox_missing).toContain('bubblewrap is not installed')
    expect(named(attacks, 'passed', 'together')).toEqual(known(attacks))
    expect(named(attacks, 'unknown', 'together')).toEqual([])
    expect(status).toBe(exitCodes.done)
  },
)
