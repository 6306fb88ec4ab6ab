/** Handles what allowed users send to the bot: sends their answers into conversations and reports the outcome. */
import type { Api } from 'grammy'
import type { CallbackQuery, Message, Update } from 'grammy/types'
import { CallRefused, type OfficialContext, type Sent } from '../../plugin-api/index.ts'
import { download, largestBytes } from './download.ts'
import type { Settings } from './settings.ts'
import type { Shown, ShownMessages } from './shown.ts'
import { userFile } from './user-file.ts'
import * as words from './words.ts'

export interface AnswerTools {
  api: Api
  shown: ShownMessages
  settings: Settings
  ctx: OfficialContext
  signal: AbortSignal
}

export async function answer({ message, callback_query }: Update, tools: AnswerTools): Promise<void> {
  const isAllowed = (id: number | undefined) => id !== undefined && tools.settings.allowed_users.includes(id)
  if (callback_query !== undefined && isAllowed(callback_query.from.id)) await choose(callback_query, tools)
  if (message?.chat.type === 'private' && isAllowed(message.from?.id)) await hear(message, tools)
}

async function hear(message: Message, tools: AnswerTools): Promise<void> {
  const { shown } = tools
  const say = (text: string) => tell(message, text, tools)
  const [, command, rest = ''] = /^\/(start|help|send)(?:@\w+)?(?:\s+([\s\S]+))?$/.exec(message.text ?? '') ?? []
  if (command === 'send') return list(message, rest.trim(), tools)
  if (command !== undefined) return say(words.help)
  const answered = message.reply_to_message
  if (answered === undefined) return say(words.noTarget)
  const target = shown.find(message.chat.id, answered.message_id)
  return target === undefined ? say(words.forgotten) : sendInto(target, message, tools)
}

const mostButtons = 10
const longestButton = 60
const choicePrefix = 'to:'

async function list({ chat }: Message, wanted: string, { api, shown }: AnswerTools): Promise<void> {
  const matches = ({ name }: Shown) => name.toLowerCase().includes(wanted.toLowerCase())
  const found = shown.recent().filter(matches).slice(0, mostButtons)
  if (found.length === 0) return void (await api.sendMessage(chat.id, words.nobodyYet))
  const inline_keyboard = found.map(({ name, conversation_id }) => [
    { text: name.slice(0, longestButton), callback_data: choicePrefix + conversation_id },
  ])
  await api.sendMessage(chat.id, words.choose, { reply_markup: { inline_keyboard } })
}

async function choose({ id, data = '', from }: CallbackQuery, { api, shown }: AnswerTools): Promise<void> {
  // The query is too old when Telegram delivers it after a pause of ours: then the button only shows its progress for a
  // while.
  await api.answerCallbackQuery(id).catch(() => undefined)
  const target = data.startsWith(choicePrefix) ? shown.conversation(data.slice(choicePrefix.length)) : undefined
  if (target === undefined) return void (await api.sendMessage(from.id, words.forgotten))
  const { conversation_id, name } = target
  const reply_markup = { force_reply: true, input_field_placeholder: name.slice(0, longestButton) } as const
  const { message_id } = await api.sendMessage(from.id, words.prompt(name), { reply_markup })
  shown.add({ chat: from.id, message_id, conversation_id, name, piece: null })
}

async function sendInto(target: Shown, message: Message, tools: AnswerTools): Promise<void> {
  const text = message.text ?? message.caption
  const file = userFile(message)
  if (text === undefined && file === undefined) return tell(message, words.notSendable, tools)
  if (file?.size !== undefined && file.size > largestBytes) return tell(message, words.tooLarge, tools)
  const last = await sent(target, message, tools).catch((error) => {
    if (error instanceof CallRefused && error.retryAfterS === null) return error
    throw error
  })
  const said =
    last instanceof CallRefused ? `✗ Not sent: ${last.message} (${last.code})` : words.outcome(last, target.name)
  await tell(message, said, tools, target)
}

/**
 * Sends the file first, then the text that came with it. Returns the outcome of the last send, or of the file when it
 * failed.
 */
async function sent({ conversation_id }: Shown, message: Message, tools: AnswerTools): Promise<Sent> {
  const { settings, ctx, api, signal } = tools
  const { token, api_root: apiRoot } = settings
  // Another bot numbers its messages from the beginning.
  const key = `${token.split(':')[0]}:${message.chat.id}:${message.message_id}`
  const file = userFile(message)
  const text = message.text ?? message.caption
  let last: Sent | undefined
  if (file !== undefined) {
    const { file_path: path = '' } = await api.getFile(file.file_id, signal as never)
    const data = await download({ apiRoot, token, path }, signal)
    last = await ctx.send_file(conversation_id, data, file.mime, file.name, { key: `${key}:file` })
    if (text === undefined || last.state === 'failed') return last
  }
  return ctx.send_text(conversation_id, text ?? '', { key })
}

/** A failure to report is no reason to repeat anything; an answer to the report goes where the message went. */
async function tell(message: Message, text: string, { api, shown, ctx }: AnswerTools, target?: Shown): Promise<void> {
  const { chat, message_id } = message
  try {
    const reply_parameters = { message_id, allow_sending_without_reply: true }
    const told = await api.sendMessage(chat.id, text, { reply_parameters })
    if (target !== undefined) shown.add({ ...target, chat: chat.id, message_id: told.message_id, piece: null })
  } catch {
    ctx.log_warn('What became of an answer could not be told.')
  }
}
