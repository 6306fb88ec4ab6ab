/** `message.attributedBody`: the text of a message alone, or with everything that Messages noted about it. */
import { AttributedString } from './archived-value.ts'
import { type Decoded, damage, decoding } from './decoded.ts'
import { isPropertyList } from './plist/binary-plist.ts'
import { readArchive } from './plist/keyed-archive.ts'
import { readRoot, readText } from './typedstream/body.ts'

/** Text and runs; the runs cover the text exactly, so anything damaged within is refused. */
export function decodeBody(bytes: Uint8Array): Decoded<AttributedString> {
  return decoding(() => {
    const root = isPropertyList(bytes) ? readArchive(bytes) : readRoot(bytes)
    return root instanceof AttributedString ? root : damage('an archive of something else than a body')
  })
}

/**
 * The text alone, where nothing else is wanted. What stands before the text is checked, and that the text is complete,
 * well-formed and properly ended; what follows it is not read, unless the body is of a rarer kind than Messages writes.
 * Of a body that `decodeBody` accepts it is the same text.
 */
export function decodeText(bytes: Uint8Array): Decoded<string> {
  return decoding(() => readText(bytes) ?? textOf(decodeBody(bytes)))
}

const textOf = (body: Decoded<AttributedString>): string => (body.ok ? body.value.text : damage(body.reason))
