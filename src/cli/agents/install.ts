/** Installs the launch agents and has launchd start them; leaves alone what is already correct. */
import { mkdirSync } from 'node:fs'
import { names } from '../../contract/names.ts'
import { type AgentName, agentNames } from '../../contract/setup-names.ts'
import { agentDefinition } from '../../domain/launch-agent/definition.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { writeAtomically } from '../../store/atomic-file.ts'
import { prepareFolder, readOwned } from '../../store/owned-file.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import type { Environment } from '../environment.ts'
import {
  agentProgram,
  agentsFolder,
  agentsOf,
  definitionFile,
  isLoaded,
  type Launchd,
  logsFolder,
  requireNoOther,
} from './launchd.ts'

export interface InstalledAgent {
  process: AgentName
  /** `unchanged`: it was installed, correct and loaded. */
  outcome: 'installed' | 'changed' | 'loaded' | 'unchanged'
  file: string
}

/**
 * Throws `runs_in_terminal` while the service runs in a Terminal window, and `agent_refused`. `isRenewed`: the program
 * is another file than the one that launchd was told of.
 */
export async function installAgents(
  environment: Environment,
  launchd: Launchd,
  { isRenewed = false } = {},
): Promise<InstalledAgent[]> {
  const dir = serviceDir(environment.base)
  await requireNoOther(dir, launchd)
  prepareServiceDir(dir)
  mkdirSync(agentsFolder(environment.home), { recursive: true, mode: 0o755 })
  prepareFolder(logsFolder(environment.home))
  const installed: InstalledAgent[] = []
  for (const process of agentsOf(dir)) installed.push(await installAgent({ process, environment, launchd, isRenewed }))
  return installed
}

interface Installing {
  process: AgentName
  environment: Environment
  launchd: Launchd
  isRenewed: boolean
}

async function installAgent({ process, environment, launchd, isRenewed }: Installing): Promise<InstalledAgent> {
  const label = names.launchAgents[process]
  const file = definitionFile(environment.home, process)
  const before = readOwned(file)?.toString('utf8')
  const definition = agentDefinition(process, agentProgram(environment, process))
  const wasLoaded = isLoaded(await launchd.stateOf(label))
  if (before === definition && wasLoaded && !isRenewed) return { process, outcome: 'unchanged', file }
  if (before !== definition) writeAtomically(file, definition)
  // launchd reads a definition, and looks at the signature of its program, only when it loads it.
  if (wasLoaded) requireDone(await launchd.unload(label), file)
  requireDone(await launchd.load(label, file), file)
  const outcome = before === undefined ? 'installed' : before === definition && !isRenewed ? 'loaded' : 'changed'
  return { process, outcome, file }
}

export function requireDone(trouble: string | undefined, file: string): void {
  if (trouble !== undefined) throw new ServiceError('agent_refused', `launchd refused it: ${trouble}`, { agent: file })
}

/**
 * Returns the processes that were loaded. Stops the web process first, so that it gets no requests for a stopped
 * bridge.
 */
export async function unloadAgents(home: string, launchd: Launchd): Promise<AgentName[]> {
  const unloaded: AgentName[] = []
  for (const process of agentNames.toReversed()) {
    const label = names.launchAgents[process]
    if (!isLoaded(await launchd.stateOf(label))) continue
    requireDone(await launchd.unload(label), definitionFile(home, process))
    unloaded.push(process)
  }
  return unloaded
}
