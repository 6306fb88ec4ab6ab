/** Declares tests that need a Mac, and tests that must not run on one, so that the suite can say what it left out and why. */
import { test } from 'vitest'

export const isMac = process.platform === 'darwin'

/** The note of every test that was left out because this machine is no Mac; test/setup/skipped.ts counts by it. */
export const needsMac = 'They need a Mac.'

type Claim = () => void | Promise<void>

/** Declares a test that runs on a Mac only. */
export const onMac = (name: string, claim: Claim): void => test(name, isMac ? claim : ({ skip }) => skip(needsMac))

/** Declares a test that runs everywhere except on a Mac, for the reason given. */
export const notOnMac = (reason: string, name: string, claim: Claim): void =>
  test(name, isMac ? ({ skip }) => skip(reason) : claim)
