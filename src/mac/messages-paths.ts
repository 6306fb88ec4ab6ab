/** Knows the paths of the files of Messages and Contacts below a home directory. */
import { join } from 'node:path'

export interface MessagesPaths {
  /** The folder to watch, because SQLite deletes and re-creates the files in it. */
  folder: string
  database: string
  attachments: string
  stickers: string
  addressBook: string
}

export function messagesPaths(home: string): MessagesPaths {
  const folder = join(home, 'Library', 'Messages')
  return {
    folder,
    database: join(folder, 'chat.db'),
    attachments: join(folder, 'Attachments'),
    stickers: join(folder, 'StickerCache'),
    addressBook: join(home, 'Library', 'Application Support', 'AddressBook'),
  }
}
