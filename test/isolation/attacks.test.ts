import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { nodeFlags } from '../../src/cli/node-flags.ts'
import { type Examined, examineIsolation, surprises } from '../../src/plugins/isolation/corpus/examine.ts'
import { type AttackResult, everyAttack } from '../../src/plugins/isolation/corpus/run-corpus.ts'
import { findWall } from '../../src/plugins/isolation/wall.ts'
import { notOnMac } from '../harness/on-mac.ts'
import { isWhole } from '../harness/told.ts'

const { missing } = await findWall()
const isRoot = process.getuid?.() === 0

const options = { chatDb: '/nowhere', bridgeFlags: nodeFlags }
const behindTheWall = fileURLToPath(new URL('behind-the-wall.ts', import.meta.url))

/** Each test tries others of them, unless it tries all. */
const part = (offset: number) => everyAttack.filter((_, at) => isWhole || at % 6 === offset)

const named = (attacks: readonly Examined[], outcome: Examined['together'], layer: 'together' | 'permissions') =>
  attacks.flatMap((attack) => (attack[layer] === outcome ? [attack.name] : []))
const known = (attacks: readonly Examined[]) =>
  attacks.flatMap(({ name, needs_os_sandbox }) => (needs_os_sandbox ? [name] : []))

test('there are at least 48 attacks', () => expect(everyAttack.length).toBeGreaterThanOrEqual(48))

test.skipIf(missing !== null)("with the system's sandbox no attack succeeds", async () => {
  const examination = await examineIsolation(options, part(0))
  const { os_sandbox_missing, attacks } = examination
  expect(os_sandbox_missing).toBeNull()
  expect(named(attacks, 'held', 'together')).toEqual(part(0))
  expect(named(attacks, 'passed', 'permissions')).toEqual(known(attacks))
  expect(surprises(examination)).toEqual([])
})

test.skipIf(missing !== null || !isRoot)('with the sandbox no attack succeeds for an ordinary user', () => {
  const user = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
  const [program = '', ...args] = [...user, process.execPath, behindTheWall, ...part(2)]
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  const attacks: AttackResult[] = JSON.parse(stdout)
  expect(attacks.map(({ name }) => name)).toEqual(part(2))
  expect(attacks.filter(({ outcome }) => outcome === 'passed')).toEqual([])
})

notOnMac(
  'The sandbox of macOS cannot be taken away.',
  'without the sandbox exactly the attacks that docs/isolation.md lists succeed, and the reason is reported',
  async () => {
    vi.stubEnv('PATH', '/nowhere')
    const examination = await examineIsolation(options, part(4))
    const { os_sandbox_missing, attacks } = examination
    expect(os_sandbox_missing).toContain('bubblewrap is not installed')
    expect(named(attacks, 'passed', 'together')).toEqual(known(attacks))
    expect(named(attacks, 'unknown', 'together')).toEqual([])
    expect(surprises(examination)).toEqual([])
  },
)
