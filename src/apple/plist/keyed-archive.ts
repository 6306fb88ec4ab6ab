/** Reads NSKeyedArchiver archives: property lists whose objects refer to each other by number, resolved into values. */
import {
  type ArchivedRecord,
  type ArchivedValue,
  ArchiveUid,
  isRecord,
  listIn,
  newRecord,
  recordIn,
  textIn,
} from '../archived-value.ts'
import { damage } from '../decoded.ts'
import { count, enter, leave, newTally, type Tally } from '../tally.ts'
import { readPropertyList } from './binary-plist.ts'
import { meanings } from './meanings.ts'

/** Returns the root object of an archive, or its only object where that has another name. */
export function readArchive(bytes: Uint8Array): ArchivedValue {
  const { $top, $objects } = recordIn(readPropertyList(bytes))
  if (!Array.isArray($objects) || !isRecord($top ?? null)) return damage('not a keyed archive')
  const top = recordIn($top)
  const resolving: Resolving = { objects: $objects, resolved: new Map(), tally: newTally() }
  return resolve(resolving, top.root ?? Object.values(top)[0] ?? null)
}

interface Resolving {
  readonly objects: readonly ArchivedValue[]
  readonly resolved: Map<number, { value: ArchivedValue; items: number }>
  readonly tally: Tally
}

function resolve(resolving: Resolving, value: ArchivedValue): ArchivedValue {
  if (value instanceof ArchiveUid) return referred(resolving, value.index)
  count(resolving.tally, 1)
  if (!isRecord(value) && !Array.isArray(value)) return value
  enter(resolving.tally)
  const resolved = Array.isArray(value)
    ? value.map((item) => resolve(resolving, item))
    : resolveRecord(resolving, recordIn(value))
  leave(resolving.tally)
  return resolved
}

/** A reference to an enclosing object becomes null, so that the result has no cycles and is safe to traverse. */
function referred(resolving: Resolving, index: number): ArchivedValue {
  const { objects, resolved, tally } = resolving
  const before = resolved.get(index)
  if (before !== undefined) {
    count(tally, before.items)
    return before.value
  }
  const object = objects[index]
  if (object === undefined) return damage('refers to an object that is not there')
  if (object === '$null') return null
  resolved.set(index, { value: null, items: 1 })
  const itemsBefore = tally.items
  const value = resolve(resolving, object)
  resolved.set(index, { value, items: tally.items - itemsBefore })
  return value
}

function resolveRecord(resolving: Resolving, fields: ArchivedRecord): ArchivedValue {
  const { $class } = fields
  const record = newRecord()
  for (const key of Object.keys(fields)) if (key !== '$class') record[key] = resolve(resolving, fields[key] ?? null)
  if ($class === undefined) return record
  const described = $class instanceof ArchiveUid ? recordIn(resolving.objects[$class.index]) : newRecord()
  const known = classNames(described).find((name) => meanings.has(name))
  const value = known === undefined ? undefined : meanings.get(known)?.(record)
  if (value !== undefined) return value
  record.$class = textIn(described.$classname)
  return record
}

/** Returns the class and its ancestors, nearest first. */
const classNames = ({ $classname, $classes }: ArchivedRecord): string[] =>
  [$classname, ...listIn($classes)].filter((name) => typeof name === 'string')
