/** Decides whether only the OS sandbox stops an attack on this release of Node. */
import type { Attack } from './attack.ts'

export function needsWall(
  attack: Pick<Attack, 'needsWall' | 'heldByNodeSince'>,
  release = process.versions.node,
): boolean {
  const [major = 0, minor = 0, patch = 0] = numbersOf(release)
  const since = attack.heldByNodeSince?.map(numbersOf).find(([first]) => first === major)
  if (attack.needsWall === true || since === undefined) return attack.needsWall === true
  const [, sinceMinor = 0, sincePatch = 0] = since
  return minor < sinceMinor || (minor === sinceMinor && patch < sincePatch)
}

const numbersOf = (release: string): number[] => release.split('.').map(Number)
