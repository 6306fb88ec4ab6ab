/** Which fixed script carries a message by a route, and its arguments: data never becomes part of a script. */
import { fileURLToPath } from 'node:url'
import type { SendService } from '../../contract/send.ts'
import type { Content, Route } from '../../domain/sending/route.ts'

export const scripts = {
  chat: 'to-chat',
  iMessage: 'by-imessage',
  SMS: 'by-sms',
  /** By itself, since a script that names RCS does not compile where Messages' dictionary lacks the word. */
  RCS: 'by-rcs',
  answers: 'answers',
} as const satisfies Record<SendService | 'chat' | 'answers', string>

export const scriptFile = (name: keyof typeof scripts): string =>
  fileURLToPath(new URL(`./scripts/${scripts[name]}.applescript`, import.meta.url))

/** How long a script waits for Messages' answer to one event. */
export const eventTimeoutS = 20

/** The arguments of osascript. Undefined for what no argument of a program can hold as it stands. */
export function scriptRun(content: Content, route: Route): readonly string[] | undefined {
  const [script, address] =
    route.by === 'chat' ? (['chat', route.guid] as const) : ([route.service, route.handle] as const)
  const [kind, what] = 'text' in content ? ['text', content.text] : ['file', content.path]
  const args = [scriptFile(script), kind, what, address, String(eventTimeoutS)]
  return args.every(canBeArgument) ? args : undefined
}

/** Node would cut at a NUL, and write something else for half a character. */
const canBeArgument = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
