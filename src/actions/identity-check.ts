/** Checks whether macOS recognises the program that launchd starts after an upgrade, and so keeps its permissions. */
import { found } from '../contract/findings.ts'
import { names } from '../contract/names.ts'
import type { SetupCheck } from '../contract/setup.ts'
import { hasNewSignature } from '../domain/granted-program.ts'
import type { IdentityState, ProgramIdentity } from '../mac/program-identity.ts'
import type { Grant } from '../store/setup-note.ts'
import { type CheckResult, checkOf } from './check.ts'
import type { Services } from './services.ts'

interface IdentityCheckDeps {
  mac: Pick<Services['mac'], 'macos'> & {
    agents: Pick<Services['mac']['agents'], 'stateOf'>
    identity: ProgramIdentity
  }
  setup: { granted(): Grant | null }
}

const isByLaunchd = new Set(['running', 'stopped', 'installed'])

/** Reports nothing of a service that launchd does not start: the permissions are then those of the Terminal. */
export async function identityCheck({ mac, setup }: IdentityCheckDeps): Promise<SetupCheck[]> {
  const { is } = await mac.agents.stateOf(names.launchAgents.bridge)
  if (!isByLaunchd.has(is)) return []
  const { program, requirement } = mac.identity
  const granted = setup.granted()
  const result =
    granted !== null && hasNewSignature(granted, requirement)
      ? { ...renewed, ...found('identity_renewed', { at: granted.at, program }) }
      : ofState(await mac.identity.state(), program)
  // Whether to have a lasting identity is for the owner to decide; a damaged or a lost one is a fault.
  const kind = result.finding === 'identity_changing' ? 'choice' : 'state'
  return [checkOf({ name: 'identity', kind, macos: await mac.macos() }, { program, ...result })]
}

const install = `${names.command} install`
const renewed = { state: 'missing', pane: 'full_disk_access' } as const

function ofState(state: IdentityState, program: string): CheckResult {
  const product = names.product
  switch (state) {
    case 'own':
      return { state: 'granted', ...found('identity_own', { product }) }
    case 'maker':
      return { state: 'granted', ...found('identity_maker', { program }) }
    case 'changing':
      return { state: 'missing', ...found('identity_changing', { program }), command: `${install} --identity` }
    case 'broken':
      return { state: 'missing', ...found('identity_broken', { program }), command: install }
    case 'unknown':
      return { state: 'unknown', ...found('identity_unknown') }
  }
}
