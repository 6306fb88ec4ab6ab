/** The two streams of the web process: the events of Messages, and the log. */
import type { Caller } from '../../actions/action.ts'
import type { NarrowEvent } from '../../actions/narrowed/narrowed-events.ts'
import type { PassingEvent } from '../../contract/events.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { readEvents } from '../../store/journal/events-reader.ts'
import type { ServiceDir } from '../../store/service-dir.ts'
import type { RequestContext, WebHandlers } from '../handler.ts'
import { DeliveryFeed, type DeliveryFeedOptions } from './delivery-feed.ts'
import { EventFeed, type LimitedReading } from './event-feed.ts'
import { sealedIds } from './event-ids.ts'
import { logFeed } from './log-feed.ts'
import { openStreamClient, type StreamClient } from './stream-client.ts'
import { streamRegistry } from './stream-registry.ts'
import { greeting } from './stream-text.ts'

export interface Streams extends Pick<WebHandlers, 'events' | 'logs'> {
  /** Tells every reader of the events. */
  announce(event: PassingEvent): void
  /** Sends every reader the reason, and ends. */
  close(): void
}

interface StreamsOptions {
  dir: Pick<ServiceDir, 'journalFile' | 'stateDir' | 'logFile'>
  stillAdmitted(caller: Caller): boolean
  /** Undefined for a caller whom nothing limits. */
  narrowFor(caller: Caller): NarrowEvent | undefined
  /** Known to this installation alone. */
  secret: Uint8Array
  /** Returns deliveries as the API shows them. */
  deliveriesShown: DeliveryFeedOptions['shown']
  /** Interval of calls to `stillAdmitted`. */
  checkEveryMs?: number | undefined
}

export function openStreams({
  dir,
  stillAdmitted,
  narrowFor,
  secret,
  deliveriesShown,
  checkEveryMs,
}: StreamsOptions): Streams {
  const registry = streamRegistry({ stillAdmitted, checkEveryMs })
  const deliveries = new DeliveryFeed({ journalFile: dir.journalFile, shown: deliveriesShown })
  const [events, logs] = [
    new EventFeed({ reader: readEvents(dir.journalFile), deliveries, folder: dir.stateDir }),
    logFeed(dir.logFile),
  ]

  function open({ caller, request, reply }: RequestContext, beginning: () => string): StreamClient | undefined {
    if (request.method === 'HEAD') return void reply.type('text/event-stream; charset=utf-8').send('')
    registry.requireCapacity(caller)
    const client = openStreamClient(reply, beginning())
    registry.add(caller, client)
    return client
  }

  /** Ids from before a change of the grant mean nothing to it, since other events existed then. */
  function limitedReading(caller: Caller): LimitedReading | undefined {
    const narrow = narrowFor(caller)
    if (narrow === undefined) return undefined
    return {
      ids: sealedIds(secret, `${caller.id} ${JSON.stringify(caller.grant)}`),
      // It may have been changed in this moment.
      narrow: (event) => (stillAdmitted(caller) ? narrow(event) : undefined),
    }
  }

  return {
    events({ since }, context) {
      const from = lastEventId(context) ?? since
      const limited = limitedReading(context.caller)
      const client = open(context, () => greeting(from === undefined ? events.position(limited) : undefined))
      if (client !== undefined) events.join(client, from, limited)
    },
    logs({ backlog }, context) {
      const client = open(context, greeting)
      if (client !== undefined) logs.join(client, backlog)
    },
    announce: (event) => events.announce(event),
    close() {
      registry.close()
      events.close()
      logs.close()
    },
  }
}

/** Reads the header that a browser sends automatically when it reconnects. */
export function lastEventId({ request }: RequestContext): number | undefined {
  const given = request.headers['last-event-id']
  if (given === undefined || given === '') return undefined
  if (typeof given === 'string' && /^\d{1,15}$/.test(given)) return Number(given)
  throw new ServiceError('invalid_request', 'Last-Event-ID is not an id of this stream.', {
    in: 'header',
    path: 'Last-Event-ID',
    reason: 'Expected a number that the stream gave as id',
  })
}
