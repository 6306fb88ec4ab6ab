// Which releases of Node start the command. package.json and the README are held to this table by test/node-releases.test.ts.
// Releases that are too old read this file, so that they can be told so: its syntax is old.
import process from 'node:process'

// Each from a release on, up to the next major release where one is named. Node 23 lacks parts of SQLite that 22.16 has.
export const forPackage = [{ from: [22, 18], before: 23 }, { from: [24, 0] }]

// The sources are run as they are written, with syntax that Node 22 does not know.
export const forSources = [{ from: [24, 0] }]

export function isSupported(release, ranges) {
  const [major, minor] = release.split('.').map(Number)
  return ranges.some(
    ({ from, before }) =>
      (major > from[0] || (major === from[0] && minor >= from[1])) && (before === undefined || major < before),
  )
}

export const inWords = (ranges) =>
  ranges
    .map(({ from, before }) =>
      before === undefined ? `${from[0]} or later` : `${from.join('.')} or later of ${from[0]}`,
    )
    .join(', or ')

export const inRange = (ranges) =>
  ranges.map(({ from, before }) => (before === undefined ? `>=${from.join('.')}` : `^${from.join('.')}`)).join(' || ')

// Says what is wrong and how to mend it where this Node is none of them.
export function isStartable(ranges, remedy) {
  const { node } = process.versions
  if (isSupported(node, ranges)) return true
  process.exitCode = 1
  process.stderr.write(
    `service needs Node ${inWords(ranges)}; this is Node ${node} at ${process.execPath}.\n${remedy}\n`,
  )
  return false
}
