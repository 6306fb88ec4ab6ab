// Makes a Mac in a folder: chat.db with a believable history, Contacts, attachments and the programs of macOS.

import { existsSync, mkdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { openContacts } from './contacts/contacts.ts'
import { type Manifest, type Self, writeManifest } from './manifest.ts'
import { messagesOver } from './messages/open-messages.ts'
import { newWriter, type Writer } from './messages/writer.ts'
import { chatDbPath, messagesFolder } from './paths.ts'
import { installPrograms } from './programs/install.ts'
import { type Random, seededRandom } from './random.ts'
import { registerAppleFunctions } from './schema/apple-functions.ts'
import { createIndexesAndTriggers, createTables } from './schema/create-schema.ts'
import type { MacosVersion } from './schema/macos-version.ts'
import { fillContacts } from './world/fill-contacts.ts'
import { type Person, peopleOf } from './world/people.ts'
import { populate } from './world/populate.ts'
import type { LastDeed } from './world/population.ts'

export interface MacOptions {
  macos?: MacosVersion
  /** The number of rows in the message table. */
  messages?: number
  chats?: number
  /** The same seed and time give the same rows. */
  seed?: number
  nowMs?: number
}

export interface CreatedMac extends Manifest {
  home: string
  messages: number
  chats: number
  handles: number
  attachments: number
  people: number
  elapsedMs: number
  messagesPerSecond: number
}

const self: Self = { name: 'Robin Example', phone: '+12025550100', email: 'robin@example.com' }

/** A half-made Mac is worth nothing, so the load turns off everything that protects against a crash. */
const loadPragmas = `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA temp_store = MEMORY; PRAGMA cache_size = -262144; PRAGMA threads = 2`

export function createMac(home: string, options: MacOptions = {}): CreatedMac {
  const { macos = 26, messages: count = 2000, chats = 40, seed = 1, nowMs = Date.now() } = options
  if (existsSync(chatDbPath(home))) throw new Error(`${home} already holds a Mac; choose an empty folder`)
  const startedMs = performance.now()
  mkdirSync(messagesFolder(home), { recursive: true })
  writeManifest(home, { macos, seed, self })
  const random = seededRandom(seed)
  const people = peopleOf(random, Math.max(12, Math.ceil(chats * 1.2)))
  createContacts(home, people, random)
  const db = new DatabaseSync(chatDbPath(home))
  try {
    db.exec(loadPragmas)
    createTables(db, macos)
    const writer = newWriter({ db, home, macos, self, random, nowMs: () => nowMs, bulk: true })
    const messages = messagesOver(db, writer)
    const lastDeeds: LastDeed[] = []
    populate({ messages, macos, random, self, people, count, chats, nowMs, lastDeeds })
    countForSpotlight(db, macos)
    createIndexesAndTriggers(db, macos)
    doLast(lastDeeds, db, newWriter({ db, home, macos, self, random, nowMs: () => nowMs }))
    db.exec('PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL')
    installPrograms(home)
    const elapsedMs = performance.now() - startedMs
    return {
      home,
      macos,
      seed,
      self,
      ...countsOf(db),
      people: people.length,
      elapsedMs,
      messagesPerSecond: Math.round((count * 1000) / elapsedMs),
    }
  } finally {
    db.close()
  }
}

function doLast(deeds: readonly LastDeed[], db: DatabaseSync, writer: Writer): void {
  registerAppleFunctions(db, { deleteAttachmentFile: () => undefined })
  const messages = messagesOver(db, writer)
  messages.transaction(() => deeds.forEach((deed) => void deed(messages)))
}

/** Sets the count that a trigger maintains where there are triggers. */
function countForSpotlight(db: DatabaseSync, macos: MacosVersion): void {
  if (macos >= 26)
    db.exec(
      'UPDATE index_state_metrics SET pending_count = (SELECT count(*) FROM chat_message_join WHERE index_state = 0)',
    )
}

function createContacts(home: string, people: readonly Person[], random: Random): void {
  const contacts = openContacts(home)
  try {
    fillContacts({ contacts, people, self, random })
  } finally {
    contacts.close()
  }
}

function countsOf(db: DatabaseSync) {
  const rows = (table: string) => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n)
  return { messages: rows('message'), chats: rows('chat'), handles: rows('handle'), attachments: rows('attachment') }
}
