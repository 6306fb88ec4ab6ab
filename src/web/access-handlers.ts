/**
 * Handlers for signing in and out and for setting and changing the password. They set cookies, so no action can do
 * their work.
 */
import type { SettingsService } from '../actions/services.ts'
import type { Output } from '../contract/endpoints.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Access } from './auth/access.ts'
import { errorResponse } from './failure.ts'
import type { RequestContext, WebHandlers } from './handler.ts'
import { loginPage } from './pages/login-page.ts'
import { ownPath } from './pages/own-path.ts'
import { setupPage } from './pages/setup-page.ts'
import { isForm } from './request/bodies.ts'

type AccessNames = 'login' | 'logout' | 'setup' | 'change_password' | 'page_session'

interface AccessHandlersDeps {
  access: Access
  settings: Pick<SettingsService, 'current'>
  /** The key through which the owner looks. */
  keySeen(id: string): Output<'page_session'>['as_key']
}

export function accessHandlers({ access, settings, keySeen }: AccessHandlersDeps): Pick<WebHandlers, AccessNames> {
  return {
    login: ({ password, next }, context) =>
      signIn(context, {
        cookie: () => access.passwords.login(password, context.request),
        next: ownPath(next),
        again: (problem) => loginPage({ request: context.request, next, problem }),
      }),
    setup: ({ token, password }, context) =>
      signIn(context, {
        cookie: () => access.passwords.setUp({ token, password }, context.request),
        next: ownPath(undefined),
        again: ({ message }) => setupPage({ token, problem: message }),
      }),
    logout(_input, { caller, request, reply }) {
      // The browser keeps pictures that were viewed in its cache for a day.
      reply.header('clear-site-data', '"cache"').header('set-cookie', access.passwords.logout(caller, request).cookie)
    },
    async change_password(change, { caller, request, reply }) {
      const changed = await access.passwords.changePassword(change, caller, request)
      if (changed !== undefined) reply.header('set-cookie', changed.cookie)
    },
    page_session: (_input, { caller }): Output<'page_session'> => ({
      mode: caller.via,
      scopes: [...caller.scopes],
      csrf_token: access.csrfToken(caller),
      as_key: caller.seesAs === undefined ? null : keySeen(caller.seesAs),
      offline_alert_s: settings.current().web.offline_alert_s,
    }),
  }
}

interface SignIn {
  cookie(): Promise<{ cookie: string }>
  next: string
  /** Renders the form again, with what was wrong. */
  again(problem: ServiceError): string
}

/** Responds to a form with a page, since the form works without script. */
async function signIn({ request, reply }: RequestContext, { cookie, next, again }: SignIn): Promise<unknown> {
  try {
    reply.header('set-cookie', (await cookie()).cookie)
    return isForm(request) ? reply.redirect(next, 303) : { ok: true, next }
  } catch (error) {
    if (!isForm(request) || !(error instanceof ServiceError)) throw error
    const { status, headers } = errorResponse(error, 'page')
    return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(again(error))
  }
}
