/** Opens what an export reads: history, contacts and files of this Mac, without any process of ours. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usualCategories } from '../../contract/categories.ts'
import { type MediaOf, mediaFiles } from '../../export/media.ts'
import { readContacts } from '../../mac/contacts.ts'
import { createConverter } from '../../mac/convert.ts'
import type { History } from '../../mac/history/history.ts'
import { openHistory } from '../../mac/history/open-history.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'
import { openMessages } from '../../mac/open-messages.ts'
import { currentPersons } from '../../mac/persons.ts'
import { findPrograms } from '../../mac/programs.ts'
import { openArchiveAndStars } from '../../store/archive-and-stars.ts'
import { readConfig } from '../../store/config-file.ts'
import { keptSeparate } from '../../store/kept-separate.ts'
import { openMediaCache } from '../../store/media-cache.ts'
import { serviceDir } from '../../store/service-dir.ts'
import type { Environment } from '../environment.ts'

export interface ReadMac extends Disposable {
  history: History
  media: MediaOf
  /** The reason why people are named by their addresses, where that is so. */
  namesMissing(): string | undefined
  /** Ends running conversions. */
  stop(): void
}

/** Small, because each converted file is needed only once. */
const keptBytes = 64 * 1024 * 1024

export function openMac({ home, base, path }: Environment): ReadMac {
  // A folder of its own, because the web process removes half-written files from its cache.
  const scratch = mkdtempSync(join(tmpdir(), 'export-'))
  const contacts = readContacts(messagesPaths(home).addressBook)
  const dir = serviceDir(base)
  const config = readConfig(dir.configFile).snapshot?.config
  const selfHandles = () => config?.self_handles ?? []
  const stars = existsSync(dir.archiveAndStarsFile) ? openArchiveAndStars({ path: dir.archiveAndStarsFile }) : undefined
  const history = openHistory({
    home,
    contacts,
    readMarks: () => [],
    starredAmong: (guids) => stars?.starredAmong(guids) ?? new Set(),
    selfHandles,
    persons: currentPersons({ contacts, separate: keptSeparate(dir.keptSeparateFile).handles, selfHandles }),
    shownCategories: () => config?.categories.shown ?? usualCategories,
  })
  const messages = openMessages(home)
  const cache = openMediaCache({ folder: join(scratch, 'media'), maxBytes: keptBytes })
  const converter = createConverter({ programs: findPrograms(path), cache })
  return {
    history,
    media: mediaFiles({ messages, converter }),
    namesMissing: () => contacts.problems().find(({ kind }) => kind !== 'absent')?.reason,
    stop: converter.close,
    [Symbol.dispose]() {
      converter.close()
      for (const each of [history, messages, contacts, stars]) each?.close()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
