/** POST /api/v1/send/file */
import type { Action } from './action.ts'
import { sent } from './sent.ts'

/** Unlike a text, a file goes to people and to chats by the same address. */
export const sendFile: Action<'send_file'> = ({ handle, text, service, confirm }, doors, asked) =>
  sent(
    {
      to: { handle, ...(service && { service }) },
      ...(text !== undefined && { text }),
      file: asked.file,
      isConfirmed: confirm,
    },
    doors,
    asked,
  )
