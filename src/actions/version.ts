/** Reports the release, the build, Node and the operating system. */
import { release as kernel, type } from 'node:os'
import type { Action } from './action.ts'
import { build, release } from './release.ts'

export const version: Action<'version'> = () => ({
  release: release(),
  build: build(),
  node: process.versions.node,
  os: `${type()} ${kernel()}`,
})
