/** Runs the uplink of a Mac as a process that can be killed. Its argument is a `UplinkGiven` as JSON. */
import { connect } from '@nats-io/transport-node'
import { createClient } from '../../src/client/client.ts'
import { Uplink } from '../../src/uplink/uplink.ts'
import { hubConnection } from './connection.ts'
import { stderrLog } from './stderr-log.ts'

export interface UplinkGiven {
  name: string
  instance: string
  partition: number
  /** The address of the Mac's own API. */
  url: string
  nats: readonly string[]
}

const { name, instance, partition, url, nats }: UplinkGiven = JSON.parse(process.argv[2] ?? '')
new Uplink({
  client: createClient({ baseUrl: url }),
  nats: await connect(hubConnection(nats)),
  ...{ place: { partition, mac: name }, instance, log: stderrLog },
})
