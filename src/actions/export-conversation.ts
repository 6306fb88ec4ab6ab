/** Implements GET /api/v1/conversations/{guid}/export: what `service export` writes, for one conversation. */
import { Readable } from 'node:stream'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Conversation } from '../contract/conversation.ts'
import type { Input } from '../contract/endpoints.ts'
import { contentDisposition } from '../domain/files/content-disposition.ts'
import { inChunks } from '../export/chunks.ts'
import { asHtml } from '../export/html/page.ts'
import type { Job } from '../export/job.ts'
import { asJsonl } from '../export/jsonl.ts'
import { type MediaOf, mediaFiles } from '../export/media.ts'
import { localMoments } from '../export/moments.ts'
import type { Action, Bytes } from './action.ts'
import { foundConversation } from './found-conversation.ts'

const forms = {
  html: { write: asHtml, type: 'text/html; charset=utf-8' },
  jsonl: { write: asJsonl, type: 'application/x-ndjson; charset=utf-8' },
} as const

export const exportConversation: Action<'export_conversation'> = (asked, { history, messages, converter, nowMs }) =>
  exportOf(asked, {
    history,
    conversation: foundConversation(history, asked.guid),
    media: mediaFiles({ messages, converter }),
    nowMs: nowMs(),
  })

interface Source extends Pick<Job, 'history' | 'nowMs'> {
  conversation: Conversation
  /** Asked only where files are to be in it. */
  media: MediaOf
}

/** The response to a request for an export, on a Mac and on a hub. */
export function exportOf(
  { format, from_ts, to_ts, media: isWithMedia }: Omit<Input<'export_conversation'>, 'guid'>,
  { history, conversation, media, nowMs }: Source,
): Bytes {
  const { write, type } = forms[format]
  const job: Job = {
    history,
    conversations: [conversation],
    period: {
      ...(from_ts !== undefined && { fromMs: Date.parse(from_ts) }),
      ...(to_ts !== undefined && { toMs: Date.parse(to_ts) }),
    },
    moments: localMoments(),
    nowMs,
    media: isWithMedia ? media : undefined,
    onMessages() {},
  }
  const headers = {
    'content-type': type,
    'content-disposition': contentDisposition('attachment', `${conversation.display_name}.${format}`),
    'cache-control': 'no-store',
  }
  return { status: 200, headers, body: Readable.from(inTurns(inChunks(write(job)))) }
}

/** A reader that takes everything at once does not keep other requests from being answered. */
async function* inTurns(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    yield chunk
    await yieldToOthers()
  }
}
