import { execFileSync, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keychainSession } from '../../simulator/programs/signing/keychains.ts'
import { signedProgram } from '../../simulator/programs/signing/signature.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { root } from '../harness/built.ts'
import { everyStep } from '../harness/workflows.ts'

/** The steps of the release that sign, in their order. What builds, tries and zips the executable runs elsewhere. */
const names = ['Take the certificate into a keychain of its own', 'Have Apple notarize it', 'Remove the keychain']
const steps = everyStep.filter(({ step }) => names.includes(step.name)).map(({ step }) => step)
const scriptOf = (name: string) => steps.find((step) => step.name === name)?.run ?? ''

/** A runner with a certificate, whose programs of macOS note each call before the stand-in answers it. */
function runner(notary: 'Accepted' | 'Invalid') {
  const { home, bin, close } = temporaryMac({ messages: 0, chats: 0 })
  onTestFinished(close)
  const [temporary, noting, calls] = [join(home, 'temporary'), join(home, 'noting'), join(home, 'calls')]
  for (const folder of [temporary, noting]) mkdirSync(folder)
  const program = (name: string, rest: string) => {
    writeFileSync(join(noting, name), `#!/bin/sh\necho "${name} $*" >> '${calls}'\n${rest}\n`)
    chmodSync(join(noting, name), 0o755)
  }
  for (const name of ['security', 'codesign']) program(name, `exec '${join(bin, name)}' "$@"`)
  // Like notarytool it ends well for what Apple has refused, too.
  program('xcrun', `test -s "$5" && echo '{"id": "1", "status": "${notary}"}'`)

  const [key, certificate, pkcs12] = ['key.pem', 'certificate.pem', 'both.p12'].map((name) => join(home, name))
  const openssl = (...args: (string | undefined)[]) =>
    execFileSync('openssl', args.map(String), { stdio: ['ignore', 'ignore', 'ignore'] })
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=Test', '-keyout', key, '-out', certificate)
  openssl('pkcs12', '-export', '-inkey', key, '-in', certificate, '-out', pkcs12, '-passout', 'pass:opens it')
  const { fingerprint } = new X509Certificate(readFileSync(String(certificate)))

  const executable = join(home, 'service')
  writeFileSync(executable, 'what was built')
  const env = {
    HOME: home,
    PATH: [noting, process.env.PATH].join(delimiter),
    RUNNER_TEMP: temporary,
    TMPDIR: temporary,
    SIGNING_CERTIFICATE: readFileSync(String(pkcs12)).toString('base64'),
    SIGNING_PASSWORD: 'opens it',
    NOTARY_KEY: Buffer.from('a key of App Store Connect').toString('base64'),
    NOTARY_KEY_ID: 'KEY',
    NOTARY_ISSUER: 'ISSUER',
  }
  return {
    home,
    temporary,
    executable,
    certificate: fingerprint.replaceAll(':', '').toLowerCase(),
    /** Runs the script of a step as GitHub does. */
    run: (script: string, more: NodeJS.ProcessEnv = {}) =>
      spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
        cwd: root,
        env: { ...env, ...more },
        encoding: 'utf8',
      }),
    calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []),
  }
}

const [open, notarize, remove] = names.map(scriptOf) as [string, string, string]

test('a release is signed with its certificate and notarized, and its key is removed at the end', () => {
  const { home, temporary, executable, certificate, run, calls } = runner('Accepted')
  const keychain = join(temporary, 'signing.keychain-db')
  const opened = run(open)
  expect([opened.status, opened.stderr]).toEqual([0, ''])
  expect(calls().map((call) => call.split(' ', 2).join(' '))).toEqual([
    'security create-keychain',
    'security set-keychain-settings',
    'security unlock-keychain',
    'security import',
    'security set-key-partition-list',
    'security list-keychains',
  ])
  expect(keychainSession(home).searchList).toEqual([keychain, 'login.keychain-db'])
  // The certificate lies in the keychain alone.
  expect(readdirSync(temporary)).toEqual(['signing.keychain-db'])
  expect(opened.stdout).not.toContain('opens it')

  expect(run(`codesign --force --options runtime --sign ${certificate} '${executable}'`).status).toBe(0)
  expect(signedProgram(executable)).toMatchObject({ isWhole: true, signature: { certificate } })

  const zips = ['one.zip', 'two.zip'].map((name) => join(home, name))
  for (const zip of zips) writeFileSync(zip, 'zipped')
  const notarized = run(notarize.replace('release/*.zip', `'${zips.join("' '")}'`))
  expect([notarized.status, notarized.stderr]).toEqual([0, ''])
  const submitted = calls().filter((call) => call.startsWith('xcrun'))
  expect(submitted).toEqual(zips.map((zip) => expect.stringContaining(`xcrun notarytool submit ${zip} --key `)))
  for (const call of submitted) expect(call).toContain('--key-id KEY --issuer ISSUER --wait')
  expect(readdirSync(temporary)).toEqual(['signing.keychain-db'])

  expect(run(remove).status).toBe(0)
  expect([existsSync(keychain), keychainSession(home).searchList]).toEqual([false, ['login.keychain-db']])
})

test('a refusal by Apple ends the release, and a wrong password ends it before anything is signed; the keychain is removed in both cases', () => {
  const { home, temporary, executable, certificate, run, calls } = runner('Invalid')
  const zip = join(home, 'service.zip')
  writeFileSync(zip, 'zipped')
  const refused = run(notarize.replace('release/*.zip', `'${zip}' '${zip}'`))
  expect(refused.status).not.toBe(0)
  expect(refused.stdout).toContain('"status": "Invalid"')
  expect(calls()).toHaveLength(1)
  expect(readdirSync(temporary)).toEqual([])

  expect(run(open, { SIGNING_PASSWORD: 'another' }).status).not.toBe(0)
  expect(calls().at(-1)).toMatch(/^security import /)
  expect(readdirSync(temporary)).toEqual(['signing.keychain-db'])
  expect(run(`codesign --sign ${certificate} '${executable}'`).status).not.toBe(0)
  expect(run(remove).status).toBe(0)
  expect(readdirSync(temporary)).toEqual([])
  // GitHub runs the last step whatever became of those before it, and publishes nothing after one that failed.
  const at = (name: string) => steps.find((step) => step.name === name)?.if ?? ''
  expect(steps.map(({ name }) => name)).toEqual(names)
  expect(at('Remove the keychain')).toContain('always()')
  for (const name of names.slice(0, 2)) expect(at(name)).not.toMatch(/always|failure|cancelled/)
})
