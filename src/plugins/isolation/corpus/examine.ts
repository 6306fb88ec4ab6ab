/**
 * Runs the attacks against each layer separately and against all together, to find out what holds on this machine and
 * which layer holds it.
 */
import type { CommandLine } from '../confinement.ts'
import { findWall, noWall, type Wall } from '../wall.ts'
import { type AttackResult, everyAttack, runCorpus } from './run-corpus.ts'
import type { GroundOptions } from './targets.ts'

type Outcome = AttackResult['outcome']

interface AsPlugin {
  name: string
  what: string
  /** The outcome with all layers, as plugins run here. */
  together: Outcome
  /** Whether Node's permission model is known not to stop it. */
  needs_os_sandbox: boolean
  because: string
}

export interface Examined extends AsPlugin {
  /** The outcome with only Node's permission model. */
  permissions: Outcome
  /** The outcome with only the OS sandbox; null where there is none. */
  os_sandbox: Outcome | null
}

export interface Examination<Attack extends AsPlugin = Examined> {
  /** Why there is no OS sandbox; null when there is one. */
  os_sandbox_missing: string | null
  attacks: Attack[]
}

/** Runs the attacks against all layers together only, which takes a third of the processes. */
export async function attackAsPlugin(options: GroundOptions): Promise<Examination<AsPlugin>> {
  const wall = await findWall()
  return { os_sandbox_missing: wall.missing, attacks: (await runCorpus(wall, options)).map(asPlugin) }
}

const asPlugin = ({ name, what, outcome, needs_wall, because }: AttackResult): AsPlugin => ({
  name,
  what,
  together: outcome,
  needs_os_sandbox: needs_wall,
  because,
})

export async function examineIsolation(options: GroundOptions, names = everyAttack): Promise<Examination> {
  const wall = await findWall()
  const byPermissions = await runCorpus(noWall(''), options, names)
  if (wall.missing !== null) return examination(wall, byPermissions, { byPermissions })
  const byWall = await runCorpus(withoutPermissions(wall), options, names)
  return examination(wall, await runCorpus(wall, options, names), { byPermissions, byWall })
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
  const attacks = together.map((result, at) => ({
    ...asPlugin(result),
    permissions: byPermissions[at]?.outcome ?? 'unknown',
    os_sandbox: byWall === undefined ? null : (byWall[at]?.outcome ?? 'unknown'),
  }))
  return { os_sandbox_missing: missing, attacks }
}

/** The same OS sandbox around a Node without permission flags. */
const withoutPermissions = ({ missing, around }: Wall): Wall => ({
  missing,
  around: (confinement, command) => around(confinement, withoutFlags(command)),
})

function withoutFlags([program, ...args]: CommandLine): CommandLine {
  return [program, ...args.slice(args.findIndex((arg) => !arg.startsWith('--')))]
}

/** Returns the attacks that passed unexpectedly and those without an answer: neither may happen. */
export const surprises = <Attack extends AsPlugin>({ os_sandbox_missing, attacks }: Examination<Attack>): Attack[] =>
  attacks.filter(({ together, needs_os_sandbox }) => {
    const mayPass = os_sandbox_missing !== null && needs_os_sandbox
    return together === 'unknown' || (together === 'passed' && !mayPass)
  })
