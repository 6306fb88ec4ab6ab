/** Implements GET /api/v1/conversations/{guid}/export: what `service export` writes, for one conversation. */
import { Readable } from 'node:stream'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { contentDisposition } from '../domain/files/content-disposition.ts'
import { inChunks } from '../export/chunks.ts'
import { asHtml } from '../export/html/page.ts'
import type { Job } from '../export/job.ts'
import { asJsonl } from '../export/jsonl.ts'
import { mediaFiles } from '../export/media.ts'
import { localMoments } from '../export/moments.ts'
import type { Action } from './action.ts'
import { foundConversation } from './found-conversation.ts'

const forms = {
  html: { write: asHtml, type: 'text/html; charset=utf-8' },
  jsonl: { write: asJsonl, type: 'application/x-ndjson; charset=utf-8' },
} as const

export const exportConversation: Action<'export_conversation'> = (
  { guid, format, from_ts, to_ts, media },
  { history, messages, converter, nowMs },
) => {
  const conversation = foundConversation(history, guid)
  const { write, type } = forms[format]
  const job: Job = {
    history,
    conversations: [conversation],
    period: {
      ...(from_ts !== undefined && { fromMs: Date.parse(from_ts) }),
      ...(to_ts !== undefined && { toMs: Date.parse(to_ts) }),
    },
    moments: localMoments(),
    nowMs: nowMs(),
    media: media ? mediaFiles({ messages, converter }) : undefined,
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
