/** The pages that a person opens: the plain one, and those before signing in. */
import { ServiceError } from '../../domain/service-error.ts'
import type { Access } from '../auth/access.ts'
import type { Asking, WebHandlers } from '../handler.ts'
import { loginPage } from './login-page.ts'
import { filesIn } from './page-files.ts'
import { plainFiles, plainPage } from './plain-page.ts'
import { setupPage } from './setup-page.ts'

type PageNames = 'home' | 'app' | 'login_page' | 'login_assets' | 'setup_page'

const folder = new URL('assets/', import.meta.url)

export function pageHandlers(access: Access): Pick<WebHandlers, PageNames> {
  const [ofPage, ofForms] = [filesIn(folder, plainFiles), filesIn(folder, ['form.css'])]
  return {
    home: (_input, { reply }) => reply.redirect('/app/', 302),
    app(_input, asking) {
      const name = restOf(asking)
      return name.includes('.') ? ofPage(name, asking) : plainPage()
    },
    login_page: ({ next, error }) => loginPage({ next, problem: error === undefined ? undefined : 'Sign in again.' }),
    login_assets: (_input, asking) => ofForms(restOf(asking), asking),
    setup_page({ token }) {
      if (!access.isOpen()) throw new ServiceError('gone', 'This page has served its purpose.')
      return setupPage({ token })
    },
  }
}

/** What stands for the `*` of the path. */
const restOf = ({ request }: Asking): string => (request.params as { '*': string })['*']
