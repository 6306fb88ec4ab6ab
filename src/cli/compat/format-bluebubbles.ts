/** Formats what the listener for BlueBubbles' clients says of itself, for a terminal. */
import type { BlueBubblesState, CompatWebhook } from '../../contract/compat.ts'
import { names } from '../../contract/names.ts'
import { localTime } from '../local-time.ts'

const command = `${names.command} compat bluebubbles`

/** Says in one line whether clients can connect, and otherwise what to do. */
export function formatListener({ state, url, problem, host, port }: BlueBubblesState): string {
  switch (state) {
    case 'off':
      return `Off. Turn on: ${command} enable`
    case 'starting':
      return `Starting at ${url}.`
    case 'listening':
      return `Listening at ${url}`
    case 'not_running':
      return `On, but the service is not running. Start the service: ${names.command} up`
    case 'cannot_listen':
      return `${formatProblem({ host, port, problem })} Choose another port: ${command} enable --port ${port + 1}`
  }
}

export const formatProblem = ({ host, port, problem }: Pick<BlueBubblesState, 'host' | 'port' | 'problem'>): string =>
  `Cannot listen at ${host}, port ${port}: ${problem?.message ?? 'unknown reason.'}`

export function formatBlueBubbles(state: BlueBubblesState): string {
  return [formatListener(state), ...keyLines(state), ...webhookLines(state.webhooks)].join('\n')
}

function keyLines({ key, state }: BlueBubblesState): string[] {
  if (key !== null) {
    const used =
      key.last_used_on === null ? 'never used' : `last used ${key.last_used_on} from ${key.last_used_from ?? 'unknown'}`
    return [`Password: API key ${key.id} (${used})`]
  }
  return state === 'off' ? [] : [`Password: none, or its key was revoked. Make one: ${command} password`]
}

function webhookLines(webhooks: readonly CompatWebhook[]): string[] {
  const failing = webhooks.filter((webhook) => webhook.state === 'failing').length
  if (webhooks.length === 0) return []
  const trouble = failing === 0 ? '' : `, ${failing} failing`
  return [`Webhooks: ${webhooks.length}${trouble}. List: ${command} webhooks`]
}

export function formatWebhook({
  id,
  url,
  events,
  secret,
  ...state
}: CompatWebhook & { secret?: string | undefined }): string {
  const lines = [`${id}  ${url}`, `    Events: ${events.join(', ')}`, `    ${formatDelivery(state)}`]
  return [...lines, ...(secret === undefined ? [] : [`    Secret: ${secret}`])].join('\n')
}

function formatDelivery(webhook: Omit<CompatWebhook, 'id' | 'url' | 'events'>): string {
  const {
    state,
    queued,
    dropped,
    last_answer: answer,
    last_answer_at: at,
    failing_since: since,
    next_attempt_at: next,
  } = webhook
  const waiting = queued === 0 ? [] : [`${queued} queued`]
  const lost = dropped === 0 ? [] : [`${dropped} dropped`]
  const last = at === null ? [] : [`last answer ${answer ?? 'unknown'}, ${localTime(at)}`]
  switch (state) {
    case 'ok':
      return ['OK', ...last, ...waiting, ...lost].join(', ')
    case 'waiting':
      return ['Retrying', ...waiting, ...last, ...lost].join(', ')
    case 'paused':
      return ['Paused', ...waiting, ...lost].join(', ')
    case 'failing':
      return [
        `Failing since ${since === null ? 'an unknown time' : localTime(since)}`,
        ...(answer === null ? [] : [answer]),
        ...waiting,
        ...lost,
        ...(next === null ? [] : [`next try ${localTime(next)}`]),
      ].join(', ')
  }
}
