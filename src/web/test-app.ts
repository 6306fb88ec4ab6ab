/** Helpers for tests: the app with actions that record their input, and an access that knows one caller. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ActionRequest, Actions, Caller } from '../actions/action.ts'
import type { Services } from '../actions/services.ts'
import type { Logger } from '../contract/log-entry.ts'
import { scopes } from '../contract/scopes.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { UploadedFile } from '../sending/sending.ts'
import { OAuthTokens } from '../store/oauth-tokens.ts'
import { createApp } from './app.ts'
import type { Access } from './auth/access.ts'
import type { AppDeps } from './handlers.ts'

export interface TestApp {
  app: FastifyInstance
  /** The input of each action that was called, with the name of its row. */
  asked: { name: string; input: unknown; headers: ActionRequest['headers']; file?: UploadedFile }[]
  logged: string[]
}

interface TestParts {
  /** The action's work, instead of returning `null`. */
  actions?: Partial<Record<string, (...given: never[]) => unknown>>
  access?: Partial<Access>
  streams?: AppDeps['streams']
  uploads?: AppDeps['uploads']
}

export function testApp({
  actions = {},
  access = {},
  streams = noStreams,
  uploads = noUploads,
}: TestParts = {}): TestApp {
  const [asked, logged]: [TestApp['asked'], string[]] = [[], []]
  const told = new Proxy(
    {},
    {
      ownKeys: () => [],
      get:
        (_target, name: string) =>
        (input: unknown, services: Services, { headers, file }: ActionRequest & { file?: UploadedFile }) => {
          asked.push({ name, input, headers, ...(file && { file }) })
          return actions[name]?.(...([input, services] as never[])) ?? null
        },
    },
  ) as Actions
  const settings = {
    current: () => ({ send: { max_file_mb: 1 }, web: { offline_alert_s: 60 } }),
  } as Services['settings']
  const services = { log: loggerInto(logged), settings } as Services
  const identity = { prove: (nonce: string) => nonce }
  const app = createApp({ actions: told, services, access: { ...testAccess(), ...access }, identity, streams, uploads })
  return { app, asked, logged }
}

/** Grants the scopes in the header `x-scopes`; `?` makes the caller unknown. */
export const testAccess = (): Access => ({
  guard({ headers }: FastifyRequest) {
    if (headers.host === 'evil.example') throw new ServiceError('wrong_host', 'This is not a name of this service.')
  },
  admit({ headers }, { scope }) {
    const given = String(headers['x-scopes'] ?? scopes.join(' ')).split(' ')
    if (scope === 'open') return callerWith([])
    if (given[0] === '?') throw new ServiceError('unauthenticated', 'Nobody is signed in.')
    if (!given.includes(scope)) throw new ServiceError('forbidden', 'The scope is missing.', { scope })
    return callerWith(given, String(headers['x-id'] ?? 'one'))
  },
  keyHolder() {
    throw new ServiceError('unauthenticated', 'There is no key here.')
  },
  stillAdmitted: () => true,
  tokens: new OAuthTokens({ path: '/nonexistent', installKey: new Uint8Array(32), nowMs: Date.now }),
  installKey: new Uint8Array(32),
  originOf: () => 'http://127.0.0.1:8723',
  isOpen: () => false,
  passwords: {
    login: async (password) => {
      if (password !== 'correct horse') throw new ServiceError('unauthenticated', 'The password is wrong.')
      return { cookie: 'service_session=new; HttpOnly' }
    },
    logout: () => ({ cookie: 'service_session=; Max-Age=0' }),
    changePassword: async () => ({ cookie: 'service_session=changed' }),
    setUp: async () => ({ cookie: 'service_session=first' }),
    confirm: async () => undefined,
  },
  setupToken: () => 'token',
  csrfToken: () => 'csrf',
  refreshedCookie: () => undefined,
})

const callerWith = (given: readonly string[], id = 'one'): Caller => ({
  via: 'session',
  id,
  scopes: scopes.filter((scope) => given.includes(scope)),
  grant: null,
})

export const noUploads: AppDeps['uploads'] = { keep: () => Promise.reject(new Error('no uploads')), release() {} }

const noStreams: AppDeps['streams'] = { events() {}, logs() {}, close() {} }

function loggerInto(lines: string[]): Logger {
  const log = (msg: string) => void lines.push(msg)
  const logger: Logger = { debug: log, info: log, warn: log, error: log, as: () => logger }
  return logger
}
