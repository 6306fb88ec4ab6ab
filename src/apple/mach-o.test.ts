import { expect, it } from 'vitest'
import { linkedLibraries, needsNothingElse } from './mach-o.ts'

/** Builds the head of a Mach-O program that loads these libraries. */
function machO(libraries: readonly string[]): Buffer {
  const commands = libraries.map((name) => {
    const size = Math.ceil((24 + name.length + 1) / 8) * 8
    const command = Buffer.alloc(size)
    command.writeUInt32LE(0xc, 0)
    command.writeUInt32LE(size, 4)
    command.writeUInt32LE(24, 8)
    command.write(name, 24)
    return command
  })
  const other = Buffer.alloc(16)
  other.writeUInt32LE(0x19, 0)
  other.writeUInt32LE(16, 4)
  const body = Buffer.concat([other, ...commands])
  const header = Buffer.alloc(32)
  header.writeUInt32LE(0xfeedfacf, 0)
  header.writeUInt32LE(commands.length + 1, 16)
  header.writeUInt32LE(body.length, 20)
  return Buffer.concat([header, body])
}

function universal(programs: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(8 + 20 * programs.length)
  header.writeUInt32BE(0xcafebabe, 0)
  header.writeUInt32BE(programs.length, 4)
  let offset = header.length
  programs.forEach((program, index) => {
    header.writeUInt32BE(offset, 8 + index * 20 + 8)
    offset += program.length
  })
  return Buffer.concat([header, ...programs])
}

const librariesOf = (bytes: Buffer) => linkedLibraries((offset, length) => bytes.subarray(offset, offset + length))

const system = ['/usr/lib/libSystem.B.dylib', '/System/Library/Frameworks/Security.framework/Versions/A/Security']
const formula = '/opt/homebrew/opt/icu4c@78/lib/libicuuc.78.dylib'

it('lists the libraries of a program, and those of every architecture', () => {
  expect(librariesOf(machO(system))).toEqual(system)
  expect(librariesOf(universal([machO(system), machO([...system, formula])]))).toEqual([...system, formula])
})

it.each([
  [system, true],
  [[...system, formula], false],
  [['@rpath/libnode.147.dylib'], false],
])('tells whether a program runs wherever it is copied to: %s', (libraries, runs) => {
  expect(needsNothingElse(libraries)).toBe(runs)
})

it('recognises a file that is not a program, and survives a damaged one', () => {
  expect(librariesOf(Buffer.from('#!/bin/sh\nexec node "$@"\n'))).toBeUndefined()
  expect(librariesOf(Buffer.alloc(0))).toBeUndefined()
  const whole = machO(system)
  for (let end = 0; end < whole.length; end++) expect(() => librariesOf(whole.subarray(0, end))).not.toThrow()
  whole.writeUInt32LE(0, 32 + 4)
  expect(librariesOf(whole)).toBeUndefined()
})
