// The paths inside a Mac's home folder.

import { join } from 'node:path'

export const messagesFolder = (home: string): string => join(home, 'Library', 'Messages')
export const chatDbPath = (home: string): string => join(messagesFolder(home), 'chat.db')
export const addressBookFolder = (home: string): string => join(home, 'Library', 'Application Support', 'AddressBook')
export const programsFolder = (home: string): string => join(home, 'bin')

/** Expands a path as chat.db writes it, with `~` for the home folder. */
export const expandHome = (home: string, path: string): string =>
  path.startsWith('~/') ? join(home, path.slice(2)) : path
