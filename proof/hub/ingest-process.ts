/** Runs the reader of one partition as a process that can be killed. Its argument is a `ReaderGiven` as JSON. */
import { hubKeys } from '../../src/hub/access/hub-keys.ts'
import { Ingest } from '../../src/hub/ingest/ingest.ts'
import { openDatabase } from '../../src/hub/store/database.ts'
import { connectNats } from '../../src/nats/connect.ts'
import { stderrLog } from './stderr-log.ts'
import { whileItFails } from './while-it-fails.ts'

interface ReaderGiven {
  database: string
  nats: readonly string[]
  /** The folder of the hub. */
  base: string
  partition: number
  replicas: number
}

const { database: url, nats: servers, base, partition, replicas }: ReaderGiven = JSON.parse(process.argv[2] ?? '')
const credentials = await hubKeys(base).hubCredentials()
const database = await whileItFails(() => openDatabase(url))
const nats = await whileItFails(() => connectNats({ servers, credentials, name: 'hub', isPatient: true }))
new Ingest({ database, nats, partition, replicas, log: stderrLog })
