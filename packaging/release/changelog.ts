/** Finds what the changelog says of one release. */

interface Release {
  tag: string
  /** The version in package.json. */
  version: string
}

/** Throws where the tag names another version, or the changelog has nothing under it. */
export function notesOf(changelog: string, { tag, version }: Release): string {
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, and package.json has version ${version}.`)
  const parts = changelog.split(/^## /m).slice(1)
  const part = parts.find((each) => [version, `[${version}]`].includes(each.split(/\s/, 1)[0] ?? ''))
  const notes = part?.slice(part.indexOf('\n')).trim() ?? ''
  if (notes === '') throw new Error(`CHANGELOG.md says nothing under ${version}.`)
  return `${notes}\n`
}
