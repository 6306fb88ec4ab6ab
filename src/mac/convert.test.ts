import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { pictureSize } from '../../simulator/media/picture-size.ts'
import { type SampleKind, sampleFile } from '../../simulator/media/sample-files.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { mediaType } from '../domain/files/media-type.ts'
import { openMediaCache } from '../store/media-cache.ts'
import { createConverter, type Source } from './convert.ts'
import { findPrograms, type Programs } from './programs.ts'

function converterOn({ programs, ...deadlines }: { programs?: Programs; pictureDeadlineMs?: number } = {}) {
  const mac = temporaryMac()
  onTestFinished(mac.close)
  const folder = join(mac.home, '.service', 'cache', 'media')
  const cache = openMediaCache({ folder })
  const converter = createConverter({ programs: programs ?? findPrograms(mac.bin), cache, ...deadlines })
  onTestFinished(converter.close)
  const source = (kind: SampleKind, name = `-o "${kind}"`): Source => {
    const { bytes } = sampleFile(kind, 1)
    const path = join(mac.home, name)
    writeFileSync(path, bytes)
    return { path, size: bytes.length, identity: `${kind} ${name}` }
  }
  return { mac, converter, source, kept: () => readdirSync(folder) }
}

/** Writes a program for a test that replaces one of macOS. */
function program(text: string) {
  const mac = temporaryMac()
  onTestFinished(mac.close)
  const path = join(mac.home, 'program')
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o755)
  return { path, folder: mac.home }
}

it.each<[SampleKind, 'jpeg' | 'png', number]>([
  ['heic', 'jpeg', 240],
  ['jpeg', 'jpeg', 240],
  ['png', 'png', 120],
])('converts a small %s to a %s of at most %i pixels', async (kind, to, longestSide) => {
  const { converter, source } = converterOn()
  const bytes = readFileSync(await converter.convert(source(kind), { to, longestSide }))
  const { width = 0, height = 0 } = pictureSize(bytes) ?? {}
  expect(mediaType(bytes.subarray(0, 64)).mime).toBe(`image/${to}`)
  expect(Math.max(width, height)).toBe(longestSide)
})

it('converts a HEIC picture to a complete JPEG, and a voice message to M4A', async () => {
  const { converter, source } = converterOn()
  const picture = readFileSync(await converter.convert(source('heic'), { to: 'jpeg' }))
  const sound = readFileSync(await converter.convert(source('caf'), { to: 'm4a' }))
  expect(pictureSize(picture)).toEqual({ ...pictureSize(sampleFile('heic', 1).bytes), format: 'jpeg' })
  expect(mediaType(sound.subarray(0, 64)).mime).toBe('audio/mp4')
})

it('runs one program when several callers want the same file, and never more than two at once', async () => {
  const { path, folder } = program(
    `cd "$(dirname "$0")"; echo started >> starts; mkdir "running$$"; ls -d running* | wc -l >> counts; sleep 0.05
    rmdir "running$$"; cp program "$8"`,
  )
  const { converter, source } = converterOn({ programs: { sips: path } })
  const one = source('jpeg', 'one.jpg')
  const others = Array.from({ length: 6 }, (_, n) => source('jpeg', `other${n}.jpg`))
  const wanted = { to: 'jpeg', longestSide: 240 } as const
  await Promise.all([one, one, one, ...others].map((each) => converter.convert(each, wanted)))
  const lines = (name: string) => readFileSync(join(folder, name), 'utf8').trim().split('\n')
  expect(lines('starts')).toHaveLength(7)
  expect(Math.max(...lines('counts').map(Number))).toBe(2)
})

it('gives the program none of our environment variables, and its input as a single argument', async () => {
  const { path, folder } = program(
    `env > "$(dirname "$0")/env"; cd "$(dirname "$0")"; printf '%s\\n' "$@" > args; cp program "$6"`,
  )
  const { converter, source } = converterOn({ programs: { sips: path } })
  const { path: input, ...rest } = source('jpeg', 'a $(touch x); b.jpg')
  await converter.convert({ path: input, ...rest }, { to: 'jpeg' })
  const names = readFileSync(join(folder, 'env'), 'utf8').matchAll(/^(\w+)=/gm)
  expect([...names].map(([, name]) => name).sort()).toEqual(['LANG', 'PATH', 'PWD'])
  expect(readFileSync(join(folder, 'args'), 'utf8').split('\n').slice(0, 5)).toEqual([
    '-s',
    'format',
    'jpeg',
    input,
    '--out',
  ])
})

it('kills a program that does not end, and leaves no files behind', async () => {
  const { path, folder } = program(`echo half > "$6"; touch "$(dirname "$0")/began"; exec sleep 600`)
  const { converter, source, kept } = converterOn({ programs: { sips: path }, pictureDeadlineMs: 300 })
  const converting = converter.convert(source('jpeg'), { to: 'jpeg' })
  await expect(converting).rejects.toMatchObject({ code: 'unsupported', details: { reason: expect.any(String) } })
  expect([existsSync(join(folder, 'began')), kept()]).toEqual([true, []])
})

it('ends running conversions when it is closed', async () => {
  const { path, folder } = program(`touch "$(dirname "$0")/began"; exec sleep 600`)
  const { converter, source, kept } = converterOn({ programs: { sips: path } })
  const converting = expect(converter.convert(source('jpeg'), { to: 'jpeg' })).rejects.toMatchObject({
    code: 'unsupported',
  })
  await expect.poll(() => existsSync(join(folder, 'began'))).toBe(true)
  converter.close()
  await converting
  expect(kept()).toEqual([])
})

it.each(['exit 1', 'exit 0', ': > "$6"', 'mkdir "$6"', 'kill -9 $$'])(
  'a program that produces no result (%s) is distinguished from a failure of our own',
  async (text) => {
    const { converter, source, kept } = converterOn({ programs: { sips: program(text).path } })
    await expect(converter.convert(source('jpeg'), { to: 'jpeg' })).rejects.toMatchObject({ code: 'unsupported' })
    expect(kept()).toEqual([])
  },
)

it('names the missing program, and uses ffmpeg where afconvert is missing', async () => {
  const missing = converterOn({ programs: {} })
  await expect(missing.converter.convert(missing.source('heic'), { to: 'jpeg' })).rejects.toMatchObject({
    details: { reason: expect.stringContaining('sips') },
  })
  await expect(missing.converter.convert(missing.source('caf'), { to: 'm4a' })).rejects.toMatchObject({
    details: { reason: expect.stringContaining('afconvert') },
  })
  const ffmpeg = program('source=$5; shift 10; cp "$source" "$1"')
  const { converter, source } = converterOn({ programs: { ffmpeg: ffmpeg.path } })
  expect(existsSync(await converter.convert(source('caf', 'a.caf'), { to: 'm4a' }))).toBe(true)
})

it('refuses files above 100 MB', async () => {
  const { converter, source } = converterOn()
  const huge = { ...source('jpeg'), size: 100 * 1024 * 1024 + 1 }
  await expect(converter.convert(huge, { to: 'jpeg' })).rejects.toMatchObject({ code: 'unsupported' })
})

it('a program that cannot be started is reported as unsupported', async () => {
  const folder = program('').folder
  mkdirSync(join(folder, 'sips'))
  const { converter, source } = converterOn({ programs: { sips: join(folder, 'sips') } })
  await expect(converter.convert(source('jpeg'), { to: 'jpeg' })).rejects.toMatchObject({ code: 'unsupported' })
})
