/** The dependencies of the web process's app. */
import type { Actions } from '../actions/action.ts'
import type { Doors } from '../actions/doors.ts'
import type { Uploads } from '../store/uploads.ts'
import type { WebIdentity } from '../store/web-address.ts'
import type { Access } from './auth/access.ts'
import type { Streams } from './streams/streams.ts'

export interface AppParts {
  actions: Actions
  doors: Doors
  access: Access
  identity: Pick<WebIdentity, 'prove'>
  streams: Streams
  uploads: Pick<Uploads, 'keep' | 'release'>
  /** Folder of the built page, instead of the one beside this program. */
  page?: URL | undefined
}
