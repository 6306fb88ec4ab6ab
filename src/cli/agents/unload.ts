/** Has launchd stop and unload both processes; agents that are not loaded are skipped. */
import { names } from '../../contract/names.ts'
import { type ProcessName, processes } from '../../contract/setup-names.ts'
import { requireDone } from './install.ts'
import { definitionFile, isLoaded, type Launchd } from './place.ts'

/**
 * Returns the processes that were loaded. Stops the web process first, so that it gets no requests for a stopped
 * bridge.
 */
export async function unloadAgents(home: string, launchd: Launchd): Promise<ProcessName[]> {
  const unloaded: ProcessName[] = []
  for (const process of processes.toReversed()) {
    const label = names.launchAgents[process]
    if (!isLoaded(await launchd.stateOf(label))) continue
    requireDone(await launchd.unload(label), definitionFile(home, process))
    unloaded.push(process)
  }
  return unloaded
}
