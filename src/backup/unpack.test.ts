import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { packTar } from 'modern-tar'
import { expect, onTestFinished, test } from 'vitest'
import { testFolders } from '../store/test-folder.ts'
import { newManifest } from './manifest.ts'
import { unpack } from './unpack.ts'

const folderOfTest = testFolders(onTestFinished)

const config = Buffer.from('{"version":1}')
const listed = (path: string, bytes: Buffer, over = {}) => ({
  path,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  database: false,
  executable: false,
  ...over,
})
const manifestOf = (...files: ReturnType<typeof listed>[]) =>
  newManifest({ release: '1.0.0', made_at: '2026-01-01T00:00:00.000Z', files, left_out: [] })
const entry = (name: string, body: Buffer | string) => ({
  header: { name: `service-backup/${name}`, size: Buffer.byteLength(body), type: 'file' as const },
  body,
})
const manifestEntry = (manifest: object) => entry('manifest.json', JSON.stringify(manifest))

async function unpacked(bytes: Uint8Array, typed = '') {
  const folder = folderOfTest()
  writeFileSync(join(folder, 'backup'), bytes)
  const into = join(folder, 'into')
  const signal = new AbortController().signal
  const manifest = await unpack(join(folder, 'backup'), { into, passphrase: async () => typed, signal })
  return { manifest, into, folder }
}
const packed = async (...entries: Parameters<typeof packTar>[0]) => gzipSync(await packTar(entries))
const sound = () => packed(manifestEntry(manifestOf(listed('config.json', config))), entry('config.json', config))

test('a whole backup is unpacked unchanged', async () => {
  const { manifest, into } = await unpacked(await sound())
  expect(manifest.files).toHaveLength(1)
  expect(readFileSync(join(into, 'config.json'))).toEqual(config)
})

test.each([
  ['../evil', '../evil'],
  ['state/../../evil', 'state/../../evil'],
  ['/etc/evil', '/etc/evil'],
  ['a link back', 'state\\..\\evil'],
  ['what is not ours', 'Library/LaunchAgents/evil.plist'],
])('a path that leads elsewhere is refused: %s', async (_what, path) => {
  const bytes = await packed(manifestEntry(manifestOf(listed(path, config))), entry(path, config))
  await expect(unpacked(bytes)).rejects.toMatchObject({
    code: 'backup_invalid',
    message: expect.stringContaining('leads elsewhere'),
  })
})

test('an entry that the manifest does not name, or a file that it names and that is missing, is refused', async () => {
  const manifest = manifestOf(listed('config.json', config))
  const link = {
    header: { name: 'service-backup/config.json', size: 0, type: 'symlink' as const, linkname: '/etc/passwd' },
  }
  const twice = manifestOf(listed('config.json', config), listed('state/a', config), listed('state/A', config))
  for (const [bytes, reason] of [
    [await packed(manifestEntry(manifest), entry('config.json', config), entry('state/x', 'x')), 'does not name'],
    [await packed(manifestEntry(manifest), entry('../config.json', config)), 'does not name'],
    [await packed(manifestEntry(manifest), link), 'what is no file'],
    [await packed(manifestEntry(manifest)), 'lacks config.json'],
    [await packed(entry('config.json', config)), 'no backup of this service'],
    [await packed(manifestEntry(manifest), entry('config.json', '{"version":2}')), 'is not what it was'],
    [await packed(manifestEntry(twice), entry('config.json', config)), 'twice'],
    [await packed(), 'is empty'],
    [Buffer.from('not at all'), 'damaged, or was cut off'],
  ] as const)
    await expect(unpacked(bytes)).rejects.toMatchObject({
      code: 'backup_invalid',
      message: expect.stringContaining(reason),
    })
})

test('a backup of a newer format is refused', async () => {
  const newer = { ...manifestOf(), version: 2 }
  await expect(unpacked(await packed(manifestEntry(newer)))).rejects.toMatchObject({ code: 'journal_newer' })
})

test('a damaged database is refused, even if its bytes match the manifest', async () => {
  const bytes = Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4_096, 7)])
  const manifest = manifestOf(listed('echo_log.db', bytes, { database: true }))
  await expect(unpacked(await packed(manifestEntry(manifest), entry('echo_log.db', bytes)))).rejects.toMatchObject({
    code: 'backup_invalid',
    message: expect.stringContaining('echo_log.db is damaged'),
  })
})

test('a backup that was cut anywhere, or has any byte changed, is refused', async () => {
  const bytes = await sound()
  for (let cut = 0; cut < bytes.length; cut += 7)
    await expect(unpacked(bytes.subarray(0, cut))).rejects.toMatchObject({ code: 'backup_invalid' })
  // The name, time and system in a gzip header (RFC 1952) do not affect the content.
  for (let at = 10; at < bytes.length; at += 5) {
    const turned = Buffer.from(bytes)
    turned[at] = (turned[at] ?? 0) ^ 0x40
    const result = await unpacked(turned).catch((error) => error)
    if (result instanceof Error) expect(result).toMatchObject({ code: 'backup_invalid' })
    else expect(gunzipSync(turned)).toEqual(gunzipSync(bytes))
  }
})

test('an encrypted backup opens only with its passphrase, and not when it was cut or changed', async () => {
  const encrypter = new Encrypter()
  encrypter.setPassphrase('several words')
  encrypter.setScryptWorkFactor(4)
  const bytes = await encrypter.encrypt(await sound())
  expect((await unpacked(bytes, 'several words')).manifest.files).toHaveLength(1)
  await expect(unpacked(bytes, 'other words')).rejects.toMatchObject({ code: 'wrong_passphrase' })
  for (let cut = 0; cut < bytes.length; cut += 11)
    await expect(unpacked(bytes.subarray(0, cut), 'several words')).rejects.toMatchObject({
      code: expect.stringMatching(/backup_invalid|wrong_passphrase/),
    })
  for (let at = 0; at < bytes.length; at += 11) {
    const turned = Buffer.from(bytes)
    turned[at] = (turned[at] ?? 0) ^ 1
    await expect(unpacked(turned, 'several words')).rejects.toMatchObject({
      code: expect.stringMatching(/backup_invalid|wrong_passphrase/),
    })
  }
})
