/** Scenarios with unusual chats: filtered, unknown, renamed, with people coming and going. */
import type { Scenario, Stage } from './stage.ts'

const UNKNOWN_SENDER = 1
const SPAM = 2
const PROMOTIONS = 3
const TRANSACTIONS = 4

export const chatScenarios: Record<string, Scenario> = {
  'unknown-sender': {
    description: 'somebody who is in no address book writes for the first time',
    play: (stage) => fromStranger(stage, { address: '+12025550198', service: 'iMessage', filtered: UNKNOWN_SENDER }),
  },
  'sms-filter': {
    description: 'a promotion that the SMS filter sorted out',
    play: (stage) => fromStranger(stage, { address: '56249(smsfp)', service: 'SMS', filtered: PROMOTIONS }),
  },
  'one-time-code': {
    description: 'a code that the SMS filter files as a transaction',
    play: (stage) => fromStranger(stage, { address: '24273(smsft)', service: 'SMS', filtered: TRANSACTIONS }),
  },
  spam: {
    description: 'spam of an unknown sender, which is hidden',
    play: (stage) => fromStranger(stage, { address: '+12025550196', service: 'SMS', filtered: SPAM }),
  },
  'guid-rename': {
    description: 'the upgrade to macOS 26 renames every chat in place',
    async play(stage) {
      const { chatGuid } = stage.hear('before the upgrade')
      const [, , identifier] = chatGuid?.split(';') ?? []
      const old = `iMessage;-;${identifier}`
      if (chatGuid !== old) stage.messages().renameChat({ chat: chatGuid ?? '', to: old })
      stage.hear('under the old name', { chat: old })
      await stage.pause(3000)
      stage.messages().renameChats()
      stage.hear('under the new name', { chat: `any;-;${identifier}` })
    },
  },
  'group-changes': {
    description: 'a group is renamed, somebody joins and leaves',
    play(stage) {
      const messages = stage.messages()
      const chat = stage.group()
      const by = stage.friend
      const who = '+12025550142'
      stage.expect('event', 'conversation_changed', messages.renameGroup({ chat, by, name: 'Sunday hikers' }))
      stage.expect('event', 'conversation_changed', messages.addParticipant({ chat, by, who }))
      stage.expect('event', 'conversation_changed', messages.removeParticipant({ chat, by, who }))
      stage.hear('the group after its changes', { chat })
    },
  },
}

interface Stranger {
  readonly address: string
  readonly service: 'iMessage' | 'SMS'
  readonly filtered: number
}

/** Only a chat that is filed as spam is hidden. */
function fromStranger(stage: Stage, { address, service, filtered }: Stranger): void {
  const { guid: chat } = stage.messages().directChat({ with: address, service, filtered })
  const text = 'you do not know me'
  const written = stage.messages().receive({ from: address, text, service, chat })
  stage.expect(filtered === SPAM ? 'nothing' : 'relay', text, written)
}
