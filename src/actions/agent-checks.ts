/** Whether launchd starts bridge and web process at login, and again should they end. */
import { names } from '../contract/names.ts'
import type { SetupCheck } from '../contract/setup.ts'
import { type ProcessName, processes } from '../contract/setup-names.ts'
import type { AgentState } from '../mac/launch-agents.ts'
import { checkOf, type Found } from './check.ts'
import type { Doors } from './doors.ts'

export const agentChecks = async ({ mac }: Pick<Doors, 'mac'>): Promise<SetupCheck[]> =>
  Promise.all(
    processes.map(async (process) => {
      const { is } = await mac.agents.stateOf(names.launchAgents[process])
      const named = { name: `agent_${process}`, kind: 'agent', macos: await mac.macos() } as const
      return checkOf(named, { process, ...found[is](process) })
    }),
  )

const found: Record<AgentState['is'], (process: ProcessName) => Found> = {
  running: () => ({ state: 'granted', message: 'launchd keeps it running.' }),
  stopped: () => ({
    ...{ state: 'missing', message: 'Its launch agent is loaded, but does not run.' },
    command: `${names.command} start`,
  }),
  installed: () => ({
    ...{ state: 'missing', message: 'Its launch agent is installed, but not loaded.' },
    command: `${names.command} start`,
  }),
  absent: () => ({
    ...{ state: 'missing', message: 'Its launch agent is not installed.' },
    command: `${names.command} install`,
  }),
  unknown: () => ({ state: 'unknown', message: 'There is no launchd on this machine.' }),
}
