/** Opens the Macs and lines of the hub of this machine for one command. */
import { type HubOfCommand, openHubMacs } from '../../hub/access/open-hub.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { createLogger } from '../../store/log-file.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { openSettings } from '../../store/settings.ts'
import { readHubBase } from '../environment.ts'

export type OpenedHub = Pick<HubOfCommand, 'macs' | 'lines'>

/** Throws `hub_unavailable` and `settings_missing`. */
export async function withMacs(work: (hub: OpenedHub) => Promise<void>): Promise<void> {
  const base = readHubBase()
  const dir = serviceDir(base)
  const inForce = loadConfig(dir)
  if (inForce.problem !== undefined) throw inForce.problem
  const { hub: settings, log } = inForce.config
  const grants = openSettings(dir, inForce, createLogger({ path: dir.logFile, source: 'hub', settings: () => log }))
  const onTrouble = (what: string) => void process.stderr.write(`${what}\n`)
  try {
    const hub = await openHubMacs({ base, settings, grants, onTrouble })
    try {
      await work(hub)
    } finally {
      await hub.close()
    }
  } finally {
    grants.close()
  }
}
