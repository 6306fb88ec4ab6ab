import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pictureSize } from '../../simulator/media/picture-size.ts'
import { type SampleKind, sampleFile } from '../../simulator/media/sample-files.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { mediaType } from '../../src/domain/files/media-type.ts'
import { type Conversion, createConverter } from '../../src/mac/convert.ts'
import { findPrograms } from '../../src/mac/programs.ts'
import { openMediaCache } from '../../src/store/media-cache.ts'
import { testFolders } from '../../src/store/test-folder.ts'
import { onMac } from '../harness/on-mac.ts'

const folderOfTest = testFolders(onTestFinished)

/** Converts files with the programs of a folder, and returns the bytes that come of them. */
function conversions(bin: string) {
  const folder = folderOfTest()
  const cache = openMediaCache({ folder: join(folder, 'cache') })
  const converter = createConverter({ programs: findPrograms(bin), cache })
  onTestFinished(() => converter.close())
  const sample = (kind: SampleKind) => {
    const path = join(folder, `sample.${kind}`)
    writeFileSync(path, sampleFile(kind, 1).bytes)
    return path
  }
  const converted = async (path: string, wanted: Conversion) => {
    const { size } = statSync(path)
    return readFileSync(await converter.convert({ path, size, identity: path }, wanted))
  }
  return { folder, sample, converted }
}

async function convertsSamples(bin: string): Promise<void> {
  const { sample, converted } = conversions(bin)
  const small = await converted(sample('jpeg'), { to: 'jpeg', longestSide: 240 })
  const { width = 0, height = 0, format } = pictureSize(small) ?? {}
  expect([Math.max(width, height), format]).toEqual([240, 'jpeg'])
  const png = await converted(sample('png'), { to: 'png', longestSide: 120 })
  expect(mediaType(png.subarray(0, 64)).mime).toBe('image/png')
  const sound = await converted(sample('caf'), { to: 'm4a' })
  expect(mediaType(sound.subarray(0, 64)).mime).toBe('audio/mp4')
}

test('the simulated sips and afconvert convert the sample files', async () => {
  using mac = temporaryMac()
  await convertsSamples(mac.bin)
})

onMac('sips and afconvert convert the sample files', () => convertsSamples('/usr/bin'))

// The pictures of iPhones that the simulator makes hold a JPEG; those of Macs do not.
onMac('sips makes a JPEG of a picture in the format of an iPhone', async () => {
  const { folder, sample, converted } = conversions('/usr/bin')
  const heic = join(folder, 'real.heic')
  execFileSync('/usr/bin/sips', ['-s', 'format', 'heic', sample('jpeg'), '--out', heic], { stdio: 'ignore' })
  const jpeg = await converted(heic, { to: 'jpeg' })
  expect(pictureSize(jpeg)).toEqual(pictureSize(sampleFile('jpeg', 1).bytes))
})
