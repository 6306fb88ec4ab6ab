// Writes NSKeyedArchiver archives: objects of named classes inside a binary property list.

import { encodePlist, type Plist, type Uid, uid } from './binary-plist.ts'

/** An object of a class. Its fields are archived in turn. */
export interface Instance {
  classes: readonly string[]
  fields: { readonly [key: string]: Archivable }
  /** Fields that are stored in the object itself, not as separate objects. */
  inline?: { readonly [key: string]: Plist }
}

/** Strings, data, numbers and instances. A list is a list of references, like NS.objects. */
export type Archivable = null | boolean | number | string | Uint8Array | Instance | readonly Archivable[]

const instance = (classes: readonly string[], fields: Instance['fields'], inline?: Instance['inline']): Instance => ({
  classes,
  fields,
  ...(inline && { inline }),
})

export const object = (className: string, fields: Instance['fields'], inline?: Instance['inline']): Instance =>
  instance([className, 'NSObject'], fields, inline)

/** Makes an object of a class that Messages substitutes while archiving, and that therefore has no ancestors. */
export const bareObject = (className: string, fields: Instance['fields'], inline?: Instance['inline']): Instance =>
  instance([className], fields, inline)

export const nsUrl = (url: string): Instance => object('NSURL', { 'NS.base': null, 'NS.relative': url })

export const nsDictionary = (members: Record<string, Archivable>): Instance =>
  object('NSDictionary', { 'NS.keys': Object.keys(members), 'NS.objects': Object.values(members) })

export const nsArray = (items: readonly Archivable[]): Instance => object('NSArray', { 'NS.objects': items })

export const nsUuid = (uuid: string): Instance =>
  object('NSUUID', {}, { 'NS.uuidbytes': Buffer.from(uuid.replaceAll('-', ''), 'hex') })

export const nsData = (data: Uint8Array): Instance =>
  instance(['NSMutableData', 'NSData', 'NSObject'], {}, { 'NS.data': data })

const isInstance = (value: Archivable): value is Instance =>
  typeof value === 'object' && value !== null && 'classes' in value

interface Archive {
  objects: Plist[]
  /** Strings, numbers and classes that are already archived. */
  known: Map<string, Uid>
}

const nullUid = uid(0)

function reserve(archive: Archive): Uid {
  return uid(archive.objects.push(null) - 1)
}

function once(archive: Archive, name: string, value: Plist): Uid {
  const known = archive.known.get(name)
  if (known) return known
  const added = uid(archive.objects.push(value) - 1)
  archive.known.set(name, added)
  return added
}

const classOf = (archive: Archive, classes: readonly string[]): Uid =>
  once(archive, `class ${classes}`, { $classname: classes[0] ?? 'NSObject', $classes: classes })

function archiveInstance(archive: Archive, { classes, fields, inline }: Instance): Uid {
  const place = reserve(archive)
  const members: Record<string, Plist> = { ...inline }
  for (const [key, value] of Object.entries(fields)) {
    members[key] = Array.isArray(value) ? value.map((item) => reference(archive, item)) : reference(archive, value)
  }
  members.$class = classOf(archive, classes)
  archive.objects[place.uid] = members
  return place
}

function reference(archive: Archive, value: Archivable): Uid {
  if (value === null) return nullUid
  if (value instanceof Uint8Array) return uid(archive.objects.push(value) - 1)
  if (Array.isArray(value)) return archiveInstance(archive, nsArray(value))
  if (isInstance(value)) return archiveInstance(archive, value)
  return once(archive, `${typeof value} ${value}`, value as Plist)
}

/** `topKey` is `root` for all but a few archives. */
export function encodeArchive(root: Archivable, topKey = 'root'): Buffer {
  const archive: Archive = { objects: ['$null'], known: new Map() }
  const top = reference(archive, root)
  return encodePlist({
    $version: 100_000,
    $archiver: 'NSKeyedArchiver',
    $top: { [topKey]: top },
    $objects: archive.objects,
  })
}
