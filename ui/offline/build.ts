/** Which build of the page a document belongs to: the name of its script is made of what is in it. */
const script = /<script[^>]+type="module"[^>]+src="([^"]+)"/

/** What is no document of the page says nothing. */
export function isOtherBuild(document: string, own: string | null): boolean {
  const [, theirs] = script.exec(document) ?? []
  return own !== null && theirs !== undefined && theirs !== own
}
