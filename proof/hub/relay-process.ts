/** Runs what relays to plugins as a process that can be killed. Its argument is a `RelayGiven` as JSON. */
import { hubKeys } from '../../src/hub/access/hub-keys.ts'
import { HubRelay } from '../../src/hub/relay/hub-relay.ts'
import { openDatabase } from '../../src/hub/store/database.ts'
import { connectNats } from '../../src/nats/connect.ts'
import { stderrLog } from './stderr-log.ts'
import { whileItFails } from './while-it-fails.ts'

interface RelayGiven {
  database: string
  nats: readonly string[]
  /** The folder of the keys. */
  keys: string
  /** The folder of the settings and the journal. */
  base: string
}

const { database: url, nats: servers, keys, base }: RelayGiven = JSON.parse(process.argv[2] ?? '')
const credentials = await hubKeys(keys).hubCredentials()
const database = await whileItFails(() => openDatabase(url))
const nats = await whileItFails(() => connectNats({ servers, credentials, name: 'hub', isPatient: true }))
new HubRelay({ base, database, nats, log: stderrLog })
