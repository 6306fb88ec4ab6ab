/** Scenarios with rows that change after they appeared: tapbacks, edits, unsends, receipts, deletions. */
import { randomUUID } from 'node:crypto'
import { sampleFile } from '../media/sample-files.ts'
import type { Scenario, Stage } from './stage.ts'

/** Before this version, an edit came as a separate text, and an unsend not at all. */
const FIRST_WITH_EDITS = 13

/** Gives a relay enough time to ingest the message before it changes. */
const SETTLING_MS = 3000

export const changeScenarios: Record<string, Scenario> = {
  'tapback-added': {
    description: 'a heart on a message',
    play: (stage) =>
      afterHearing(stage, 'love this one', (target) => {
        const heart = stage.messages().tapback({ target, from: stage.friend, kind: 'love' })
        stage.expect('event', 'tapback_added', heart)
      }),
  },
  'tapback-changed': {
    description: 'a heart becomes a laugh; the heart’s row is deleted',
    play: (stage) =>
      afterHearing(stage, 'change your mind about this one', async (target) => {
        const { friend: from } = stage
        stage.expect('event', 'tapback_added', stage.messages().tapback({ target, from, kind: 'love' }))
        await stage.pause(SETTLING_MS)
        stage.expect(
          'event',
          'tapback_removed, tapback_added',
          stage.messages().tapback({ target, from, kind: 'laugh' }),
        )
      }),
  },
  'tapback-removed': {
    description: 'a heart is taken back; its row is deleted and one that says so comes',
    play: (stage) => tapbackRemoved(stage, false),
  },
  'tapback-removed-silently': {
    description: 'a heart is taken back and its row is gone, without a word',
    play: (stage) => tapbackRemoved(stage, true),
  },
  'tapback-emoji': {
    description: 'an emoji as tapback (before macOS 15: an ordinary text)',
    play: (stage) =>
      afterHearing(stage, 'react to this one', (target) => {
        const emoji = stage.messages().tapback({ target, from: stage.friend, kind: { emoji: '🎉' } })
        const isEvent = stage.macos >= 15
        stage.expect(isEvent ? 'event' : 'relay', isEvent ? 'tapback_added' : 'Reacted 🎉 to …', emoji)
      }),
  },
  edit: {
    description: 'a message is edited twice (before macOS 13: a text that says so)',
    play: (stage) =>
      afterHearing(stage, 'see you at sevn', async (message) => {
        if (stage.macos < FIRST_WITH_EDITS) {
          stage.hear('Edited to “see you at seven”')
          return
        }
        stage.expect('event', 'message_edited', stage.messages().edit({ message, text: 'see you at seven' }))
        await stage.pause(SETTLING_MS)
        stage.expect('event', 'message_edited', stage.messages().edit({ message, text: 'see you at half past seven' }))
      }),
  },
  unsend: {
    description: 'a message is unsent as a whole',
    play: (stage) =>
      afterHearing(stage, 'forget that I said this', (message) => {
        stage.expect('event', 'message_unsent', stage.messages().unsend({ message }))
      }),
  },
  'unsend-part': {
    description: 'the second of three bubbles is unsent',
    async play(stage) {
      const parts = ['the first bubble', 'the second bubble', 'the third bubble']
      const message = stage.messages().receive({ from: stage.friend, parts })
      stage.expect('relay', parts.join(' / '), message)
      await stage.pause(SETTLING_MS)
      stage.expect('event', 'message_unsent', stage.messages().unsend({ message, parts: [1] }))
    },
  },
  'edit-then-unsend': {
    description: 'a message is edited, then unsent',
    play: (stage) =>
      afterHearing(stage, 'first thoughts', async (message) => {
        stage.expect('event', 'message_edited', stage.messages().edit({ message, text: 'second thoughts' }))
        await stage.pause(SETTLING_MS)
        stage.expect('event', 'message_unsent', stage.messages().unsend({ message }))
      }),
  },
  receipts: {
    description: 'a message of mine from another device is sent, delivered and read',
    async play(stage) {
      const message = stage.messages().send({ to: stage.friend, text: 'written on my phone' })
      stage.expect('event', 'message_sent', message)
      stage.messages().sent({ message })
      await stage.pause(SETTLING_MS)
      stage.expect('event', 'message_delivered', stage.messages().delivered({ message }))
      await stage.pause(SETTLING_MS)
      stage.expect('event', 'message_read', stage.messages().readByRecipient({ message }))
    },
  },
  'read-elsewhere': {
    description: 'the owner reads a chat on another device',
    play: (stage) =>
      afterHearing(stage, 'read me on your phone', (message) => {
        stage.messages().markChatRead({ chat: message.chatGuid ?? stage.friend })
        stage.expect('event', 'read_state', message)
      }),
  },
  'four-changes-at-once': {
    description:
      'within a moment one message is edited, one unsent, one read elsewhere, and one of mine delivered and read',
    async play(stage) {
      const messages = stage.messages()
      const [edited, unsent, read] = ['see you at sevn', 'forget this', 'read this'].map((text) => stage.hear(text))
      const mine = messages.send({ to: stage.friend, text: 'mine', state: 'sent' })
      stage.expect('event', 'message_sent', mine)
      await stage.pause(SETTLING_MS)
      if (read !== undefined) messages.markRead({ message: read })
      stage.expect('event', 'read_state', read)
      stage.expect('event', 'message_delivered', messages.delivered({ message: mine }))
      stage.expect('event', 'message_read', messages.readByRecipient({ message: mine }))
      if (stage.macos < FIRST_WITH_EDITS || edited === undefined || unsent === undefined) return
      stage.expect('event', 'message_edited', messages.edit({ message: edited, text: 'see you at seven' }))
      stage.expect('event', 'message_unsent', messages.unsend({ message: unsent }))
    },
  },
  'attachment-purged': {
    description: 'the file of a picture is removed to save space, and is there again later',
    async play(stage) {
      const file = sampleFile('jpeg', 5)
      const [guid, { friend }] = [randomUUID(), stage]
      const message = stage.messages().receive({ from: friend, files: [{ ...file, guid }] })
      stage.expect('relay', 'a picture', message)
      await stage.pause(SETTLING_MS)
      stage.messages().attachmentPurged({ attachmentGuid: guid })
      stage.expect('event', 'conversation_changed', message)
      await stage.pause(SETTLING_MS)
      stage.messages().attachmentArrives({ attachmentGuid: guid, bytes: file.bytes })
      stage.expect('event', 'attachment_ready', message)
    },
  },
  'recently-deleted': {
    description: 'a message goes to Recently Deleted and comes back',
    play: (stage) =>
      afterHearing(stage, 'delete me for a moment', async (message) => {
        const goesForGood = stage.macos < 13
        stage.messages().moveToRecentlyDeleted({ message })
        stage.expect('nothing', 'it is in no chat any more', message)
        if (goesForGood) return
        await stage.pause(SETTLING_MS)
        stage.expect('nothing', 'it is back and was relayed before', stage.messages().recover({ message }))
      }),
  },
}

async function afterHearing(
  stage: Stage,
  text: string,
  then: (message: ReturnType<Stage['hear']>) => void | Promise<void>,
): Promise<void> {
  const message = stage.hear(text)
  await stage.pause(SETTLING_MS)
  await then(message)
}

async function tapbackRemoved(stage: Stage, silently: boolean): Promise<void> {
  await afterHearing(stage, 'like this, then not', async (target) => {
    const { friend: from } = stage
    stage.expect('event', 'tapback_added', stage.messages().tapback({ target, from, kind: 'love' }))
    await stage.pause(SETTLING_MS)
    stage.expect('event', 'tapback_removed', stage.messages().removeTapback({ target, from, kind: 'love', silently }))
  })
}
