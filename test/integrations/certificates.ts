/** Makes a certificate authority, a server and a client, as a person makes them at home. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../src/cli/hub/server-program.ts'

export const hasCertificates = findProgram('openssl') !== undefined

/** Writes `ca.pem`, and `.pem` and `.key` for each of `server` and `client`. */
export function certificates(folder: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const ecdsa = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  openssl('req', '-x509', ...ecdsa, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=home')
  for (const name of ['server', 'client']) {
    writeFileSync(join(folder, `${name}.ext`), 'subjectAltName=IP:127.0.0.1,DNS:localhost')
    openssl('req', ...ecdsa, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`)
    const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', `${name}.ext`]
    openssl('x509', '-req', '-in', `${name}.csr`, '-out', `${name}.pem`, ...signing)
  }
}
