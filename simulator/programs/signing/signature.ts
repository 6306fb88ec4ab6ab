/**
 * The signatures of simulated programs. They lie at the end of the program file, as real ones do, and so go with it
 * when it is copied or moved; Linux runs the program all the same.
 */
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'

export interface Signature {
  identifier: string
  /** SHA-1 of the certificate; null for a signature without an identity. */
  certificate: string | null
  /** Stated by whoever signed; otherwise it follows from the rest. */
  requirement: string | null
  /** The hash of the program without its signature, and of the Info.plist beside it. */
  seal: string
  /** Property list of what the program may ask for. */
  entitlements: string | null
}

export interface Signed {
  /** The program itself, where a bundle was named. */
  program: string
  signature: Signature | null
  /** The requirement by which macOS recognises the program. */
  requirement: string
  /** The file is as it was when it was signed. */
  isWhole: boolean
}

const marker = '\n%SIMULATED-SIGNATURE%'
const tailBytes = 16_384
const sampleBytes = 65_536

/** Undefined where there is no such program. */
export function signedProgram(path: string): Signed | undefined {
  const program = programIn(path)
  if (program === undefined) return undefined
  const { signature, size } = signatureIn(program)
  const seal = sealOf(program, size)
  const identity = signature?.certificate ?? null
  const requirement =
    signature !== null && identity !== null
      ? (signature.requirement ?? `identifier "${signature.identifier}" and certificate root = H"${identity}"`)
      : `cdhash H"${seal}"`
  return { program, signature, requirement, isWhole: signature === null || signature.seal === seal }
}

/** Replaces the file by a signed copy, as codesign does: what runs keeps the former file. */
export function signProgram(path: string, signature: Omit<Signature, 'seal'>): boolean {
  const program = programIn(path)
  if (program === undefined) return false
  const { size } = signatureIn(program)
  const copy = `${program}.cstemp`
  copyFileSync(program, copy)
  truncateSync(copy, size)
  const whole: Signature = { ...signature, seal: sealOf(program, size) }
  appendFileSync(copy, `${marker}${JSON.stringify(whole)}`)
  renameSync(copy, program)
  return true
}

/** Whether a program satisfies a requirement that one of these signatures has, or a person has written. */
export function satisfiesRequirement({ requirement, signature, isWhole }: Signed, wanted: string): boolean {
  if (!isWhole) return false
  if (requirement === wanted) return true
  const { identifier, leaf } =
    /^identifier "(?<identifier>[^"]+)" and certificate (?:leaf|root) = H"(?<leaf>[0-9a-f]+)"$/i.exec(wanted)?.groups ??
    {}
  return leaf !== undefined && signature?.certificate === leaf.toLowerCase() && signature.identifier === identifier
}

function programIn(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  if (!statSync(path).isDirectory()) return path
  const folder = join(path, 'Contents', 'MacOS')
  const [name] = existsSync(folder) ? readdirSync(folder) : []
  return name === undefined ? undefined : join(folder, name)
}

function signatureIn(program: string): { signature: Signature | null; size: number } {
  const size = statSync(program).size
  const tail = readAt(program, Math.max(0, size - tailBytes), tailBytes)
  const at = tail.lastIndexOf(marker)
  if (at === -1) return { signature: null, size }
  const signature = JSON.parse(tail.subarray(at + marker.length).toString('utf8')) as Signature
  return { signature, size: size - (tail.length - at) }
}

/** Seals a program by samples of its file, since programs are large and tests many. */
function sealOf(program: string, size: number): string {
  const hash = createHash('sha1').update(String(size))
  hash.update(readAt(program, 0, Math.min(size, sampleBytes)))
  const end = Math.max(0, size - sampleBytes)
  hash.update(readAt(program, end, size - end))
  const info = join(program, '..', '..', 'Info.plist')
  if (existsSync(info)) hash.update(readFileSync(info))
  return hash.digest('hex')
}

function readAt(path: string, offset: number, length: number): Buffer {
  const fd = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, fstatSync(fd).size - offset)))
    readSync(fd, bytes, 0, bytes.length, offset)
    return bytes
  } finally {
    closeSync(fd)
  }
}
