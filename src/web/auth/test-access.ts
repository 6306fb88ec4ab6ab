/** Helpers for tests: access over a base directory of its own, and requests as Fastify passes them on. */
import { join } from 'node:path'
import fastify, { type FastifyRequest, type InjectOptions } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { openSettings } from '../../store/settings.ts'
import { testFolders } from '../../store/test-folder.ts'
import { openAccess } from './access.ts'

export const password = 'correct horse battery'
/** Hash of that password at a low cost, since every test would pay for a real one. */
export const passwordHash =
  '$argon2id$v=19$m=32,t=1,p=1$cmVsYXkgdGVzdCBzYWx0IQ$RedkdRQM1eCyT0JkA76pO1hGpePJUbouZlfeqlBmL3I'

interface Start {
  hash?: string | null
  listensOn?: string
  base?: string
}

/** Takes vitest's `onTestFinished`. */
export function testAccess(onTestFinished: (cleanUp: () => void) => void) {
  const folder = testFolders(onTestFinished)
  return ({ hash, listensOn = '127.0.0.1', base = join(folder(), '.service') }: Start = {}) => {
    const clock = { nowMs: Date.UTC(2026, 0, 1) }
    const dir = serviceDir(base)
    prepareServiceDir(dir)
    const logged: string[] = []
    const settings = openSettings(dir, loadConfig(dir), loggerInto(logged))
    if (hash !== undefined) settings.change(() => ({ auth: { password_hash: hash } }))
    const log = loggerInto(logged)
    const boundTo = () => ({ host: listensOn, port: 8723 })
    const access = openAccess({ base, settings, log, nowMs: () => clock.nowMs, boundTo })
    onTestFinished(() => {
      settings.close()
      access.close()
    })
    /** Admits a request with these headers. */
    const admit = async (
      scope: Endpoint['scope'],
      asked: InjectOptions = {},
      limited: Endpoint['limited'] = 'refused',
    ) => access.admit(await requestOf(asked), { scope, limited } as Endpoint)
    return { access, admit, settings, dir, clock, logged }
  }
}

/** Returns a request as a browser or curl on this Mac sends it, except for what is given. */
export async function requestOf({ headers, ...asked }: InjectOptions = {}): Promise<FastifyRequest> {
  const caught = Promise.withResolvers<FastifyRequest>()
  const app = fastify()
  app.addHook('onRequest', async (request) => caught.resolve(request))
  await app.inject({ url: '/api/v1/x', ...asked, headers: { host: '127.0.0.1:8723', ...headers } })
  return caught.promise
}

/** Returns the `Cookie` header that a browser sends back after a `Set-Cookie`. */
export const sentBack = (setCookie: string | undefined): { cookie: string } => ({
  cookie: setCookie?.split(';', 1)[0] ?? '',
})

function loggerInto(lines: string[]): Logger {
  const log = (msg: string) => void lines.push(msg)
  const logger: Logger = { debug: log, info: log, warn: log, error: log, as: () => logger }
  return logger
}
