/** Checks whether launchd starts the bridge and the web process at login, and restarts them when they end. */
import { found } from '../contract/findings.ts'
import { names } from '../contract/names.ts'
import type { SetupCheck } from '../contract/setup.ts'
import { processes } from '../contract/setup-names.ts'
import type { AgentState } from '../mac/launch-agents.ts'
import { type CheckResult, checkOf } from './check.ts'
import type { Services } from './services.ts'

interface AgentChecksDeps {
  mac: Pick<Services['mac'], 'macos'> & { agents: Pick<Services['mac']['agents'], 'stateOf'> }
}

export const agentChecks = async ({ mac }: AgentChecksDeps): Promise<SetupCheck[]> =>
  Promise.all(
    processes.map(async (process) => {
      const { is } = await mac.agents.stateOf(names.launchAgents[process])
      const named = { name: `agent_${process}`, kind: 'agent', macos: await mac.macos() } as const
      return checkOf(named, { process, ...ofAgent[is] })
    }),
  )

const start = `${names.command} start`
const install = `${names.command} install`

const ofAgent: Record<AgentState['is'], CheckResult> = {
  running: { state: 'granted', ...found('agent_running') },
  stopped: { state: 'missing', ...found('agent_stopped'), command: start },
  installed: { state: 'missing', ...found('agent_installed'), command: start },
  absent: { state: 'missing', ...found('agent_absent'), command: install },
  unknown: { state: 'unknown', ...found('agent_unknown') },
}
