/**
 * Runs the attacks of `service doctor --isolation` with the installed package, on each release of Node that it
 * supports.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Examination, Examined } from '../../../src/plugins/isolation/corpus/examine.ts'
import { nodeRelease } from '../../../test/harness/node-release.ts'
import { installation } from '../../installation.ts'
import { run } from '../../program.ts'
import type { Outcome } from '../row.ts'

const releases = ['22.18.0', '24.21.0', '26.10.0']

export async function attacksOnEachNode(): Promise<Outcome> {
  const figures: string[] = []
  let reached = true
  for (const release of releases) {
    const { os_sandbox_missing, attacks } = await examined(release)
    if (os_sandbox_missing !== null) return { figure: os_sandbox_missing, reached: false }
    const passed = attacks.filter(({ together }) => together !== 'held')
    const unlisted = attacks.filter((attack) => isUnlisted(attack))
    figures.push(
      `Node ${release.split('.')[0]}: ${attacks.length} attacks, ${passed.length} pass, ${unlisted.length} unlisted`,
    )
    reached &&= attacks.length >= 48 && passed.length === 0 && unlisted.length === 0
  }
  return { figure: figures.join('; '), reached }
}

/** Checks whether Node’s permission model does not stop the attack although docs/isolation.md does not list it. */
const isUnlisted = ({ permissions, needs_os_sandbox }: Examined): boolean => permissions !== 'held' && !needs_os_sandbox

async function examined(release: string): Promise<Examination> {
  const bin = nodeRelease(release)
  const home = mkdtempSync(join(tmpdir(), 'attacks-'))
  try {
    const env = { HOME: home, PATH: [bin, process.env.PATH].join(delimiter) }
    const doctor = [join(bin, 'node'), installation().entry, 'doctor', '--isolation', '--json']
    const { stdout, stderr } = await run(doctor, { env })
    if (stdout === '') throw new Error(stderr)
    return JSON.parse(stdout)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
