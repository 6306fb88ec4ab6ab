/**
 * Seals what was written to the public keys of its readers before it goes to a plugin (age-encryption.org): the plugin and
 * whatever service lies behind it pass on what they cannot read. Who wrote, and in which conversation, stays open.
 */
import type { Encrypter } from 'age-encryption'
import type { RelayMessage } from '../../domain/message.ts'
import type { PluginContext } from '../../plugin-api/index.ts'
import type { AttachmentBytes } from '../../plugins/calls/doors.ts'
import type { CorePlugin } from '../../plugins/core/core-plugin.ts'

interface Sealing {
  encrypter: Encrypter
  /** As text, that mail and chats let through. */
  armored(sealed: Uint8Array): string
}

export class Encryption implements CorePlugin {
  static readonly NAME = 'encryption'
  static readonly DISPLAY_NAME = 'Encryption'
  static readonly DESCRIPTION =
    'Seals texts and files with age before plugins are handed them; `age --decrypt` opens them again.'
  static readonly TIER = 'core'
  static readonly SETTINGS_SCHEMA = {
    type: 'object',
    required: ['recipients'],
    additionalProperties: false,
    properties: {
      recipients: {
        type: 'array',
        items: { type: 'string', pattern: '^age1[a-z0-9]+$', maxLength: 4_000 },
        minItems: 1,
        maxItems: 10,
        title: 'Recipients',
        description: 'Public keys of those who may read: `age1…`, as `age-keygen` prints them.',
      },
      plugins: {
        type: 'array',
        items: { type: 'string' },
        default: [],
        title: 'Plugins',
        description: 'What these are handed is sealed; empty: what any plugin is handed.',
      },
    },
  }

  #sealing: Sealing | undefined

  /** The library takes a good part of the bridge's memory, so it is loaded where it is wanted. */
  async start({ plugin_config }: PluginContext): Promise<void> {
    const { Encrypter, armor } = await import('age-encryption')
    const encrypter = new Encrypter()
    for (const [index, recipient] of (plugin_config.recipients as string[]).entries()) {
      try {
        encrypter.addRecipient(recipient)
      } catch (cause) {
        throw new Error(`recipient ${index + 1} is no public key of age`, { cause })
      }
    }
    this.#sealing = { encrypter, armored: armor.encode }
  }

  async stop(): Promise<void> {}
  async on_inbound(): Promise<void> {}

  /** The names of files tell much, and are replaced; of what kind they are is left open. */
  async transform(message: RelayMessage): Promise<RelayMessage> {
    const { text, replyTo, attachments } = message
    return {
      ...message,
      text: await this.#seal(text),
      replyTo: replyTo && { ...replyTo, excerpt: await this.#seal(replyTo.excerpt) },
      attachments: attachments.map((one, index) => ({ ...one, name: `attachment-${index + 1}.age` })),
    }
  }

  async transformBytes(file: AttachmentBytes): Promise<AttachmentBytes> {
    const sealed = await this.#started().encrypter.encrypt(
      ReadableStream.from(file.bytes) as ReadableStream<Uint8Array>,
    )
    return { size: sealed.size(file.size), bytes: sealed, close: file.close }
  }

  async #seal(text: string | null): Promise<string | null> {
    if (text === null) return null
    const { encrypter, armored } = this.#started()
    return armored(await encrypter.encrypt(text))
  }

  #started(): Sealing {
    if (this.#sealing === undefined) throw new Error('It was not started.')
    return this.#sealing
  }
}
