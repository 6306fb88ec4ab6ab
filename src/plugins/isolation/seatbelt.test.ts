import { expect, it } from 'vitest'
import { seatbelted, seatbeltProfile } from './seatbelt.ts'

const options = { binaries: ['/opt/node', '/opt/lib/libuv.dylib'], isFolder: (path: string) => !path.includes('.') }
const confinement = { read: ['/plugins/probe', '/package.json'], write: ['/data'], egressSocket: '/run/e1', heapMb: 64 }
const profile = (change = {}) => seatbeltProfile(options, { ...confinement, ...change })
const rulesOf = (operation: string, text = profile()) =>
  text.split('\n').filter((rule) => rule.startsWith(`(allow ${operation}`))

it('denies everything that it does not name', () => {
  expect(profile().split('\n').slice(0, 2)).toEqual(['(version 1)', '(deny default)'])
})

it('allows the program to be started, but no other and no child process', () => {
  expect(rulesOf('process-exec')).toEqual(['(allow process-exec (literal "/opt/node"))'])
  expect(profile()).not.toContain('process-fork')
})

it('allows signals only to itself, and no service of the system', () => {
  expect(rulesOf('signal')).toEqual(['(allow signal (target self))'])
  expect(profile()).not.toContain('mach-lookup')
})

it('allows whole folders and single files to be read, and only the data folder to be written', () => {
  expect(profile()).toContain(
    '(allow file-read* (subpath "/plugins/probe") (literal "/package.json") (subpath "/data"))',
  )
  expect(rulesOf('file-write*')).toEqual(['(allow file-write* (subpath "/data"))'])
})

it('allows the egress socket as the only way out, or none', () => {
  expect(rulesOf('network')).toEqual(['(allow network-outbound (remote unix-socket (subpath "/run/e1")))'])
  const closed = profile({ egressSocket: undefined })
  expect(rulesOf('network', closed)).toEqual([])
  expect(closed).not.toContain('/run/e1')
})

it('a path cannot end its rule', () => {
  expect(profile({ write: ['/a") (allow default) ("\\'] })).toContain('(subpath "/a\\") (allow default) (\\"\\\\")')
})

it('is passed to sandbox-exec before the command', () => {
  const [program, flag, , ...command] = seatbelted(options, confinement, ['/opt/node', 'main.js'])
  expect([program, flag, ...command]).toEqual(['/usr/bin/sandbox-exec', '-p', '/opt/node', 'main.js'])
})
