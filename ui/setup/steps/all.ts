/** The steps by name. */
import type { SetupStep } from '../../../src/contract/setup-names.ts'
import type { Step } from '../step.ts'
import { done } from './done.ts'
import { permissions } from './permissions.ts'
import { relayed } from './relayed.ts'
import { security } from './security.ts'
import { test } from './test.ts'
import { welcome } from './welcome.ts'
import { you } from './you.ts'

export const steps: Record<SetupStep, Step> = { welcome, permissions, you, relayed, security, test, done }
