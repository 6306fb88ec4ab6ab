/**
 * Provides the floor of noticing a commit: watches the folder of a database and reports each growth of `message` to its
 * parent.
 */
import { watch } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const lookAgainMs = [2, 10, 50]
const path = process.argv[2] ?? ''
const db = new DatabaseSync(path, { readOnly: true })
const newest = db.prepare('SELECT max(ROWID) AS rowid FROM message')
let seen = newest.get()?.rowid

const look = () => {
  const rowid = newest.get()?.rowid
  if (rowid === seen) return
  seen = rowid
  process.send?.('grown')
}
watch(dirname(path), () => {
  look()
  for (const ms of lookAgainMs) setTimeout(look, ms)
})
process.send?.('ready')
