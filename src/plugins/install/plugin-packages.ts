/**
 * Installs and removes the npm packages of plugins, one at a time: for the command, and for the web process, to which
 * the command line hands it.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../../base/clock.ts'
import { silentLog } from '../../contract/log-entry.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { prepareFolder } from '../../store/owned-file.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { findWall } from '../isolation/wall.ts'
import { type InstalledPackage, installPlugin } from './install-plugin.ts'
import { type Installed, installed, packageOfPlugin, removePackage } from './installed.ts'
import type { Npm } from './npm.ts'
import { registryPackage } from './package-spec.ts'

interface PluginPackagesDeps {
  /** The base directory. */
  base: string
  npm: Npm
}

export class PluginPackages {
  readonly #deps: PluginPackagesDeps
  #isBusy = false

  constructor(deps: PluginPackagesDeps) {
    this.#deps = deps
  }

  /**
   * Expects what `packageSpec` returns, and the names of all plugins that are known. Throws `plugin_refused` and
   * `conflict`.
   */
  install(spec: string, known: readonly string[]): Promise<InstalledPackage> {
    return this.#alone(() => {
      const { base, npm } = this.#deps
      const ours = new Set(installed(base).flatMap(({ plugins }) => plugins))
      const taken = new Set(known.filter((name) => !ours.has(name)))
      return installPlugin(spec, { base, npm, log: silentLog, clock: systemClock, wall: findWall(), taken })
    })
  }

  /** Installs a package of the registry. Throws `invalid_request` for a path or an address. */
  async installNamed(name: string, known: readonly string[]): Promise<InstalledPackage> {
    return this.install(registryPackage(name), known)
  }

  /** Installs a file that came under any name. Throws `plugin_refused` unless it is a package. */
  async installFile(path: string, known: readonly string[]): Promise<InstalledPackage> {
    if (!(await isGzip(path))) throw new ServiceError('plugin_refused', 'It was refused: the file is no npm package.')
    const cache = join(this.#deps.base, 'cache')
    prepareFolder(cache)
    const apart = mkdtempSync(join(cache, 'uploaded-'))
    try {
      // npm takes a file for a package by the end of its name.
      const named = join(apart, 'package.tgz')
      copyFileSync(path, named)
      return await this.install(named, known)
    } finally {
      rmSync(apart, { recursive: true, force: true })
    }
  }

  /** Returns the package from which a plugin came, unless it was not installed as one. */
  packageOf(plugin: string): Installed | undefined {
    return packageOfPlugin(this.#deps.base, plugin)
  }

  /** Removes a package whose plugins have stopped; their data stays. */
  remove(found: Installed): Promise<void> {
    return this.#alone(() => removePackage(found, this.#deps))
  }

  /** Removes what a plugin has written. */
  removeData(plugin: string): void {
    rmSync(serviceDir(this.#deps.base).pluginDir(plugin), { recursive: true, force: true })
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isBusy) throw new ServiceError('conflict', 'Another package is being installed or removed.')
    this.#isBusy = true
    try {
      return await work()
    } finally {
      this.#isBusy = false
    }
  }
}

const gzipMagic = Buffer.from([0x1f, 0x8b])

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(gzipMagic.length), 0, gzipMagic.length, 0)
    return buffer.equals(gzipMagic)
  } finally {
    await file.close()
  }
}
