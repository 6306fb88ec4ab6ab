/** Runs the attacks against each layer alone and against all together: what holds on this machine, and what holds it. */
import type { CommandLine } from '../confinement.ts'
import { findWall, noWall, type Wall } from '../wall.ts'
import type { GroundOptions } from './prey.ts'
import { type AttackResult, runCorpus } from './run-corpus.ts'

type Outcome = AttackResult['outcome']

export interface Examined {
  name: string
  what: string
  /** By Node's permission model alone. */
  permissions: Outcome
  /** By the sandbox of the system alone; null where there is none. */
  os_sandbox: Outcome | null
  /** As plugins run here. */
  together: Outcome
  /** Whether it is known that Node's permission model does not hold it. */
  needs_os_sandbox: boolean
  because: string
}

export interface Examination {
  /** Why there is no sandbox of the system; null when there is. */
  os_sandbox_missing: string | null
  attacks: Examined[]
}

export async function examineIsolation(options: GroundOptions): Promise<Examination> {
  const wall = await findWall()
  const byPermissions = await runCorpus(noWall(''), options)
  if (wall.missing !== null) return examination(wall, byPermissions, { byPermissions })
  const byWall = await runCorpus(withoutPermissions(wall), options)
  return examination(wall, await runCorpus(wall, options), { byPermissions, byWall })
}

interface Alone {
  byPermissions: readonly AttackResult[]
  byWall?: readonly AttackResult[]
}

function examination(
  { missing }: Wall,
  together: readonly AttackResult[],
  { byPermissions, byWall }: Alone,
): Examination {
  const attacks = together.map(({ name, what, outcome, needs_wall, because }, at) => ({
    name,
    what,
    permissions: byPermissions[at]?.outcome ?? 'unknown',
    os_sandbox: byWall === undefined ? null : (byWall[at]?.outcome ?? 'unknown'),
    together: outcome,
    needs_os_sandbox: needs_wall,
    because,
  }))
  return { os_sandbox_missing: missing, attacks }
}

/** The same wall around a Node that is not held back by anything else. */
const withoutPermissions = ({ missing, around }: Wall): Wall => ({
  missing,
  around: (confinement, command) => around(confinement, withoutFlags(command)),
})

function withoutFlags([program, ...args]: CommandLine): CommandLine {
  return [program, ...args.slice(args.findIndex((arg) => !arg.startsWith('--')))]
}

/** What passed though nobody said it would, and what gave no answer: neither may be. */
export const surprises = ({ os_sandbox_missing, attacks }: Examination): Examined[] =>
  attacks.filter(({ together, needs_os_sandbox }) => {
    const mayPass = os_sandbox_missing !== null && needs_os_sandbox
    return together === 'unknown' || (together === 'passed' && !mayPass)
  })
