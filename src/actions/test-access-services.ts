/** Opens the services for keys and sessions for tests over real files, with callers for them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '../contract/log-entry.ts'
import { openApiKeysUse } from '../store/api-keys-use.ts'
import { openAuditLog } from '../store/audit-log.ts'
import { loadConfig } from '../store/config-in-force.ts'
import { openKeyActivity } from '../store/key-activity.ts'
import { revokedKeys } from '../store/revoked-keys.ts'
import { prepareServiceDir, serviceDir } from '../store/service-dir.ts'
import { openSessions } from '../store/sessions.ts'
import { openSettings } from '../store/settings.ts'
import { testFolders } from '../store/test-folder.ts'
import type { ActionRequest, Caller } from './action.ts'
import type { Services } from './services.ts'

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {}, as: () => silent }

/** Takes vitest's `onTestFinished`. */
export const testAccessServices = (onTestFinished: (cleanUp: () => void) => void) => (nowMs: number) => {
  const dir = serviceDir(join(testFolders(onTestFinished)(), '.service'))
  prepareServiceDir(dir)
  const settings = openSettings(dir, loadConfig(dir), silent)
  const sessions = openSessions({ path: dir.sessionsFile })
  const keyActivity = openKeyActivity({ path: dir.keyActivityFile, nowMs: () => nowMs, keys: () => [] })
  onTestFinished(() => {
    settings.close()
    sessions.close()
    keyActivity.close()
  })
  const parts = { nowMs: () => nowMs, settings, sessions }
  const services = {
    ...parts,
    audit: openAuditLog({ path: dir.auditFile }),
    apiKeysUse: openApiKeysUse(dir.apiKeysUseFile),
    keyActivity,
    revokedKeys: revokedKeys(),
  } as Pick<
    Services,
    'nowMs' | 'settings' | 'sessions' | 'audit' | 'apiKeysUse' | 'keyActivity' | 'revokedKeys'
  > as Services
  const request = (caller: Partial<Caller> = {}): ActionRequest => ({
    caller: { via: 'session', id: 'ab', scopes: ['read', 'write', 'admin'], grant: null, ...caller },
    headers: {},
    isHere: true,
  })
  const text = (file: string) => readFileSync(file, 'utf8')
  return { dir, services, sessions, request, text }
}
