/**
 * Takes notifications from programs that know only the REST API of signal-cli or Apprise's JSON, and sends them as any
 * other message: with the key's scope, the limits and the ledger. Nothing can be read by these routes.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actions, Caller } from '../../actions/action.ts'
import { type Ask, type AskOptions, askAs } from '../../actions/ask-as.ts'
import type { Services } from '../../actions/services.ts'
import { isObject } from '../../base/json-object.ts'
import type { Send } from '../../contract/send.ts'
import { ServiceError, unlessFailed } from '../../domain/service-error.ts'
import { decodeAttachments } from './attachments.ts'
import { allowedRecipients, isChat } from './recipients.ts'

type UploadedFile = NonNullable<AskOptions['file']>

export interface NotifierDeps {
  actions: Actions
  services: Services
  /** The holder of an API key. Throws `key_paused` and `unauthenticated`. */
  keyHolder(key: string, request: FastifyRequest): Caller
  /** Keeps a file until it is sent. */
  keep(bytes: Uint8Array): Promise<Omit<UploadedFile, 'name'>>
  release(path: string): void
  /** Returns what may be said of a failure, and logs an unexpected one. */
  explain(error: unknown, label: string): { status: number; code: string; message: string }
}

const root = '/compat'
/** A picture in base64 fits. */
const bodyLimitBytes = 32 * 1024 * 1024

/** Adds the routes; while the setting is off, they answer as any unknown address does. */
export function addNotifierRoutes(app: FastifyInstance, deps: NotifierDeps): void {
  const isOn = () => deps.services.settings.current().compat.notifiers.enabled
  app.register(async (routes) => {
    const formType = 'application/x-www-form-urlencoded'
    routes.removeContentTypeParser(formType)
    routes.addContentTypeParser(formType, { parseAs: 'string' }, async (_request: FastifyRequest, body: string) =>
      Object.fromEntries(new URLSearchParams(body)),
    )
    routes.addHook('onRequest', async (request, reply) => {
      if (!isOn()) return void reply.callNotFound()
      // The body of a stranger is not read.
      request.caller = admit(request, deps)
    })
    routes.setErrorHandler((error, request, reply) => {
      const { status, message, code } = deps.explain(error, `${request.method} ${request.routeOptions.url ?? root}`)
      if (status === 401) reply.header('www-authenticate', 'Basic realm="relay"')
      return json(reply, status, { error: message, code })
    })
    routes.get(`${root}/signal/v1/about`, (_request, reply) => json(reply, 200, aboutSignal))
    routes.get(`${root}/signal/v1/health`, (_request, reply) => reply.code(204).send())
    routes.get(`${root}/signal/v1/accounts`, (request, reply) =>
      json(reply, 200, ownAddresses(request.caller, deps.services)),
    )
    routes.post(`${root}/signal/v2/send`, { bodyLimit: bodyLimitBytes }, async (request, reply) => {
      const { message, recipients, base64_attachments } = fieldsOf(request)
      const sends = await sendToAll(request, {
        text: textIn(message, 'message'),
        named: listIn(recipients),
        files: base64_attachments,
      })
      return json(reply, 201, { timestamp: String(deps.services.nowMs()), ...heldAmong(sends) })
    })
    for (const path of ['notify', 'notify/:to'])
      routes.post(`${root}/apprise/${path}`, { bodyLimit: bodyLimitBytes }, async (request, reply) => {
        const { title, body, message } = fieldsOf(request)
        const lines = [title, body ?? message].map((each) => textIn(each, 'body').trim()).filter((line) => line !== '')
        const { to } = request.params as { to?: string }
        const named = (to ?? queryOf(request).get('to') ?? '').split(',')
        const sends = await sendToAll(request, { text: lines.join('\n'), named, files: undefined })
        return json(reply, 200, { error: null, ...heldAmong(sends) })
      })
  })

  interface Notification {
    text: string
    named: readonly string[]
    files: unknown
  }

  async function sendToAll(request: FastifyRequest, { text, named, files }: Notification): Promise<Send[]> {
    const decoded = decodeAttachments(files)
    if (text.trim() === '' && decoded.length === 0)
      throw new ServiceError('invalid_request', 'It says nothing.', { path: 'message', reason: 'is empty' })
    const recipients = allowedRecipients(named, deps.services.settings.current())
    const ask = askAs({ actions: deps.actions, services: deps.services, caller: request.caller })
    const given = request.headers['idempotency-key']
    const keyFor = (part: string): AskOptions =>
      typeof given === 'string' ? { idempotencyKey: `${given} ${part}`.slice(0, longestKey) } : {}
    const sends: Send[] = []
    for (const [index, recipient] of recipients.entries()) {
      if (text.trim() !== '') sends.push(await sendText(ask, { recipient, text }, keyFor(String(index))))
      for (const [place, { name, bytes }] of decoded.entries()) {
        const kept = await deps.keep(bytes)
        try {
          const options = { ...keyFor(`${index}.${place}`), file: { ...kept, name } }
          sends.push(await ask('send_file', { handle: recipient }, options))
        } finally {
          deps.release(kept.path)
        }
      }
    }
    return sends
  }
}

