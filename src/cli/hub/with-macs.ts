/** Opens the Macs of the hub of this machine for one command. */
import type { HubMacs } from '../../hub/access/hub-macs.ts'
import { openHubMacs } from '../../hub/access/open-hub.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { readHubBase } from '../environment.ts'

export type Macs = HubMacs

/** Throws `hub_unavailable` and `settings_missing`. */
export async function withMacs(work: (macs: Macs) => Promise<void>): Promise<void> {
  const base = readHubBase()
  const { config, problem } = loadConfig(serviceDir(base))
  if (problem !== undefined) throw problem
  const onTrouble = (what: string) => void process.stderr.write(`${what}\n`)
  const hub = await openHubMacs({ base, settings: config.hub, onTrouble })
  try {
    await work(hub.macs)
  } finally {
    await hub.close()
  }
}
