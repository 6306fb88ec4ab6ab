/**
 * Replaces a subscription that the push service has ended, while no page is open: the browser subscribes again, and the
 * service is told, with what was chosen before.
 */
import type { PushChoices, PushSubscription as Subscribed } from '../../src/contract/push.ts'
import { targetOf } from '../notifications/subscribe.ts'

export interface Renewal {
  fetch(path: string, init?: RequestInit): Promise<Response>
  subscribe(key: string): Promise<PushSubscription>
}

const subscriptions = '/api/v1/push/subscriptions'

/** Renews the subscription. If this fails, the page does so when it is opened. */
export async function renewSubscription({ fetch, subscribe }: Renewal): Promise<void> {
  const read = async <T>(path: string): Promise<T> => {
    const response = await fetch(path)
    if (!response.ok) throw new Error(`${path} responds ${response.status}.`)
    return (await response.json()) as T
  }
  // The session is this browser's own, and with it all that it made. What was made last holds.
  const own = (await read<Subscribed[]>(subscriptions)).filter(({ current }) => current)
  const [last] = own.toSorted((a, b) => (b.created_at ?? '').localeCompare(a.created_at ?? ''))
  if (last === undefined) return
  const { public_key: key } = await read<{ public_key: string }>('/api/v1/push/key')
  const { csrf_token: token } = await read<{ csrf_token: string | null }>('/api/ui/session')
  const headers = { 'content-type': 'application/json', ...(token !== null && { 'x-csrf-token': token }) }
  const target = targetOf(await subscribe(key))
  const { level, people, muted, alerts, held, language } = last
  const choices: PushChoices = { level, people, muted, alerts, held, language }
  const added = await fetch(subscriptions, { method: 'POST', headers, body: JSON.stringify({ ...target, ...choices }) })
  if (!added.ok) throw new Error(`The service responds ${added.status}.`)
  const { id } = (await added.json()) as Subscribed
  for (const old of own)
    if (old.id !== id) await fetch(`${subscriptions}/${encodeURIComponent(old.id)}`, { method: 'DELETE', headers })
}
