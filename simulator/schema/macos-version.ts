// The versions of macOS whose databases the simulator can write, and ranges of them.

export const macosVersions = [12, 13, 14, 15, 26, 27] as const

export type MacosVersion = (typeof macosVersions)[number]

export interface Span {
  since?: MacosVersion
  until?: MacosVersion
}

export const covers = ({ since = 12, until = 27 }: Span, macos: MacosVersion): boolean =>
  since <= macos && macos <= until

export function asMacosVersion(value: unknown): MacosVersion {
  const found = macosVersions.find((version) => version === Number(value))
  if (found === undefined) throw new RangeError(`macOS ${value} is not one of ${macosVersions.join(', ')}`)
  return found
}
