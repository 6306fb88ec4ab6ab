// Opens a simulated Mac: its manifest, its Messages and its Contacts.

import { type Contacts, openContacts } from './contacts/contacts.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { type Messages, type MessagesOptions, openMessages } from './messages/open-messages.ts'
import { programsFolder } from './paths.ts'

export interface Mac extends Manifest {
  home: string
  /** The folder of stand-in programs, to be put first in PATH. */
  bin: string
  messages: Messages
  contacts: Contacts
  close(): void
}

export function openMac(home: string, options: MessagesOptions = {}): Mac {
  const manifest = readManifest(home)
  const messages = openMessages(home, options)
  const contacts = openContacts(home)
  const close = (): void => {
    messages.close()
    contacts.close()
  }
  return { ...manifest, home, bin: programsFolder(home), messages, contacts, close }
}
