/** Leaves out of messages and lists what a grant hides of their content. */
import type { Conversation } from '../../contract/conversation.ts'
import type { Grant } from '../../contract/grant.ts'
import type { MediaItem } from '../../contract/media.ts'
import type { Answered, Attachment, LinkPreview, Message } from '../../contract/message.ts'
import type { StoredRow } from '../../contract/stored-row.ts'
import { hideCodes } from './one-time-codes.ts'

/** The content that a grant shows. */
export type ShownContent = Pick<Grant, 'fields' | 'one_time_codes'>

const showsAllContent = ({ fields, one_time_codes }: ShownContent): boolean =>
  fields.text && fields.attachments && fields.names && one_time_codes === 'show'

export const hidesContent = (shown: ShownContent): boolean => !showsAllContent(shown)

type Words = <T extends string | null>(text: T) => T

/** `marked` are codes that Messages itself has found. */
function wordsUnder({ fields, one_time_codes }: ShownContent, marked: readonly string[] = []): Words {
  if (!fields.text) return ((text: string | null) => (text === null ? null : '')) as Words
  if (one_time_codes === 'show') return (text) => text
  return ((text: string | null) => (text === null ? null : hideCodes(text, marked))) as Words
}

/** `answeredCodes` are those that Messages has marked in the message that it answers. */
export function hideContent(message: Message, shown: ShownContent, answeredCodes: readonly string[] = []): Message {
  if (showsAllContent(shown)) return message
  const { one_time_codes: marked, ...others } = message
  const words = wordsUnder(shown, marked)
  return {
    ...others,
    ...(marked !== undefined && shown.fields.text && shown.one_time_codes === 'show' && { one_time_codes: marked }),
    // The name of a group may stand in it.
    text: message.kind === 'system' && !shown.fields.names ? '' : words(message.text),
    subject: shown.fields.text ? words(message.subject) : null,
    reply_to: message.reply_to && answered(message.reply_to, wordsUnder(shown, answeredCodes)),
    edits: message.edits.map((edit) => ({ ...edit, text: words(edit.text) })),
    mentions: shown.fields.text ? message.mentions : [],
    link_preview: link(message.link_preview, shown, words),
    attachments: shown.fields.attachments ? message.attachments.map((one) => attachment(one, words)) : [],
  }
}

/** A body is left out unless it is shown as it is, since its runs would tell of what is hidden in it. */
export function hideInRow(row: StoredRow, shown: ShownContent): StoredRow {
  if (showsAllContent(shown)) return row
  const words = wordsUnder(shown)
  const isWhole = words(row.body) === row.body && (shown.fields.attachments || row.attachments.length === 0)
  return {
    ...row,
    text: words(row.text),
    ...(!isWhole && { body: null, runs: [] }),
    subject: shown.fields.text ? words(row.subject) : null,
    versions: row.versions.map((version) => ({ ...version, text: words(version.text) })),
    ...(!shown.fields.attachments && { attachments: [], flags: row.flags.filter((flag) => flag !== filesFlag) }),
  }
}

/** The column of Messages that says whether a row has files. */
const filesFlag = 'cache_has_attachments'

const answered = (one: Answered, words: Words): Answered => ({ ...one, text: words(one.text) })

/** A transcript is what somebody said. */
const attachment = (one: Attachment, words: Words): Attachment => ({
  ...one,
  filename: one.filename,
  transcript: words(one.transcript),
})

function link(preview: LinkPreview | null, { fields }: ShownContent, words: Words): LinkPreview | null {
  if (preview === null || !fields.text) return null
  return {
    ...preview,
    url: words(preview.url),
    title: words(preview.title),
    summary: words(preview.summary),
    image_url: fields.attachments ? preview.image_url : null,
  }
}

/** Undefined for an item of which nothing is shown. */
export function hideInItem(item: MediaItem, shown: ShownContent): MediaItem | undefined {
  const words = wordsUnder(shown)
  const inside = {
    attachment: item.attachment && shown.fields.attachments ? attachment(item.attachment, words) : null,
    link: link(item.link, shown, words),
  }
  return inside.attachment === null && inside.link === null ? undefined : { ...item, ...inside }
}

/** The last line also stands for attachments, of which it says the kind. */
export function hideInConversation(
  conversation: Conversation,
  shown: ShownContent,
  marked: readonly string[] = [],
): Conversation {
  const isHidden = !shown.fields.text || !shown.fields.attachments
  return { ...conversation, last_message: isHidden ? '' : wordsUnder(shown, marked)(conversation.last_message) }
}
