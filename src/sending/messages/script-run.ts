/** Selects the fixed script that sends a message by a route, and its arguments: data never becomes part of a script. */
import { fileURLToPath } from 'node:url'
import type { SendService } from '../../contract/send.ts'
import type { Content, Route } from '../decisions/route-plan.ts'

export const scripts = {
  chat: 'to-chat',
  iMessage: 'by-imessage',
  SMS: 'by-sms',
  /**
   * Has a script of its own, since a script that names RCS does not compile where Messages' dictionary lacks the word.
   */
  RCS: 'by-rcs',
  answers: 'answers',
} as const satisfies Record<SendService | 'chat' | 'answers', string>

export const scriptFile = (name: keyof typeof scripts): string =>
  fileURLToPath(new URL(`./scripts/${scripts[name]}.applescript`, import.meta.url))

/** How long a script waits for Messages' reply to one event. */
export const eventTimeoutS = 20

/** Returns the arguments of osascript. Undefined where a text cannot be passed to a program unchanged. */
export function scriptRun(content: Content, route: Route): readonly string[] | undefined {
  const [script, address] =
    route.by === 'chat' ? (['chat', route.guid] as const) : ([route.service, route.handle] as const)
  const [kind, what] = 'text' in content ? ['text', content.text] : ['file', content.path]
  const args = [scriptFile(script), kind, what, address, String(eventTimeoutS)]
  return args.every(canBeArgument) ? args : undefined
}

/** Node would cut the text at a NUL, and replace half a surrogate pair. */
const canBeArgument = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
