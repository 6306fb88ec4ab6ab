import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Decrypter, generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import type { RelayMessage } from '../../domain/message.ts'
import type { PluginContext } from '../../plugin-api/index.ts'
import { checkedSettings } from '../../plugins/settings.ts'
import { messageOf } from '../../store/journal/test-journal.ts'
import { Encryption } from './encryption.ts'

async function sealing(recipients: readonly unknown[]): Promise<Encryption> {
  const checked = checkedSettings(Encryption.SETTINGS_SCHEMA, { recipients })
  if ('problem' in checked) throw new Error(checked.problem)
  const encryption = new Encryption()
  await encryption.start({ plugin_config: checked.settings } as PluginContext)
  return encryption
}

async function keys() {
  const identity = await generateIdentity()
  return { identity, recipient: await identityToRecipient(identity) }
}

const hasAge = spawnSync('age', ['--version']).error === undefined

/** Decrypts with the age tool, as a person would. */
function opened(sealed: string | Uint8Array, identity: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'age-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'key.txt'), identity)
  return execFileSync('age', ['--decrypt', '-i', join(folder, 'key.txt')], { input: sealed })
}

const written: Partial<RelayMessage> = {
  text: 'See you at the MARKER 🦊\n',
  replyTo: { guid: 'guid' as RelayMessage['guid'], excerpt: 'Where is the MARKER?' },
  attachments: [{ guid: 'a', name: 'MARKER.pdf', mime: 'application/pdf', size: 1 }],
}

test.runIf(hasAge)('every recipient reads the text and the quoted message with the age tool', async () => {
  const [mine, yours] = [await keys(), await keys()]
  const encryption = await sealing([mine.recipient, yours.recipient])
  const { text, replyTo } = await encryption.transform(messageOf(1, written))
  for (const { identity } of [mine, yours]) {
    expect(opened(text ?? '', identity).toString()).toBe(written.text)
    expect(opened(replyTo?.excerpt ?? '', identity).toString()).toBe('Where is the MARKER?')
  }
})

test('nothing that was written stays readable', async () => {
  const { recipient } = await keys()
  const sealed = await (await sealing([recipient])).transform(messageOf(1, written))
  expect(JSON.stringify(sealed)).not.toContain('MARKER')
  expect(sealed).toMatchObject({ sender: messageOf(1).sender, attachments: [{ guid: 'a', name: 'attachment-1.age' }] })
  expect(sealed.text).toMatch(/^-----BEGIN AGE ENCRYPTED FILE-----\n/)
})

test('the longest text still fits into a frame when it is encrypted', async () => {
  const { recipient } = await keys()
  const { text } = await (await sealing([recipient])).transform(messageOf(1, { text: '漢'.repeat(32_768) }))
  expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(200_000)
})

test('absent text stays absent', async () => {
  const { recipient } = await keys()
  const sealed = await (await sealing([recipient])).transform(messageOf(1, { text: null, replyTo: null }))
  expect(sealed).toMatchObject({ text: null, replyTo: null })
})

test('files are encrypted while they are read, and their encrypted size is reported', async () => {
  const { identity, recipient } = await keys()
  const bytes = randomBytes(300_001)
  let isClosed = false
  const close = () => {
    isClosed = true
  }
  const sealed = await (await sealing([recipient])).transformBytes({
    size: bytes.length,
    bytes: inPieces(bytes),
    close,
  })
  const whole = Buffer.concat(await Readable.from(sealed.bytes).toArray())
  expect(whole.length).toBe(sealed.size)
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  expect(bytes.equals(await decrypter.decrypt(whole))).toBe(true)
  sealed.close()
  expect(isClosed).toBe(true)
})

const inPieces = (bytes: Buffer): AsyncIterable<Uint8Array> =>
  Readable.from([bytes.subarray(0, 7), bytes.subarray(7, 200_000), bytes.subarray(200_000)])

test.each([
  ['none', [], /recipients/],
  ['a secret key', ['AGE-SECRET-KEY-1QQQ'], /recipients/],
  ['a misspelt one', [`age1${'q'.repeat(58)}`], /recipient 1 is no public key of age/],
])('with %s as recipients the settings are refused', async (_what, recipients, problem) => {
  await expect(sealing(recipients)).rejects.toThrow(problem)
})
