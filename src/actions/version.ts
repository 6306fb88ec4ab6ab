/** Reports the release, the build, Node, the operating system, and which journal and ledger these are. */
import { release as kernel, type } from 'node:os'
import { build, release } from '../store/release.ts'
import type { Action } from './action.ts'

export const version: Action<'version'> = (_, { journal, sending }) => ({
  release: release(),
  build: build(),
  node: process.versions.node,
  os: `${type()} ${kernel()}`,
  journal: journal.id() ?? null,
  ledger: sending.ledgerId(),
})
