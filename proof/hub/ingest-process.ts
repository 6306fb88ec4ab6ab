/** Runs the reader of one partition as a process that can be killed. Its argument is a `ReaderGiven` as JSON. */
import { connect } from '@nats-io/transport-node'
import { Ingest } from '../../src/hub/ingest/ingest.ts'
import { openDatabase } from '../../src/hub/store/database.ts'
import { hubConnection } from './connection.ts'
import { stderrLog } from './stderr-log.ts'

export interface ReaderGiven {
  database: string
  nats: readonly string[]
  partition: number
  replicas: number
}

const given: ReaderGiven = JSON.parse(process.argv[2] ?? '')
const database = await openDatabase(given.database)
const nats = await connect(hubConnection(given.nats))
new Ingest({ database, nats, partition: given.partition, replicas: given.replicas, log: stderrLog })
