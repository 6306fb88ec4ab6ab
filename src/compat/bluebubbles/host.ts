/** Declares what the listener asks of where it runs, which differs between a Mac and a hub; and how a Mac answers it. */
import type { Caller } from '../../actions/action.ts'
import type { Services } from '../../actions/services.ts'
import { unlessFailed } from '../../domain/service-error.ts'
import { type EventsReader, readEvents } from '../../store/journal/events-reader.ts'
import type { ServiceDir } from '../../store/service-dir.ts'

export interface StoredFile {
  /** The id for our own endpoint of files. */
  id: string
  mimeType: string | null
  /** The GUID of the row that it belongs to. */
  row: string | undefined
  /** Returns the path on this machine; undefined if the file is elsewhere. */
  path(): string | undefined
}

export interface Person {
  /** The same for each person at every reading. */
  key: string
  name: string
  handles: readonly string[]
  /** Undefined where there is none. */
  picture(): Uint8Array | undefined
}

/** The holder of the key with the services for them. */
export interface Asking {
  caller: Caller
  services: Services
}

export interface Host {
  /** Reads the events after the given position, which is undefined at first. */
  events(position: number | undefined): EventsReader
  /** Calls back when there may be events. */
  watch(onStir: () => void): { arm(): void; close(): void }
  /** Finds a file by the GUID that clients have of it. */
  findFile(guid: string, asking: Asking): Promise<StoredFile | undefined>
  people(asking: Asking): Promise<Person[]>
  /** Whether a change of a message is worth trying: the original needs its helper for it. */
  mayChange(ability: 'send_tapbacks' | 'send_edits' | 'send_unsends', services: Services): Promise<boolean>
  /** The own addresses, as far as they are known. */
  ownAddresses(services: Services): readonly string[]
}

const uuidLength = 36

export const hostOfMac = ({ dir, watch }: { dir: Pick<ServiceDir, 'journalFile'>; watch: Host['watch'] }): Host => ({
  events: () => readEvents(dir.journalFile),
  watch,
  async findFile(guid, { services: { messages } }) {
    // Clients have the GUID with or without what Messages writes before its last 36 characters.
    const short = guid.slice(-uuidLength)
    const found = [...new Set([guid, short, `at_0_${short}`])]
      .map((each) => messages.attachment(each))
      .find((each) => each !== undefined)
    if (found === undefined) return undefined
    return {
      id: found.guid,
      mimeType: found.mime,
      row: messages.messageOfAttachment(found.guid),
      path() {
        const { state, path } = found.locate()
        return state === 'ready' ? path : undefined
      },
    }
  },
  people: async ({ services: { contacts } }) =>
    contacts.all().map(({ store, id, name = '', handles, hasPhoto }) => ({
      key: `${store} ${id}`,
      name,
      handles,
      picture() {
        const pictured = hasPhoto ? handles.find((handle) => contacts.hasPhoto(handle)) : undefined
        return pictured === undefined ? undefined : contacts.photoOf(pictured)
      },
    })),
  async mayChange(ability, { helper, window }) {
    const way = helper.isOn() ? helper : window
    return (await way.trouble(ability)) === null
  },
  ownAddresses: ({ messages }) => unlessFailed(() => messages.selfHandles()) ?? [],
})
