import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { messagesPaths } from '../../mac/messages-paths.ts'
import { stageFiles } from './staged-files.ts'

function homeWithUpload() {
  const home = mkdtempSync(join(tmpdir(), 'home-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const upload = join(home, 'upload')
  writeFileSync(upload, 'a cat', { mode: 0o600 })
  return { home, upload, staging: stageFiles({ home }), attachments: messagesPaths(home).attachments }
}

it('a file is staged below Messages’ attachments, in a folder of its own, under its name', async () => {
  const { upload, staging, attachments } = homeWithUpload()
  const path = await staging.stage(upload, '../cat.png')
  expect(readFileSync(path, 'utf8')).toBe('a cat')
  expect(basename(path)).toBe('cat.png')
  expect(dirname(dirname(path))).toBe(join(attachments, 'LocalMessagingRelay'))
  for (const folder of [staging.folder, dirname(path)]) expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(await staging.stage(upload, 'cat.png')).not.toBe(path)
})

it('a staged file takes no extra space on the same disk, and stays when the upload is deleted', async () => {
  const { upload, staging } = homeWithUpload()
  const path = await staging.stage(upload, 'cat.png')
  expect(statSync(path).ino).toBe(statSync(upload).ino)
  rmSync(upload)
  expect(readFileSync(path, 'utf8')).toBe('a cat')
})

const otherDisk = ['/dev/shm', '/var/tmp'].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
)

it.runIf(otherDisk)('a file on another disk is copied', async () => {
  const { staging } = homeWithUpload()
  const elsewhere = mkdtempSync(join(otherDisk ?? '', 'upload-'))
  onTestFinished(() => rmSync(elsewhere, { recursive: true }))
  writeFileSync(join(elsewhere, 'upload'), 'a dog')
  const path = await staging.stage(join(elsewhere, 'upload'), 'dog.png')
  expect(readFileSync(path, 'utf8')).toBe('a dog')
})

it('links, folders and missing files are not staged, and leave nothing behind', async () => {
  const { home, upload, staging } = homeWithUpload()
  symlinkSync(upload, join(home, 'link'))
  for (const name of ['link', 'Library', 'nothing'])
    await expect(staging.stage(join(home, name), 'cat.png')).rejects.toThrow()
  expect(readdirSync(staging.folder)).toEqual([])
})

it('nothing is staged or discarded where the folder leads elsewhere', async () => {
  const { home, upload, staging, attachments } = homeWithUpload()
  const path = await staging.stage(upload, 'cat.png')
  const elsewhere = join(home, 'elsewhere')
  renameSync(staging.folder, elsewhere)
  symlinkSync(elsewhere, join(attachments, 'LocalMessagingRelay'))
  await expect(staging.stage(upload, 'cat.png')).rejects.toThrow(expect.objectContaining({ code: 'unsafe_file' }))
  await staging.discard(path)
  await staging.sweep({ beforeMs: Number.POSITIVE_INFINITY, isNeeded: () => false })
  expect(readdirSync(elsewhere)).toEqual([basename(dirname(path))])
})

it('a discarded file is removed with its folder, and only our own files are discarded', async () => {
  const { upload, staging, attachments } = homeWithUpload()
  const [path, other] = [await staging.stage(upload, 'cat.png'), await staging.stage(upload, 'dog.png')]
  const foreign = join(attachments, 'ab', '11', 'at_0')
  mkdirSync(foreign, { recursive: true })
  writeFileSync(join(foreign, 'cat.png'), 'theirs')
  await staging.discard(path)
  await staging.discard(path)
  for (const place of [
    join(foreign, 'cat.png'),
    staging.folder,
    dirname(other),
    upload,
    join(other, '..', '..', '..', 'ab'),
  ])
    await staging.discard(place)
  expect(readdirSync(staging.folder)).toEqual([basename(dirname(other))])
  expect(existsSync(join(foreign, 'cat.png'))).toBe(true)
  expect(lstatSync(upload).isFile()).toBe(true)
})

it('distinguishes our own files from those of Messages by their path', async () => {
  const { upload, staging, attachments } = homeWithUpload()
  const path = await staging.stage(upload, 'cat.png')
  expect(staging.isOurs(path)).toBe(true)
  const others = [
    'ab/11/at_0/cat.png',
    'LocalMessagingRelay',
    'LocalMessagingRelay/x/cat.png',
    'LocalMessagingRelayed/cat.png',
  ]
  for (const other of [
    ...others.map((name) => join(attachments, name)),
    dirname(path),
    join(path, 'deeper'),
    `${path}/../../x`,
  ])
    expect(staging.isOurs(other)).toBe(false)
})

it('old files that nobody needs are removed', async () => {
  const { upload, staging } = homeWithUpload()
  const [kept, forgotten] = [await staging.stage(upload, 'kept.png'), await staging.stage(upload, 'forgotten.png')]
  mkdirSync(join(staging.folder, 'not ours'))
  await staging.sweep({ beforeMs: 0, isNeeded: () => false })
  expect(existsSync(forgotten)).toBe(true)
  await staging.sweep({ beforeMs: Date.now() + 60_000, isNeeded: (path) => path === kept })
  expect(readdirSync(staging.folder).toSorted()).toEqual([basename(dirname(kept)), 'not ours'].toSorted())
  rmSync(staging.folder, { recursive: true })
  await staging.sweep({ beforeMs: 0, isNeeded: () => false })
})
