/**
 * Decodes `message.attributedBody`: only the text of a message, or the text with all attributes that Messages stored.
 */
import { AttributedString } from './archived-value.ts'
import { type Decoded, damage, decoding } from './decoded.ts'
import { isPropertyList } from './plist/binary-plist.ts'
import { readArchive } from './plist/keyed-archive.ts'
import { readRoot, readText } from './typedstream/body.ts'

/** Decodes text and runs; the runs cover the text exactly, so any damage within is refused. */
export function decodeBody(bytes: Uint8Array): Decoded<AttributedString> {
  return decoding(() => {
    const root = isPropertyList(bytes) ? readArchive(bytes) : readRoot(bytes)
    return root instanceof AttributedString ? root : damage('an archive of something else than a body')
  })
}

/**
 * Decodes only the text. Everything before the text is checked, and that the text is complete, well-formed and properly
 * ended; the bytes after it are not read, unless the body is of a rarer kind than Messages writes. For a body that
 * `decodeBody` accepts, the text is the same.
 */
export function decodeText(bytes: Uint8Array): Decoded<string> {
  return decoding(() => readText(bytes) ?? textOf(decodeBody(bytes)))
}

const textOf = (body: Decoded<AttributedString>): string => (body.ok ? body.value.text : damage(body.reason))
