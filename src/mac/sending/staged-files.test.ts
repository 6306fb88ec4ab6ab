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
import { messagesPaths } from '../messages-paths.ts'
import { stageFiles } from './staged-files.ts'

function homeWithUpload() {
  const home = mkdtempSync(join(tmpdir(), 'home-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const upload = join(home, 'upload')
  writeFileSync(upload, 'a cat', { mode: 0o600 })
  return { home, upload, staging: stageFiles({ home }), attachments: messagesPaths(home).attachments }
}

it('a file is laid below Messages’ attachments, in a folder of its own, under its name', async () => {
  const { upload, staging, attachments } = homeWithUpload()
  const path = await staging.stage(upload, '../cat.png')
  expect(readFileSync(path, 'utf8')).toBe('a cat')
  expect(basename(path)).toBe('cat.png')
  expect(dirname(dirname(path))).toBe(join(attachments, 'LocalMessagingRelay'))
  for (const folder of [staging.folder, dirname(path)]) expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(await staging.stage(upload, 'cat.png')).not.toBe(path)
})

it('it takes no room of its own where both lie on one disk, and stays when the upload is gone', async () => {
  const { upload, staging } = homeWithUpload()
  const path = await staging.stage(upload, 'cat.png')
  expect(statSync(path).ino).toBe(statSync(upload).ino)
  rmSync(upload)
  expect(readFileSync(path, 'utf8')).toBe('a cat')
})

it.runIf(existsSync('/dev/shm'))('from another disk it is copied', async () => {
  const { staging } = homeWithUpload()
  const elsewhere = mkdtempSync('/dev/shm/upload-')
  onTestFinished(() => rmSync(elsewhere, { recursive: true }))
  writeFileSync(join(elsewhere, 'upload'), 'a dog')
  const path = await staging.stage(join(elsewhere, 'upload'), 'dog.png')
  expect(readFileSync(path, 'utf8')).toBe('a dog')
})

it('a link, a folder and what is not there are not laid out, and leave nothing behind', async () => {
  const { home, upload, staging } = homeWithUpload()
  symlinkSync(upload, join(home, 'link'))
  for (const name of ['link', 'Library', 'nothing'])
    await expect(staging.stage(join(home, name), 'cat.png')).rejects.toThrow()
  expect(readdirSync(staging.folder)).toEqual([])
})

it('where the folder leads elsewhere nothing is laid out or discarded', async () => {
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

it('what is discarded is gone with its folder, and only what is ours is discarded', async () => {
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

it('tells its own files from those of Messages by their path', async () => {
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

it('what is old and needed by nobody is swept away', async () => {
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
