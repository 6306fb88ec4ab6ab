#!/usr/bin/env node
// Starts the command from the sources; compiled code is cached, so that they start as fast as a build does.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/service', import.meta.url)))
await import('../src/cli/main.ts')
