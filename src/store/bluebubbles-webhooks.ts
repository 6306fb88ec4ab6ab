/**
 * Reads the state of the webhooks of BlueBubbles' clients, for the page and for commands: without a process that has to
 * respond, and also while the listener is off.
 */
import type { CompatWebhook as ShownWebhook } from '../contract/compat.ts'
import type { Config } from '../contract/config.ts'
import { isExpired } from './api-keys.ts'
import { type CompatWebhookState, webhooksIn } from './bluebubbles-file.ts'
import { type Reopened, reopened } from './journal/reopened.ts'

interface Sources {
  blueBubblesFile: string
  config: Pick<Config, 'auth' | 'compat'>
  nowMs: number
}

export const readCompatWebhooks = ({ blueBubblesFile, config, nowMs }: Sources): ShownWebhook[] =>
  readAll(blueBubblesFile).map((webhook) => shown(webhook, { config, nowMs }))

/** Keeps the file open for a reader that looks every few seconds. */
export interface CompatWebhooks {
  read(now: Pick<Sources, 'config' | 'nowMs'>): ShownWebhook[]
  close(): void
}

export function watchedCompatWebhooks(blueBubblesFile: string): CompatWebhooks {
  const file: Reopened = reopened(blueBubblesFile)
  return {
    read: (now) => file.read(webhooksIn, []).map((webhook) => shown(webhook, now)),
    close: () => file.close(),
  }
}

function shown(webhook: CompatWebhookState, { config, nowMs }: Pick<Sources, 'config' | 'nowMs'>): ShownWebhook {
  return {
    id: webhook.id,
    url: withoutSecrets(webhook.url),
    events: webhook.events,
    created_at: new Date(webhook.createdMs).toISOString(),
    state: stateOf(webhook, { config, nowMs }),
    queued: webhook.waiting,
    dropped: webhook.dropped,
    dropped_after_a_day: webhook.droppedAfterADay,
    last_answer_at: timeOf(webhook.lastAttemptMs),
    last_answer: webhook.lastAttemptMs === null ? null : String(webhook.lastStatus ?? 'no answer'),
    failing_since: timeOf(webhook.failingSinceMs),
    next_attempt_at: webhook.failingSinceMs === null ? null : timeOf(webhook.nextDueMs),
  }
}

/** The secret that signs the deliveries of a webhook; undefined where there is no such webhook. */
export const webhookSecret = (blueBubblesFile: string, id: number): string | undefined =>
  readAll(blueBubblesFile).find((webhook) => webhook.id === id)?.secret

function readAll(path: string): CompatWebhookState[] {
  const file = reopened(path)
  try {
    return file.read(webhooksIn, [])
  } finally {
    file.close()
  }
}

/** A receiver that restarts is away for a moment. */
const failingAfterMs = 60_000

function stateOf(
  { owner, failingSinceMs }: CompatWebhookState,
  { config, nowMs }: Pick<Sources, 'config' | 'nowMs'>,
): ShownWebhook['state'] {
  const isAdmitted = config.auth.api_keys.some((key) => key.id === owner && !isExpired(key, nowMs))
  if (!config.compat.bluebubbles.enabled || !isAdmitted) return 'paused'
  if (failingSinceMs === null) return 'ok'
  return nowMs - failingSinceMs < failingAfterMs ? 'waiting' : 'failing'
}

const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** Leaves out what clients put their passwords into: the values of the query, and a user with a password. */
function withoutSecrets(address: string): string {
  const url = URL.parse(address)
  if (url === null) return ''
  const names = [...new Set(url.searchParams.keys())]
  return `${url.origin}${url.pathname}${names.length === 0 ? '' : `?${names.map((name) => `${name}=…`).join('&')}`}`
}
