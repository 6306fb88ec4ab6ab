// The files that people send: a few of each kind, made once and sent repeatedly.

import { type SampleKind, sampleFile } from '../media/sample-files.ts'
import type { FileToAttach } from '../messages/attachments.ts'
import { pickWeighted, type Random, wholeNumber } from '../random.ts'

const variantsOfEach = 4

const made = new Map<string, FileToAttach>()

export function fileOf(kind: SampleKind, random: Random): FileToAttach {
  const variant = wholeNumber(random, 1, variantsOfEach)
  const name = `${kind} ${variant}`
  const file = made.get(name) ?? sampleFile(kind, variant)
  made.set(name, file)
  return file
}

/** Picks each kind as often as people send it. Three in ten files are not on the Mac. */
export function file(random: Random): FileToAttach {
  const kind = pickWeighted<SampleKind>(random, [
    ['heic', 34],
    ['jpeg', 30],
    ['png', 12],
    ['gif', 4],
    ['mov', 8],
    ['mp4', 4],
    ['pdf', 5],
    ['vcf', 3],
  ])
  const state = pickWeighted<NonNullable<FileToAttach['state']>>(random, [
    ['arrived', 70],
    ['waiting', 24],
    ['missing', 6],
  ])
  return { ...fileOf(kind, random), state }
}
