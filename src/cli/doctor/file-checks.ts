/** Checks the files of the service, and what has changed since macOS granted its permissions. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import type { ErrorCode } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import type { AgentName } from '../../contract/setup-names.ts'
import { agentDefinition } from '../../domain/launch-agent/definition.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { absentRev, readConfig } from '../../store/config-file.ts'
import { requirementOfThis } from '../../store/program-record.ts'
import { requireSafeServiceDir, type ServiceDir } from '../../store/service-dir.ts'
import { setupNote } from '../../store/setup-note.ts'
import { hasJoined, readIdentity, readUplinkStatus } from '../../store/uplink-file.ts'
import { grantTrouble } from '../agents/grant-trouble.ts'
import { agentProgram, agentsOf, definitionFile } from '../agents/launchd.ts'
import { startedBy, startedByLaunchd } from '../agents/started-by-launchd.ts'
import { formatListener, formatProblem } from '../compat/format-bluebubbles.ts'
import { readBlueBubbles } from '../compat/read-bluebubbles.ts'
import type { Environment } from '../environment.ts'

export interface FileCheck {
  file: string
  ok: boolean
  message: string
  /** The command to type; null where there is nothing to do. */
  command: string | null
  /** The error, where it keeps the service from working. */
  code: ErrorCode | null
}

export const fileChecks = (environment: Environment, dir: ServiceDir): FileCheck[] => [
  ...dataFolderChecks(dir),
  ...agentsOf(dir).flatMap((process) => definitionCheck(process, environment)),
  ...grantCheck(environment, dir),
  ...blueBubblesCheck(dir),
  ...uplinkCheck(dir),
]

/** The checks that a hub has, too. */
export const dataFolderChecks = (dir: ServiceDir): FileCheck[] => [folderCheck(dir), configCheck(dir)]

const ok = (file: string, message: string): FileCheck => ({ file, ok: true, message, command: null, code: null })
const othersBits = 0o077

function folderCheck(dir: ServiceDir): FileCheck {
  const { base } = dir
  const stats = statSync(base, { throwIfNoEntry: false })
  if (stats === undefined) return ok(base, 'Not there yet; the first start makes it.')
  const problem = unsafeFileIn(dir)
  if (problem !== undefined) {
    const file = String(problem.details.path)
    return { file, ok: false, message: problem.message, command: `ls -ld "${file}"`, code: problem.code }
  }
  if ((stats.mode & othersBits) === 0) return ok(base, 'Yours alone.')
  return { file: base, ok: false, message: 'Others can read it.', command: `chmod 700 "${base}"`, code: null }
}

function unsafeFileIn(dir: ServiceDir): ServiceError | undefined {
  try {
    requireSafeServiceDir(dir)
    return undefined
  } catch (problem) {
    if (problem instanceof ServiceError) return problem
    throw problem
  }
}

function configCheck({ configFile }: ServiceDir): FileCheck {
  const { snapshot, problem } = readConfig(configFile)
  if (problem !== undefined) {
    const command = problem.code === 'config_exposed' ? `chmod 600 "${configFile}"` : null
    return { file: configFile, ok: false, message: problem.messageFor('terminal'), command, code: problem.code }
  }
  const { unknownKeys, rev } = snapshot
  if (rev === absentRev) return ok(configFile, 'Not there yet: each setting is as it is by itself.')
  if (unknownKeys.length === 0) return ok(configFile, 'All settings are valid.')
  const message = `It has keys that this release does not know: ${unknownKeys.join(', ')}.`
  return { file: configFile, ok: false, message, command: null, code: null }
}

/** Reports nothing for an agent that is not installed, because another check asks launchd. */
function definitionCheck(process: AgentName, environment: Environment): FileCheck[] {
  const file = definitionFile(environment.home, process)
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  if (text === agentDefinition(process, agentProgram(environment, process)))
    return [ok(file, 'Starts this program, at this place.')]
  const gone = startedBy(text).filter((path) => !existsSync(path))
  const message =
    gone.length === 0
      ? 'It starts another program than this one, or in another way.'
      : `What it starts is not there any more: ${gone.join(', ')}. At the next login it cannot start.`
  return [{ file, ok: false, message, command: `${names.command} install`, code: null }]
}

/** macOS grants permissions to a specific file; a replacement has to be granted anew. */
function grantCheck(environment: Environment, dir: ServiceDir): FileCheck[] {
  const granted = setupNote(dir.setupFile).granted()
  if (granted === null) return []
  const program = startedByLaunchd(environment) ?? agentProgram(environment).program
  const message = grantTrouble(granted, program, requirementOfThis(dir.programRecordFile, program))
  if (message === undefined) return [ok(granted.program, `The same since it could read Messages, on ${granted.at}.`)]
  return [{ file: granted.program, ok: false, message, command: `${names.command} restart`, code: null }]
}

/** Reports whether clients of BlueBubbles can connect, if they are to; a web process that does not run is told elsewhere. */
function blueBubblesCheck(dir: ServiceDir): FileCheck[] {
  const { snapshot } = readConfig(dir.configFile)
  if (snapshot?.config.compat.bluebubbles.enabled !== true) return []
  const listener = readBlueBubbles(dir)
  const { state, port, key, webhooks } = listener
  const file = 'BlueBubbles clients'
  const trouble = (message: string, command: string): FileCheck[] => [
    { file, ok: false, message, command: `${names.command} compat bluebubbles ${command}`, code: null },
  ]
  if (state === 'cannot_listen') return trouble(formatProblem(listener), `enable --port ${port + 1}`)
  if (key === null) return trouble('They have no password, or its key was revoked.', 'password')
  const failing = webhooks.filter((webhook) => webhook.state === 'failing').length
  if (failing > 0) return trouble(`${failing} of ${webhooks.length} webhooks cannot be delivered.`, 'webhooks')
  return [ok(file, formatListener(listener))]
}

/** Reports whether the hub hears of this Mac, if it is to. */
function uplinkCheck(dir: ServiceDir): FileCheck[] {
  if (!hasJoined(dir)) return []
  const file = 'Hub'
  const { hub, mac } = readIdentity(dir)
  const status = readUplinkStatus(dir)
  if (status?.state === 'connected') return [ok(file, `Connected to ${hub} as ${mac}.`)]
  const message =
    status === undefined ? `The uplink to ${hub} is not running.` : `Not connected to ${hub}: ${status.trouble}.`
  const command = `${names.command} uplink ${status === undefined ? 'run' : 'status'}`
  return [{ file, ok: false, message, command, code: null }]
}
