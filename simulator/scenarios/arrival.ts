/** Scenarios with rows that become visible in pieces, in large numbers or in disguise. */
import { sampleFile } from '../media/sample-files.ts'
import type { Scenario, Stage } from './stage.ts'

const DEFAULT_BURST = 10_000
const LATE_MS = 2000
/** A link's preview comes up to two seconds after its text. */
const PREVIEW_MS = 1300
const LINK = { url: 'https://example.com/trails/seven-lakes', title: 'Seven Lakes Trail', siteName: 'example.com' }

export const arrivalScenarios: Record<string, Scenario> = {
  'join-late': {
    description: 'a row is there two seconds before its chat is',
    async play(stage) {
      const text = 'my chat comes after me'
      const begun = stage.messages().beginReceive({ from: stage.friend, text })
      stage.messages().fillBody(begun)
      await stage.pause(LATE_MS)
      stage.messages().join(begun)
      stage.expect('relay', text, begun)
    },
  },
  'text-late': {
    description: 'a row is there two seconds before its text is',
    async play(stage) {
      const text = 'my words come after me'
      const begun = stage.messages().beginReceive({ from: stage.friend, text })
      stage.messages().join(begun)
      await stage.pause(LATE_MS)
      stage.messages().fillBody(begun)
      stage.expect('relay', text, begun)
    },
  },
  'attachment-late': {
    description: 'a picture’s row comes after its message, and its file later still',
    play: attachmentLate,
  },
  'incomplete-among-others': {
    description: 'one row waits for its chat while others of another chat go on',
    async play(stage) {
      const begun = stage.messages().beginReceive({ from: stage.friend, text: 'I hold nobody up' })
      stage.messages().fillBody(begun)
      for (const count of [1, 2, 3]) {
        stage.hear(`the group goes on, ${count}`, { chat: stage.group() })
        await stage.pause(LATE_MS / 3)
      }
      stage.messages().join(begun)
      stage.expect('relay', 'I hold nobody up', begun)
    },
  },
  orphan: {
    description: 'a row that never gets a chat, as one-time codes and many RCS messages',
    play(stage) {
      const text = 'Your code is 482913'
      stage.expect('relay', text, stage.messages().receiveOrphan({ from: '24273', service: 'SMS', text }))
    },
  },
  burst: {
    description: 'ten thousand messages in one commit',
    play(stage) {
      const { rows = DEFAULT_BURST } = stage
      const messages = stage.messages()
      const written = messages.transaction(() =>
        Array.from({ length: rows }, (_, index) => {
          const text = `burst ${index + 1} of ${rows}`
          return { text, row: messages.receive({ from: stage.friend, text }) }
        }),
      )
      for (const { text, row } of written) stage.expect('relay', text, row)
    },
  },
  'sender-flipped': {
    description: 'a row of mine is first marked as another’s',
    async play(stage) {
      const written = stage.messages().receive({ from: stage.friend, text: 'I wrote this on my phone' })
      await stage.pause(50)
      stage.messages().flipSender({ message: written, fromMe: true })
      stage.expect('relay', 'I wrote this on my phone', written)
    },
  },
  'link-preview': {
    description: 'a link’s preview comes as a row of its own, 1.3 seconds after its text',
    async play(stage) {
      const { url } = LINK
      const text = stage.hear(url)
      await stage.pause(PREVIEW_MS)
      const preview = stage.messages().linkPreview({ from: stage.friend, chat: text.chatGuid, link: LINK })
      stage.expect('nothing', 'the preview belongs to the text before it', preview)
    },
  },
  'link-preview-in-place': {
    description: 'a link’s preview comes into the row of its text',
    async play(stage) {
      const message = stage.hear(LINK.url)
      await stage.pause(PREVIEW_MS)
      stage.messages().addLinkPreview({ message, link: LINK })
      stage.expect('nothing', 'the preview is in the same row', message)
    },
  },
  'body-undecodable': {
    description: 'a body that is no typedstream at all',
    play: (stage) => broken(stage, Buffer.from('\x00\x01 nothing that anyone can read', 'latin1')),
  },
  'body-damaged': {
    description: 'a body that breaks off in the middle of its text',
    play: (stage) => broken(stage, undefined),
  },
}

async function attachmentLate(stage: Stage): Promise<void> {
  const { bytes, ...file } = sampleFile('jpeg', 5)
  const messages = stage.messages()
  const begun = messages.beginReceive({ from: stage.friend, files: [{ ...file, state: 'waiting' }] })
  messages.fillBody(begun)
  messages.join(begun)
  await stage.pause(LATE_MS / 4)
  const attached = messages.insertFiles(begun)
  messages.joinFiles(begun, attached)
  stage.expect('relay', 'a picture without its file', begun)
  for (const { guid } of attached) {
    messages.transferState({ attachmentGuid: guid, state: 3 })
    await stage.pause(LATE_MS)
    messages.attachmentArrives({ attachmentGuid: guid, bytes })
  }
  stage.expect('event', 'the file has come', begun)
}

/** Damages a body. The message is still relayed, without text. */
function broken(stage: Stage, body: Buffer | undefined): void {
  const messages = stage.messages()
  const written = messages.receive({ from: stage.friend, text: 'these words are lost on the way' })
  const whole = messages.db
    .prepare('SELECT attributedBody AS body FROM message WHERE ROWID = ?')
    .get(written.rowid)?.body
  const damaged = body ?? Buffer.from(whole as Uint8Array).subarray(0, 60)
  messages.db.prepare('UPDATE message SET text = NULL, attributedBody = ? WHERE ROWID = ?').run(damaged, written.rowid)
  stage.expect('relay', 'a message whose body cannot be read', written)
}
