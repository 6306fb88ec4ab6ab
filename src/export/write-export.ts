/** Writes an export of any format to its path, either whole or not at all. */
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { putBeside } from '../store/put-beside.ts'
import { inChunks } from './chunks.ts'
import { asHtml } from './html/page.ts'
import type { Job } from './job.ts'
import { asJsonl } from './jsonl.ts'
import { isOfMarkdown, writeMarkdown } from './markdown/folder.ts'

export const formats = ['jsonl', 'markdown', 'html'] as const
export type Format = (typeof formats)[number]

export interface Target {
  format: Format
  path: string
  /** Allows replacing a file, or a folder that an export made. */
  force: boolean
  signal: AbortSignal
}

export async function writeExport(job: Job, { format, path, force, signal }: Target): Promise<void> {
  const isFolder = format === 'markdown'
  const mayReplace = async (there: string) => force && (isFolder ? isOfMarkdown(there) : isFile(there))
  await putBeside(path, { mayReplace }, async (temporary) => {
    if (isFolder) return writeMarkdown(temporary, job, signal)
    const text = format === 'jsonl' ? asJsonl(job) : asHtml(job)
    await pipeline(inChunks(text), createWriteStream(temporary, { mode: 0o600, flags: 'wx' }), { signal })
  })
}

const isFile = async (path: string): Promise<boolean> => (await stat(path)).isFile()
