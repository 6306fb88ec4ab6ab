import { renameSync, rmSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { messagesPaths } from './messages-paths.ts'
import { openMessages } from './open-messages.ts'

function macWithPicture() {
  const mac = temporaryMac({ macos: 13 })
  onTestFinished(mac.close)
  const files = [{ name: 'a.png', bytes: Buffer.from('picture'), guid: 'at_0_A' }]
  mac.messages.receive({ from: '+15550100', files })
  const messages = openMessages(mac.home)
  onTestFinished(messages.close)
  return { mac, messages, database: messagesPaths(mac.home).database }
}

it('returns the features of the database, and an attachment by its guid', () => {
  const { messages } = macWithPicture()
  expect(messages.features()).toMatchObject({ edits: true, sendLater: false })
  expect(messages.attachment('at_0_A')?.name).toBe('a.png')
  expect(messages.attachment('nobody')).toBeUndefined()
})

it('explains why it cannot read, and recovers as soon as it can', () => {
  const { messages, database } = macWithPicture()
  expect(messages.attachment('at_0_A')).toBeDefined()
  renameSync(database, `${database}.away`)
  expect(() => messages.attachment('at_0_A')).toThrowError(
    expect.objectContaining({ code: expect.stringMatching(/^(messages_unavailable|not_macos)$/) }),
  )
  renameSync(`${database}.away`, database)
  expect(messages.attachment('at_0_A')?.name).toBe('a.png')
})

it('follows a database that replaces another', () => {
  const { messages, database } = macWithPicture()
  expect(messages.attachment('at_0_A')).toBeDefined()
  const other = temporaryMac()
  onTestFinished(other.close)
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true })
  other.messages.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  renameSync(messagesPaths(other.home).database, database)
  expect(messages.attachment('at_0_A')).toBeUndefined()
})
