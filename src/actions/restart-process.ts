/** Implements POST /api/ui/setup/restart. */
import { names } from '../contract/names.ts'
import { principalOf } from '../domain/access/principal.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Action } from './action.ts'

/** Long enough for the response to leave before its own process is ended. */
const afterAnswerMs = 300

export const restartProcess: Action<'restart_process'> = async ({ process }, { mac, audit, log }, { caller }) => {
  const label = names.launchAgents[process]
  const { is } = await mac.agents.stateOf(label)
  if (is !== 'running' && is !== 'stopped')
    throw new ServiceError('unsupported', `launchd does not run the ${process} process here.`, {
      reason: `where it runs in a Terminal window, end it there with Ctrl-C and type: ${names.command} up`,
      command: `${names.command} up`,
    })
  audit.append({ action: 'process_restarted', principal: principalOf(caller), target: process, result: 'ok' })
  log.info(`the ${process} process is restarted, as was asked for`)
  if (process === 'web') setTimeout(() => void mac.agents.restart(label), afterAnswerMs)
  else {
    const trouble = await mac.agents.restart(label)
    if (trouble !== undefined) throw new ServiceError('unsupported', 'It was not restarted.', { reason: trouble })
  }
  return { process, restarting: true }
}
