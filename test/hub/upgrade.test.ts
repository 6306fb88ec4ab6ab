/** A hub of this release over the tables of an earlier one. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/hub/store/database.ts'
import { enrolledMacs } from '../../src/hub/store/enrolment.ts'
import { listMessages } from '../../src/hub/store/history.ts'
import { migrate } from '../../src/hub/store/migrate.ts'
import { migrations } from '../../src/hub/store/schema.ts'
import { writtenWith } from '../../src/hub/store/tally.ts'
import { everyMessage } from '../../src/hub/store/view.ts'
import { hasPostgres, type Postgres, postgres } from '../harness/hub-servers.ts'

/** Those before marks, plugins and alerts of hubs. */
const earlier = 6

describe.runIf(hasPostgres)('an upgrade', () => {
  let server: Postgres
  beforeAll(async () => {
    server = await postgres()
  })
  afterAll(() => server?.[Symbol.asyncDispose]())

  test('keeps what the hub had, and an older release refuses the tables from then on', async () => {
    const database = await openDatabase(await server.newDatabase())
    onTestFinished(() => database.close())
    await database.query('CREATE TABLE migration (number int PRIMARY KEY, done_at timestamptz NOT NULL DEFAULT now())')
    for (const [n, migration] of migrations.slice(0, earlier).entries()) {
      await database.query(migration)
      await database.query('INSERT INTO migration (number) VALUES ($1)', [n + 1])
    }
    const chat = { display_name: 'Anna', participants: [] }
    await database.query("INSERT INTO line (name) VALUES ('home')")
    await database.query("INSERT INTO mac (name, label, line, part, mark) VALUES ('home', 'Home', 1, 0, 7)")
    await database.query(
      `INSERT INTO conversation (line, guid, handle, is_group, addresses, last_ms, generation, version, more)
        VALUES (1, 'any;-;+1', '+1', false, '{+1}', 5, 1, 7, $1)`,
      [JSON.stringify(chat)],
    )
    await database.query(
      `INSERT INTO message (line, guid, rowid, mac, mac_rowid, conversation, sent_ms, generation, version, more)
        VALUES (1, 'g', 1099511627777, 'home', 1, 1, 5, 1, 7, '{"text": "Hello"}')`,
    )
    await migrate(database)
    const [{ number } = { number: 0 }] = await database.query<{ number: number }>(
      'SELECT max(number) AS number FROM migration',
    )
    expect(number).toBe(migrations.length)
    expect(await enrolledMacs(database)).toMatchObject([{ label: 'Home', mark: 7, newest: null, waiting_orders: 0 }])
    expect(await listMessages(database, 1, { limit: 5 })).toMatchObject([{ text: 'Hello' }])
    expect(await writtenWith(database, { fromMs: undefined, view: everyMessage })).toEqual([{ handle: '+1', count: 1 }])
    await database.query('INSERT INTO migration (number) VALUES ($1)', [migrations.length + 1])
    await expect(migrate(database)).rejects.toMatchObject({ code: 'hub_unavailable' })
  })
})
