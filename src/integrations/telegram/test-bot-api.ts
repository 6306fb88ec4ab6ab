/**
 * Serves on loopback for tests the part of the public Bot API that a bot in private chats needs, as strict as Telegram.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export const token = '4711:AAtest-token_of-a-bot'
const largest = { text: 4_096, caption: 1_024, photo: 10_000_000, document: 50_000_000, download: 20_000_000 }

export interface SentByBot {
  method: string
  chat_id: number
  message_id: number
  fields: Record<string, unknown>
  file?: { name: string; bytes: Buffer }
}

export interface BotApi {
  root: string
  /** The accepted messages, in order. */
  sent: SentByBot[]
  /** The called methods, in order. */
  asked: string[]
  /** Users who pressed Start. */
  users: Set<number>
  blockedBy: Set<number>
  /** The answers to the next calls of this method. */
  refuse(method: string, ...answers: Refusal[]): void
  /** Adds a message or a press of a button from this user; returns the number of the update. */
  update(update: Record<string, unknown>): number
  message(from: number, fields: Record<string, unknown>): number
  /** Updates that were not confirmed. */
  waiting(): number[]
  putFile(id: string, bytes: Buffer): void
  close(): void
}

export interface Refusal {
  error_code: number
  description?: string
  parameters?: { retry_after: number }
}

class Refused extends Error {
  readonly refusal: Refusal
  constructor(error_code: number, description: string) {
    super(description)
    this.refusal = { error_code, description }
  }
}

const badRequest = (what: string): Refused => new Refused(400, `Bad Request: ${what}`)

interface Call {
  fields: Record<string, unknown>
  file?: { name: string; bytes: Buffer }
}

export async function botApi(): Promise<BotApi> {
  const sent: SentByBot[] = []
  const asked: string[] = []
  const users = new Set<number>()
  const blockedBy = new Set<number>()
  const refusals = new Map<string, Refusal[]>()
  const files = new Map<string, Buffer>()
  let updates: { update_id: number }[] = []
  let lastUpdate = 100
  let lastMessage = 0
  let poller: { wake(): void; conflict(): void } | undefined

  const chatOf = ({ chat_id }: Record<string, unknown>): number => {
    const id = Number(chat_id)
    if (!users.has(id)) throw badRequest('chat not found')
    if (blockedBy.has(id)) throw new Refused(403, 'Forbidden: bot was blocked by the user')
    return id
  }
  const accept = (method: string, call: Call) => {
    const chat_id = chatOf(call.fields)
    const message_id = ++lastMessage
    sent.push({ method, chat_id, message_id, ...call })
    return { message_id, date: 1, chat: { id: chat_id, type: 'private' } }
  }
  const fresh = (offset: number) => {
    updates = updates.filter(({ update_id }) => update_id >= offset)
    return updates
  }

  const methods: Record<string, (call: Call, gone: (done: () => void) => void) => unknown> = {
    getMe: () => ({ id: 4711, is_bot: true, first_name: 'Relay', username: 'relay_bot' }),
    deleteWebhook: () => true,
    async getUpdates({ fields: { offset = 0, timeout = 0 } }, gone) {
      poller?.conflict()
      if (fresh(Number(offset)).length > 0 || timeout === 0) return updates
      await new Promise<void>((resolve, reject) => {
        const conflict = () => reject(new Refused(409, 'Conflict: terminated by other getUpdates request'))
        poller = { wake: resolve, conflict }
        gone(resolve)
      }).finally(() => {
        poller = undefined
      })
      return fresh(Number(offset))
    },
    sendMessage(call) {
      checkText(call.fields)
      checkButtons(call.fields)
      return accept('sendMessage', call)
    },
    sendPhoto(call) {
      const { bytes } = call.file ?? { bytes: Buffer.alloc(0) }
      if (bytes.length === 0) throw badRequest('there is no photo in the request')
      if (bytes.length > largest.photo) throw new Refused(413, 'Request Entity Too Large')
      if (!isPicture(bytes)) throw badRequest('IMAGE_PROCESS_FAILED')
      return accept('sendPhoto', call)
    },
    sendDocument(call) {
      const { bytes } = call.file ?? { bytes: Buffer.alloc(0) }
      if (bytes.length === 0) throw badRequest('file must be non-empty')
      if (bytes.length > largest.document) throw new Refused(413, 'Request Entity Too Large')
      return accept('sendDocument', call)
    },
    getFile({ fields: { file_id } }) {
      const bytes = files.get(String(file_id))
      if (bytes === undefined) throw badRequest('invalid file_id')
      if (bytes.length > largest.download) throw badRequest('file is too big')
      return { file_id, file_path: `documents/${file_id}` }
    },
    answerCallbackQuery: () => true,
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, kind, given, rest = ''] = /^\/(bot|file\/bot)([^/]+)\/(.+)$/.exec(request.url ?? '') ?? []
    const body = await bodyOf(request)
    if (given !== token) return end(response, { error_code: 401, description: 'Unauthorized' })
    if (kind === 'file/bot') {
      const bytes = files.get(rest.replace('documents/', ''))
      return void response.writeHead(bytes === undefined ? 404 : 200).end(bytes)
    }
    asked.push(rest)
    const refusal = refusals.get(rest)?.shift()
    if (refusal !== undefined) return end(response, refusal)
    const method = methods[rest]
    if (method === undefined) return end(response, { error_code: 404, description: 'Not Found: method not found' })
    try {
      const call = callOf(request.headers['content-type'] ?? '', body)
      const result = await method(call, (done) => response.on('close', done))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, result }))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      end(response, error.refusal)
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }

  const update: BotApi['update'] = (fields) => {
    const update_id = ++lastUpdate
    updates.push({ update_id, ...fields })
    poller?.wake()
    return update_id
  }

  return {
    root: `http://127.0.0.1:${port}`,
    sent,
    asked,
    users,
    blockedBy,
    update,
    refuse: (method, ...answers) => void refusals.set(method, answers),
    message: (from, fields) => {
      const who = { id: from, is_bot: false, first_name: 'Me' }
      const chat = { id: from, type: 'private', first_name: 'Me' }
      return update({ message: { message_id: ++lastMessage, date: 1, from: who, chat, ...fields } })
    },
    waiting: () => updates.map(({ update_id }) => update_id),
    putFile: (id, bytes) => void files.set(id, bytes),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function end(response: ServerResponse, { error_code, description = 'refused', parameters }: Refusal): void {
  response.writeHead(error_code, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ok: false, error_code, description, parameters }))
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function callOf(type: string, body: Buffer): Call {
  if (body.length === 0) return { fields: {} }
  if (type.startsWith('application/json')) return { fields: JSON.parse(body.toString()) }
  const boundary = /boundary=(\S+)/.exec(type)?.[1]
  if (boundary === undefined) throw badRequest('no boundary')
  return multipart(body.toString('latin1').split(`--${boundary}`).slice(1, -1))
}

