/** The dependencies of the web process's app. */
import type { Actions } from '../actions/action.ts'
import type { Services } from '../actions/services.ts'
import type { Uploads } from '../store/uploads.ts'
import type { WebIdentity } from '../store/web-address.ts'
import type { Access } from './auth/access.ts'
import type { Streams } from './streams/streams.ts'

export interface AppParts {
  actions: Actions
  services: Services
  access: Access
  identity: Pick<WebIdentity, 'prove'>
  streams: Streams
  uploads: Pick<Uploads, 'keep' | 'release'>
  /** Folder of the built page, instead of the one beside this program. */
  page?: URL | undefined
}
