/**
 * Routes by which clients keep their themes and settings on the server, by name. What clients of keys without a grant
 * keep there is nothing for others.
 */
import { isObject } from '../../../base/json-object.ts'
import { type BackupKind, blueBubblesBackups } from '../../../store/bluebubbles-backups.ts'
import { serviceDir } from '../../../store/service-dir.ts'
import { badRequest } from '../envelope.ts'
import { check, type Fields, required, text, textIn } from '../input.ts'
import type { Handler, Route } from '../request.ts'

const [shortestName, longestName] = [3, 50] as const

const keptBy = ({ base }: { base: string }) => blueBubblesBackups(serviceDir(base).blueBubblesBackupsFile)

function nameIn(body: Fields): string {
  check(body, { name: [required, text] })
  const name = textIn(body, 'name') ?? ''
  if (name.length < shortestName) throw badRequest(`The name must be at least ${shortestName} characters.`)
  if (name.length > longestName) throw badRequest(`The name may not be greater than ${longestName} characters.`)
  return name
}

const get =
  (kind: BackupKind): Handler =>
  ({ services, query }) => {
    const kept = keptBy(services)
    const name = textIn(query, 'name')
    if (name === undefined) return { message: `Successfully fetched ${kind}!`, data: kept.all(kind) }
    const data = kept.find(kind, name)
    // The original answers an unknown name with success and nothing.
    return data === undefined ? { message: `No ${kind} found!` } : { message: `Successfully fetched ${kind}!`, data }
  }

const save =
  (kind: BackupKind): Handler =>
  ({ services, body, live }) => {
    const name = nameIn(body)
    if (!isObject(body.data)) throw badRequest('The data field is required and has to be a JSON object.')
    const kept = keptBy(services)
    const isKnown = kept.find(kind, name) !== undefined
    kept.save(kind, name, { name, ...body.data })
    live.tell({ type: `${kind}-backup-${isKnown ? 'updated' : 'created'}`, data: { name } })
    return { message: `Successfully saved ${kind}!` }
  }

const remove =
  (kind: BackupKind): Handler =>
  ({ services, body, live }) => {
    const name = nameIn(body)
    const kept = keptBy(services)
    if (kept.find(kind, name) !== undefined) live.tell({ type: `${kind}-backup-deleted`, data: { name } })
    kept.remove(kind, name)
    return { message: `Successfully deleted ${kind}!` }
  }

export const backupRoutes: readonly Route[] = (['theme', 'settings'] as const).flatMap((kind): Route[] => [
  { method: 'GET', path: `backup/${kind}`, scopes: ['read'], isWholeOnly: true, handle: get(kind) },
  { method: 'POST', path: `backup/${kind}`, scopes: ['write'], isWholeOnly: true, handle: save(kind) },
  { method: 'DELETE', path: `backup/${kind}`, scopes: ['write'], isWholeOnly: true, handle: remove(kind) },
])
