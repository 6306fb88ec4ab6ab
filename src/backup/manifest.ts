/**
 * manifest.json of a backup: lists its contents file by file, so that nothing can be missing, added or changed
 * unnoticed.
 */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ServiceError } from '../domain/service-error.ts'
import { tops } from './contents.ts'

const kind = 'local-messaging-relay backup'
/** Version of the backup format; a backup with a higher one was made by a newer release. */
const currentVersion = 1

const BackedUpFile = Type.Object({
  path: Type.String({ minLength: 1, maxLength: 1_024 }),
  size: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  database: Type.Boolean(),
  executable: Type.Boolean(),
})
export type BackedUpFile = Static<typeof BackedUpFile>

const Manifest = Type.Object({
  kind: Type.Literal(kind),
  version: Type.Literal(currentVersion),
  release: Type.String(),
  made_at: Type.String(),
  files: Type.Array(BackedUpFile),
  left_out: Type.Array(Type.String()),
})
export type Manifest = Static<typeof Manifest>

export const newManifest = (about: Pick<Manifest, 'release' | 'made_at' | 'files' | 'left_out'>): Manifest => ({
  kind,
  version: currentVersion,
  ...about,
})

/** Throws `backup_invalid`, and `journal_newer` for a format that this release does not know. */
export function manifestIn(text: string): Manifest {
  const value: unknown = parsed(text)
  const version = Value.Check(Type.Object({ kind: Type.Literal(kind), version: Type.Number() }), value)
  if (!version) throw invalid('It is no backup of this service.')
  const found = value as { version: number }
  if (found.version > currentVersion)
    throw new ServiceError('journal_newer', 'The backup has a form that is not known.')
  if (!Value.Check(Manifest, value)) throw invalid('Its manifest is damaged.')
  const strange = value.files.find(({ path }) => !isOfOurs(path))
  if (strange !== undefined) throw invalid(`It holds a file that leads elsewhere: ${JSON.stringify(strange.path)}.`)
  if (new Set(value.files.map(({ path }) => path.normalize().toLowerCase())).size < value.files.length)
    throw invalid('It holds a file twice.')
  return value
}

export const invalid = (what: string, cause?: unknown): ServiceError =>
  new ServiceError('backup_invalid', what, {}, { cause })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const longestPart = 255

/** Returns whether the path is below the base directory and at a place where a backup has files. */
function isOfOurs(path: string): boolean {
  const parts = path.split('/')
  const isPlain = (part: string) => part !== '' && part !== '.' && part !== '..' && part.length <= longestPart
  return !/[\\\0]/.test(path) && parts.every(isPlain) && tops.includes(parts[0] ?? '')
}
