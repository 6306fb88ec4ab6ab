/** Words the texts that the bot sends on its own. */
import type { Sent } from '../../plugin-api/index.ts'

export const help = [
  'Here you read the messages of your Mac.',
  'Reply to one of them, and your answer goes into its conversation: text, pictures and files up to 20 MB.',
  '/send lists the latest conversations; /send Anna those of that name.',
].join('\n')

export const noTarget = 'To whom? Reply to one of the messages above, or choose a conversation with /send.'
export const forgotten = 'I no longer know to which conversation that message belongs. Choose one with /send.'
export const decidedOnPage =
  'That message waits for your decision. Send or refuse it on the page: the buttons below it lead there.'
export const nobodyYet = 'There is no such conversation yet: I know those of which you were shown a message.'
export const notSendable = 'Only text, pictures, voice, videos and files can be sent.'
export const tooLarge = '✗ Not sent: the file is larger than 20 MB.'
export const choose = 'To whom?'
export const prompt = (name: string): string => `Your message to ${name}, as a reply to this one:`

/** Describes the outcome of a message to its writer. */
export function outcome({ state, error_code }: Sent, name: string): string {
  if (state === 'failed') return `✗ Not sent to ${name}: ${error_code}`
  if (state === 'uncertain')
    return `? It is not known whether the message reached ${name}. Check Messages on your Mac before you send it again.`
  const done = doneWords[state]
  return done === undefined ? `… On its way to ${name}` : `✓ ${done} ${name}`
}

const doneWords: Readonly<Record<string, string>> = { sent: 'Sent to', delivered: 'Delivered to', read: 'Read by' }
