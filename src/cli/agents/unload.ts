/** Has launchd end and forget both processes; what it does not know is passed over. */
import { names } from '../../contract/names.ts'
import { type ProcessName, processes } from '../../contract/setup-names.ts'
import { requireDone } from './install.ts'
import { definitionFile, isLoaded, type Launchd } from './place.ts'

/** Those that were loaded. The web process first, so that nobody asks for what has stopped. */
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
