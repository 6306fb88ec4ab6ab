/** Builds addresses on the page from the one under which the user reaches it. */

/** `path` is relative to the page, such as `app/`. */
export const onPage = (address: string, path: string): string =>
  new URL(path, address.endsWith('/') ? address : `${address}/`).href
