/** Serves the API's own description: as a document for programs and as a page for people. */
import { openApi } from '../../contract/openapi.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { WebHandlers } from '../handler.ts'
import { filesIn } from '../pages/page-files.ts'
import { referencePage, referenceStylesheet } from './reference-page.ts'

type ReferenceNames = 'openapi' | 'reference' | 'reference_assets'

export function referenceHandlers(release: string): Pick<WebHandlers, ReferenceNames> {
  const files = filesIn(new URL('./', import.meta.url), [referenceStylesheet])
  return {
    openapi: () => openApi(release),
    reference: () => referencePage(),
    reference_assets(_input, asking) {
      const name = (asking.request.params as { '*': string })['*']
      if (!files.has(name)) throw new ServiceError('not_found', 'There is no such file.')
      return files.answer(name, asking)
    },
  }
}
