/** Checks the headers that an endpoint knows before anything of the body is read. */
import type { Endpoint } from '../../contract/endpoint.ts'
import { ServiceError } from '../../domain/service-error.ts'

/** Visible ASCII. */
const form = /^[\x21-\x7e]{1,255}$/

/** Node handles `Expect: 100-continue` itself and passes on every other expectation. Throws `expectation_failed`. */
export function requireKnownExpectation({ expect }: Readonly<Record<string, string | string[] | undefined>>): void {
  if (expect !== undefined && !/^100-continue$/i.test(String(expect)))
    throw new ServiceError('expectation_failed', 'The service knows no such expectation.')
}

/**
 * Throws `invalid_request`. A header given twice arrives joined by a comma and a space, which does not match the form
 * either.
 */
export function requireKnownHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { headers: known = [] }: Pick<Endpoint, 'headers'> = {},
): void {
  for (const name of known) {
    const given = headers[name.toLowerCase()]
    if (given !== undefined && !form.test(String(given)))
      throw new ServiceError('invalid_request', 'A header is not as it should be.', {
        in: 'header',
        path: name,
        reason: 'is 1 to 255 visible characters of ASCII, given once',
      })
  }
}
