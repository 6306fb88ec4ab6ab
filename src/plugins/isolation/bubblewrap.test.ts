import { expect, it } from 'vitest'
import { bubblewrapped } from './bubblewrap.ts'

const options = { program: '/usr/bin/bwrap', binaries: ['/opt/node', '/lib/libc.so.6'], hasProc: true }
const confinement = {
  read: ['/plugins/probe', '/shared'],
  write: ['/plugins/probe/data'],
  egressSocket: '/run/e1',
  heapMb: 64,
}
const command = ['/opt/node', 'main.js'] as const
const line = (change = {}, others = {}) =>
  bubblewrapped({ ...options, ...others }, { ...confinement, ...change }, command).join(' ')

it('gives the process namespaces of its own, no capability and an unprivileged user', () => {
  expect(line()).toMatch(
    /^\/usr\/bin\/bwrap --unshare-all --die-with-parent --uid 65534 --gid 65534 --hostname plugin --cap-drop ALL /,
  )
})

it('binds readable paths and the egress folder read-only, and only the data folder writable', () => {
  for (const path of ['/opt/node', '/lib/libc.so.6', '/plugins/probe', '/shared', '/run/e1'])
    expect(line()).toContain(` --ro-bind-try ${path} ${path} `)
  expect(line().match(/--bind \S+/g)).toEqual(['--bind /plugins/probe/data'])
  expect(line()).toContain(' --remount-ro / ')
})

it('an inner folder has its own rule, because it comes after the outer one', () => {
  expect(line().indexOf('--bind /plugins/probe/data')).toBeGreaterThan(line().indexOf('--ro-bind-try /plugins/probe '))
})

it('shows no socket to a process without network access', () => {
  expect(line({ egressSocket: undefined })).not.toContain('/run/e1')
})

it('works without /proc where it cannot be mounted', () => {
  expect(line()).toContain(' --proc /proc --remount-ro /proc ')
  expect(line({}, { hasProc: false })).not.toContain('--proc')
})

it('ends with the command, in the first writable folder', () => {
  expect(line().endsWith(' --chdir /plugins/probe/data -- /opt/node main.js')).toBe(true)
})
