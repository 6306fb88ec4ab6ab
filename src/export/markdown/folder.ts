/** Writes a folder of Markdown: a file for each conversation, an index of them, and their attachments. */
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Conversation } from '../../contract/conversation.ts'
import { names } from '../../contract/names.ts'
import { safeFileName } from '../../domain/files/file-name.ts'
import { inChunks } from '../chunks.ts'
import type { Job } from '../job.ts'
import { readMessages } from '../read-messages.ts'
import { files, mediaFolder, renderMessage } from './message.ts'
import { plain, target } from './plain.ts'

const indexFile = 'index.md'
const mark = `<!-- ${names.command} export -->`

export async function writeMarkdown(folder: string, job: Job, signal: AbortSignal): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  const named = fileNames(job.conversations, [indexFile])
  await writeFile(join(folder, indexFile), index(job, named), { mode: 0o600 })
  for (const [at, conversation] of job.conversations.entries()) {
    const file = createWriteStream(join(folder, named[at] ?? ''), { mode: 0o600, flags: 'wx' })
    await pipeline(inChunks(conversationFile(conversation, job, folder)), file, { signal })
  }
}

function index({ conversations, moments, nowMs }: Job, named: readonly string[]): string {
  const made = moments.whole(new Date(nowMs).toISOString())
  const lines = conversations.map(({ display_name }, at) => `- [${plain(display_name)}](${target(named[at] ?? '')})\n`)
  return `${mark}\n# Messages\n\n${lines.join('')}\nExported on ${made} by ${names.product}. Times: ${moments.zone}.\n`
}

async function* conversationFile(conversation: Conversation, job: Job, folder: string): AsyncGenerator<string> {
  const { history, period, moments, media, onMessages } = job
  yield `# ${plain(conversation.display_name)}\n\n${conversation.participants.map(personLine).join('')}\n`
  let day: string | undefined
  for await (const page of readMessages(history, conversation.guid, period)) {
    // Joins the text of a page of messages, since each piece that is handed on has its cost.
    let text = ''
    for (const message of page) {
      const today = moments.dayKey(message.ts)
      if (today !== day) text += `## ${moments.day(message.ts)}\n\n`
      day = today
      const { above, below } = renderMessage(message, moments)
      text += above
      for await (const file of files(message, { folder, media })) text += file
      text += below
    }
    yield text
    onMessages(page.length, conversation)
  }
}

const personLine = ({ name, handle }: Conversation['participants'][number]): string =>
  name === handle ? `- ${plain(handle)}\n` : `- ${plain(name)}: ${plain(handle)}\n`

/** Returns whether the whole folder was written by an export, so that it may be replaced. */
export async function isOfMarkdown(folder: string): Promise<boolean> {
  const found = await readdir(folder).catch(() => undefined)
  if (found === undefined) return false
  if (found.length === 0) return true
  const text = await readFile(join(folder, indexFile), 'utf8').catch(() => '')
  return text.startsWith(mark) && found.every((name) => name.endsWith('.md') || name === mediaFolder)
}

/** Leaves room for a number and an extension. */
const longest = 80

/** Chooses a name for each conversation's file, so that no two are equal on any disk. */
function fileNames(conversations: readonly Conversation[], taken: readonly string[] = []): string[] {
  const used = new Set(taken)
  return conversations.map(({ display_name }) => {
    const stem = [...safeFileName(display_name.replaceAll(/[/\\]/g, '-'))].slice(0, longest).join('').trim()
    for (let n = 1; ; n++) {
      const name = n === 1 ? `${stem}.md` : `${stem} ${n}.md`
      const key = name.toLowerCase()
      if (used.has(key)) continue
      used.add(key)
      return name
    }
  })
}
