/** Identifies the build of a document by the name of its script, which contains a hash of the content. */
const script = /<script[^>]+type="module"[^>]+src="([^"]+)"/

/** Whether a document is from another build. Anything that is not a document of the page counts as the same build. */
export function isOtherBuild(document: string, own: string | null): boolean {
  const [, theirs] = script.exec(document) ?? []
  return own !== null && theirs !== undefined && theirs !== own
}
