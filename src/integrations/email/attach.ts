/** Selects the attachments of a message that its mail carries, and gives the reason for those that it leaves out. */
import { CallRefused, type InboundAttachment } from '../../plugin-api/index.ts'
import { type MailFile, megabytes } from './mail.ts'

export interface Attached {
  files: MailFile[]
  leftOut: string[]
}

/** Attaches as many as fit, in their order. */
export async function attach(attachments: readonly InboundAttachment[], maxBytes: number): Promise<Attached> {
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
