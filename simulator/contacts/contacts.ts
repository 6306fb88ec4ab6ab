// The Contacts of a simulated Mac: its own store, and one for each account.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { addressBookFolder } from '../paths.ts'
import { type ContactsStore, openStore } from './store.ts'

export interface Contacts {
  /** The store "On My Mac". */
  onMyMac: ContactsStore
  /** The stores of the accounts: iCloud, Google, Exchange. */
  accounts: readonly ContactsStore[]
  /** Adds an account with its own store. */
  addAccount(uuid: string): ContactsStore
  close(): void
}

const sourcesFolder = (home: string): string => join(addressBookFolder(home), 'Sources')

const accountFolders = (home: string): string[] =>
  existsSync(sourcesFolder(home)) ? readdirSync(sourcesFolder(home)).toSorted() : []

export function openContacts(home: string): Contacts {
  const onMyMac = openStore(addressBookFolder(home))
  const accounts = accountFolders(home).map((uuid) => openStore(join(sourcesFolder(home), uuid)))
  return {
    onMyMac,
    accounts,
    addAccount(uuid) {
      const store = openStore(join(sourcesFolder(home), uuid))
      accounts.push(store)
      return store
    },
    close() {
      for (const store of [onMyMac, ...accounts]) store.close()
    },
  }
}
