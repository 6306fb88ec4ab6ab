/** A process of a hub to be killed: an uplink that dies once the ledger of its Mac has an order, a web process, or a relay. */
import { createClient } from '../../src/client/client.ts'
import type { Logger } from '../../src/contract/log-entry.ts'
import type { Place } from '../../src/envelope/subjects.ts'
import { openHub } from '../../src/hub/access/open-hub.ts'
import { HubRelay } from '../../src/hub/relay/hub-relay.ts'
import { runHubWeb } from '../../src/hub/services/run-hub-web.ts'
import type { NatsAccess } from '../../src/nats/connect.ts'
import { Uplink } from '../../src/uplink/uplink.ts'
import { connected } from '../harness/nats-connection.ts'

/** The instructions of the test, as JSON. */
export type Part =
  | { is: 'uplink'; baseUrl: string; place: Place; instance: string; access: NatsAccess; seed: string }
  | { is: 'web' | 'relay'; hub: Parameters<typeof openHub>[0]; base: string }

const part = JSON.parse(process.argv[2] ?? '') as Part
const say = () => undefined
const log: Logger = { debug: say, info: say, warn: say, error: say, as: () => log }

if (part.is === 'uplink') {
  const { baseUrl, place, instance, access, seed } = part
  const credentials = { jwt: access.credentials?.jwt ?? '', seed: Buffer.from(seed, 'base64') }
  const client = createClient({ baseUrl })
  const die = () => void process.kill(process.pid, 'SIGKILL')
  new Uplink({
    client: {
      ...client,
      async send(...asked) {
        const send = await client.send(...asked)
        die()
        return send
      },
      async list_sends(...asked) {
        const sends = await client.list_sends(...asked)
        if (sends.length > 0) die()
        return sends
      },
    },
    nats: await connected({ ...access, credentials }),
    place,
    instance,
    log,
  })
} else if (part.is === 'relay') {
  new HubRelay({ ...(await openHub(part.hub)), base: part.base, log })
} else {
  const web = await runHubWeb({ ...(await openHub(part.hub)), base: part.base, port: 0 })
  process.stdout.write(`${web.url}\n`)
}
