/** Converts sample files by the programs of macOS, in the ways in which the service converts those of messages. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SelftestFindings } from '../../contract/selftest.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { type Conversion, createConverter } from '../../mac/convert.ts'
import { runProgram } from '../../mac/run-program.ts'
import { asExpected, type Check, failed, leftOut, type Outcome, type SelftestContext } from '../check.ts'

type Format = NonNullable<SelftestFindings['formats_failed']>[number]
type Trial = readonly [sample: 'jpeg' | 'png' | 'heic' | 'caf', wanted: Conversion, is: RegExp]

const deadlineMs = 20_000

const jpeg = /^\xff\xd8\xff/
const png = /^\x89PNG/
const m4a = /^.{4}ftypM4A/s

const pictures: readonly Trial[] = [
  ['png', { to: 'jpeg', longestSide: 64 }, jpeg],
  ['jpeg', { to: 'png' }, png],
  ['heic', { to: 'jpeg' }, jpeg],
]

export const checkPictures: Check = (context) =>
  context.programs.sips === undefined ? leftOut('program_missing') : tried(context, pictures)

export const checkSound: Check = (context) =>
  context.programs.afconvert === undefined ? leftOut('program_missing') : tried(context, [['caf', { to: 'm4a' }, m4a]])

async function tried({ programs, scratch, simulated }: SelftestContext, trials: readonly Trial[]): Promise<Outcome> {
  const formats_failed: Format[] = []
  let number = 0
  const cache = {
    async entry(_: string, make: (path: string) => Promise<void>) {
      const path = join(scratch, `converted-${++number}`)
      await make(path)
      return path
    },
  }
  const converter = createConverter({ programs, cache })
  for (const [kind, wanted, is] of trials) {
    const path = join(scratch, `sample.${kind}`)
    if (kind !== 'heic') writeFileSync(path, simulated.sample(kind))
    else if (programs.sips !== undefined) await makeHeic(programs.sips, join(scratch, 'sample.jpeg'), path)
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    const result = await converted(() => converter.convert({ path, size, identity: kind }, wanted))
    if (result === undefined || !is.test(result)) formats_failed.push(kind === 'caf' ? 'm4a' : kind)
  }
  return formats_failed.length === 0 ? asExpected() : failed('wrong_result', { formats_failed })
}

/** Only macOS itself makes a HEIC like that of an iPhone. */
const makeHeic = (sips: string, source: string, target: string) =>
  runProgram({ program: sips, args: ['-s', 'format', 'heic', source, '--out', target], deadlineMs })

/** The first bytes of the result; undefined where there is none. */
async function converted(convert: () => Promise<string>): Promise<string | undefined> {
  try {
    return readFileSync(await convert()).toString('latin1', 0, 16)
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