function multipart(parts: string[]): Call {
  const call: Call = { fields: {} }
  for (const part of parts) {
    const at = part.indexOf('\r\n\r\n')
    const head = Buffer.from(part.slice(2, at), 'latin1').toString()
    const bytes = Buffer.from(part.slice(at + 4, -2), 'latin1')
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? ''
    // A token of RFC 7230 that may also contain letters beyond ASCII.
    const filename = /;\s*filename=([\p{L}\p{N}._-]+)(?:\r\n|$)/u.exec(head)?.[1]
    if (/filename=/.test(head) && filename === undefined) throw badRequest('wrong file name')
    if (filename === undefined) call.fields[name] = bytes.toString()
    else call.file = { name: filename, bytes }
  }
  return call
}

interface Entity {
  offset: number
  length: number
}

function checkText({ text, entities = [] }: Record<string, unknown>): void {
  if (typeof text !== 'string' || text.trim() === '') throw badRequest('message text is empty')
  if (text.length > largest.text) throw badRequest('message is too long')
  if (!text.isWellFormed()) throw badRequest('strings must be encoded in UTF-8')
  const wrong = (entities as Entity[]).some(({ offset, length }) => length <= 0 || offset + length > text.length)
  if (wrong) throw badRequest('entity beyond the end of the text')
}

/** Telegram takes an address only of a host with a dot. */
function checkButtons({ reply_markup }: Record<string, unknown>): void {
  const { inline_keyboard: rows = [] } = (reply_markup ?? {}) as { inline_keyboard?: { url?: string }[][] }
  for (const { url } of rows.flat())
    if (url !== undefined && !URL.parse(url)?.hostname.includes('.')) throw badRequest('BUTTON_URL_INVALID')
}

const isPicture = (bytes: Buffer): boolean =>
  ['ffd8ff', '89504e', '524946'].includes(bytes.subarray(0, 3).toString('hex'))
