/** Joins a hub by a code: creates a key pair for this Mac and receives the identity that belongs to it. */
import { randomUUID } from 'node:crypto'
import { type NatsConnection, nkeys } from '@nats-io/transport-node'
import { errnoOf } from '../base/errors.ts'
import { createClient } from '../client/client.ts'
import type { UplinkIdentity } from '../contract/mac.ts'
import { hostIn, isLoopback } from '../domain/access/address.ts'
import { ServiceError } from '../domain/service-error.ts'
import { inboxOf, type Place } from '../envelope/subjects.ts'
import { connectNats } from '../nats/connect.ts'

/** Throws `insecure_address`, `invalid_request`, and what the hub answers. */
export async function joinHub(address: string, code: string): Promise<UplinkIdentity> {
  const hub = secureAddress(address)
  const pair = nkeys.createUser()
  const joined = await createClient({ baseUrl: hub })
    .join_hub({ code, public_key: pair.getPublicKey() })
    .catch((error: unknown) => {
      throw isOfCertificate(error) ? untrusted(hub) : error
    })
  return { ...joined, hub, seed: new TextDecoder().decode(pair.getSeed()), instance: randomUUID() }
}

const isOfCertificate = (error: unknown): boolean =>
  error instanceof Error && (/CERT|SELF_SIGNED|UNABLE_TO_/.test(errnoOf(error) ?? '') || isOfCertificate(error.cause))

const untrusted = (hub: string) =>
  new ServiceError(
    'insecure_address',
    `The certificate of ${hub} is signed by nobody whom this Mac knows. For one of your own, name its file in NODE_EXTRA_CA_CERTS.`,
  )

/** Requires an encrypted connection, since others could read the code on the way. */
function secureAddress(written: string): string {
  const url = URL.parse(/^\w+:\/\//.test(written) ? written : `https://${written}`)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new ServiceError('invalid_request', `“${written}” is no address of a hub, such as https://hub.example.org.`)
  if (url.protocol === 'http:' && !isLoopback(hostIn(url)))
    throw new ServiceError('insecure_address', `Others could read the code on the way to ${written}. Use https://.`)
  return url.origin
}

/** Throws `hub_unavailable`. */
export const connectAs = ({ servers, ca, jwt, seed, mac }: UplinkIdentity): Promise<NatsConnection> =>
  connectNats({
    servers,
    ca,
    credentials: { jwt, seed: new TextEncoder().encode(seed) },
    inbox: inboxOf(mac),
    name: mac,
  })

/** The parts of the identity that an uplink needs. */
export const uplinkOf = ({ mac, partition, seed, instance }: UplinkIdentity): { place: Place; instance: string } => ({
  place: { mac, partition, nkey: nkeys.fromSeed(new TextEncoder().encode(seed)).getPublicKey() },
  instance,
})
