/** Under which names and addresses people appear for a key: their own, or ids that tell nothing. */
import { contactAvatarPath } from '../../domain/contact-name.ts'
import { normaliseHandle } from '../../domain/handles.ts'
import { identifierIn } from '../../domain/history/chat-guid.ts'
import type { Naming } from '../../mac/history/naming.ts'
import { isAlias } from '../../store/handle-aliases.ts'
import type { Caller } from '../action.ts'
import type { Services } from '../services.ts'

export interface Guise {
  /** Undefined where people appear as they are. */
  naming: Naming | undefined
  showsHandles: boolean
  handle(handle: string): string
  /** Groups have no address in their GUID. */
  guid(guid: string): string
  avatarOf(handle: string): string
  /** Resolves an id that stands for an address in what the holder of the key wrote. */
  meant(written: string, candidates: () => Iterable<string>): string
}

const asTheyAre: Omit<Guise, 'naming'> = {
  showsHandles: true,
  handle: (handle) => handle,
  guid: (guid) => guid,
  avatarOf: contactAvatarPath,
  meant: (written) => written,
}

export function guiseOf({ id, grant, seesAs = id ?? '' }: Caller, { aliases }: Pick<Services, 'aliases'>): Guise {
  const { names = true, handles = true } = grant?.fields ?? {}
  if (names && handles) return { ...asTheyAre, naming: undefined }
  if (handles) return { ...asTheyAre, naming: { id: 'nameless', showsNames: false, address: (handle) => handle } }
  const key = seesAs
  const handle = (written: string) =>
    isGroup(written) || isAlias(written) || written === '' ? written : aliases.of(key, normaliseHandle(written))
  return {
    naming: { id: `${key} ${names}`, showsNames: names, address: handle },
    showsHandles: false,
    handle,
    guid: (guid) => inGuid(guid, handle),
    avatarOf: (written) => contactAvatarPath(handle(written)),
    meant: (written, candidates) =>
      inGuid(written, (one) =>
        isAlias(one) ? (aliases.handleOf(key, one, () => [...candidates()].map(normaliseHandle)) ?? one) : one,
      ),
  }
}

/** The identifier of a group, as Messages makes it. */
const isGroup = (identifier: string): boolean => /^chat\d+$/.test(identifier)

function inGuid(guid: string, replaced: (handle: string) => string): string {
  const identifier = identifierIn(guid)
  if (identifier === undefined) return replaced(guid)
  return guid.includes(';+;') ? guid : `${guid.slice(0, -identifier.length)}${replaced(identifier)}`
}
