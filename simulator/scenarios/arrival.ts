/** Scenarios with rows that become visible in pieces, in large numbers or in disguise. */
import { sampleFile } from '../media/sample-files.ts'
import type { FileToAttach } from '../messages/attachments.ts'
import type { Scenario, Stage } from './stage.ts'

const DEFAULT_BURST = 10_000
const LATE_MS = 2000
/** A link's preview comes up to two seconds after its text. */
const PREVIEW_MS = [800, 2100]
const TOO_LATE_FOR_A_PREVIEW_MS = 6000
const JOIN_LATE_MS = [200, 2000, 30_000]
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
  'text-in-body-only': {
    description: 'a message whose text stands in its body alone, not in the column for texts',
    play(stage) {
      stage.hear('only my body says marzipan', { columns: { text: null } })
    },
  },
  'recording-transcribed': {
    description: 'a recording whose words Messages has written down',
    play(stage) {
      const file = { ...sampleFile('caf', 1), transcript: 'bring the rhubarb on Sunday' }
      const written = stage.messages().receive({ from: stage.friend, audio: true, files: [file] })
      stage.expect('relay', 'a recording with its transcript', written)
    },
  },
  'attachment-late': {
    description: 'a picture’s row comes after its message, and its file later still',
    play: attachmentLate,
  },
  'attachment-join-late': {
    description: 'which message a picture belongs to is written 0.2, 2 and 30 seconds after the message',
    async play(stage) {
      for (const lateMs of JOIN_LATE_MS) {
        const { begun, attached } = beginPicture(stage, { state: 'waiting' })
        await stage.pause(lateMs)
        stage.messages().joinFiles(begun, attached)
        stage.expect('relay', `a picture that is joined after ${lateMs / 1000} s`, begun)
      }
    },
  },
  'attachment-never-joined': {
    description: 'which message a picture belongs to is never written; only the body names it',
    play(stage) {
      const { begun } = beginPicture(stage, {})
      stage.expect('relay', 'a picture that only the body names', begun)
    },
  },
  'attachment-stuck': {
    description: 'a picture whose transfer stays under way, one whose transfer failed, and one whose file is not there',
    play(stage) {
      for (const state of ['transferring', 'failed', 'missing'] as const) {
        const { begun, attached } = beginPicture(stage, { state })
        stage.messages().joinFiles(begun, attached)
        stage.expect('relay', `a picture that is ${state}`, begun)
      }
    },
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
    description: 'a link’s preview comes as a row of its own, 0.8 and 2.1 seconds after its text',
    async play(stage) {
      for (const lateMs of PREVIEW_MS) {
        const preview = await hearThenPreview(stage, lateMs)
        stage.expect('nothing', 'the preview belongs to the text before it', preview)
      }
    },
  },
  'link-preview-too-late': {
    description: 'the same link comes once more six seconds later, too late for a preview',
    async play(stage) {
      const again = await hearThenPreview(stage, TOO_LATE_FOR_A_PREVIEW_MS)
      stage.expect('relay', 'the link, sent again', again)
    },
  },
  'link-preview-in-place': {
    description: 'a link’s preview comes into the row of its text',
    async play(stage) {
      const message = stage.hear(LINK.url)
      await stage.pause(PREVIEW_MS[0] ?? 0)
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

/** Receives a link, and its preview as a row that is dated later. */
async function hearThenPreview(stage: Stage, lateMs: number) {
  const atMs = Date.now() - lateMs
  const { chatGuid } = stage.hear(LINK.url, { atMs })
  await stage.pause(lateMs)
  return stage.messages().linkPreview({ from: stage.friend, chat: chatGuid, link: LINK, atMs: atMs + lateMs })
}

const picture = () => sampleFile('jpeg', 5)

/** Receives a message with a picture that Messages has not joined to it. */
function beginPicture(stage: Stage, settings: Pick<FileToAttach, 'state'>) {
  const messages = stage.messages()
  const begun = messages.beginReceive({ from: stage.friend, files: [{ ...picture(), ...settings }] })
  messages.fillBody(begun)
  messages.join(begun)
  return { begun, attached: messages.insertFiles(begun) }
}

async function attachmentLate(stage: Stage): Promise<void> {
  const { bytes, ...file } = picture()
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
