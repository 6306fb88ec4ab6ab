import { expect, onTestFinished, test } from 'vitest'
import { openPglite } from './pglite-database.ts'

test('a transaction that fails leaves nothing behind, and listeners hear what is notified', async () => {
  const database = await openPglite()
  onTestFinished(() => database.close())
  await database.query('CREATE TABLE note (n int8 NOT NULL); CREATE INDEX note_n ON note (n)')
  const failing = database.transaction(async (sql) => {
    await sql.query('INSERT INTO note (n) VALUES ($1)', [1])
    await sql.query('SELECT nothing')
  })
  await expect(failing).rejects.toMatchObject({ code: '42703' })
  const { sql } = await database.transaction(async (sql) => {
    await sql.query('INSERT INTO note (n) VALUES ($1)', [2 ** 41])
    return { sql: await sql.query('SELECT n FROM note') }
  })
  expect(sql).toEqual([{ n: 2 ** 41 }])
  const heard = Promise.withResolvers<void>()
  const listening = database.listen('news', (said) => said === 'fresh' && heard.resolve())
  await listening.begun
  await database.query("SELECT pg_notify('news', $1)", ['fresh'])
  await heard.promise
  await listening.close()
})

test('where neither is installed, that is said, and how to install PGlite', async () => {
  const opening = openPglite(() => Promise.reject(new Error('Cannot find package')))
  await expect(opening).rejects.toMatchObject({
    code: 'hub_unavailable',
    message: expect.stringContaining('npm install @electric-sql/pglite'),
  })
})
