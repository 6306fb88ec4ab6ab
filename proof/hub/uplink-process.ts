/** Runs the uplink of a Mac as a process that can be killed. Its argument is an `UplinkGiven` as JSON. */
import { createClient } from '../../src/client/client.ts'
import type { Place } from '../../src/envelope/subjects.ts'
import { connectNats, type NatsAccess } from '../../src/nats/connect.ts'
import { Uplink } from '../../src/uplink/uplink.ts'
import { stderrLog } from './stderr-log.ts'
import { whileItFails } from './while-it-fails.ts'

interface UplinkGiven {
  place: Place
  instance: string
  /** The address of the Mac's own API. */
  url: string
  access: Omit<NatsAccess, 'credentials'> & { credentials: { jwt: string; seed: string } }
}

const { place, instance, url, access }: UplinkGiven = JSON.parse(process.argv[2] ?? '')
const credentials = { jwt: access.credentials.jwt, seed: new TextEncoder().encode(access.credentials.seed) }
const nats = await whileItFails(() => connectNats({ ...access, credentials }))
new Uplink({ client: createClient({ baseUrl: url }), nats, place, instance, log: stderrLog })
