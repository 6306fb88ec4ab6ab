/** Explains when a changed setting takes effect. */
import { names } from '../../contract/names.ts'
import { readPid } from '../../store/process-lock.ts'
import { launchdIfHere } from '../agents/place.ts'
import { type Environment, readEnvironment } from '../environment.ts'
import type { Desk } from '../plugins/desk.ts'

export async function whenInForce(restart: string | null, { dir, isBridgeAlive }: Desk): Promise<string> {
  const web = readPid(dir.webPidFile)
  if (web === undefined && !isBridgeAlive()) return 'In force once the service starts.'
  if (restart === null) return 'In force within two seconds.'
  if (web === undefined) return 'In force once the web process starts.'
  const how = (await isAgent(web, readEnvironment()))
    ? `${names.command} restart`
    : `end it with Ctrl-C and type ${names.command} up`
  return `In force once the web process has started anew: ${how}`
}

async function isAgent(pid: number, environment: Environment): Promise<boolean> {
  const agent = await launchdIfHere(environment)?.stateOf(names.launchAgents.web)
  return agent?.pid === pid
}
