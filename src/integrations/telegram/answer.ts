/** Handles what allowed users send to the bot: sends their answers into conversations and reports the outcome. */
import type { Api } from 'grammy'
import type { CallbackQuery, Message, Update } from 'grammy/types'
import { CallRefused, type OfficialContext, type Sent } from '../../plugin-api/index.ts'
import type { BotMessage, BotMessages } from './bot-messages.ts'
import { decidedOnPage } from './decision-buttons.ts'
import type { Settings } from './settings.ts'
import * as texts from './texts.ts'
import { download, largestBytes, userFile } from './user-files.ts'

export interface AnswerDeps {
  api: Api
  botMessages: BotMessages
  settings: Settings
  ctx: OfficialContext
  signal: AbortSignal
}

export async function answer({ message, callback_query }: Update, deps: AnswerDeps): Promise<void> {
  const isAllowed = (id: number | undefined) => id !== undefined && deps.settings.allowed_users.includes(id)
  if (callback_query !== undefined && isAllowed(callback_query.from.id)) await handleChoice(callback_query, deps)
  if (message?.chat.type === 'private' && isAllowed(message.from?.id)) await handleMessage(message, deps)
}

async function handleMessage(message: Message, deps: AnswerDeps): Promise<void> {
  const { botMessages } = deps
  const say = (text: string) => reply(message, text, deps)
  const [, command, rest = ''] = /^\/(start|help|send)(?:@\w+)?(?:\s+([\s\S]+))?$/.exec(message.text ?? '') ?? []
  if (command === 'send') return offerConversations(message, rest.trim(), deps)
  if (command !== undefined) return say(texts.help)
  const answered = message.reply_to_message
  if (answered === undefined) return say(texts.noTarget)
  const target = botMessages.find(message.chat.id, answered.message_id)
  if (target?.conversation_id === decidedOnPage) return say(texts.decidedOnPage)
  return target === undefined ? say(texts.forgotten) : sendInto(target, message, deps)
}

const mostButtons = 10
const longestButton = 60
const choicePrefix = 'to:'

async function offerConversations({ chat }: Message, wanted: string, { api, botMessages }: AnswerDeps): Promise<void> {
  const matches = ({ name }: BotMessage) => name.toLowerCase().includes(wanted.toLowerCase())
  const found = botMessages
    .recent()
    .filter((one) => one.conversation_id !== decidedOnPage && matches(one))
    .slice(0, mostButtons)
  if (found.length === 0) return void (await api.sendMessage(chat.id, texts.nobodyYet))
  const inline_keyboard = found.map(({ name, conversation_id }) => [
    { text: name.slice(0, longestButton), callback_data: choicePrefix + conversation_id },
  ])
  await api.sendMessage(chat.id, texts.choose, { reply_markup: { inline_keyboard } })
}

async function handleChoice({ id, data = '', from }: CallbackQuery, { api, botMessages }: AnswerDeps): Promise<void> {
  // The query is too old when Telegram delivers it after a pause of ours: then the button only shows its progress for a
  // while.
  await api.answerCallbackQuery(id).catch(() => undefined)
  const target = data.startsWith(choicePrefix) ? botMessages.newestOf(data.slice(choicePrefix.length)) : undefined
  if (target === undefined) return void (await api.sendMessage(from.id, texts.forgotten))
  const { conversation_id, name } = target
  const reply_markup = { force_reply: true, input_field_placeholder: name.slice(0, longestButton) } as const
  const { message_id } = await api.sendMessage(from.id, texts.prompt(name), { reply_markup })
  botMessages.add({ chat: from.id, message_id, conversation_id, name, piece: null })
}

async function sendInto(target: BotMessage, message: Message, deps: AnswerDeps): Promise<void> {
  const text = message.text ?? message.caption
  const file = userFile(message)
  if (text === undefined && file === undefined) return reply(message, texts.notSendable, deps)
  if (file?.size !== undefined && file.size > largestBytes) return reply(message, texts.tooLarge, deps)
  const last = await send(target, message, deps).catch((error) => {
    if (error instanceof CallRefused && error.retryAfterS === null) return error
    throw error
  })
  const report =
    last instanceof CallRefused ? `✗ Not sent: ${last.message} (${last.code})` : texts.outcome(last, target.name)
  await reply(message, report, deps, target)
}

/**
 * Sends the file first, then the text that came with it. Returns the outcome of the last send, or of the file when it
 * failed.
 */
async function send({ conversation_id }: BotMessage, message: Message, deps: AnswerDeps): Promise<Sent> {
  const { settings, ctx, api, signal } = deps
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
async function reply(
  message: Message,
  text: string,
  { api, botMessages, ctx }: AnswerDeps,
  target?: BotMessage,
): Promise<void> {
  const { chat, message_id } = message
  try {
    const reply_parameters = { message_id, allow_sending_without_reply: true }
    const reported = await api.sendMessage(chat.id, text, { reply_parameters })
    if (target !== undefined)
      botMessages.add({ ...target, chat: chat.id, message_id: reported.message_id, piece: null })
  } catch {
    ctx.log_warn('What became of an answer could not be told.')
  }
}
