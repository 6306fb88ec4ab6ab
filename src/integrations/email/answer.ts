/**
 * Sends the answer to a mail into the conversation of that mail. Decides which answers may be sent, and mails the writer
 * the reason when an answer was not sent.
 */
import { createHash } from 'node:crypto'
import { CallRefused, type OfficialContext, type Sent } from '../../plugin-api/index.ts'
import type { MailHead } from './imap.ts'
import { type Mail, type MailFile, megabytes, notSentText } from './mail.ts'
import { type Fields, readFields, readMail } from './mail-parts.ts'
import type { Mailer } from './mailer.ts'
import type { MessageIds } from './message-id.ts'
import { newTextIn } from './new-text.ts'

export interface AnswerDeps {
  ctx: Pick<OfficialContext, 'send_text' | 'send_file' | 'log_warn' | 'log_info'>
  ids: MessageIds
  mailer: Mailer
  /** Addresses that may answer, in lower case. */
  allowed: readonly string[]
  /** Resolves with undefined when the mail no longer exists. */
  fetch(): Promise<Buffer | undefined>
}

const largestMail = 35_000_000
const largestFile = 20 * 1024 * 1024

/** Rejects when a later attempt may succeed. */
export async function answer(mail: MailHead, deps: AnswerDeps): Promise<void> {
  const fields = readFields(mail.head)
  const { ids, allowed, ctx } = deps
  const target = ids.read(`${fields.get('references') ?? ''} ${fields.get('in-reply-to') ?? ''}`)
  if (target === undefined || isOurs(fields, ids) || isAutomatic(fields)) return
  if (!allowed.includes(senderOf(fields)))
    return ctx.log_warn('An answer was ignored: its sender is not among the addresses that may answer.')
  const why = await sendInto(target.conversation, mail, deps)
  if (why === undefined) return ctx.log_info('An answer was sent.')
  ctx.log_warn('An answer was not sent. Its writer gets the reason by mail.')
  await tellBack(fields, why, deps)
}

/** Our own mails refer to their conversation as answers do, and can be in the same folder. */
const isOurs = (fields: Fields, ids: MessageIds): boolean => ids.read(fields.get('message-id') ?? '') !== undefined

/** An automatic reply such as "I am on holiday" is meant for this service, not for the people who wrote the messages. */
const isAutomatic = (fields: Fields): boolean =>
  (fields.get('auto-submitted') ?? 'no').trim().toLowerCase() !== 'no' ||
  /^(bulk|junk|list|auto_reply)$/i.test(fields.get('precedence')?.trim() ?? '')

function senderOf(fields: Fields): string {
  const from = fields.get('from') ?? ''
  return (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim().toLowerCase()
}

/** Returns why the answer was not sent, as the end of a sentence; undefined when it was sent. */
async function sendInto(conversation: string | null, mail: MailHead, deps: AnswerDeps): Promise<string | undefined> {
  if (conversation === null)
    return 'it answers a mail about several conversations. Answer a mail about one conversation instead.'
  if (mail.size > largestMail)
    return `the mail is too large (${megabytes(mail.size)}, at most ${megabytes(largestMail)}).`
  const raw = await deps.fetch()
  if (raw === undefined) return undefined
  const { text, files, fields } = readMail(raw)
  const words = text === undefined ? '' : newTextIn(text)
  if (words === '' && files.length === 0) return 'the mail contains neither plain text nor a file.'
  const large = files.find(({ bytes }) => bytes.length > largestFile)
  if (large !== undefined) return 'a file is larger than 20 MB.'
  const id = createHash('sha256')
    .update(fields.get('message-id') ?? raw)
    .digest('hex')
  return sendAll({ conversation, words, files, id }, deps.ctx)
}

interface Answer {
  conversation: string
  words: string
  files: MailFile[]
  /** Identifies the mail in any folder. */
  id: string
}

async function sendAll(
  { conversation, words, files, id }: Answer,
  ctx: AnswerDeps['ctx'],
): Promise<string | undefined> {
  try {
    for (const [index, { name, mime, bytes }] of files.entries()) {
      const sent = await ctx.send_file(conversation, bytes, mime ?? '', name, { key: `${id}:file${index}` })
      if (problemOf(sent) !== undefined) return problemOf(sent)
    }
    return words === '' ? undefined : problemOf(await ctx.send_text(conversation, words, { key: id }))
  } catch (error) {
    if (error instanceof CallRefused && error.retryAfterS === null) return `${error.message} (${error.code})`
    throw error
  }
}

function problemOf({ state, error_code }: Sent): string | undefined {
  if (state === 'failed') return `Messages could not send the message (${error_code}).`
  return state === 'uncertain'
    ? 'it is not known whether Messages sent it. Check Messages on your Mac before you send it again.'
    : undefined
}

/** A failure to mail the writer is no reason to try the answer again. */
async function tellBack(fields: Fields, why: string, { mailer, ctx }: AnswerDeps): Promise<void> {
  const answered = fields.get('message-id')
  const mail: Mail = {
    references: answered === undefined ? [] : [answered],
    fromName: 'Messages',
    to: [senderOf(fields)],
    subject: 'Your answer was not sent',
    text: notSentText(why),
    files: [],
    automatic: 'auto-replied',
  }
  await mailer.send(mail).catch(() => ctx.log_warn('The writer of the answer could not be notified.'))
}
