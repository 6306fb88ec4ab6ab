/** Attacks that try to run something else: programs, threads, native code. */
import child_process from 'node:child_process'
import cluster from 'node:cluster'
import fs from 'node:fs'
import inspector from 'node:inspector'
import { createRequire, register } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Attack, answered, type Targets } from './attack.ts'

interface OldProcess {
  binding(name: string): Record<string, (...args: unknown[]) => unknown>
  execve(file: string, args: string[], env: object): void
}
const old = process as unknown as OldProcess
const echo = '/bin/echo'

/** Reads a file of the user in a thread, and resolves with whether that worked. */
const readingThread = ({ outside }: Targets, options: object) =>
  answered<boolean>((done, fail) => {
    const path = JSON.stringify(join(outside, 'secret.txt'))
    const code = `require('node:worker_threads').parentPort.postMessage(require('node:fs').readFileSync(${path}, 'utf8'))`
    new Worker(code, { eval: true, ...options }).on('message', () => done(true)).on('error', fail)
  })

export const running: Readonly<Record<string, Attack>> = {
  spawn: {
    what: 'start a program',
    run: () =>
      answered<boolean>((done, fail) => {
        child_process
          .spawn(echo)
          .on('spawn', () => done(true))
          .on('error', fail)
      }),
  },
  spawn_shell: { what: 'start a shell', run: () => child_process.execSync('echo x').length > 0 },
  spawn_by_binding: {
    what: "start a program by Node's inner door",
    run: () => {
      const options = {
        file: echo,
        args: [echo],
        envPairs: [],
        stdio: [{ type: 'pipe', readable: false, writable: true }],
      }
      const started = old.binding('spawn_sync').spawn?.(options)
      return typeof started === 'object' && started !== null && 'pid' in started
    },
  },
  fork: {
    what: 'start another Node without these bounds',
    run: () =>
      answered<boolean>((done, fail) => {
        child_process
          .fork('-e', [], { execArgv: [] })
          .on('spawn', () => done(true))
          .on('error', fail)
      }),
  },
  fork_cluster: {
    what: 'start another Node as a worker of a cluster',
    run: () =>
      answered<boolean>((done, fail) =>
        cluster
          .fork()
          .on('online', () => done(true))
          .on('error', fail),
      ),
  },
  become_another: {
    what: 'become another program',
    run: () => {
      old.execve('/bin/sh', ['sh', '-c', 'kill -9 $$'], {})
      return true
    },
  },
  thread: { what: 'read a file in a thread of its own', run: (targets) => readingThread(targets, {}) },
  thread_with_flags: {
    what: 'start a thread with more rights than it has',
    run: (targets) => readingThread(targets, { execArgv: ['--allow-fs-read=*'] }),
  },
  loader_thread: {
    what: 'load code where modules are looked up',
    run: ({ outside, dataDir }) => {
      const path = JSON.stringify(join(outside, 'secret.txt'))
      const copy = JSON.stringify(join(dataDir, 'by-loader'))
      const code = `import fs from 'node:fs'; fs.writeFileSync(${copy}, fs.readFileSync(${path}))`
      register(`data:text/javascript,${encodeURIComponent(code)}`)
      return fs.existsSync(join(dataDir, 'by-loader'))
    },
  },
  native_addon: {
    what: 'load native code',
    run: ({ library }) => {
      try {
        process.dlopen({ exports: {} }, library)
        return true
      } catch (error) {
        // The library was loaded, and its initialisers have run.
        if (String(error).includes('did not self-register')) return true
        throw error
      }
    },
  },
  native_addon_by_require: {
    what: 'load native code as a module',
    run: ({ library, dataDir }) => {
      const path = join(dataDir, 'addon.node')
      fs.writeFileSync(path, fs.existsSync(library) ? fs.readFileSync(library) : '')
      try {
        createRequire(import.meta.url)(path)
        return true
      } catch (error) {
        if (String(error).includes('did not self-register')) return true
        throw error
      }
    },
  },
  foreign_functions: {
    what: "call functions of the system by Node's interface for them",
    run: () => {
      const ffi = process.getBuiltinModule('node:ffi' as 'fs') as unknown as {
        dlopen(path: null, functions: object): unknown
      }
      return ffi.dlopen(null, { getpid: { parameters: [], result: 'i32' } }) !== undefined
    },
  },
  wasi: {
    what: 'get at all files by WebAssembly',
    run: async () => {
      const { WASI } = await import('node:wasi')
      return new WASI({ version: 'preview1', preopens: { '/': '/' } }) !== undefined
    },
  },
  inspector_port: {
    what: 'open itself to a debugger',
    run: () => {
      inspector.open(0, '127.0.0.1')
      return inspector.url() !== undefined
    },
  },
  inspector_session: {
    what: 'debug itself past its bounds',
    run: () => {
      const session = new inspector.Session()
      session.connect()
      session.disconnect()
      return true
    },
  },
  inner_door: {
    what: "use Node's inner door to files",
    run: ({ outside }) => Number(old.binding('fs').open?.(join(outside, 'secret.txt'), 0, 0o666)) > 0,
  },
  text_as_code: { what: 'run text as code', run: () => new Function('return 1')() === 1 },
}
