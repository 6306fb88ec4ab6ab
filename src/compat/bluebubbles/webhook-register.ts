/**
 * Registers webhooks as a BlueBubbles server does: one for each URL, which stays as it was registered first. A key with
 * a grant knows its own only.
 */
import type { Caller } from '../../actions/action.ts'
import { type BlueBubblesFile, type CompatWebhook, mostWebhooks } from '../../store/bluebubbles-file.ts'
import { isRefused } from './deliver-webhooks.ts'
import { webhookEvents } from './events.ts'

export interface BlueBubblesWebhook {
  id: number
  url: string
  events: string[]
  /** ISO 8601, unlike the times of messages. */
  created: string
}

export interface WebhookRegister {
  list(wanted: { id?: number | undefined; url?: string | undefined }, caller: Caller): BlueBubblesWebhook[]
  /** A refusal is a sentence for the client. */
  add(given: { url: unknown; events: unknown }, caller: Caller): BlueBubblesWebhook | { refusal: string }
  /** Returns false where there is none. */
  remove(id: number, caller: Caller): boolean
}

const longestUrl = 2_048

export const webhookRegister = ({ file, nowMs }: { file: BlueBubblesFile; nowMs(): number }): WebhookRegister => ({
  list: ({ id, url }, caller) =>
    file
      .webhooks()
      .filter((one) => (id === undefined || one.id === id) && (url === undefined || one.url === url))
      .filter((one) => isKnownTo(caller, one))
      .map(shown),
  add({ url, events }, caller) {
    const refusal = refusalOfUrl(url) ?? refusalOfEvents(events)
    if (refusal !== undefined) return { refusal }
    const [address, wanted] = [String(url), [...new Set(events as string[])]]
    const all = file.webhooks()
    if (all.some((one) => one.url === address && !isKnownTo(caller, one)))
      return { refusal: 'Another client has registered this address. Choose one of your own.' }
    if (all.length >= mostWebhooks && !all.some((one) => one.url === address))
      return { refusal: `There are ${mostWebhooks} webhooks already. Delete one that is not used any more.` }
    return shown(file.addWebhook({ url: address, events: wanted, owner: caller.id ?? '' }, nowMs()))
  },
  remove: (id, caller) =>
    file.webhooks().some((one) => one.id === id && isKnownTo(caller, one)) && file.dropWebhook(id),
})

const isKnownTo = ({ id, grant }: Caller, { owner }: Pick<CompatWebhook, 'owner'>): boolean =>
  grant === null || owner === id

const shown = ({ id, url, events, createdMs }: CompatWebhook): BlueBubblesWebhook => ({
  id,
  url,
  events,
  created: new Date(createdMs).toISOString(),
})

function refusalOfUrl(url: unknown): string | undefined {
  if (typeof url !== 'string' || url === '') return 'The url field is required.'
  const parsed = URL.parse(url)
  if (!/^https?:/i.test(url) || parsed === null || url.length > longestUrl)
    return 'The url has to begin with http:// or https://.'
  return isRefused(parsed) ? 'Nothing can be delivered to this address.' : undefined
}

function refusalOfEvents(events: unknown): string | undefined {
  if (!Array.isArray(events) || events.length === 0) return 'The events field is required, as a list of event names.'
  const unknown = events.find((event) => typeof event !== 'string' || !webhookEvents.includes(event))
  return unknown === undefined ? undefined : `Invalid event type: ${String(unknown).slice(0, 80)}`
}
