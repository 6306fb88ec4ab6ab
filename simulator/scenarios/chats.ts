/** Scenarios with unusual chats: filtered, unknown, renamed, with people coming and going. */
import { openContacts } from '../contacts/contacts.ts'
import { setFault } from '../programs/faults.ts'
import type { Scenario, Stage } from './stage.ts'

const UNKNOWN_SENDER = 1
const SPAM = 2
const PROMOTIONS = 3
const TRANSACTIONS = 4
/** Codes of the SMS filter as real Macs hold them, and two that none has. */
const FILTER_CODES = [0, UNKNOWN_SENDER, PROMOTIONS, TRANSACTIONS, 36, 52, 68, 5, 117]

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
  'filter-codes': {
    description: 'a message of each category of the SMS filter, two of them unknown to any macOS',
    play(stage) {
      FILTER_CODES.forEach((filtered, index) => {
        const suffix = filtered === PROMOTIONS ? '(smsfp)' : filtered >= TRANSACTIONS ? '(smsft_xy)' : ''
        fromStranger(stage, { address: `5624${index}${suffix}`, service: 'SMS', filtered })
      })
    },
  },
  'rcs-spellings': {
    description: 'messages by RCS, whose service is written in capitals and in small letters',
    play(stage) {
      for (const service of ['RCS', 'rcs']) stage.hear(`by ${service}`, { columns: { service } })
    },
  },
  'group-changes-service': {
    description: 'a group that was RCS becomes one of iMessage, under another guid',
    async play(stage) {
      const messages = stage.messages()
      const { guid, identifier } = messages.createGroup({
        members: [stage.friend, '+12025550142'],
        name: 'Rowing',
        service: 'RCS',
      })
      const names = [`RCS;+;${identifier}`, `iMessage;+;${identifier}`, `any;+;${identifier}`]
      let chat = guid
      for (const to of names) {
        if (chat !== to) messages.renameChat({ chat, to })
        chat = to
        stage.hear(`the group as ${to.split(';')[0]}`, {
          chat,
          columns: { service: to.startsWith('R') ? 'rcs' : 'iMessage' },
        })
        await stage.pause(SETTLING_MS)
      }
    },
  },
  'own-address-wrong': {
    description: 'Messages notes the number of a friend as the own address used last',
    async play(stage) {
      const messages = stage.messages()
      const noted = 'UPDATE chat SET last_addressed_handle = chat_identifier WHERE chat_identifier = ?'
      stage.hear('whose number is this?')
      messages.db.prepare(noted).run(stage.friend)
      await stage.pause(SETTLING_MS)
      const mine = messages.send({ to: stage.friend, text: 'the same words', state: 'delivered' })
      stage.expect('nothing', 'mine, to a friend', mine)
      stage.hear('the same words')
    },
  },
  spam: {
    description: 'spam of an unknown sender, which is hidden',
    play: (stage) => fromStranger(stage, { address: '+12025550196', service: 'SMS', filtered: SPAM }),
  },
  'one-person-many-chats': {
    description: 'one contact writes under every name that a chat can have, and from an e-mail address',
    play: manyChats,
  },
  'sms-in-lower-case': {
    description: 'a chat is called `sms;-;…` in lower case; the next send lands in a chat of another name',
    play(stage) {
      const address = '+12025550187'
      const chat = `sms;-;${address}`
      stage
        .messages()
        .renameChat({ chat: stage.messages().directChat({ with: address, service: 'SMS' }).guid, to: chat })
      stage.hear('a text in lower case', { from: address, service: 'SMS', chat })
      setFault(stage.home, { name: 'lands-in-sms', times: 1 })
    },
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
      stage.expect('event', 'system_line', messages.renameGroup({ chat, by, name: 'Sunday hikers' }))
      stage.expect('event', 'system_line', messages.addParticipant({ chat, by, who }))
      stage.expect('event', 'system_line', messages.removeParticipant({ chat, by, who }))
      stage.hear('the group after its changes', { chat })
    },
  },
}

/** Gives a relay enough time to read what was written before. */
const SETTLING_MS = 3000

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

const FIRST_WITHOUT_SERVICE_IN_NAMES = 26

/** Each new chat first has the name that this macOS gives it, so that name comes last of those it is given. */
function manyChats(stage: Stage): void {
  const [phone, mail] = ['+12025550188', 'noor@example.org']
  const contacts = openContacts(stage.home)
  contacts.onMyMac.add({ firstName: 'Noor', lastName: 'Haddad', phones: [phone], emails: [mail] })
  contacts.close()
  const services = ['SMS', 'RCS', 'iMessage'] as const
  const names = stage.macos < FIRST_WITHOUT_SERVICE_IN_NAMES ? ['any', ...services] : [...services, 'any']
  for (const name of names) {
    const service = services.find((each) => each === name) ?? 'iMessage'
    const chat = `${name};-;${phone}`
    const { guid } = stage.messages().directChat({ with: phone, service })
    if (guid !== chat) stage.messages().renameChat({ chat: guid, to: chat })
    stage.hear(`from a chat called ${name}`, { from: phone, service, chat })
  }
  stage.hear('from the e-mail address', { from: mail })
}
