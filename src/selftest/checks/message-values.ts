/** Looks in chat.db for numbers and services that the service does not know. */
import type { SelftestFindings, ServiceWord } from '../../contract/selftest.ts'
import { serviceWords } from '../../contract/selftest.ts'
import { type ChatDb, openChatDb } from '../../mac/chat-db.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'
import { asExpected, type Check, differs } from '../check.ts'
import { knownNumbers, knownServices, serviceColumns } from '../known-values.ts'
import { magnitude } from '../magnitude.ts'

/** Newer rows hold what a newer macOS writes, and reading a table of a million rows would take minutes. */
const newestRows = 200_000

type Unknown = NonNullable<SelftestFindings['values_unknown']>
type UnknownServices = NonNullable<SelftestFindings['services_unknown']>

export const checkMessageValues: Check = ({ home }) => {
  const chatDb = openChatDb(messagesPaths(home).database)
  try {
    const values_unknown = unknownNumbers(chatDb)
    const services_unknown = unknownServices(chatDb)
    const rows_read = magnitude(Number(chatDb.db.prepare(`SELECT count(*) AS n FROM ${newest('message')}`).get()?.n))
    const findings = {
      rows_read,
      ...(values_unknown.length > 0 && { values_unknown }),
      ...(services_unknown.length > 0 && { services_unknown }),
    }
    return values_unknown.length + services_unknown.length === 0
      ? asExpected(findings)
      : differs('values_unknown', findings)
  } finally {
    chatDb.close()
  }
}

const newest = (table: string): string =>
  `(SELECT * FROM ${table} WHERE ROWID > (SELECT coalesce(max(ROWID), 0) - ${newestRows} FROM ${table}))`

/** Reads each table once, with its columns grouped together. */
function unknownNumbers({ db, has }: ChatDb): Unknown {
  return Object.entries(knownNumbers).flatMap(([table, columns]) => {
    const present = columns.filter(({ column }) => has(table, column))
    const list = present.map(({ column }) => column).join(', ')
    const groups = db.prepare(`SELECT ${list}, count(*) AS n FROM ${newest(table)} GROUP BY ${list}`).all()
    return present.flatMap(({ column, isKnown }) => {
      const counts = new Map<number, number>()
      for (const group of groups) {
        const value = Number(group[column] ?? 0)
        if (!isKnown(value)) counts.set(value, (counts.get(value) ?? 0) + Number(group.n))
      }
      return [...counts]
        .toSorted(([one], [other]) => one - other)
        .map(([value, n]) => ({ column: `${table}.${column}`, value, about: magnitude(n) }))
    })
  })
}

/** A service that nobody has seen yet is only counted: what stands in the column could be anything. */
function unknownServices({ db }: ChatDb): UnknownServices {
  return serviceColumns.flatMap(([table, column]) => {
    const counts = new Map<ServiceWord, number>()
    for (const { service, n } of db
      .prepare(`SELECT ${column} AS service, count(*) AS n FROM ${newest(table)} GROUP BY ${column}`)
      .all()) {
      if (knownServices.includes(String(service ?? ''))) continue
      const word = serviceWords.find((one) => one === service) ?? 'other'
      counts.set(word, (counts.get(word) ?? 0) + Number(n))
    }
    return [...counts].map(([value, n]) => ({ column: `${table}.${column}`, value, about: magnitude(n) }))
  })
}
