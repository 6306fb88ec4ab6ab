/** Closes what all tests of a file share after the last of them: the newest first, since it stands on the older ones. */
import { afterAll } from 'vitest'

/** Use as `const shared = closedAfterAll()`, then `server = await shared(postgres())`. */
export function closedAfterAll(): <T extends AsyncDisposable>(opening: Promise<T>) => Promise<T> {
  const open: AsyncDisposable[] = []
  afterAll(async () => {
    for (const one of open.reverse()) await one[Symbol.asyncDispose]()
  })
  return async (opening) => {
    const one = await opening
    open.push(one)
    return one
  }
}
