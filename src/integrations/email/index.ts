/**
 * Sends messages by e-mail, one by one or in digests, and sends answers to those mails back into their conversations.
 */
import {
  CallRefused,
  type DeliveryContext,
  type InboundAttachment,
  type InboundMessage,
  type Integration,
  type OfficialContext,
} from '../../plugin-api/index.ts'
import { inProgress } from '../shared/in-progress.ts'
import { answer } from './answer.ts'
import { Digest, digestMail } from './digest.ts'
import { german } from './german.ts'
import { conversationName, type Mail, type MailFile, megabytes, subjectOf, textOf } from './mail.ts'
import { MailboxPosition } from './mailbox-position.ts'
import { MailboxWatch } from './mailbox-watch.ts'
import { isTooLarge, Mailer, MailRefused, refusalOf } from './mailer.ts'
import { domainOf, MessageIds, storedKey } from './message-id.ts'
import { type Settings, settingsSchema } from './settings.ts'

interface Started {
  ctx: OfficialContext
  settings: Settings
  ids: MessageIds
  mailer: Mailer
  digest: Digest | undefined
}

const checkLimitMs = 5_000

export default class Email implements Integration<InboundMessage> {
  static readonly NAME = 'email'
  static readonly DISPLAY_NAME = 'E-mail'
  static readonly DESCRIPTION = 'Your messages by e-mail, each or in a digest. Answer the mail to answer the message.'
  static readonly TIER = 'official'
  static readonly SETTINGS_SCHEMA = settingsSchema
  static readonly TRANSLATIONS = { de: german }

  #started: Started | undefined
  #watch: MailboxWatch | undefined

  async start(ctx: OfficialContext): Promise<void> {
    const settings = ctx.plugin_config as unknown as Settings
    const mailer = new Mailer(settings)
    await refuseWrongSettings(mailer, ctx)
    const ids = new MessageIds(storedKey(ctx.data_dir), domainOf(settings.from))
    const canAnswer = settings.imap_host !== undefined
    const digest =
      settings.mode === 'each'
        ? undefined
        : new Digest({
            dataDir: ctx.data_dir,
            everyMs: settings.digest_minutes * 60_000,
            send: async (entries) => void (await mailer.send(digestMail(entries, { ids, canAnswer }))),
            log: ctx,
          })
    this.#started = { ctx, settings, ids, mailer, digest }
    if (!canAnswer) return
    this.#watch = watchOf(this.#started)
    this.#watch.start()
  }

  async stop(): Promise<void> {
    this.#started?.digest?.close()
    await this.#watch?.stop()
  }

  async on_inbound(msg: InboundMessage, delivery: DeliveryContext): Promise<void> {
    if (this.#started === undefined) throw new Error('E-mail was not started.')
    const { digest } = this.#started
    if (digest !== undefined && !msg.is_test) return digest.add(entryOf(msg))
    const started = this.#started
    try {
      const response = await inProgress(delivery, () => send(msg, started))
      tellAnswer(response, delivery)
    } catch (error) {
      if (error instanceof MailRefused && error.response !== undefined) tellAnswer(error.response, delivery)
      throw refusalOf(error, msg.attempt)
    }
  }
}

/** A mail server begins what it says with a status. */
const tellAnswer = (response: string, delivery: DeliveryContext): void =>
  delivery.answered?.({ status: Number.parseInt(response, 10), body: response })

/** The sender with the group and, on a hub, the line. */
function fromNameOf({ sender, group_name, line }: InboundMessage): string {
  const where = [group_name, line].filter((part) => part != null).join(', ')
  return where === '' ? sender : `${sender} (${where})`
}

/** Returns the last line of the mail server. */
async function send(msg: InboundMessage, { mailer, settings, ids, ctx }: Started): Promise<string> {
  const { files, leftOut } = await attach(msg.attachments, settings.max_attachments_mb * 1_000_000)
  const canAnswer = settings.imap_host !== undefined
  const mail: Mail = {
    messageId: ids.of(msg.delivery_id, msg.conversation_id),
    references: [ids.thread(msg.conversation_id)],
    fromName: fromNameOf(msg),
    subject: subjectOf(msg),
    text: textOf(msg, { leftOut, canAnswer }),
    date: new Date(msg.ts),
    files,
    automatic: 'auto-generated',
  }
  const { rejected, response } = await mailer.send(mail).catch((error) => {
    if (files.length === 0 || !isTooLarge(error)) throw error
    const without = files.map(({ name, bytes }) => `${name}: ${megabytes(bytes.length)}, refused by the mail server`)
    return mailer.send({ ...mail, files: [], text: textOf(msg, { leftOut: [...leftOut, ...without], canAnswer }) })
  })
  if (rejected > 0) ctx.log_warn(`The mail server refused ${rejected} of ${settings.to.length} recipients.`)
  return response
}

interface Attached {
  files: MailFile[]
  leftOut: string[]
}

/** Selects as many attachments as fit, in their order, and gives the reason for those that are left out. */
async function attach(attachments: readonly InboundAttachment[], maxBytes: number): Promise<Attached> {
  const files: MailFile[] = []
  const leftOut: string[] = []
  let room = maxBytes
  for (const { name, mime, size, data } of attachments) {
    const bytes = size > room ? undefined : await data().catch(unlessMissing)
    if (bytes === undefined)
      leftOut.push(`${name}: ${size > room ? `${megabytes(size)}, not attached` : 'not on the Mac'}`)
    else files.push({ name, mime, bytes })
    room -= bytes?.length ?? 0
  }
  return { files, leftOut }
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof CallRefused && error.code === 'attachment_not_found') return undefined
  throw error
}

const entryOf = ({ delivery_id, conversation_id, sender, ts, text, attachments, group_name }: InboundMessage) => ({
  delivery_id,
  conversation_id,
  sender,
  ts,
  text,
  name: conversationName({ sender, group_name }),
  files: attachments.map(({ name, size }) => `${name}, ${megabytes(size)}`),
  atMs: Date.now(),
})

function watchOf({ ctx, settings, ids, mailer }: Started): MailboxWatch {
  const { imap_host: host = '', imap_port: port, imap_security: security, imap_mailbox: mailbox } = settings
  const user = settings.imap_user || settings.user
  const allowed = (settings.reply_from.length === 0 ? settings.to : settings.reply_from).map((one) => one.toLowerCase())
  return new MailboxWatch({
    server: { host, port, security, user, password: settings.imap_password || settings.password },
    mailbox,
    position: new MailboxPosition(ctx.data_dir, JSON.stringify([host, user, mailbox])),
    everyMs: settings.poll_seconds * 1_000,
    handle: (mail, fetch) => answer(mail, { ctx, ids, mailer, allowed, fetch }),
    log: ctx,
  })
}

/**
 * Fails at the start, where the user sees it right after changing the settings. An unavailable network does not prevent
 * the start.
 */
async function refuseWrongSettings(mailer: Mailer, { log_warn }: OfficialContext): Promise<void> {
  const checked = mailer.verify().catch((error: Error) => {
    if (error instanceof MailRefused && error.needsUser) return error
    log_warn(`${error.message}.`)
  })
  const late = Promise.withResolvers<void>()
  const limit = setTimeout(late.resolve, checkLimitMs)
  const problem = await Promise.race([checked, late.promise])
  clearTimeout(limit)
  if (problem !== undefined) throw problem
}
