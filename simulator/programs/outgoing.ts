/** Turns a script's request into a message for Messages to write. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileTypeOf } from '../media/file-types.ts'
import type { FileToAttach } from '../messages/attachments.ts'
import type { Outgoing } from '../messages/send.ts'
import type { SendRequest } from './messages-app.ts'
import { appleErrors } from './osascript/apple-error.ts'

export function outgoingOf({ content, target }: SendRequest): Outgoing {
  const addressed: Outgoing = 'guid' in target ? { chat: target.guid } : { to: target.handle, service: target.service }
  return 'text' in content ? { ...addressed, text: content.text } : { ...addressed, files: [fileAt(content.path)] }
}

function fileAt(path: string): FileToAttach {
  return { name: basename(path), bytes: bytesOf(path), ...fileTypeOf(path) }
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw appleErrors.noFile(path)
  }
}
