/** Decides which steps of setup leave something open, from the checks. */
import type { SetupCheck } from '../../contract/setup.ts'
import { type PermissionGroup, permissionGroups, type SetupStep } from '../../contract/setup-names.ts'

type Judged = Pick<SetupCheck, 'name' | 'kind' | 'state' | 'ok'>

/** The steps whose answer can wait. */
export type OpenStep = Extract<SetupStep, 'permissions' | 'relayed' | 'destination' | 'security'>

const opens: Readonly<Record<OpenStep, (check: Judged) => boolean>> = {
  permissions: ({ kind, state }) => kind === 'permission' && state === 'missing',
  relayed: ({ name, ok }) => name === 'scope' && !ok,
  destination: ({ name, ok }) => name === 'plugins' && !ok,
  security: ({ name, ok }) => name === 'password' && !ok,
}

export const openSteps = (checks: readonly Judged[]): OpenStep[] =>
  (Object.keys(opens) as OpenStep[]).filter((step) => checks.some(opens[step]))

export interface GroupState {
  group: PermissionGroup
  state: SetupCheck['state']
  /** The checks of the group that are not fulfilled. */
  left: SetupCheck[]
  /** The first check of the group, which has the words for all. */
  first: SetupCheck
}

/** The gravest first. */
const gravity: readonly SetupCheck['state'][] = ['missing', 'checking', 'unknown', 'granted']

/** Returns the groups of permissions with the gravest state of their checks; without those that nothing needs. */
export const groupStates = (checks: readonly SetupCheck[]): GroupState[] =>
  (Object.keys(permissionGroups) as PermissionGroup[]).flatMap((group) => {
    const own = checks.filter(({ name }) => (permissionGroups[group] as readonly string[]).includes(name))
    const [first] = own
    if (first === undefined) return []
    const state = gravity.find((each) => own.some((check) => check.state === each)) ?? 'granted'
    return [{ group, state, first, left: own.filter(({ ok }) => !ok) }]
  })
