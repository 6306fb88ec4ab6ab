/**
 * Declares what a Mac may do on NATS. The account of the Macs holds this as the template of the key that signs them, so the
 * token of a Mac says only who it is; nats-server puts its name, partition and nkey in.
 *
 * Macs and hub have accounts of their own. In one account a Mac could name an order of JetStream as the subject where it wants
 * its acknowledgement, such as the purge of a stream, and JetStream would give that order in its own name. Between accounts
 * an acknowledgement goes back to where the Mac is, and nowhere else.
 */
import type { UserPermissionsLimits } from '@nats-io/jwt'

/** A template is a whole part of a subject: nats-server before 2.15 does not expand it within one. */
const [mac, part, nkey] = ['{{name()}}', '{{tag(part)}}', '{{subject()}}']

/** Returns the tags by which the token of a Mac names its partition. */
export const tagsOf = (partition: number): string[] => [`part:${partition}`]

const mostSubscriptions = 100
/** The largest message that nats-server accepts by default. */
const mostBytes = 1024 * 1024

export const ofMacs: Partial<UserPermissionsLimits> = {
  pub: {
    allow: [
      `up.${part}.${mac}.live`,
      `past.${part}.${mac}`,
      `hub.${mac}.${part}.${nkey}.*`,
      // A Mac may fetch and acknowledge its own orders. It can neither create a consumer nor read that of another Mac.
      `$JS.API.CONSUMER.MSG.NEXT.CMD.${mac}`,
      `$JS.ACK.CMD.${mac}.>`,
    ],
  },
  sub: { allow: [`rpc.${mac}.>`, `_INBOX.${mac}.>`] },
  /** A Mac may reply to requests for as long as somebody waits for the reply. */
  resp: { max: 1_000, ttl: 120_000_000_000 },
  subs: mostSubscriptions,
  data: -1,
  payload: mostBytes,
  allowed_connection_types: ['STANDARD', 'WEBSOCKET'],
}

/** A service that one account offers to the other: its subject, and the number of answers to a request. */
export interface Service {
  subject: string
  answers: 'Singleton' | 'Stream'
}

export const forMacs: readonly Service[] = [
  { subject: 'up.*.*.live', answers: 'Singleton' },
  { subject: 'past.*.*', answers: 'Singleton' },
  { subject: 'hub.*.*.*.*', answers: 'Singleton' },
  { subject: '$JS.API.CONSUMER.MSG.NEXT.CMD.*', answers: 'Stream' },
  { subject: '$JS.ACK.CMD.*.>', answers: 'Singleton' },
]

export const forHub: readonly Service[] = [{ subject: 'rpc.*.>', answers: 'Stream' }]
