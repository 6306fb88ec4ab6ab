/** The messages that the self-test sends: always the same, harmless and recognisable, in the language of the owner. */

export interface OwnWords {
  text: string
  reply: string
  edited: string
  fileName: string
  fileText: string
}

/** The first text holds what programs are known to change: a composed and a decomposed letter, quotes, an emoji, a line end. */
const tricky = 'é e\u0301 "q" “q”\n🍝 \\ שלום'

const words: Readonly<Record<'en' | 'de', (time: string) => OwnWords>> = {
  en: (time) => ({
    text: `Test of the Local Messaging Relay at ${time}, 1 of 3: ${tricky}`,
    reply: `Test of the Local Messaging Relay at ${time}, 3 of 3`,
    edited: `Test of the Local Messaging Relay at ${time}, 3 of 3, edited`,
    fileName: 'Local Messaging Relay 2 of 3.txt',
    fileText: 'Test of the Local Messaging Relay, 2 of 3. You can delete this file.\n',
  }),
  de: (time) => ({
    text: `Test des Local Messaging Relay um ${time}, 1 von 3: ${tricky}`,
    reply: `Test des Local Messaging Relay um ${time}, 3 von 3`,
    edited: `Test des Local Messaging Relay um ${time}, 3 von 3, bearbeitet`,
    fileName: 'Local Messaging Relay 2 von 3.txt',
    fileText: 'Test des Local Messaging Relay, 2 von 3. Du kannst diese Datei löschen.\n',
  }),
}

/**
 * `locale` as in `de-AT`. The time tells one run from another, down to the millisecond: a text that was sent before
 * could not be made out in the window of Messages, and two runs can begin within one second.
 */
export const ownWords = (locale: string, nowMs: number): OwnWords =>
  words[/^de\b/i.test(locale) ? 'de' : 'en'](new Date(nowMs).toLocaleTimeString('en-GB', toTheMillisecond))

const toTheMillisecond = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
} as const

/** The text that the owner reads before each step. */
export const questions = {
  own_text: ({ text }: OwnWords) => `Send “${text.replaceAll('\n', ' ')}” to yourself?`,
  own_file: ({ fileName }: OwnWords) => `Send the small file “${fileName}” to yourself?`,
  own_reply: ({ reply }: OwnWords) => `Send “${reply}” to the chat in which the first message arrived?`,
  own_tapback: () => 'React to the last text with a thumbs up? Messages comes to the front.',
  own_edit: ({ edited }: OwnWords) => `Change the last text to “${edited}”? Messages comes to the front.`,
  own_unsend: () => 'Unsend the last text? Messages comes to the front.',
} as const
