/**
 * Encrypts text and files to the public keys of their readers before they go to a plugin (age-encryption.org): the
 * plugin and any service behind it only pass on data that they cannot read. The sender and the conversation are not
 * encrypted.
 */
import type { Encrypter } from 'age-encryption'
import type { RelayMessage } from '../../domain/message.ts'
import type { PluginContext } from '../../plugin-api/index.ts'
import type { AttachmentBytes } from '../../plugins/calls/services.ts'
import type { CorePlugin } from '../../plugins/core/core-plugin.ts'
import { encryption as german } from './german.ts'

interface Sealing {
  encrypter: Encrypter
  /** Encodes as text, which mail and chats transport unchanged. */
  armored(sealed: Uint8Array): string
}

export class Encryption implements CorePlugin {
  static readonly NAME = 'encryption'
  static readonly DISPLAY_NAME = 'Encryption'
  static readonly DESCRIPTION =
    'Seals texts and files with age before plugins are handed them; `age --decrypt` opens them again.'
  static readonly TRANSLATIONS = { de: german }
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

  /** The library takes a good part of the bridge's memory, so it is only loaded when the plugin starts. */
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

  /** File names reveal much, so they are replaced; the kinds of the files stay readable. */
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
