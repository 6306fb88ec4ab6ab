/**
 * Opens what the BlueBubbles listener tells of its own accord: the events, the sockets that carry them to connected
 * clients, and the webhooks that carry them to all others.
 */
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Caller } from '../../actions/action.ts'
import type { Logger } from '../../contract/log-entry.ts'
import type { Send } from '../../contract/send.ts'
import { hasCode } from '../../domain/service-error.ts'
import { BlueBubblesFile, type NewCompatEvent, type ToldEvent } from '../../store/bluebubbles-file.ts'
import type { ServiceDir } from '../../store/service-dir.ts'
import type { Relay } from '../wire/relay.ts'
import { WebhookDelivery, type WebhookDeliveryDeps } from './deliver-webhooks.ts'
import { failedWithoutRow } from './events.ts'
import { EventFollower } from './follow-events.ts'
import type { HandleIndex } from './handles.ts'
import type { Host } from './host.ts'
import type { Form } from './message-of.ts'
import { type RenderedEvent, renderEvents } from './render-event.ts'
import { type Places, Sockets } from './sockets.ts'
import { TempGuids } from './temp-guids.ts'
import { type WebhookRegister, webhookRegister } from './webhook-register.ts'

export interface LiveEventsDeps {
  dir: Pick<ServiceDir, 'blueBubblesFile'>
  /** Asks for somebody who may read everything. */
  whole: View
  /** Asks for a caller with a grant. */
  viewOf(caller: Caller): View
  host: Pick<Host, 'events' | 'watch'>
  /** Returns who asks with this password; undefined where nobody does. */
  admit(password: string, request: IncomingMessage): Caller
  /** Whether a caller that was admitted still is. */
  stillAdmitted(caller: Caller): boolean
  /** Events for a caller with a grant must tell nothing of what the grant hides. */
  placesFor(caller: Caller): Places
  /** The holder of an API key as it is now; undefined once it is revoked or has expired. */
  holderOf(key: string): Caller | undefined
  log: Logger
  nowMs(): number
  pauses?: WebhookDeliveryDeps['pauses']
}

interface View {
  relay: Pick<Relay, 'list_rows' | 'get_conversation' | 'get_send'>
  handles(): Promise<HandleIndex>
}

export interface LiveEvents {
  webhooks: WebhookRegister
  /** Records the `tempGuid` of a client as soon as the id of its send is known. */
  tempGuids: Pick<TempGuids, 'note'>
  /** Tells of a send that failed without a message, unless the journal was faster; its `tempGuid` has been noted. */
  tellFailed(send: Pick<Send, 'id' | 'chat_guid'>): void
  /** Tells an event that is not of Messages, such as a change of a backup. */
  tell(event: Pick<NewCompatEvent, 'type'> & { data: unknown }): void
  /** Accepts sockets at these servers, and begins to tell. */
  begin(servers: readonly HttpServer[]): void
  close(): Promise<void>
}

export function openLiveEvents(deps: LiveEventsDeps): LiveEvents {
  const { dir, host, whole, viewOf, admit, stillAdmitted, holderOf, placesFor, log, nowMs, pauses } = deps
  const file = new BlueBubblesFile({
    path: dir.blueBubblesFile,
    onQuarantine: ({ path }) =>
      log.error(`bluebubbles.db was damaged and lies at ${path}; BlueBubbles' clients have to register webhooks again`),
  })
  const tempGuids = new TempGuids(nowMs)
  const render = async (
    caller: Caller,
    events: readonly ToldEvent[],
    form: Form,
  ): Promise<(RenderedEvent | undefined)[]> => {
    const isWhole = caller.grant === null
    try {
      return await renderEvents({ ...(isWhole ? whole : viewOf(caller)), tempGuids, isWhole }, events, form)
    } catch (error) {
      // Under a grant by which nothing can be read, nothing is told.
      if (!isWhole && hasCode(error, 'forbidden')) return events.map(() => undefined)
      throw error
    }
  }
  const sockets = new Sockets({
    file,
    log,
    nowMs,
    admit,
    stillAdmitted,
    placesFor,
    render: (events, caller) => render(caller, events, 'full'),
  })
  const delivery = new WebhookDelivery({
    file,
    log,
    nowMs,
    pauses,
    mayRead: (owner) => holderOf(owner)?.scopes.includes('read') === true,
    async render(event, owner) {
      const caller = holderOf(owner)
      if (caller === undefined) throw new Error('its key was revoked')
      return (await render(caller, [event], 'notification'))[0]
    },
  })
  const follower = new EventFollower({
    file,
    reader: host.events(file.position()),
    watch: host.watch,
    relay: whole.relay,
    tempGuids,
    log,
    nowMs,
    onTold() {
      sockets.tell()
      delivery.run()
    },
  })
  return {
    begin(servers) {
      sockets.attach(servers)
      follower.begin()
      delivery.run()
    },
    webhooks: webhookRegister({ file, nowMs }),
    tempGuids,
    tellFailed({ id, chat_guid }) {
      const tempGuid = tempGuids.takeFailed(id)
      if (tempGuid !== undefined) follower.tell(failedWithoutRow({ id, tempGuid, chatGuid: chat_guid }))
    },
    tell: ({ type, data }) => follower.tell({ type, conversation: '', rowid: 0, detail: { data } }),
    async close() {
      sockets.close()
      await Promise.all([follower.close(), delivery.close()])
      file.close()
    },
  }
}
