/** The versions of macOS and Messages on a simulated home. */
import { readManifest } from '../manifest.ts'
import type { MacosVersion } from '../schema/macos-version.ts'

export interface Macos {
  readonly major: number
  readonly productVersion: string
  readonly buildVersion: string
  /** Version of the Messages application. */
  readonly messagesVersion: string
}

export const releases: Record<MacosVersion, Omit<Macos, 'major'>> = {
  12: { productVersion: '12.7.6', buildVersion: '21H1320', messagesVersion: '14.0' },
  13: { productVersion: '13.7.8', buildVersion: '22H730', messagesVersion: '14.0' },
  14: { productVersion: '14.8.3', buildVersion: '23J220', messagesVersion: '14.0' },
  15: { productVersion: '15.7.3', buildVersion: '24G419', messagesVersion: '14.0' },
  26: { productVersion: '26.5.2', buildVersion: '25F84', messagesVersion: '26.0' },
  27: { productVersion: '27.0', buildVersion: '26A320', messagesVersion: '27.0' },
}

export function macosOf(home: string): Macos {
  const major = readManifest(home).macos
  return { major, ...releases[major] }
}
