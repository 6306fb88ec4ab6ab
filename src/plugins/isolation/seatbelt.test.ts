import { expect, it } from 'vitest'
import { seatbelted, seatbeltProfile } from './seatbelt.ts'

const options = { binaries: ['/opt/node', '/opt/lib/libuv.dylib'], isFolder: (path: string) => !path.includes('.') }
const confinement = { read: ['/plugins/probe', '/package.json'], write: ['/data'], door: '/run/e1', heapMb: 64 }
const profile = (change = {}) => seatbeltProfile(options, { ...confinement, ...change })
const rulesOf = (operation: string, text = profile()) =>
  text.split('\n').filter((rule) => rule.startsWith(`(allow ${operation}`))

it('denies everything that it does not name', () => {
  expect(profile().split('\n').slice(0, 2)).toEqual(['(version 1)', '(deny default)'])
})

it('lets the program be started, no other, and no process beside it', () => {
  expect(rulesOf('process-exec')).toEqual(['(allow process-exec (literal "/opt/node"))'])
  expect(profile()).not.toContain('process-fork')
})

it('lets it signal nobody but itself, and ask no service of the system', () => {
  expect(rulesOf('signal')).toEqual(['(allow signal (target self))'])
  expect(profile()).not.toContain('mach-lookup')
})

it('lets folders be read whole, files alone, and nothing written but the folders for that', () => {
  expect(profile()).toContain(
    '(allow file-read* (subpath "/plugins/probe") (literal "/package.json") (subpath "/data"))',
  )
  expect(rulesOf('file-write*')).toEqual(['(allow file-write* (subpath "/data"))'])
})

it('leads out by the door alone, or not at all', () => {
  expect(rulesOf('network')).toEqual(['(allow network-outbound (remote unix-socket (subpath "/run/e1")))'])
  const closed = profile({ door: undefined })
  expect(rulesOf('network', closed)).toEqual([])
  expect(closed).not.toContain('/run/e1')
})

it('a path cannot end its rule', () => {
  expect(profile({ write: ['/a") (allow default) ("\\'] })).toContain('(subpath "/a\\") (allow default) (\\"\\\\")')
})

it('is handed to sandbox-exec, before the command', () => {
  const [program, flag, , ...command] = seatbelted(options, confinement, ['/opt/node', 'main.js'])
  expect([program, flag, ...command]).toEqual(['/usr/bin/sandbox-exec', '-p', '/opt/node', 'main.js'])
})
