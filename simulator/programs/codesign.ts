/** Stands in for /usr/bin/codesign: signs programs and bundles, verifies them, and shows their requirement. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { complain } from './complain.ts'
import { hasSigningFault, keychainSession, readKeychain } from './signing/keychains.ts'
import { satisfiesRequirement, signedProgram, signProgram } from './signing/signature.ts'

const failed = 1
const usage = 2
const unsatisfied = 3

const [home = '', ...words] = process.argv.slice(2)
const { values, positionals } = parseArgs({
  args: words,
  allowPositionals: true,
  strict: false,
  options: {
    sign: { type: 'string', short: 's' },
    identifier: { type: 'string', short: 'i' },
    keychain: { type: 'string' },
    options: { type: 'string', short: 'o' },
    entitlements: { type: 'string' },
    requirements: { type: 'string', short: 'r' },
    'test-requirement': { type: 'string', short: 'R' },
    verify: { type: 'boolean' },
    display: { type: 'boolean', short: 'd' },
    force: { type: 'boolean', short: 'f' },
    strict: { type: 'boolean' },
  },
})
const text = (name: string): string | undefined => (typeof values[name] === 'string' ? String(values[name]) : undefined)

function main(path: string): number {
  const program = signedProgram(path)
  if (program === undefined) return complain(`${path}: No such file or directory`, failed)
  if (values.sign !== undefined) return sign(path)
  if (values.display) {
    process.stderr.write(`Executable=${program.program}\n`)
    const isStated = program.signature?.requirement !== undefined && program.signature?.requirement !== null
    process.stdout.write(`${isStated ? '' : '# '}designated => ${program.requirement}\n`)
    return 0
  }
  if (!values.verify) return complain('Usage: codesign -s identity [-fv*] [-o flags] path ...', usage)
  if (!program.isWhole) return complain(`${path}: invalid signature (code or signature have been modified)`, failed)
  const wanted = text('test-requirement')?.replace(/^=/, '')
  return wanted === undefined || satisfiesRequirement(program, wanted)
    ? 0
    : complain('test-requirement: code failed to satisfy specified code requirement(s)', unsatisfied)
}

function sign(path: string): number {
  const identity = text('sign') ?? ''
  const certificate = identity === '-' ? null : identity.toLowerCase()
  if (hasSigningFault(home, 'signing-fails')) return complain(`${path}: errSecInternalComponent`, failed)
  if (certificate !== null) {
    const trouble = troubleWith(certificate)
    if (trouble !== undefined) return complain(trouble, failed)
  }
  const stated = text('requirements')
  const entitlements = text('entitlements')
  signProgram(path, {
    identifier: text('identifier') ?? 'a.out',
    certificate,
    requirement: stated?.replace(/^=designated => /, '') ?? null,
    entitlements: entitlements === undefined ? null : readFileSync(entitlements, 'utf8'),
  })
  return 0
}

/** A keychain that is named only narrows the search list. */
function troubleWith(certificate: string): string | undefined {
  const { searchList, unlocked } = keychainSession(home)
  const named = text('keychain')
  const holder = searchList.find(
    (path) =>
      (named === undefined || named === path) && readKeychain(path)?.certificates.includes(certificate) === true,
  )
  if (holder === undefined) return 'error: The specified item could not be found in the keychain.'
  // Otherwise macOS asks on the screen, where nobody may be.
  return unlocked.includes(holder) && readKeychain(holder)?.isOpenToApple
    ? undefined
    : `${positionals[0]}: errSecInternalComponent`
}

process.exitCode = main(positionals[0] ?? '')
