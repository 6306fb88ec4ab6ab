/** Handlers for the pages that a person opens: the one built from ui/, and those before signing in. */
import type { Services } from '../../actions/services.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { isFresh } from '../../domain/setup/is-fresh.ts'
import type { Access } from '../auth/access.ts'
import type { RequestContext, WebHandlers } from '../handler.ts'
import { loginPage } from './login-page.ts'
import { ownPath } from './own-path.ts'
import { filesIn } from './page-files.ts'
import { setupPage, setupPageIn } from './setup-page.ts'

type PageNames = 'home' | 'app_home' | 'app' | 'favicon' | 'login_page' | 'login_assets' | 'setup_page'

/** This path is right for the sources and for the compiled files. */
const built = new URL('../../../ui/dist/', import.meta.url)

const icon = 'icon-192.png'
const setupFile = 'setup/index.html'

export function pageHandlers(
  { settings, setup }: Pick<Services, 'settings' | 'setup'>,
  access: Access,
  { page = built, lacks = [] }: { page?: URL | undefined; lacks?: readonly string[] } = {},
): Pick<WebHandlers, PageNames> {
  const ofPage = filesIn(page, { changeDocument: (html) => withLacks(html, lacks) })
  const ofForms = filesIn(new URL('assets/', import.meta.url), { given: ['form.css', 'form.js'] })
  return {
    home: (_input, { reply }) =>
      reply.redirect(access.isOpen() && isFresh(setup.progress(), settings.current()) ? '/setup' : '/app/', 302),
    app_home: (_input, { request, reply }) => reply.redirect(`/app/${queryOf(request.url)}`, 302),
    app(_input, context) {
      const name = restOf(context)
      if (ofPage.has(name)) return ofPage.send(name, context)
      if (name.startsWith('assets/')) throw noSuchFile()
      if (!ofPage.has('index.html'))
        throw new ServiceError('not_found', 'The page has not been built (npm run build:page).')
      return ofPage.send('index.html', context)
    },
    favicon(_input, context) {
      if (!ofPage.has(icon)) throw noSuchFile()
      return ofPage.send(icon, context)
    },
    login_page({ next, error }, { caller, request, reply }) {
      // The caller is signed in, or need not be.
      if (caller.scopes.includes('read')) return reply.redirect(ownPath(next), 303)
      if (access.isOpen())
        throw new ServiceError(
          'no_password',
          'While no password is set, only browsers on the Mac itself are let in. There, run: service password set',
        )
      reply.header('vary', 'accept-language')
      return loginPage({ request, next, problem: error === undefined ? undefined : 'again' })
    },
    login_assets(_input, context) {
      const name = restOf(context)
      if (!ofForms.has(name)) throw noSuchFile()
      return ofForms.send(name, context)
    },
    setup_page({ token }, { caller }) {
      if (!access.isOpen() && !caller.scopes.includes('admin'))
        throw new ServiceError('unauthenticated', 'A password is set.')
      return ofPage.has(setupFile) ? setupPageIn(ofPage.text(setupFile), token) : setupPage({ token })
    },
  }
}

/** The page of a hub reads here which rows of the endpoint table are not answered, before it asks anything. */
const withLacks = (html: string, lacks: readonly string[]): string =>
  lacks.length === 0 ? html : html.replace('<html ', `<html data-lacks="${lacks.join(' ')}" `)

/** Includes the question mark. */
const queryOf = (url: string): string => /\?[^#]*/.exec(url)?.[0] ?? ''

const noSuchFile = () => new ServiceError('not_found', 'There is no such file.')

/** Returns what matched the `*` of the path. */
const restOf = ({ request }: RequestContext): string => (request.params as { '*': string })['*']
