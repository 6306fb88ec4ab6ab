/** Scenarios with notes to oneself, which Messages writes twice, once, or apart. */
import type { Note } from '../messages/self-chat.ts'
import type { Scenario, Stage } from './stage.ts'

const MINUTE_MS = 60_000

export const selfChatScenarios: Record<string, Scenario> = {
  'self-chat-twins': {
    description: 'a note to oneself lands as two rows, one of each direction',
    play: (stage) => note(stage, { text: 'buy olives' }),
  },
  'self-chat-single': {
    description: 'a note to oneself lands as one row, from me',
    play: (stage) => note(stage, { text: 'buy lemons', twins: 'sent' }),
  },
  'self-chat-twins-apart': {
    description: 'the second row is dated three minutes after the first',
    play: (stage) => note(stage, { text: 'buy bread', atMs: Date.now() - 3 * MINUTE_MS, copyAfterMs: 3 * MINUTE_MS }),
  },
  'self-chat-twins-late': {
    description: 'the second row comes two seconds after the first',
    async play(stage) {
      const text = 'buy capers'
      note(stage, { text, twins: 'sent' })
      await stage.pause(2000)
      const copy = stage.messages().receive({ from: stage.self.phone, text, read: true })
      stage.expect('nothing', `${text}, its copy`, copy)
    },
  },
  'self-chat-twins-elsewhere': {
    description: 'the second row lies in the chat of the other address',
    play: (stage) => note(stage, { text: 'buy rice', inTwoChats: true }),
  },
}

function note(stage: Stage, content: Note): void {
  const written = stage.messages().noteToSelf(content)
  stage.expect('relay', `${content.text}, from me`, written)
  if (written.copy !== undefined) stage.expect('nothing', `${content.text}, its copy`, written.copy)
}