/** Says that something waits for the owner. It is no failure, after which a program would try again. */
const heldAmong = (sends: readonly Send[]): { held?: true } =>
  sends.some(({ state }) => state === 'held') ? { held: true } : {}

const longestKey = 200

const sendText = (ask: Ask, { recipient, text }: { recipient: string; text: string }, options: AskOptions) =>
  isChat(recipient)
    ? ask('send_to_chat', { guid: recipient, text }, options)
    : ask('send', { handle: recipient, text }, options)

/** Clients ask this to find out which requests the server knows. */
const aboutSignal = {
  versions: ['v1', 'v2'],
  build: 2,
  mode: 'normal',
  version: '0.80',
  capabilities: { 'v2/send': [] },
}

/** A key with a grant learns nothing of whose Mac this is. */
function ownAddresses({ grant }: Caller, { messages }: Services): readonly string[] {
  if (grant !== null) return []
  return unlessFailed(() => messages.selfHandles()) ?? []
}

/** Throws `unauthenticated`, and `forbidden` where the key may not send. */
function admit(request: FastifyRequest, { keyHolder }: NotifierDeps): Caller {
  const key = keyIn(request)
  if (key === undefined || key === '')
    throw new ServiceError('unauthenticated', 'This needs an API key with the scope `write`.')
  const caller = keyHolder(key, request)
  if (caller.scopes.includes('write')) return caller
  throw new ServiceError('forbidden', 'This key lacks the scope write.', { missing: 'scope write' })
}

/** Some of these programs can set no header, but a name and password before the host, or an address with a query. */
function keyIn(request: FastifyRequest): string | undefined {
  const { authorization = '' } = request.headers
  const bearer = /^bearer +(\S+)$/i.exec(authorization)?.[1]
  if (bearer !== undefined) return bearer
  const basic = /^basic +(\S+)$/i.exec(authorization)?.[1]
  if (basic !== undefined)
    return Buffer.from(basic, 'base64')
      .toString('utf8')
      .replace(/^[^:]*:/, '')
  return queryOf(request).get('key') ?? undefined
}

function queryOf({ raw }: FastifyRequest): URLSearchParams {
  const url = raw.url ?? ''
  const start = url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1))
}

function fieldsOf({ body }: FastifyRequest): Record<string, unknown> {
  if (isObject(body)) return body
  throw new ServiceError('invalid_request', 'The body is no object.', { in: 'body', reason: 'is no object' })
}

function textIn(value: unknown, path: string): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  throw new ServiceError('invalid_request', `${path} is no text.`, { in: 'body', path, reason: 'is no text' })
}

/** Reads a list, or a single recipient. */
function listIn(value: unknown): string[] {
  if (value === undefined || value === null) return []
  const list = [value].flat()
  if (list.every((each) => typeof each === 'string')) return list as string[]
  throw new ServiceError('invalid_request', 'recipients is no list of texts.', {
    in: 'body',
    path: 'recipients',
    reason: 'is no list of texts',
  })
}

const json = (reply: FastifyReply, status: number, value: unknown): FastifyReply =>
  reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(value))
