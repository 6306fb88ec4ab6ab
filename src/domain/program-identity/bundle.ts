/**
 * Describes the installed program as a bundle of macOS: its name in System Settings, what it says of itself, and what
 * its signature allows it.
 */
import { propertyList } from '../../base/property-list.ts'
import { names } from '../../contract/names.ts'
import { ownIdentifier } from './requirement.ts'

/** The folder of the bundle, after which System Settings names the program. */
export const bundleName = `${names.product}.app`

/** The program below the bundle. */
export const bundleProgram = ['Contents', 'MacOS', names.command] as const

/** Returns the name of a program in System Settings: that of a bundle, or else of its file. */
export const shownName = (program: string): string =>
  /([^/]+)\.app\/Contents\/MacOS\//.exec(program)?.[1] ?? program.slice(program.lastIndexOf('/') + 1)

/** `version` is that of the Node inside. */
export const bundleInfo = (version: string): string =>
  propertyList({
    CFBundleIdentifier: ownIdentifier,
    CFBundleName: names.product,
    CFBundleDisplayName: names.product,
    CFBundleExecutable: names.command,
    CFBundlePackageType: 'APPL',
    CFBundleShortVersionString: version,
    CFBundleVersion: version,
    // It has no window, and nothing to show in the Dock.
    LSBackgroundOnly: true,
    // macOS shows this sentence when it asks whether the program may control Messages.
    NSAppleEventsUsageDescription: 'Messages that you or your rules write are sent through Messages.',
  })

/** The entitlements of a program that contains Node; everything else that hardened programs may ask for stays off. */
export const entitlements: string = propertyList({
  // V8 compiles code at run time.
  'com.apple.security.cs.allow-jit': true,
  // V8 needs this one for the same reason on Intel.
  'com.apple.security.cs.allow-unsigned-executable-memory': true,
  // Without it macOS refuses to let the program control Messages, and does not ask the user.
  'com.apple.security.automation.apple-events': true,
})

/** The request for a self-signed certificate. LibreSSL of older macOS knows no extension on its command line. */
export const certificateRequest = `[req]
distinguished_name = name
x509_extensions = signing
prompt = no
[name]
CN = ${names.product} (this Mac)
[signing]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, codeSigning
`
