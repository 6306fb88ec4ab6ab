/** Lays out the targets of the attacks: files, a process that plays the bridge, and sockets that note who connects. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type ListenOptions, type Server } from 'node:net'
import { hostname, tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { silentLog } from '../../../contract/log-entry.ts'
import { openJournal } from '../../../store/journal/open.ts'
import { Egress } from '../../egress/egress.ts'
import { nodeProgram } from '../../node-program.ts'
import { libraries } from '../wall.ts'
import type { Attack, Targets } from './attack.ts'

export interface Ground {
  /** Returns what one attack is given; the folders are its own. */
  targetsOf(name: string, attack: Attack): Targets
  clear(): Promise<void>
}

export interface GroundOptions {
  /** The chat.db of Messages; another database replaces it where there is none. */
  chatDb: string
  /** The flags with which Node is started for the bridge. */
  bridgeFlags: readonly string[]
}

const secret = 'what nobody but the user may read'
const local = '127.0.0.1'

export async function layOut({ chatDb, bridgeFlags }: GroundOptions): Promise<Ground> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'service-attacks-')))
  const outside = layFiles(root)
  const ports = await openSockets(root)
  const egress = new Egress({ serviceDir: root, audit: { append: () => undefined }, log: silentLog })
  const nowhere = { declared: [{ host: 'corpus.invalid', port: 443 }], typed: [] }
  const egressSocket = await egress.open('attacker', nowhere)
  const neighbour = await egress.open('neighbour', { declared: [], typed: [{ host: local, port: ports.tcpPort }] })
  const inspectorPort = ports.tcpPort + 10
  const startBridge = () => bridgeWith([...bridgeFlags, `--inspect-port=${inspectorPort}`])
  const bridges = [startBridge()]

  const targetsOf = (name: string, { wantsOwnBridge }: Attack): Targets => {
    const dataDir = join(root, 'plugins', name)
    mkdirSync(dataDir, { recursive: true })
    symlinkSync(join(outside, 'secret.txt'), join(dataDir, 'planted'))
    symlinkSync(outside, join(dataDir, 'planted-folder'))
    if (wantsOwnBridge) bridges.push(startBridge())
    return {
      secret,
      outside,
      dataDir,
      serviceDir: root,
      inspectorPort,
      ...ports,
      chatDb: existsSync(chatDb) ? chatDb : join(outside, 'database.db'),
      codeDir: join(root, 'code'),
      neighbourDir: join(root, 'plugins', 'neighbour'),
      bridgePid: bridges.at(wantsOwnBridge ? -1 : 0)?.pid ?? 0,
      egressSocket: egressSocket.path,
      neighbourEgressSocket: neighbour.path,
      library: libraries()[0] ?? nodeProgram,
      userName: userInfo().username,
      hostName: hostname(),
    }
  }

  return {
    targetsOf,
    async clear() {
      for (const bridge of bridges) bridge.kill('SIGKILL')
      egress.stop()
      ports.close()
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Starts a process that does nothing and offers nothing. */
const bridgeWith = (flags: readonly string[]): ChildProcess =>
  spawn(nodeProgram, [...flags, '-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', detached: true })

function layFiles(root: string): string {
  const outside = join(root, 'outside')
  const files = {
    'outside/secret.txt': secret,
    'outside/secret.json': JSON.stringify({ secret }),
    'outside/secret.mjs': `export default ${JSON.stringify(secret)}`,
    'outside/secret.env': `SECRET="${secret}"`,
    'config.json': secret,
    'state/install.key': secret,
    'plugins/neighbour/acks.log': secret,
    'code/index.mjs': '',
    'code/package.json': '{}',
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  openJournal(join(outside, 'database.db')).db.close()
  return outside
}

/** Opens listeners that echo what they receive, and connects repeatedly to the port on which an attack may listen. */
async function openSockets(root: string) {
  const unixSocket = join(root, 'outside', 's')
  const abstractSocket = `\0service-attacks-${process.pid}`
  const servers = await Promise.all([echo({ port: 0, host: local }), echo({ path: unixSocket }), knocked()])
  const [tcp, , free] = servers
  // Abstract sockets do not exist on macOS.
  const abstract = await echo({ path: abstractSocket }).catch(() => undefined)
  const udp = createSocket('udp4').on('error', () => undefined)
  udp.on('message', (message, { port, address }) => udp.send(message, port, address)).bind(0, local)
  await once(udp, 'listening')
  const knocking = setInterval(() => connect(free, local).on('error', () => undefined), knockMs)
  return {
    tcpPort: portOf(tcp),
    udpPort: udp.address().port,
    knockedPort: free,
    unixSocket,
    abstractSocket,
    close() {
      clearInterval(knocking)
      for (const server of [tcp, servers[1], abstract]) server?.close()
      udp.close()
    },
  }
}

const httpAnswer = 'HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n'

async function echo(place: ListenOptions): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => void socket.write(String(data).startsWith('GET ') ? httpAnswer : data))
  })
  await once(server.listen(place), 'listening')
  return server
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Returns a port on which nothing listens. */
async function knocked(): Promise<number> {
  const server = await echo({ port: 0, host: local })
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}

const knockMs = 100
