/** Upgrades the database of a hub: from tables of an earlier release, and from a dump that is restored. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../../src/cli/hub/server-program.ts'
import { openDatabase } from '../../src/hub/store/database.ts'
import { enrolledMacs } from '../../src/hub/store/enrolment.ts'
import { listMessages } from '../../src/hub/store/history.ts'
import { migrate } from '../../src/hub/store/migrate.ts'
import { migrations } from '../../src/hub/store/schema.ts'
import { writtenAt, writtenWith } from '../../src/hub/store/tally.ts'
import { everyMessage } from '../../src/hub/store/view.ts'
import { hasPostgres, type Postgres, postgres } from '../harness/hub-servers.ts'

/** The number of migrations before marks, plugins and alerts of hubs. */
const earlier = 6

describe.runIf(hasPostgres)('a database of a hub', () => {
  let server: Postgres
  beforeAll(async () => {
    server = await postgres()
  })
  afterAll(() => server?.[Symbol.asyncDispose]())

  test('is upgraded with what it has, and an older release refuses the tables from then on', async () => {
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
        VALUES (1, 'g', 1099511627777, 'home', 1, 1, 5, 1, 7, '{"text": "Hello"}'),
          (1, 's', 1099511627778, 'home', 2, 1, 4, 1, 7, '{"text": "Anna left", "kind": "system"}')`,
    )
    await database.query(
      "INSERT INTO said (sent_ms, rowid, words) VALUES (5, 1099511627777, 'hello'), (4, 1099511627778, 'left')",
    )
    await migrate(database)
    const [{ number } = { number: 0 }] = await database.query<{ number: number }>(
      'SELECT max(number) AS number FROM migration',
    )
    expect(number).toBe(migrations.length)
    expect(await enrolledMacs(database)).toMatchObject([
      { label: 'Home', mark: 7, newest: null, unpublished: null, waiting_orders: 0 },
    ])
    expect(await listMessages(database, 1, { limit: 5 })).toMatchObject([{ kind: 'system' }, { text: 'Hello' }])
    expect(await database.query('SELECT rowid FROM said')).toEqual([{ rowid: 1_099_511_627_777 }])
    const ofAllTime = { fromMs: undefined, view: everyMessage }
    expect(await writtenWith(database, ofAllTime)).toEqual([{ handle: '+1', count: 1 }])
    expect(await writtenAt(database, ofAllTime, { changes: [], offsets: [0] })).toMatchObject([{ received: 1 }])
    await database.query('INSERT INTO migration (number) VALUES ($1)', [migrations.length + 1])
    await expect(migrate(database)).rejects.toMatchObject({ code: 'hub_unavailable' })
  })

  test('is dumped and restored by the commands of docs/hub-operations.md', async () => {
    const [from, into] = [await server.newDatabase(), await server.newDatabase()]
    const database = await openDatabase(from)
    onTestFinished(() => database.close())
    await migrate(database)
    await database.query("INSERT INTO line (name) VALUES ('home')")
    await database.query("INSERT INTO mac (name, label, line, part, mark) VALUES ('home', 'Home', 1, 0, 7)")
    const folder = mkdtempSync(join(tmpdir(), 'dump-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const programs = dirname(findProgram('pg_restore') ?? '')
    const env = { PATH: `${programs}:${process.env.PATH}`, HUB_DATABASE: from, HUB_RESTORED: into }
    const commands = readFileSync(new URL('../../docs/hub-operations.md', import.meta.url), 'utf8').match(
      /^ *(pg_dump|pg_restore|psql) .*$/gm,
    )
    expect(commands).toHaveLength(5)
    for (const command of commands ?? []) execFileSync('sh', ['-c', command], { cwd: folder, env, stdio: 'pipe' })
    const restored = await openDatabase(into)
    onTestFinished(() => restored.close())
    await migrate(restored)
    expect(await enrolledMacs(restored)).toMatchObject([{ label: 'Home', mark: 7 }])
  })
})
