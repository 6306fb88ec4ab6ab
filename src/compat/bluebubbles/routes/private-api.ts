/**
 * Routes that the original serves through its helper inside of Messages, which needs System Integrity Protection off.
 * All are answered by one error, which clients know from servers without the helper.
 */
import type { Route } from '../request.ts'

const paths: readonly (readonly [Route['method'], string])[] = [
  ['PUT', 'chat/:guid'],
  ['DELETE', 'chat/:guid'],
  ['POST', 'chat/:guid/icon'],
  ['DELETE', 'chat/:guid/icon'],
  ['POST', 'chat/:guid/participant'],
  ['DELETE', 'chat/:guid/participant'],
  ['POST', 'chat/:guid/participant/add'],
  ['POST', 'chat/:guid/participant/remove'],
  ['POST', 'chat/:guid/leave'],
  ['DELETE', 'chat/:guid/:messageGuid'],
  ['POST', 'chat/:guid/unread'],
  ['POST', 'chat/:guid/typing'],
  ['DELETE', 'chat/:guid/typing'],
  ['GET', 'chat/:guid/share/contact/status'],
  ['POST', 'chat/:guid/share/contact'],
  ['POST', 'message/multipart'],
  ['POST', 'message/:guid/notify'],
  ['GET', 'message/:guid/embedded-media'],
  ['GET', 'attachment/:guid/download/force'],
  ['POST', 'attachment/upload'],
  ['GET', 'handle/availability/imessage'],
  ['GET', 'handle/availability/facetime'],
  ['GET', 'handle/:guid/focus'],
  ['GET', 'icloud/account'],
  ['POST', 'icloud/account/alias'],
  ['GET', 'icloud/contact'],
  ['GET', 'icloud/findmy/devices'],
  ['POST', 'icloud/findmy/devices/refresh'],
  ['GET', 'icloud/findmy/friends'],
  ['POST', 'icloud/findmy/friends/refresh'],
  ['POST', 'facetime/session'],
  ['POST', 'facetime/answer/:call_uuid'],
  ['POST', 'facetime/leave/:call_uuid'],
]

export const privateApiRoutes: readonly Route[] = paths.map(([method, path]) => ({ method, path, scopes: [] }))
