/**
 * Handlers that put code of others on this Mac. They ask for the password once more, so that neither a browser that was
 * left open nor a key that was stolen is enough.
 */
import { installPackage } from '../actions/plugin-packages.ts'
import type { Services } from '../actions/services.ts'
import { principalOf } from '../domain/access/principal.ts'
import type { Access } from './auth/access.ts'
import type { WebHandlers } from './handler.ts'

type PackageNames = 'install_plugin' | 'upload_plugin'

export const packageHandlers = (services: Services, access: Access): Pick<WebHandlers, PackageNames> => ({
  async install_plugin({ package: name, password }, { caller, request }) {
    await access.passwords.confirm(password, caller, request)
    return installPackage({ name }, principalOf(caller), services)
  },
  async upload_plugin({ password }, { caller, request, file }) {
    await access.passwords.confirm(password, caller, request)
    return installPackage({ file: file?.path ?? '' }, principalOf(caller), services)
  },
})
