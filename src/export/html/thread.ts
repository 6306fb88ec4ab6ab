/** Renders a conversation as a section of the page, which contains its days and their messages. */
import type { Conversation } from '../../contract/conversation.ts'
import type { Message } from '../../contract/message.ts'
import { html } from '../../domain/html.ts'
import type { Job } from '../job.ts'
import { readMessages } from '../read-messages.ts'
import { files } from './files.ts'
import { bubble, systemLine } from './message.ts'

const pauseMs = 15 * 60_000

/** The elements of the name and of the days. Among others, a conversation stands below the heading of their list. */
const headings = {
  alone: [{ html: 'h1' }, { html: 'h2' }],
  amongOthers: [{ html: 'h2' }, { html: 'h3' }],
} as const

export async function* thread(conversation: Conversation, number: number, job: Job): AsyncGenerator<string> {
  const { moments, history, period, media, onMessages } = job
  const [title, day] = job.conversations.length === 1 ? headings.alone : headings.amongOthers
  yield html`<section id="c${number}"><header><${title}>${conversation.display_name}</${title}><small>${about(conversation)}</small></header>
<div class="thread">`.html
  let before: Message | undefined
  for await (const page of readMessages(history, conversation.guid, period)) {
    // Joins the text of a page of messages, since each piece that is handed on has its cost.
    let text = ''
    for (const message of page) {
      if (before === undefined || moments.dayKey(before.ts) !== moments.dayKey(message.ts)) {
        text += before === undefined ? '' : '</div>\n'
        text += html`<div class="day"><${day}>${moments.day(message.ts)}</${day}>\n`.html
      }
      if (message.kind === 'system') text += systemLine(message, number).html
      else {
        const isNew = !follows(before, message)
        const { above, below } = bubble({ message, moments, isNew, isGroup: conversation.is_group, section: number })
        text += above.html
        if (message.attachments.length > 0) {
          yield text
          yield* files(message.attachments, media)
          text = ''
        }
        text += below.html
      }
      before = message
    }
    yield text
    onMessages(page.length, conversation)
  }
  yield `${before === undefined ? '' : '</div>'}</div></section>\n`
}

const about = ({ is_group, participants, handle }: Conversation): string =>
  is_group ? participants.map(({ name }) => name).join(', ') : handle

const follows = (before: Message | undefined, message: Message): boolean =>
  before !== undefined &&
  before.kind !== 'system' &&
  before.is_from_me === message.is_from_me &&
  before.handle === message.handle &&
  before.sender === message.sender &&
  Date.parse(message.ts) - Date.parse(before.ts) < pauseMs
